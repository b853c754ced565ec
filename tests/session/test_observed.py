"""Files of observed dates as people have them, against what stands in them."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.session.observed import COLUMNS, ObservedDate, observed_table, read_observed

TIDY = "group,season,stage,date\nA,2022,heading,2022-05-03\nA,2022,flowering,2022-05-12\n"


def day(text: str) -> float:
    return float(np.datetime64(text).astype(int))


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "observed.csv"
    path.write_bytes(text.encode(encoding))
    return path


def read(folder: Path, text: str, encoding: str = "utf-8") -> tuple[ObservedDate, ...]:
    return read_observed(written(folder, text, encoding))


def refused(folder: Path, text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(folder, text)
    message = str(caught.value)
    assert "\n" not in message
    assert "'observed.csv'" in message
    return message


HEADING = ObservedDate("A", "2022", "heading", day("2022-05-03"))
FLOWERING = ObservedDate("A", "2022", "flowering", day("2022-05-12"))


def test_that_the_documented_columns_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, TIDY) == (HEADING, FLOWERING)
    assert [column.name for column in COLUMNS] == ["group", "season", "stage", "date", "crop"]
    assert [seen.line for seen in read(tmp_path, TIDY)] == [2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "Date;Stage;Group;Season\n03.05.2022;Heading;A;2022\n12.05.2022;Flowering;A;2022\n"
        "21.07.2022;Harvest;A;2022\n",
        "STAGE\tDATE\tGROUP\tSEASON\nheading\t3 May 2022\tA\t2022\n"
        "Anthesis\t12 May 2022\tA\t2022\n",
        "season,group,growth_stage,observation date\n2021/22,A,Ear emergence,20220503\n"
        "2021/22,A,bloom,20220512\n",
        "Harvest year|Plot|Phenophase|Observed\n2022|A|heading|2022-05-03T14:20\n"
        "2022|A|flowering|2022-05-12T09:00\n",
        "Trial of 2022\n\ngroup,season,stage,date,observer\nA,2022,heading,2022-05-03,Ann\n"
        "\nA,2022,flowering,2022-05-12,\n",
        "group,season,bbch,date\nA,2022,55,2022-05-03\nA,2022,65,2022-05-12\n",
        "group,season,stage,date\nA,2022,BBCH 55,2022-05-03\nA,2022,Z65,2022-05-12\n",
        "Field,Season,Heading,Flowering_date\nA,2022,2022-05-03,2022-05-12\n",
        "Parcelle;Campagne;Stade;Jour\nA;2022;épiaison;3 mai 2022\nA;2022;floraison;12 mai 2022\n",
        "group,season,stage,year,doy\nA,2022,heading,2022,123\nA,2022,flowering,2022,132\n",
        "group,season,stage,year,month,day\nA,2022,heading,2022,5,3\nA,2022,flowering,2022,5,12\n",
        "group,season,stage,date\nA,2022,heading,03/05/2022\nA,2022,flowering,12/05/2022\n"
        "A,2022,harvest,21/07/2022\n",
    ],
)
def test_that_any_order_case_delimiter_and_way_to_write_dates_is_understood(
    tmp_path: Path, text: str
) -> None:
    assert read(tmp_path, text)[:2] == (HEADING, FLOWERING)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1", "utf-16"])
def test_that_encodings_are_the_importers(tmp_path: Path, encoding: str) -> None:
    text = "Schlag;Stadium;Datum\nMühläcker;Ährenschieben;03.05.2022\nMühläcker;Blüte;17.05.2022\n"
    heading, flowering = read(tmp_path, text, encoding)
    assert heading == ObservedDate("Mühläcker", "", "heading", day("2022-05-03"))
    assert flowering.stage == "flowering"


def test_that_packed_files_and_workbooks_are_read(tmp_path: Path) -> None:
    packed = tmp_path / "observed.csv.gz"
    packed.write_bytes(gzip.compress(TIDY.encode()))
    assert read_observed(packed) == (HEADING, FLOWERING)
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for line in TIDY.splitlines():
        book.active.append(line.split(","))
    book.save(tmp_path / "observed.xlsx")
    assert read_observed(tmp_path / "observed.xlsx") == (HEADING, FLOWERING)


def test_that_season_group_and_crop_may_be_missing(tmp_path: Path) -> None:
    assert read(tmp_path, "stage,date\nheading,2022-05-03\n") == (
        ObservedDate("", "", "heading", day("2022-05-03")),
    )
    (seen,) = read(tmp_path, "crop,stage,date\nWinter wheat,heading,2022-05-03\n")
    assert seen.crop == "wheat"


@pytest.mark.parametrize(
    ("written_as", "season"),
    [("2022", "2022"), ("2022a", "2022a"), ("2021/22", "2022"), ("2021-2022", "2022"),
     ("2022.0", "2022"), ("", ""), ("NA", "")],
)  # fmt: skip
def test_that_seasons_are_called_after_their_harvest(
    tmp_path: Path, written_as: str, season: str
) -> None:
    (seen,) = read(tmp_path, f"group,season,stage,date\nA,{written_as},heading,2022-05-03\n")
    assert seen.season == season


def test_that_a_wide_table_is_understood(tmp_path: Path) -> None:
    text = (
        "site,variety,sowing,tillering,heading,heading_doy,flowering date,yield\n"
        "A,Otto,2021-10-01,2022-02-01,2022-05-03,123,2022-05-12,94\n"
        "B,Otto,2021-10-02,2022-02-03,,,2022-05-14,91\n"
    )
    table = observed_table(written(tmp_path, text))
    assert [(seen.group, seen.stage, seen.day) for seen in table.dates] == [
        ("A", "heading", day("2022-05-03")),
        ("A", "flowering", day("2022-05-12")),
        ("B", "flowering", day("2022-05-14")),
    ]
    assert table.aside == ("column 'tillering', which is not dated here",)


def test_that_one_day_above_twelve_settles_all_columns_of_a_wide_table(tmp_path: Path) -> None:
    text = "site,heading,flowering\nA,04/05/2022,17/05/2022\n"
    assert [seen.day for seen in read(tmp_path, text)] == [day("2022-05-04"), day("2022-05-17")]


def test_that_numbers_under_the_name_of_a_stage_are_no_dates(tmp_path: Path) -> None:
    text = "site,heading,harvest\nA,2022-05-03,6500\nB,2022-05-04,7100\n"
    table = observed_table(written(tmp_path, text))
    assert [seen.stage for seen in table.dates] == ["heading", "heading"]
    assert table.aside == ("column 'harvest', which holds no dates",)


def test_that_what_is_not_used_is_told(tmp_path: Path) -> None:
    text = TIDY + "A,2022,tillering,2022-03-01\nB,2022,tillering,2022-03-02\nB,2022,heading,\n"
    table = observed_table(written(tmp_path, text))
    assert table.dates == (HEADING, FLOWERING)
    assert table.aside == (
        "2 rows of 'tillering', which is not dated here",
        "1 row without a date",
    )


def test_that_the_columns_of_the_table_of_readings_name_the_field(tmp_path: Path) -> None:
    path = written(
        tmp_path, "Site,plot,stage,date\nN,1,heading,2022-05-03\nN,2,heading,2022-05-9\n"
    )
    assert [seen.group for seen in read_observed(path, by=("site", "plot"))] == ["N / 1", "N / 2"]
    assert [seen.group for seen in read_observed(path, by=("plot",))] == ["1", "2"]


def test_that_codes_are_those_of_the_crop(tmp_path: Path) -> None:
    text = "group,stage,date\nA,BBCH 61,2022-05-03\n"
    assert [s.stage for s in read_observed(written(tmp_path, text), crop="chickpea")] == [
        "flowering"
    ]
    assert "65 flowering" in refused(tmp_path, text)


def test_that_a_date_said_twice_counts_once(tmp_path: Path) -> None:
    assert read(tmp_path, TIDY + TIDY) == (HEADING, FLOWERING)
    text = "group,season,stage,date\nA,2022,heading,2022-05-03\nA,,heading,2022-05-03\n"
    assert read(tmp_path, text) == (HEADING,)


def test_that_seasons_of_several_years_need_no_season_column(tmp_path: Path) -> None:
    text = "group,stage,date\nA,harvest,2021-07-03\nA,heading,2022-05-03\nA,heading,2021-05-01\n"
    assert len(read(tmp_path, text)) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("group,season,stage,date\n", "only one line"),
        ("heading\nflowering\n", "only one column"),
        ("group,season,date\nA,2022,2022-05-03\n", "no column stage (it has group, season, date)"),
        ("group,stage,when\nA,heading,2022-05-03\n", "no column date (it has group, stage, when)"),
        ("A,heading,2022-05-03\nB,heading,2022-05-04\n", "no line of column names"),
        ("group,heading_doy\nA,123\n", "do not say in which year"),
        ("group,stage,date\nA,headng,2022-05-03\n", "Line 2 of 'observed.csv' has 'headng'"),
        ("group,stage,date\nA,headng,2022-05-03\n", "did you mean 'heading'?"),
        ("group,stage,date\nA,,2022-05-03\n", "Line 2 of 'observed.csv' names no stage"),
        ("group,stage,date\n,heading,2022-05-03\nB,heading,2022-05-03\n", "names no field"),
        ("group,stage,date\nA,heading,soon\n", "'soon' under 'date', which is no date"),
        (TIDY + "B,2022,heading,2022-02-30\n", "Line 4 of 'observed.csv' has '2022-02-30'"),
        ("group,stage,date\nA,heading,03/04/2022\n", "could be 2022-04-03 or 2022-03-04: write"),
        (
            "group,stage,date\nA,heading,17/05/2022\nB,heading,05/17/2022\n",
            "mixes 17/05/2022 (day first) and 05/17/2022 (month first): write dates as YYYY-MM-DD",
        ),
        ("group,stage,date\nA,heading,44690\n", "could be 2022-05-09 or 2026-05-10"),
        ("group,stage,date\nA,heading,May 2022\n", "'May 2022' under 'date', which names no day"),
        ("group,stage,date\nA,heading,0222-05-03\n", "which is in the year 222"),
        ("group,stage,date\nA,heading,\n", "no date in any row"),
        ("group,heading\nA,late\nB,early\n", "no dates under 'heading'"),
        ("group,season,stage,date\nA,spring,heading,2022-05-03\n", "'spring' as its season"),
        ("group,season,stage,date\nA,2012,heading,2022-05-03\n", "mend the date or the season"),
        (TIDY + "A,2022,heading,2022-05-07\n", "Lines 2 and 4 of 'observed.csv' have 2022-05-03"),
        ("stage,date\nheading,2022-05-03\nheading,2022-05-07\n", "heading of the field: keep one"),
        (TIDY + "A,2022,harvest,2022-05-01\n", "harvest of 'A' in 2022 on 2022-05-01 is before"),
        ("group,heading,harvest\nA,2022-05-03,2022-04-01\n", "Line 2 of 'observed.csv': harvest"),
        ("group,sowing,heading\nA,2022-10-03,2022-04-01\n", "heading on 2022-04-01 is before sow"),
        (TIDY + TIDY + "A,2022,harvest,2022-07-03,late\n", "has 5 cells but there are 4 columns"),
        ("group,stage,date\nA,tillering,2022-05-03\n", "no date of a stage that is dated here"),
        ("stage,year,month,day\nheading,2022,2,30\n", "'2022', '2', '30' under 'year'"),
        ("stage,year,month\nheading,2022,2\n", "no column date"),
    ],
)
def test_that_bad_input_is_answered_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    assert words in refused(tmp_path, text)


@pytest.mark.parametrize(
    "text", ["2022-05-03T22:30:00-05:00", "3 May 2022 11:15 PM", "2022-05-03 23:59 UTC"]
)
def test_that_a_stage_has_the_day_of_the_place(tmp_path: Path, text: str) -> None:
    (seen,) = read(tmp_path, f"stage,date\nheading,{text}\n")
    assert seen.day == day("2022-05-03")


def test_that_a_missing_file_is_the_importers_to_tell(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no file 'nothing.csv'"):
        read_observed(tmp_path / "nothing.csv")


def test_that_barley_may_flower_before_it_heads(tmp_path: Path) -> None:
    text = "group,season,flowering,heading\nA,2022,2022-05-10,2022-05-12\n"
    assert len(read(tmp_path, text)) == 2


def test_that_the_turkish_stations_are_read(shared_data: Path) -> None:
    table = observed_table(shared_data / "A_phenology/wheat_tr_stage_dates.csv")
    assert len(table.dates) == 4 * 6
    assert ObservedDate("TR02.05_2013", "", "heading", day("2014-04-20")) in table.dates
    assert table.aside == ("column 'tillering', which is not dated here",)


def test_that_the_plots_of_pullman_are_read(shared_data: Path) -> None:
    found = read_observed(shared_data / "A_phenology/wheat_us_pullman_2022_winter_heading.csv")
    assert len(found) == 20
    assert found[0] == ObservedDate("WW_01_1", "", "heading", day("2022-06-19"))


def test_that_a_table_of_readings_is_refused(shared_data: Path) -> None:
    with pytest.raises(InputError, match="no column stage"):
        read_observed(shared_data / "A_phenology/wheat_tr_camera_exg.csv")
