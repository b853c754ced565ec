"""Totals, notes and repeated headers are rows in, set aside for what they are."""

from __future__ import annotations

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError

TABLE = "field;date;ndvi\nA;2020-01-01;0,5\nA;2020-01-09;0,6\n"
AT_THE_END = "of totals or notes at the end"
ENDINGS = {
    "a total": "Total;;1,1\n",
    "a mean": "Mean;;0,55\n",
    "a German mean": "Mittelwert;;0,55\n",
    "a count": "n = 2\n",
    "a source": "Source: ESA, 2020\n",
    "an end mark": "eor\n",
    "a footnote": "* cloudy days left out\n",
    "a comment": "# end\n",
}


def aside(table):
    return {a.reason: a.count for a in table.set_aside}


@pytest.mark.parametrize("kind", ENDINGS)
def test_that_an_ending_is_set_aside_as_one(file_of, kind):
    table = read_table(file_of(TABLE + ENDINGS[kind]))
    assert aside(table) == {AT_THE_END: 1}
    assert (table.rows_in, table.rows_used) == (3, 2)


def test_that_several_lines_of_notes_are_all_notes(file_of):
    table = read_table(file_of(TABLE + "".join(ENDINGS.values())))
    assert aside(table) == {AT_THE_END: len(ENDINGS)}


def test_that_a_field_called_total_is_a_field(file_of):
    table = read_table(
        file_of(TABLE + "Total;2020-01-01;0,5\nTotal;2020-01-09;0,6\n"), group="field"
    )
    assert table.rows_used == 4
    assert [series.group for series in table.series] == ["A", "Total"]


def test_that_a_fault_in_the_last_row_is_no_note(file_of):
    table = read_table(file_of("date;ndvi\n2020-01-01;0,5\n2020-01-09;0,6\n2020-13-99;0,5\n"))
    assert aside(table) == {"with an unreadable date": 1}


def test_that_a_total_in_the_middle_is_no_ending(file_of):
    table = read_table(file_of(TABLE + "Total;;1,1\nA;2020-01-17;0,7\n"))
    assert aside(table) == {"without a date": 1}


def test_that_exports_put_one_behind_the_other_repeat_their_header(file_of):
    table = read_table(file_of(TABLE + TABLE.replace("A", "B")))
    assert aside(table) == {"that repeat the header": 1}
    assert (table.rows_in, table.rows_used) == (5, 4)


def test_that_another_table_below_is_refused(file_of):
    text = "date,ndvi\n2020-01-01,0.5\n2020-01-09,0.6\n\ndate,evi\n2020-01-01,0.4\n"
    with pytest.raises(
        InputError, match=r"second table begins on line 5 of .* with the column 'evi'"
    ):
        read_table(file_of(text))


def test_that_rows_inside_a_quotation_are_missed(file_of):
    rows = '"A,2020-01-01,0.5\nA,2020-01-09,0.6\nB",2020-01-01,0.4\nB,2020-01-09,0.4\n'
    text = f"field,date,ndvi\n{rows}"
    with pytest.raises(InputError, match=r"quotation mark on line 2 .* swallows line 3"):
        read_table(file_of(text))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["North{end}field", 'a "b"{end}{end}c', "1{end}2"])
@pytest.mark.parametrize("place", [0, 2])
def test_that_a_name_may_hold_a_line_break(file_of, name: str, end: str, place: int):
    """Behind it the row goes on, and with a name of its own it would look like one."""
    name = name.format(end=end)
    quoted = '"' + name.replace('"', '""') + '"'
    rows = [["field", "date", "ndvi"]]
    rows += [
        [which, f"2020-01-0{day}", f"0.{day}"] for which in (quoted, "B") for day in range(1, 9)
    ]
    lines = [",".join([*row[1 : 1 + place], row[0], *row[1 + place :]]) for row in rows]
    table = read_table(file_of(end.join(lines)), group="field")
    assert [series.group for series in table.series] == [" ".join(name.split()), "B"]
    assert [len(series) for series in table.series] == [8, 8]


@pytest.mark.parametrize(
    "rows",
    [
        '"A,2020-01-01,0.5\nA",2020-01-09,0.6\n',
        'A,2020-01-01,"0.5\nA,2020-01-09,0.6\nA,2020-01-17,0.6"\n',
        'A,2020-01-01,"0.5\n"A",2020-01-09,0.6\n',
    ],
)
def test_that_a_mark_too_many_is_not_taken_for_a_name(file_of, rows: str):
    more = "".join(f"B,2020-01-0{day},0.4\n" for day in range(1, 9))
    with pytest.raises(InputError, match=r"quotation mark on line 2 .* swallows line 3"):
        read_table(file_of(f"field,date,ndvi\n{rows}{more}"))


def test_that_notes_over_several_lines_are_cells(file_of):
    text = 'date,ndvi,note\n2020-01-01,0.5,"a\nb, c\nd"\n2020-01-09,0.6,x\n'
    assert read_table(file_of(text)).rows_used == 2


def test_that_a_delimiter_too_many_may_have_pushed_cells_along(file_of):
    rows = "".join(f"2020-01-{day:02d},0.{day},0.9\n" for day in range(1, 29))
    table = read_table(file_of(f"date,ndvi,evi\n{rows}2020-02-01,,0.5,\n"), value="evi")
    assert aside(table) == {"with more cells than the header": 1}


def test_that_a_repeated_header_may_be_written_in_other_letters(file_of):
    table = read_table(file_of(TABLE + "FIELD;Date; NDVI\nB;2020-01-01;0,5\n"), group="field")
    assert aside(table) == {"that repeat the header": 1}


def test_that_units_come_again_with_their_header(file_of):
    rows = "".join(f"2020-01-{day:02d},0.5\n" for day in range(1, 9))
    header = "date,ndvi\nyyyy-mm-dd,-\n"
    table = read_table(file_of(header + rows + header + rows.replace("-01-", "-02-")))
    assert aside(table) == {"that repeat the header": 2}


def test_that_notes_below_do_not_unsettle_a_short_column_of_dates(file_of):
    rows = "".join(f"201106{day:02d};0,{day}\n" for day in range(11, 18))
    table = read_table(file_of(f"date;ndvi\n{rows}Summe;12,5\n\nSource: field office, table 3"))
    assert table.as_json()["series"][0]["first_time"] == "2011-06-11"
    assert aside(table) == {AT_THE_END: 2}


def test_that_a_blank_for_nothing_pulls_no_cell_into_another_column(file_of):
    text = (
        "date       ndvi  evi\n2020-01-01  0.5  0.4\n2020-01-09       0.4\n2020-01-17  0.6  0.4\n"
    )
    table = read_table(file_of(text), value="ndvi")
    assert aside(table) == {"with fewer cells than the others": 1}
    assert table.series[0].value.tolist() == [0.5, 0.6]
