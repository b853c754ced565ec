"""Files of sowing dates as people have them, against what stands in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.session.observed import ObservedDate
from gpstudio.session.sowing import COLUMNS, Sowing, read_sowing, refuse_sown_after


def day(text: str) -> float:
    return float(np.datetime64(text).astype(int))


def read(folder: Path, text: str) -> tuple[Sowing, ...]:
    path = folder / "sowing.csv"
    path.write_text(text, encoding="utf-8")
    return read_sowing(path)


SOWN = Sowing("A", "2022", "wheat", day("2021-10-03"))


def test_that_the_documented_columns_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, "group,season,crop,date\nA,2022,wheat,2021-10-03\n") == (SOWN,)
    assert [column.name for column in COLUMNS] == ["group", "season", "crop", "date"]


@pytest.mark.parametrize(
    "text",
    [
        "Datum;Kultur;Schlag;Erntejahr\n03.10.2021;Winterweizen;A;2022\n13.10.2021;Raps;B;2022\n",
        "field,harvest_year,variety,sowing_date,harvest_date,crop\n"
        "A,2022,Otto,2021-10-03,2022-07-20,winter wheat\n",
        "field,date,planted,crop,season\nA,2022-01-01,2021-10-03,Wheat,2021/22\n",
        "group,season,crop,stage,date\nA,2022,wheat,sowing,2021-10-03\nA,2022,wheat,heading,"
        "2022-05-03\n",
        "group,season,crop,sowing,heading\nA,2022,wheat,2021-10-03,2022-05-03\n",
        "group,season,crop,year,doy\nA,2022,wheat,2021,276\n",
    ],
)
def test_that_other_ways_to_write_the_same_are_understood(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text)[0] == SOWN


def test_that_season_crop_and_group_may_be_missing(tmp_path: Path) -> None:
    found = read(tmp_path, "date,rate\n2021-10-03,180\n2022-10-05,170\n")
    assert found == (
        Sowing("", "", "", day("2021-10-03")),
        Sowing("", "", "", day("2022-10-05")),
    )


def test_that_two_crops_of_one_year_are_two_sowings(tmp_path: Path) -> None:
    text = "group,season,crop,date\nA,2022,wheat,2021-10-03\nA,2022,soybean,2022-07-03\n"
    assert [sown.crop for sown in read(tmp_path, text)] == ["wheat", "soybean"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("group,crop\nA,wheat\n", "no column date"),
        ("group,date\nA,01/02/2021\n", "could be 2021-02-01 or 2021-01-02"),
        ("group,date\nA,\nB,NA\n", "no sowing date in any row"),
        ("group,stage,date\nA,heading,2022-05-03\n", "none of sowing"),
        ("group,season,date\nA,2022,2023-10-03\n", "sowing on 2023-10-03 for the season 2022"),
        ("group,season,date\nA,2022,2021-10-03\nA,2022,2021-10-20\n", "Lines 2 and 3"),
        ("group,date\nA,2021-10-03\nA,2021-10-20\n", "keep the one whose crop stood"),
        ("field,sowing,harvest\nA,2021-10-03,2021-07-20\n", "harvest on 2021-07-20 is before sow"),
        ("sowing_date\n2021-10-03\n", "only one column"),
    ],
)
def test_that_bad_input_is_answered_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_that_a_stage_before_its_sowing_is_refused() -> None:
    seen = ObservedDate("A", "2022", "heading", day("2021-05-03"), line=7)
    with pytest.raises(InputError, match=r"heading of 'A' in 2022 on 2021-05-03 is before sowing"):
        refuse_sown_after([seen], [SOWN])
    refuse_sown_after([ObservedDate("A", "2022", "heading", day("2022-05-03"))], [SOWN])
    refuse_sown_after([ObservedDate("A", "2021", "heading", day("2021-05-03"))], [SOWN])
    refuse_sown_after([ObservedDate("B", "2022", "heading", day("2021-05-03"))], [SOWN])


def test_that_the_farm_records_of_swiss_wheat_are_read(shared_data: Path) -> None:
    found = read_sowing(shared_data / "A_phenology/wheat_ch_sowing_harvest.csv")
    assert len(found) == 25
    assert found[0] == Sowing("Strickhof_Bramenwies", "2022", "", day("2021-10-31"))
