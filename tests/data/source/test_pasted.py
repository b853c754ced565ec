"""What was copied in a spreadsheet or an editor is a table like any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from data.source.alike import ROWS, as_csv, check_alike

from gpstudio.core.errors import InputError
from gpstudio.data.decisions import Said
from gpstudio.data.reading import read_source
from gpstudio.data.source.pasted import pasted_source
from gpstudio.data.table import Table

TABBED = "\r\n".join(
    ["field\tdate\tndvi"]
    + ["\t".join([field.replace('"', ""), str(day), repr(value)]) for field, day, value in ROWS]
)


def pasted(text: str, **answers: str) -> Table:
    return read_source(pasted_source(text), Said(answers=answers))


@pytest.mark.parametrize("text", [as_csv(), "\ufeff" + as_csv(), as_csv().replace("\n", "\r")])
def test_that_a_pasted_text_is_read_as_the_table_itself(text):
    table = pasted(text)
    check_alike(table)
    assert table.path == Path("pasted table")
    assert "comma, pasted, dates as" in table.sentence


def test_that_cells_of_a_spreadsheet_are_read():
    table = pasted(TABBED)
    assert [len(series) for series in table.series] == [20, 20, 20]
    assert table.series[0].value.tolist() == [value for _, _, value in ROWS[:20]]
    assert "tab, pasted" in table.sentence


def test_that_the_decimal_comma_of_a_spreadsheet_is_kept():
    table = pasted("Datum\tNDVI\n01.03.2021\t0,5\n17.03.2021\t0,625\n")
    assert table.series[0].value.tolist() == [0.5, 0.625]


def test_that_a_question_about_pasted_cells_can_be_answered():
    text = "date\tndvi\n01/03/2021\t0.5\n02/04/2021\t0.6\n"
    assert pasted(text).questions
    (series,) = pasted(text, date="day first").series
    assert series.time[1] - series.time[0] == 32


def test_that_half_a_letter_spoils_no_reading():
    table = pasted("date\tndvi\tnote\n2021-03-01\t0.5\t\ud800\n2021-03-02\t0.25\tx\n")
    assert table.series[0].value.tolist() == [0.5, 0.25]


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff"])
def test_that_an_empty_clipboard_is_said(text):
    with pytest.raises(InputError, match="The clipboard holds no text; copy the cells of a table"):
        pasted_source(text)


@pytest.mark.parametrize("text", ["ndvi", "a\0b\tc\n1\t2", "just words\nhere"])
def test_that_what_is_no_table_is_one_sentence(text):
    with pytest.raises(InputError) as caught:
        pasted(text)
    assert "\n" not in str(caught.value)
    assert "'pasted table'" in str(caught.value)
