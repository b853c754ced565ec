"""What cannot be read is said in one sentence: what, where, what to do."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError

TRACES = re.compile(r"Traceback|Error|Exception|NoneType|pandas|numpy|C error|errno", re.IGNORECASE)

BAD: dict[str, tuple[str | bytes, str]] = {
    "an empty file": ("", "is empty; choose"),
    "only blanks": (" \n\n ", "is empty; choose"),
    "only a byte-order mark": (b"\xff\xfe", "is empty; choose"),
    "only comments": ("# nothing\n# here\n", "is empty; choose"),
    "a header only": ("date,ndvi\n", "has a header but no rows; add"),
    "one column": ("ndvi\n0.1\n0.2\n", "has only one column; a table needs"),
    "words as value": (
        "date,ndvi\n2020-01-01,green\n2020-01-02,brown\n",
        "column 'ndvi' of 'bad.csv' are not numbers, such as 'green' on line 2; choose",
    ),
    "mostly words as value": (
        "date,ndvi\n2020-01-01,0.5\n\n2020-01-02,very green\n2020-01-03,brown\n",
        "such as 'very green' on line 4; choose",
    ),
    "no values at all": ("date,ndvi\n2020-01-01,\n2020-01-02,NA\n", "has no numbers; choose"),
    "no dates": ("crop,status\nwheat,green\nmaize,brown\n", "has no column of dates; write"),
    "no overlap": (
        "date,ndvi\n2020-01-01,\n,0.5\n",
        "both a date and a value (1 without a date, 1 without a value); choose",
    ),
    "a binary file": (b"\x01\x02\x00\x00\x00\rnonsense" * 9, "is not a text file; save"),
    "NUL in a text": (b"date,ndvi\n2020-01-01,0.5\x00\n", "is not a text file; save"),
    "a damaged workbook": (b"PK\x03\x04" + b"\x00" * 64, "damaged or incomplete zip archive; copy"),
    "a damaged packed file": (
        b"\x1f\x8b\x08\x00" + b"x" * 64,
        "packed content of 'bad.csv' is damaged; copy",
    ),
    "UTF-32": ("date,ndvi\n2020-01-01,0.5\n".encode("utf-32"), "UTF-32; save"),
    "an open quotation mark": (
        'date,ndvi\n2020-01-01,0.5\n2020-01-02,"0.6\n2020-01-03,0.7\n',
        "quotation mark on line 3 of 'bad.csv' is never closed; close",
    ),
    "rows out of step with their header": (
        "field,,date,ndvi\nA,2020-01-01,0.5\nA,2020-01-02,0.6\n",
        "one empty, but the rows below have 3; remove",
    ),
    "two tables": (
        "date,ndvi\n2020-01-01,0.5\n2020-01-02,0.6\ndate,evi\n2020-01-01,0.4\n",
        "second table begins on line 4 of 'bad.csv', with the column 'evi'; put",
    ),
    "rows inside a quotation": (
        '"A,2020-01-01,0.5\nA,2020-01-02,0.6\nA",2020-01-03,0.5\nA,2020-01-04,0.5\n'
        "A,2020-01-05,0.5\n",
        "line 1 of 'bad.csv' swallows line 2",
    ),
    "a line far wider": (
        "date,ndvi\n2020-01-01,0.5" + ",1" * 90,
        "Line 2 of 'bad.csv' has 92 cells",
    ),
    "dates across the top of words": (
        "field,2020-01-01,2020-01-09,2020-01-17\nA,ok,bad,ok\nB,bad,ok,ok\n",
        "has no column of dates",
    ),
}


def complaint(path: Path | str, **roles: str) -> str:
    with pytest.raises(InputError) as caught:
        read_table(path, **roles)
    return str(caught.value)


def check_sentence(message: str, file: str) -> None:
    assert "\n" not in message
    assert not TRACES.search(message)
    assert file in message
    assert message[0].isupper() or message[0] == "'"
    assert message[-1] in ".?"
    assert ";" in message or "?" in message, "says what happened, then what to do"


@pytest.mark.parametrize("kind", BAD)
def test_that_one_sentence_names_the_file_and_says_what_to_do(file_of, kind):
    text, expected = BAD[kind]
    message = complaint(file_of(text, name="bad.csv"))
    assert expected in message
    check_sentence(message, "bad.csv")


def test_that_a_folder_is_named_as_a_folder(tmp_path):
    message = complaint(tmp_path)
    assert "is a folder" in message
    check_sentence(message, tmp_path.name)


def test_that_a_missing_file_brings_the_nearest_name_in_the_folder(file_of):
    path = file_of("date,ndvi\n", name="Readings.csv")
    message = complaint(path.with_name("reading.csv"))
    assert "did you mean 'Readings.csv'?" in message
    check_sentence(message, "reading.csv")


def test_that_a_missing_folder_is_said(tmp_path):
    check_sentence(complaint(tmp_path / "nowhere" / "x.csv"), "x.csv")


@pytest.mark.skipif(not Path(os.devnull).is_char_device(), reason="no device files here")
def test_that_a_device_is_not_read():
    message = complaint(os.devnull)
    assert "is a device" in message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_that_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    assert "a pipe" in complaint(tmp_path / "pipe.csv")


def test_that_a_forbidden_file_is_said_to_be_forbidden(file_of, monkeypatch):
    def refuse(self: Path, mode: str) -> None:
        raise PermissionError

    path = file_of("date,ndvi\n", name="mine.csv")
    monkeypatch.setattr(Path, "open", refuse)
    message = complaint(path)
    assert "No permission to read 'mine.csv'" in message
    check_sentence(message, "mine.csv")


@pytest.mark.skipif(sys.platform == "win32", reason="such names are forbidden there")
def test_that_a_name_with_a_line_break_stays_on_one_line(file_of):
    check_sentence(complaint(file_of("", name="a\nb.csv")), "a?b.csv")


def test_that_a_name_with_a_nul_is_an_input_error():
    assert "\n" not in complaint("a\0b.csv")


def test_that_an_explicit_time_of_words_shows_an_example(file_of):
    path = file_of("field,date,ndvi\nA,2020-01-01,0.5\n", name="x.csv")
    message = complaint(path, time="field")
    assert "column 'field' of 'x.csv' are not dates or numbers, such as 'A' on line 2" in message


def test_that_one_column_cannot_play_two_parts(file_of):
    path = file_of("date,ndvi\n2020-01-01,0.5\n")
    assert "different columns" in complaint(path, time="ndvi", value="ndvi")


def test_that_the_line_of_an_example_counts_quoted_line_breaks(file_of):
    text = 'date,note,ndvi\n2020-01-01,"two\nlines",x\n2020-01-02,a,y\n'
    assert "such as 'x' on line 2" in complaint(file_of(text))
