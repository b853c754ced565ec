"""No text that is written begins a formula, whatever delimiter the spreadsheet expects."""

from __future__ import annotations

import csv
import io
import random
import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.harmless import as_it_was, harmless
from gpstudio.data.writing.form import DELIMITERS, WrittenAs
from gpstudio.data.writing.sheet import Sheet, SheetColumn
from gpstudio.data.writing.write import write_sheet

from .readers import read_parquet, read_xlsx

TRIGGERS = "=+-@＝＋－＠"
PREFIXES = ["", " ", "\t", "\r", "\n", "\r\n", "\xa0", "\u3000", "\u200b", "\ufeff", "\u2060", "'"]
PREFIXES += ['"', '""', "`", "\x00", "\x1b", "\u200e", "\xad", ",", ";", "|", "a;", 'b,"', "c\t "]
PREFIXES += ["d\n", "e\r", 'f;""', "g|\u200b", "h\u2028", '";"', "',", "x,,", "y;\n\t", "-", "@ "]
TAILS = ["1+1", "cmd|'/C calc'!A0", 'HYPERLINK("http://x";"y")', "SUM(A1,B2)", "2;3", "", "é=", "“"]
WORDS = ["North 7", "Höhe", "field-3", "a=b", "北", "\u200fنيل", "naïve 🌾", "mail@farm"]


def hostile(count: int) -> list[str]:
    """Triggers behind anything that a program may skip, split at, or take for a quote."""
    draw = random.Random(5)
    made: set[str] = set()
    while len(made) < count:
        parts = []
        for _ in range(draw.randint(1, 3)):
            before = "".join(draw.choices(PREFIXES, k=draw.randint(1, 3)))
            parts.append(before + draw.choice(TRIGGERS) + draw.choice(TAILS))
        made.add(draw.choice(["", draw.choice(WORDS)]) + "".join(parts))
    return sorted(made)


def shows_first(cell: str) -> str:
    """The first character that a person would see, quotes apart."""
    for letter in cell:
        blank = unicodedata.category(letter)[0] in "CZ"
        if not blank and letter not in '"`':
            return letter
    return ""


def cells_of(path: Path, mark: str) -> list[str]:
    text = path.read_bytes().decode()
    return [
        cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark) for cell in row
    ]


def columns_named(*names: str) -> tuple[SheetColumn, ...]:
    return tuple(SheetColumn(name, "text", "Anything.") for name in names)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return hostile(10_000)


@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_that_of_10_000_hostile_strings_none_begins_with_a_trigger(
    delimiter: str, texts: list[str], tmp_path: Path
) -> None:
    cells = np.array(texts, dtype=object)
    columns = columns_named(texts[77], "plain", texts[4_321])
    sheet = Sheet.of("texts", columns, [(cells, cells[::-1], cells)])
    form = WrittenAs.of(delimiter)
    path = write_sheet(tmp_path / "texts.csv", sheet, form)
    for expected in (*DELIMITERS.values(), "|"):
        begun = [cell for cell in cells_of(path, expected) if shows_first(cell) in {*TRIGGERS}]
        assert begun == []
    own = cells_of(path, form.delimiter_mark)
    assert not any(cell.startswith(("\t", "\r", "\n")) for cell in own)
    assert [as_it_was(cell) for cell in own[3::3]] == texts


def test_that_a_workbook_and_parquet_keep_them_as_texts(texts: list[str], tmp_path: Path) -> None:
    # what XML reads as the same white space is checked below
    kept = [text for text in texts if "\r" not in text][:3_000]
    cells = np.array(kept, dtype=object)
    sheet = Sheet.of("texts", columns_named("=name", "b"), [(cells, cells)])
    book = write_sheet(tmp_path / "t.xlsx", sheet, WrittenAs.of(kind="xlsx"))
    rows = read_xlsx(book)
    assert rows[0] == ["=name", "b"]
    assert [row[0] for row in rows[1:]] == kept
    rows = read_parquet(write_sheet(tmp_path / "t.parquet", sheet, WrittenAs.of(kind="parquet")))
    assert [row[1] for row in rows[1:]] == kept


def test_that_a_workbook_holds_no_formula(texts: list[str], tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    cells = np.array(texts[:500], dtype=object)
    sheet = Sheet.of("texts", columns_named("@x"), [(cells,)])
    path = write_sheet(tmp_path / "t.xlsx", sheet, WrittenAs.of(kind="xlsx"))
    for (cell,) in openpyxl.load_workbook(path).active.iter_rows():
        assert cell.data_type in ("s", "inlineStr")
        assert cell.quotePrefix or not re.match("[=+@-]", cell.value)


@given(st.text(st.sampled_from("=+-@\t\r\n,;|\"' \u200bab") | st.characters(codec="utf-8")))
def test_that_the_text_comes_back_and_ordinary_ones_are_not_touched(text: str) -> None:
    assert as_it_was(harmless(text)) == text
    if not {*text} & {*TRIGGERS, *"﹢﹣﹦﹫\t\r\n"}:
        assert harmless(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("North-West", "North-West"),
        ("a = b", "a = b"),
        ("Smith, A. (plot 3)", "Smith, A. (plot 3)"),
        ("-12", "'-12"),
        ("+A", "'+A"),
        ("\u200b=A", "'\u200b=A"),
        ("A;=1+1", "A;'=1+1"),
        ("'=A", "''=A"),
        ("", ""),
    ],
)
def test_that_an_apostrophe_stands_only_where_a_formula_could_begin(
    text: str, written: str
) -> None:
    assert harmless(text) == written


def test_that_a_long_row_of_marks_is_no_burden() -> None:
    text = "a" + "\n;" * 200_000
    assert harmless(text) == text
    assert as_it_was(harmless(text + "=")) == text + "="
