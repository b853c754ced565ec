"""A plain table in, series out, and every row accounted for."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.series import iso_from_days
from gpstudio.data.table import Table

PLAIN = """field,date,ndvi,sensor
A,2020-01-04,0.18,LC08
A,2020-01-12,0.21,LE07
B,2020-01-04,0.55,LC08
A,2020-01-28,,LC08
B,soon,0.6,LC08
B,2020-02-05,0.61,LC08
"""


def roles(table: Table) -> dict[str, str]:
    return {column.name: column.role for column in table.columns}


def table_or_sentence(path: Path) -> Table | None:
    """The table, or None when there is none and one sentence says why."""
    try:
        return read_table(path)
    except InputError as error:
        sentence = str(error)
    assert "\n" not in sentence
    return None


def accounted(table: Table) -> bool:
    return table.rows_in == table.rows_used + sum(aside.count for aside in table.set_aside)


def test_that_a_plain_table_becomes_one_series_per_field(file_of):
    table = read_table(file_of(PLAIN))
    assert roles(table) == {"field": "group", "date": "time", "ndvi": "value", "sensor": "sensor"}
    assert table.layout == "long"
    a, b = table.series
    assert (a.group, a.time_name, a.value_name, a.dated) == ("A", "date", "ndvi", True)
    assert iso_from_days(a.time) == ["2020-01-04", "2020-01-12"]
    assert b.value.tolist() == [0.55, 0.61]


def test_that_every_row_is_used_or_set_aside_with_a_reason(file_of):
    table = read_table(file_of(PLAIN))
    assert accounted(table)
    assert {a.reason: a.count for a in table.set_aside} == {
        "with an unreadable date": 1,
        "without a value": 1,
    }


def test_that_one_sentence_says_what_was_understood(file_of):
    assert read_table(file_of(PLAIN)).sentence == (
        "4 readings of 2 fields, comma, dates as YYYY-MM-DD; "
        "2 rows set aside: 1 with an unreadable date, 1 without a value; "
        "2 fields have three readings or fewer: 'A', 'B'"
    )


def test_that_inspection_has_the_published_shape(file_of):
    shape = json.loads(json.dumps(read_table(file_of(PLAIN)).as_json()))
    assert list(shape)[:10] == [
        "encoding",
        "delimiter",
        "decimal",
        "layout",
        "columns",
        "rows_in",
        "rows_used",
        "rows_set_aside",
        "series",
        "questions",
    ]
    assert shape["columns"][1] == {
        "name": "date",
        "role": "time",
        "unit": "day",
        "format": "YYYY-MM-DD",
        "confidence": 0.833,
    }
    assert shape["series"][0] == {
        "group": "A",
        "n": 2,
        "first_time": "2020-01-04",
        "last_time": "2020-01-12",
        "first_value": 0.18,
        "last_value": 0.21,
    }
    assert shape["rows_set_aside"][0] == {"reason": "with an unreadable date", "count": 1}


@pytest.mark.parametrize(
    ("encoding", "delimiter", "decimal"),
    list(
        product(
            ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"],
            [",", ";", "\t", "|"],
            [".", ","],
        )
    ),
)
def test_that_every_dialect_gives_the_same_series(file_of, encoding, delimiter, decimal):
    rows = [("Feld", "Datum", "NDVI")]
    rows += [("Höhe äöü", f"2020-03-{day:02d}", f"{day / 40:.4f}") for day in range(1, 31)]
    lines = []
    for field, day, number in rows:
        number = number.replace(".", decimal)
        if delimiter in number:
            number = f'"{number}"'
        lines.append(delimiter.join((field, day, number)))
    text = "\r\n".join(lines) + "\r\n"
    table = read_table(file_of(text, encoding=encoding), group="Feld")
    assert (table.encoding, table.delimiter, table.decimal) == (
        encoding.lower(),
        delimiter,
        decimal,
    )
    (series,) = table.series
    assert series.group == "Höhe äöü"
    assert series.value.tolist() == [round(day / 40, 4) for day in range(1, 31)]
    assert iso_from_days(series.time[[0, -1]]) == ["2020-03-01", "2020-03-30"]


def test_that_unsorted_rows_are_sorted_and_repeated_times_kept_in_their_order(file_of):
    path = file_of("date,ndvi\n2020-01-09,0.3\n2020-01-01,0.1\n2020-01-09,0.2\n")
    (series,) = read_table(path).series
    assert iso_from_days(series.time) == ["2020-01-01", "2020-01-09", "2020-01-09"]
    assert series.value.tolist() == [0.1, 0.3, 0.2]


def test_that_one_row_is_a_series_of_one_reading(file_of):
    (series,) = read_table(file_of("date,ndvi\n2020-01-09,0.3\n")).series
    assert series.value.tolist() == [0.3]


def test_that_constant_values_are_readings(file_of):
    table = read_table(file_of("date,ndvi\n2020-01-09,0.3\n2020-01-10,0.3\n"))
    assert table.rows_used == 2


def test_that_numeric_times_stay_the_users_numbers(file_of):
    (series,) = read_table(file_of("t,y\n0.5,1\n-2,2\n10,3\n")).series
    assert not series.dated
    assert series.time.tolist() == [-2.0, 0.5, 10.0]


def test_that_paths_with_spaces_and_umlauts_open_as_text_or_path(file_of):
    path = file_of("date,ndvi\n2020-01-09,0.3\n", name="Äcker im März 2020.csv")
    assert read_table(path).rows_used == read_table(str(path)).rows_used == 1


def test_that_a_thousand_year_gap_is_only_a_gap(file_of):
    (series,) = read_table(file_of("date,ndvi\n1020-01-09,0.3\n2020-01-09,0.4\n")).series
    assert iso_from_days(series.time) == ["1020-01-09", "2020-01-09"]


def test_that_a_file_without_a_header_loses_no_reading(file_of):
    table = read_table(file_of("2020-01-09,0.3\n2020-01-10,0.4\n"))
    assert table.rows_in == table.rows_used == 2
    assert [column.name for column in table.columns] == ["column 1", "column 2"]


def test_that_repeated_and_empty_headers_get_names_of_their_own(file_of):
    table = read_table(file_of("date,lai,lai,\n2020-01-09,1,2,3\n"))
    assert [column.name for column in table.columns] == ["date", "lai", "lai (2)", "column 4"]
    assert table.series[0].value.tolist() == [1.0]


def test_that_comments_and_blank_lines_above_the_header_are_passed_over(file_of):
    table = read_table(file_of("# made by hand, with care\n\n#\ndate,ndvi\n2020-01-09,0.3\n\n"))
    assert table.rows_in == table.rows_used == 1


def test_that_a_header_that_begins_with_a_hash_is_a_header(file_of):
    table = read_table(file_of("#date,ndvi\n2020-01-09,0.3\n"))
    assert roles(table) == {"date": "time", "ndvi": "value"}


@pytest.mark.parametrize("at", [0, 3, 7])
@pytest.mark.parametrize("extra", [",9", ",9,9,9"])
def test_that_rows_with_more_cells_than_the_header_are_set_aside(file_of, extra, at):
    lines = [f"2020-01-{day:02d},0.{day}" for day in range(1, 9)]
    lines[at] += extra
    table = read_table(file_of("\n".join(["date,ndvi", *lines])))
    assert table.set_aside[0].reason == "with more cells than the header"
    assert (table.rows_in, table.rows_used) == (8, 7)


def test_that_trailing_delimiters_are_no_cells(file_of):
    table = read_table(file_of("date;ndvi\n2020-01-09;0,3;\n2020-01-10;0,4;\n"))
    assert table.rows_used == 2


def test_that_fill_values_are_set_aside_and_said(file_of):
    table = read_table(file_of("date,ndvi\n2020-01-09,0.3\n2020-01-10,-9999\n2020-01-11,-3000\n"))
    assert {a.reason for a in table.set_aside} == {
        "with the fill value -9999",
        "with the fill value -3000",
    }


def test_that_a_number_like_a_fill_among_its_like_is_a_reading(file_of):
    table = read_table(file_of("date,depth\n2020-01-09,-950\n2020-01-10,-999\n"))
    assert table.rows_used == 2


def test_that_an_open_date_order_holds_all_series_back_until_it_is_answered(file_of):
    path = file_of("date,ndvi\n03/04/2020,0.3\n05/04/2020,0.4\n")
    table = read_table(path)
    assert table.series == ()
    assert table.rows_used == 0
    assert accounted(table)
    (question,) = table.questions
    answered = read_table(path, answers={question.about: "day first"})
    assert answered.questions == ()
    assert iso_from_days(answered.series[0].time) == ["2020-04-03", "2020-04-05"]


def test_that_several_columns_that_may_be_the_value_are_a_question(file_of):
    path = file_of("date,height,yield\n2020-01-09,3,4\n")
    (question,) = read_table(path).questions
    assert (question.about, question.choices) == ("value", ("height", "yield"))
    assert read_table(path, answers={"value": "yield"}).series[0].value.tolist() == [4.0]
    assert read_table(path, value="height").series[0].value.tolist() == [3.0]


def test_that_all_open_questions_are_asked_at_once(file_of):
    table = read_table(file_of('date,ndvi\n03/04/2020,"1,807"\n'))
    assert {question.about for question in table.questions} == {"date", "decimal"}


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"dates": "day first"}, "did you mean 'date'?"),
        ({"date": "day furst"}, "did you mean 'day first'?"),
        ({"value": "ndvy"}, "did you mean 'ndvi'?"),
    ],
)
def test_that_unknown_answers_are_refused_with_the_nearest(file_of, answers, message):
    path = file_of("date,ndvi\n03/04/2020,0.3\n")
    with pytest.raises(InputError, match=message.replace("?", r"\?")):
        read_table(path, answers=answers)


def test_that_an_explicit_column_that_is_not_there_names_the_nearest(file_of):
    with pytest.raises(InputError, match=r"no column 'ndvi'; did you mean 'NDVI'\?"):
        read_table(file_of("date,NDVI\n2020-01-09,0.3\n"), value="ndvi")


def test_that_an_empty_group_makes_the_table_one_field(file_of):
    table = read_table(file_of(PLAIN), group="")
    assert table.layout == "one series"
    assert len(table.series) == 1


def test_that_a_stop_is_noticed_between_steps(file_of):
    class Stopped(Task):
        def check(self) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        read_table(file_of(PLAIN), task=Stopped())


CELLS = st.text(
    st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8
) | st.sampled_from(
    [
        "2020-01-04",
        "03/04/2020",
        "17/03/2021",
        "0.5",
        "0,5",
        "1,807",
        "",
        "NA",
        '"',
        "A",
        "date",
        "ndvi",
    ]
)


@settings(
    max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=2000
)
@given(st.lists(st.lists(CELLS, max_size=5), max_size=8), st.sampled_from(",;\t|"))
def test_that_no_file_brings_more_than_an_input_error_or_an_unaccounted_row(file_of, rows, mark):
    path = file_of("\n".join(mark.join(row) for row in rows))
    table = table_or_sentence(path)
    if table is None:
        return
    assert accounted(table)
    assert sum(len(series) for series in table.series) == table.rows_used
    for series in table.series:
        assert (np.diff(series.time) >= 0).all()
        assert np.isfinite(series.value).all()


@settings(
    max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=2000
)
@given(st.binary(max_size=200))
def test_that_arbitrary_bytes_bring_a_table_or_an_input_error(file_of, data):
    table = table_or_sentence(file_of(data))
    assert table is None or accounted(table)


def test_that_the_line_excel_writes_above_the_header_is_passed_over(file_of):
    table = read_table(file_of("sep=;\ndate;ndvi\n2020-01-09;0,3\n"))
    assert roles(table) == {"date": "time", "ndvi": "value"}


def test_that_pandas_is_loaded_only_when_a_table_is_read():
    rooms = "gpstudio.data.table, gpstudio.data.writing.columns"
    code = f"import sys, {rooms}; print('pandas' in sys.modules or 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
