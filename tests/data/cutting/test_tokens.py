"""Rows and cells are those of Python's csv module, however the text arrives in pieces."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.core.errors import InputError
from gpstudio.data.cutting import blocks
from gpstudio.data.cutting.blocks import cut_blocks

WIDEST = 6
LINE_END = re.compile(r"\r\n|\r|\n")


def cut(text, delimiter=",", pieces=None, wanted=range(WIDEST), **how):
    """Per row: its cells, its width, how many of them say something, its line."""
    raw = [text.encode()] if pieces is None else pieces
    return [
        (
            [block.cell(row, slot) for slot in range(len(wanted))],
            int(block.widths[row]),
            int(block.filled[row]),
            int(block.lines[row]),
        )
        for block in cut_blocks(raw, delimiter, list(wanted), "'x.csv'", **how)
        for row in range(len(block))
    ]


def cells(text, delimiter=",", **how):
    return [found[:width] for found, width, *_ in cut(text, delimiter, **how)]


def written(cell, delimiter, quoted):
    if quoted or any(mark in cell for mark in ('"', "\n", "\r", delimiter)):
        return '"' + cell.replace('"', '""') + '"'
    return cell


@st.composite
def tables(draw):
    delimiter = draw(st.sampled_from(",;\t|"))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    cell = st.text(alphabet='ab ,;\t|"\n\ré€', max_size=5)
    rows = draw(st.lists(st.lists(st.tuples(cell, st.booleans()), min_size=1, max_size=WIDEST)))
    lines = [delimiter.join(written(c, delimiter, quoted) for c, quoted in row) for row in rows]
    text = end.join(lines) + draw(st.sampled_from(["", end]))
    return text, delimiter


def by_csv(text, delimiter):
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    return [row for row in rows if len(row) > 1 or (row and row[0].strip(" \t"))]


@given(tables())
def test_that_rows_are_those_of_the_csv_module(table):
    text, delimiter = table
    found = [row for row in cells(text, delimiter) if len(row) > 1 or row[0].strip(" \t")]
    assert found == by_csv(text, delimiter)


@given(st.lists(st.text(alphabet='ab" ', min_size=1, max_size=6).map("x".__add__), min_size=2))
def test_that_a_mark_inside_a_bare_cell_is_a_letter(row):
    row = row[:WIDEST]
    text = ",".join(row)
    assert cells(text) == [row] == by_csv(text, ",")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_that_a_quoted_nothing_is_a_row_and_a_blank_line_is_none(end):
    assert cells(end.join(["a,b", "", '""', "  \t", ",", "c,d"])) == [
        ["a", "b"],
        [""],
        ["", ""],
        ["c", "d"],
    ]


AWKWARD = (
    'a,"b ""x"" c",d\r\n\r\n"two\nlines\rthree",é€,\r1,2\n\n , ,\n"","x\r\n",3,,,\r\n'
    '4, "5,6" ,7\n"8"9,10,"é"\r\nlast,"row"'
)
WHOLE = [
    (["a", 'b "x" c', "d", "", "", ""], 3, 3, 1),
    (["two\nlines\rthree", "é€", "", "", "", ""], 3, 2, 3),
    (["1", "2", "", "", "", ""], 2, 2, 6),
    ([" ", " ", "", "", "", ""], 3, 0, 8),
    (["", "x\r\n", "3", "", "", ""], 6, 3, 9),
    (["4", "5,6", "7", "", "", ""], 3, 3, 11),
    (['"8"9', "10", "é", "", "", ""], 3, 3, 12),
    (["last", "row", "", "", "", ""], 2, 2, 13),
]


def test_that_awkward_rows_are_read_as_they_are_meant():
    assert cut(AWKWARD) == WHOLE


def test_that_it_does_not_matter_where_the_text_is_cut_into_pieces():
    raw = AWKWARD.encode()
    for place in range(len(raw) + 1):
        assert cut("", pieces=[raw[:place], raw[place:]]) == WHOLE
    assert cut("", pieces=[raw[i : i + 1] for i in range(len(raw))]) == WHOLE


def test_that_it_does_not_matter_how_many_cells_are_noted_at_once(monkeypatch):
    for most in range(1, 8):
        monkeypatch.setattr(blocks, "MOST_CELLS", most * WIDEST)
        assert cut(AWKWARD) == WHOLE


@given(tables(), st.integers(1, 7))
def test_that_pieces_of_any_size_give_the_same_rows(table, size):
    text, delimiter = table
    raw = text.encode()
    pieces = [raw[i : i + size] for i in range(0, len(raw), size)]
    assert cut("", delimiter, pieces) == cut(text, delimiter)


@given(tables())
def test_that_each_row_knows_its_line(table):
    text, delimiter = table
    rows = cut(text, delimiter)
    starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    for found, width, _, line in rows:
        alone = text[starts[line - 1] :]
        assert cells(alone, delimiter)[0] == found[:width]
    assert [line for *_, line in rows] == sorted({line for *_, line in rows})


@pytest.mark.parametrize(
    ("text", "filled"),
    [("a,b,,", 2), (",,,", 0), ('a,"",,', 2), ("a, ,\t,", 1), (",b", 2), ('"a,"" ,"', 1)],
)
def test_that_cells_count_up_to_the_last_that_says_something(text, filled):
    assert [row[2] for row in cut(text)] == [filled]


def test_that_a_tab_that_delimits_is_no_blank():
    assert cut('a\t\t"b"\t\n', "\t")[0] == (["a", "", "b", "", "", ""], 4, 3, 1)
    assert cells('a\t "b\tc"\n', "\t") == [["a", "b\tc"]]


@given(st.lists(st.lists(st.text("abé.", min_size=1, max_size=3), min_size=1, max_size=WIDEST)))
def test_that_any_run_of_blanks_delimits_where_blanks_do(rows):
    ends = [("  " * (k % 2), " " * (k % 3)) for k in range(len(rows))]
    text = "\n".join(a + " \t ".join(row) + b for row, (a, b) in zip(rows, ends, strict=True))
    assert cells(text, " ") == rows
    assert cells(text, " ") == [line.split() for line in text.split("\n") if line.split()]


def test_that_quoted_blanks_delimit_nothing():
    assert cells('1 "a b"  2\n', " ") == [["1", "a b", "2"]]


@given(tables(), st.lists(st.integers(0, WIDEST - 1), unique=True, min_size=1))
def test_that_only_the_wanted_columns_are_noted_and_in_the_order_asked(table, wanted):
    text, delimiter = table
    every = cut(text, delimiter)
    some = cut(text, delimiter, wanted=wanted)
    assert [row[0] for row in some] == [[row[0][place] for place in wanted] for row in every]
    assert [row[1:] for row in some] == [row[1:] for row in every]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_that_lines_above_the_table_are_passed_over_and_counted(end):
    raw = end.join(['# "open', "", "a,b", "1,2"]).encode()
    for size in range(1, len(raw)):
        pieces = [raw[i : i + size] for i in range(0, len(raw), size)]
        found = cut("", pieces=pieces, skipped=2)
        assert [(row[0][:2], row[3]) for row in found] == [(["a", "b"], 3), (["1", "2"], 4)]


def test_that_a_row_which_a_sample_cuts_off_is_left_out():
    assert cells("a,b\n1,2\n3,4", to_the_end=False) == [["a", "b"], ["1", "2"]]
    assert cells('a,b\n1,"2\n3', to_the_end=False) == [["a", "b"]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_that_an_open_quotation_mark_is_found_by_its_line(end):
    text = end.join(['a,"b', 'c"', "1,2", '3,"4', "5,6", "7"])
    with pytest.raises(InputError, match=r"A quotation mark on line 4 of 'x.csv' is never closed;"):
        cut("", pieces=[text.encode()[i : i + 3] for i in range(0, len(text), 3)])


def test_that_a_row_may_be_longer_than_a_piece_but_not_without_end(monkeypatch):
    row = ["x" * 1000, "y\n" * 500]
    text = f'a,b\n{row[0]},"{row[1]}"\n1,2\n'.encode()
    pieces = [text[i : i + 64] for i in range(0, len(text), 64)]
    assert cells("", pieces=pieces)[1] == row
    monkeypatch.setattr(blocks, "LONGEST_ROW", 1 << 10)
    with pytest.raises(InputError, match=r"Line 2 of 'x.csv' goes on for megabytes"):
        cut("", pieces=pieces)
