"""One row per field, one column per date."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_from_days
from gpstudio.data.table import Table

DAYS = ["2020-01-04", "2020-01-20", "2020-02-05", "2020-02-21"]


def wide(names: list[str], rows: int = 3, first: str = "field") -> str:
    lines = [",".join([first, *names])]
    for row in range(rows):
        values = [f"{0.1 * (row + 1) + 0.01 * k:.2f}" for k in range(len(names))]
        lines.append(",".join([f"F{row + 1}", *values]))
    return "\n".join(lines) + "\n"


def days_of(table: Table, series: int = 0) -> list[str]:
    return iso_from_days(table.series[series].time)


@pytest.mark.parametrize(
    "names",
    [
        DAYS,
        [day.replace("-", "") for day in DAYS],
        [f"NDVI_{day}" for day in DAYS],
        ["X" + day.replace("-", ".") for day in DAYS],
        [f"LE07_038037_{day.replace('-', '')}" for day in DAYS],
        ["/".join(reversed(day.split("-"))) for day in DAYS],
        ["4 Jan 2020", "20 Jan 2020", "5 Feb 2020", "21 Feb 2020"],
        ["04/jan/20", "20/jan/20", "05/fev/20", "21/fev/20"],
        ["4.tammikuuta 2020", "20.tammikuuta 2020", "5.helmikuuta 2020", "21.helmikuuta 2020"],
        ["2020-004", "2020-020", "2020-036", "2020-052"],
    ],
)
def test_that_every_way_to_write_dates_gives_the_same_series(file_of, names):
    table = read_table(file_of(wide(names)))
    assert table.layout == "wide by date"
    assert [series.group for series in table.series] == ["F1", "F2", "F3"]
    assert days_of(table) == DAYS
    assert np.allclose(table.series[1].value, [0.2, 0.21, 0.22, 0.23], rtol=0, atol=1e-15)
    assert (table.rows_in, table.rows_used, table.questions) == (12, 12, ())


def test_that_a_row_is_a_cell_in_the_account(file_of):
    text = "field,2020-01-04,2020-01-20,2020-02-05\nA,0.1,,0.3\nB,0.1,0.2,much\n"
    table = read_table(file_of(text))
    assert (table.rows_in, table.rows_used) == (6, 4)
    assert {a.reason: a.count for a in table.set_aside} == {
        "without a value": 1,
        "with an unreadable value": 1,
    }
    assert table.preview.verdicts[0] == ("", "without a value", "")
    assert "2 cells set aside" in table.sentence


def test_that_dates_are_sorted_and_two_scenes_of_a_day_stay_two(file_of):
    names = ["LE07_038037_20200205", "LC08_038037_20200104", "LC08_039037_20200104"]
    (series,) = read_table(file_of(wide(names, rows=1))).series
    assert iso_from_days(series.time) == ["2020-01-04", "2020-01-04", "2020-02-05"]
    assert series.value.tolist() == [0.11, 0.12, 0.1]


def test_that_an_empty_first_cell_leaves_the_field_called_as_the_header_says(file_of):
    text = "ALARC2,LE07_038037_20200112,LE07_038037_20200128\n,0.135,0.169\n"
    (series,) = read_table(file_of(text)).series
    assert series.group == "ALARC2"


def test_that_rows_without_names_are_numbered(file_of):
    text = "\n".join([",".join(DAYS), "0.1,0.2,0.3,0.4", "0.2,0.3,0.4,0.5"])
    table = read_table(file_of(text))
    assert [series.group for series in table.series] == ["row 1", "row 2"]


def test_that_an_unnamed_first_column_names_the_fields(file_of):
    table = read_table(file_of(wide(DAYS, first="")))
    assert [series.group for series in table.series] == ["F1", "F2", "F3"]


def test_that_two_columns_name_the_rows_where_one_does_not_tell_them_apart(file_of):
    text = "farm,plot," + ",".join(DAYS) + "\n"
    text += "".join(f"{farm},{plot},0.1,0.2,0.3,0.4\n" for farm in "AB" for plot in (1, 2))
    table = read_table(file_of(text))
    assert [series.group for series in table.series] == ["A / 1", "A / 2", "B / 1", "B / 2"]


def test_that_years_across_are_a_yearly_series(file_of):
    text = "Country Name,Code,1960,1961,1962\nAruba,ABW,,20,21\nZambia,ZMB,30,31,32\n"
    table = read_table(file_of(text))
    aruba, zambia = table.series
    assert (aruba.group, aruba.dated, aruba.time.tolist()) == ("Aruba", False, [1961.0, 1962.0])
    assert zambia.value.tolist() == [30.0, 31.0, 32.0]


def test_that_days_and_months_that_could_change_places_are_asked_about(file_of):
    path = file_of(wide(["04/01/2020", "09/01/2020", "04/02/2020"]))
    (question,) = read_table(path).questions
    assert question.about == "date"
    assert question.text.startswith("Dates across the top: is 04/01/2020 the date 2020-01-04")
    assert days_of(read_table(path, answers={"date": "month first"})) == [
        "2020-04-01",
        "2020-04-02",
        "2020-09-01",
    ]


def test_that_the_index_is_read_among_several_variables(file_of):
    names = [f"{day}_{name}" for day in DAYS for name in ("B4", "NDVI", "EVI")]
    path = file_of(wide(names))
    table = read_table(path)
    assert table.series[0].value_name == "NDVI"
    assert np.allclose(table.series[0].value, [0.11, 0.14, 0.17, 0.2])
    assert table.rows_in == 12
    other = read_table(path, answers={"variable": "EVI"})
    assert np.allclose(other.series[0].value, [0.12, 0.15, 0.18, 0.21])


def test_that_the_median_is_read_among_percentiles(file_of):
    names = [f"{day}_{p}" for day in DAYS for p in ("p10", "p50", "p90")]
    table = read_table(file_of(wide(names)))
    assert np.allclose(table.series[0].value, [0.11, 0.14, 0.17, 0.2])


def test_that_unknown_variables_are_asked_about(file_of):
    names = [f"{day}_{name}" for day in DAYS for name in ("this", "that")]
    path = file_of(wide(names))
    table = read_table(path)
    (question,) = table.questions
    assert (question.about, question.choices) == ("variable", ("this", "that"))
    assert (table.series, table.rows_used) == ((), 0)
    assert len(read_table(path, answers={"variable": "that"}).series) == 3
    with pytest.raises(InputError, match="is no answer about 'variable'"):
        read_table(path, answers={"variable": "other"})


def test_that_roles_said_by_hand_are_obeyed(file_of):
    text = "a,b," + ",".join(DAYS) + "\nx1,u,0.1,0.2,0.3,0.4\nx2,v,0.2,0.3,0.4,0.5\n"
    path = file_of(text)
    named = read_table(path, group="b")
    assert [series.group for series in named.series] == ["u", "v"]
    both = read_table(path, group=["a", "b"])
    assert [series.group for series in both.series] == ["x1 / u", "x2 / v"]
    few = read_table(path, roles={DAYS[0]: "value", DAYS[2]: "value"})
    assert days_of(few) == [DAYS[0], DAYS[2]]
    without = read_table(path, roles={DAYS[1]: "ignored"})
    assert days_of(without) == [DAYS[0], *DAYS[2:]]
    (one,) = read_table(path, group="").series
    assert (one.group, len(one)) == ("", 8)


def test_that_a_long_table_with_years_in_its_names_stays_long(file_of):
    text = (
        "date,field,ndvi,yield_2019\n2020-01-04,A,0.1,5\n2020-01-12,A,0.2,5\n2020-01-20,B,0.2,5\n"
    )
    assert read_table(file_of(text)).layout == "long"


def test_that_the_layout_can_be_said(file_of):
    with pytest.raises(InputError, match="has no column of dates"):
        read_table(file_of(wide(DAYS)), answers={"layout": "long"})
    with pytest.raises(InputError, match="no columns of readings with dates in their names"):
        read_table(
            file_of("date,field,ndvi\n2020-01-04,A,0.1\n", name="long.csv"),
            answers={"layout": "wide by date"},
        )


def test_that_thousands_of_columns_are_one_table(file_of):
    days = np.datetime64("2010-01-01") + np.arange(2_000)
    table = read_table(file_of(wide([str(day) for day in days], rows=4)))
    assert (len(table.series), table.rows_in) == (4, 8_000)
    assert days_of(table)[-1] == str(days[-1])


def test_that_words_below_the_dates_are_header_or_asked_about(file_of):
    lines = ["field,2020-01-04,2020-01-04,2020-01-20,2020-01-20", ",NDVI,EVI,NDVI,EVI"]
    lines += [f"{field},.1,.2,.3,.4" for field in "ABC"]
    path = file_of("\n".join(lines))
    questions = read_table(path).questions
    assert {question.about for question in questions} <= {"header"}
    table = read_table(path, answers={"header": "2 rows"})
    assert table.series[0].value.tolist() == [0.1, 0.3]
    assert table.series[0].value_name == "NDVI"


def test_that_a_date_of_words_is_set_aside_and_not_dropped(file_of):
    """A cell of a column without a number is a cell of the file all the same."""
    text = "plot,2020-01-04,2020-01-20,2020-02-04\nA,0.1,cloud,0.3\nB,0.2,cloud,0.4\n"
    table = read_table(file_of(text))
    assert (table.rows_in, table.rows_used) == (6, 4)
    assert [(a.reason, a.count) for a in table.set_aside] == [("with an unreadable value", 2)]


def test_that_an_answer_names_the_fields_of_a_wide_table(file_of):
    text = "plot,crop,2020-01-04,2020-01-20\nA,wheat,0.1,0.2\nB,maize,0.3,0.4\n"
    path = file_of(text)
    (decision,) = [d for d in read_table(path).decisions if d.about == "field"]
    assert (decision.chosen, decision.choices) == ("plot", ("plot", "crop", "one field"))
    named = read_table(path, answers={"field": "crop"})
    assert [series.group for series in named.series] == ["wheat", "maize"]
    whole = read_table(path, answers={"field": "one field"})
    assert [len(series) for series in whole.series] == [4]


@pytest.mark.parametrize("about", ["time", "value"])
def test_that_an_answer_about_one_column_is_of_no_wide_table(file_of, about):
    with pytest.raises(InputError):
        read_table(file_of(wide(DAYS)), answers={about: "no such column"})
