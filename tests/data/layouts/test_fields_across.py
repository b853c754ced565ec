"""One row per date, one column per field."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.data.layouts.side_by_side import Meaning, meaning_of

DAYS = [f"2020-{month:02d}-{day:02d}" for month in range(1, 5) for day in (4, 20)]


def across(names: list[str], first: str = "date") -> str:
    lines = [",".join([first, *names])]
    for row, day in enumerate(DAYS):
        lines.append(
            ",".join([day, *(f"{0.3 + 0.05 * row + 0.01 * k:.2f}" for k in range(len(names)))])
        )
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "names",
    [
        ["Plot 1", "Plot 2", "Plot 3"],
        ["Field A", "Field B"],
        ["101", "102", "103"],
        ["NDVI_1", "NDVI_2", "NDVI_3"],
        ["ndvi_field1", "ndvi_field2"],
        ["plot07", "plot08", "plot11"],
    ],
)
def test_that_numbered_places_are_fields(file_of, names):
    table = read_table(file_of(across(names)))
    assert table.layout == "wide by field"
    assert [series.group for series in table.series] == names
    assert np.allclose(table.series[1].value[:2], [0.31, 0.36])
    assert (table.rows_in, table.rows_used) == (8 * len(names), 8 * len(names))


@pytest.mark.parametrize("names", [["ndvi", "evi"], ["ndvi", "ndvi_sd", "n"]])
def test_that_known_words_are_variables(file_of, names):
    table = read_table(file_of(across(names)))
    assert (table.layout, table.series[0].value_name) == ("one series", "ndvi")


def test_that_bands_are_variables(file_of):
    (question,) = read_table(file_of(across(["B2", "B3", "B4"]))).questions
    assert question.about == "value"


def test_that_what_could_be_either_is_asked(file_of):
    path = file_of(across(["North", "South", "Maple"]))
    table = read_table(path)
    (question,) = table.questions
    assert (question.about, question.choices) == ("layout", ("wide by field", "long"))
    fields = read_table(path, answers={"layout": "wide by field"})
    assert [series.group for series in fields.series] == ["North", "South", "Maple"]
    (second,) = read_table(path, answers={"layout": "long"}).questions
    assert second.about == "value"
    (one,) = read_table(path, answers={"layout": "long", "value": "South"}).series
    assert one.value_name == "South"


def test_that_a_value_said_makes_a_long_table_and_several_make_fields(file_of):
    path = file_of(across(["North", "South", "Maple"]))
    assert read_table(path, value="South").layout == "one series"
    two = read_table(path, roles={"North": "value", "Maple": "value"})
    assert [series.group for series in two.series] == ["North", "Maple"]
    left = read_table(path, roles={"North": "ignored"}, answers={"layout": "wide by field"})
    assert [series.group for series in left.series] == ["South", "Maple"]


def test_that_a_cell_without_a_value_is_set_aside_alone(file_of):
    text = (
        "date,Plot 1,Plot 2\n2020-01-04,0.1,0.2\nsoon,0.1,0.2\n2020-01-20,,0.3\n2020-02-05,.4,.5\n"
    )
    table = read_table(file_of(text))
    assert (table.rows_in, table.rows_used) == (8, 5)
    assert {a.reason: a.count for a in table.set_aside} == {
        "with an unreadable date": 2,
        "without a value": 1,
    }
    assert [len(series) for series in table.series] == [2, 3]


def test_that_columns_of_other_sizes_are_variables():
    small = np.array(["0.1", "0.4", "0.3", "0.2"], dtype=object)
    large = np.array(["1013", "1009", "1011", "1015"], dtype=object)
    assert meaning_of(["here", "there"], [small, large]) is Meaning.VARIABLES
    assert meaning_of(["here", "there"], [small, small]) is Meaning.EITHER


def test_that_dates_that_could_be_read_in_two_orders_are_asked_about(file_of):
    rows = [f"0{k}/02/2020,0.{k},0.{k + 1}" for k in range(3, 9)]
    path = file_of("\n".join(["date,Plot 1,Plot 2", *rows]))
    (question,) = read_table(path).questions
    assert question.about == "date"
    table = read_table(path, answers={"date": "day first"})
    assert [len(series) for series in table.series] == [6, 6]


def test_that_year_and_day_of_the_year_tell_the_time_together(file_of):
    rows = [f"2020,{8 * k + 1},0.{k},0.{k + 1}" for k in range(1, 9)]
    table = read_table(file_of("\n".join(["year,doy,Plot 1,Plot 2", *rows])))
    assert table.layout == "wide by field"
    assert table.as_json()["series"][1]["first_time"] == "2020-01-09"
