"""Six significant digits, where somebody asks for them; times stay whole."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.writing.form import FILE_KINDS, WrittenAs
from gpstudio.data.writing.sheet import Sheet, SheetColumn
from gpstudio.data.writing.write import write_sheet

from .readers import READERS

COLUMNS = (
    SheetColumn("group", "text", "A name."),
    SheetColumn("time", "time", "When."),
    SheetColumn("mean", "number", "A number."),
)
TIMES, NUMBERS = [2020.12345678, 1.0], [0.123456789, 12345678.9, np.nan, -1e-9 / 3.0]


def sheet() -> Sheet:
    time = np.array(TIMES * 2)
    group = np.array(["a", "b", "c", None], dtype=object)
    return Sheet.of("forecast", COLUMNS, [(group, time, np.array(NUMBERS))], dated=False)


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_that_numbers_are_rounded_and_times_are_not(tmp_path: Path, kind: str) -> None:
    form = WrittenAs.of(kind=kind, digits="six")
    head, *rows = READERS[kind](write_sheet(tmp_path / f"six.{kind}", sheet(), form), form)
    assert head == ["group", "time", "mean"]
    assert [float(row[1]) for row in rows] == TIMES * 2
    assert [None if row[2] in (None, "") else float(row[2]) for row in rows] == [
        0.123457, 12345700.0, None, -3.33333e-10,
    ]  # fmt: skip


def test_that_all_digits_are_usual(tmp_path: Path) -> None:
    text = write_sheet(tmp_path / "all.csv", sheet()).read_text(encoding="utf-8")
    assert "0.123456789" in text
    assert "12345678.9" in text


def test_that_another_word_is_refused() -> None:
    with pytest.raises(InputError, match="choose one of 'all', 'six'"):
        WrittenAs.of(digits="seven")
