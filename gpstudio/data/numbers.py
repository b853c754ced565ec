"""Columns of numbers: which mark is the decimal one, and the numbers themselves.

"0,5" is a half and "1,807.279" is eighteen hundred and some, but "1,807" alone is either. The
whole column decides; where every comma stands before exactly three digits and nothing else helps,
it is asked. A cell that does not fit the decision is counted as unreadable, never bent to fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.decisions import DECIMAL_COMMA, THOUSANDS_MARK, Question
from gpstudio.data.source import shown
from gpstudio.data.texts import MISSING, Texts, is_missing

NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)*[.,]?|[.,]\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
"""Anything that may be a number under some decimal mark."""

_POINT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?", re.ASCII)
_ONE_GROUP = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
_BLOCK = 50_000


@dataclass(frozen=True)
class NumberStyle:
    """``thousands`` is empty where no thousands marks occur."""

    decimal: str = "."
    thousands: str = ""

    @property
    def format(self) -> str:
        return "number" if self.decimal == "." else "number, decimal comma"


@dataclass(frozen=True, eq=False)
class Numbers:
    """NaN where a cell is blank or unreadable."""

    values: Floats
    blank: Flags
    style: NumberStyle
    question: Question | None = None

    @property
    def share(self) -> float:
        """Which part of the cells that say something are numbers."""
        said = len(self.blank) - int(self.blank.sum())
        return int(np.isfinite(self.values).sum()) / said if said else 0.0


def read_numbers(
    name: str, column: Texts, answer: str | None = None, task: Task = QUIET
) -> Numbers:
    """Numbers of a whole column; with a question when the file leaves the decimal mark open."""
    style, doubtful = number_style(column, task)
    question = None
    if doubtful is not None:
        if answer is None:
            question = _ask(name, doubtful)
        style = NumberStyle(",") if answer == DECIMAL_COMMA else NumberStyle(".", ",")
    values = np.full(len(column), np.nan)
    blank = np.zeros(len(column), dtype=np.bool_)
    for start in range(0, len(column), _BLOCK):
        task.check()
        block = slice(start, start + _BLOCK)
        numbers = [_number(cell, style) for cell in column[block]]
        values[block] = [np.nan if n is None else n for n in numbers]
        blank[block] = [n is None for n in numbers]
    return Numbers(values, blank, style, question)


def number_style(column: Texts, task: Task = QUIET) -> tuple[NumberStyle, str | None]:
    """The style, and a cell that leaves it open where all cells do."""
    blocks = [column[start : start + _BLOCK] for start in range(0, len(column), _BLOCK)]
    if not any("," in "\n".join(block) for block in blocks):
        return NumberStyle(), None
    seen = _Marks()
    for block in blocks:
        task.check()
        seen.look(block)
    if seen.both:
        comma_last = seen.comma_last > seen.both / 2
        return (NumberStyle(",", ".") if comma_last else NumberStyle(".", ",")), None
    if seen.commas:
        # Points that may be thousands marks do not speak against a decimal comma.
        certain = seen.points - seen.grouped_points
        return (NumberStyle(",") if seen.commas > certain else NumberStyle(".")), None
    if seen.points or seen.many_groups:
        return NumberStyle(".", ","), None
    return NumberStyle(), seen.open_cell


@dataclass
class _Marks:
    """What the cells of a column with commas testify, as counts."""

    both: int = 0
    """With point and comma: the last one is the decimal mark."""
    comma_last: int = 0
    commas: int = 0
    """Certainly a decimal comma, such as 0,5."""
    many_groups: int = 0
    """Certainly thousands, such as 1,234,567."""
    points: int = 0
    grouped_points: int = 0
    """Points before exactly three digits."""
    open_cell: str | None = None
    """Either, such as 1,807."""

    def look(self, cells: Texts) -> None:
        for text in cells:
            cell = text.strip()
            if not NUMBER.fullmatch(cell):
                continue
            comma, point = "," in cell, "." in cell
            one_group = _ONE_GROUP.fullmatch(cell) is not None
            if comma and point:
                self.both += 1
                self.comma_last += cell.rfind(",") > cell.rfind(".")
            elif point:
                self.points += 1
                self.grouped_points += one_group
            elif comma and one_group:
                self.open_cell = self.open_cell or cell
            elif comma and cell.count(",") > 1:
                self.many_groups += 1
            elif comma:
                self.commas += 1


def _number(cell: str, style: NumberStyle) -> float | None:
    """The number, None when the cell is blank, NaN when it cannot be read or is infinite."""
    if _POINT.fullmatch(cell) is None:
        cell = cell.strip()
        if cell.lower() in MISSING:
            return None
        cell = _pointed(cell, style)
        if _POINT.fullmatch(cell) is None:
            return np.nan
    elif style.decimal == "," and "." in cell:
        cell = _pointed(cell, style)
        if not cell:
            return np.nan
    number = float(cell)
    return number if np.isfinite(number) else np.nan


def _pointed(cell: str, style: NumberStyle) -> str:
    """The cell with a decimal point and no thousands marks; empty when it breaks the style."""
    if style.decimal == ",":
        cell = cell.translate(_SWAP)
    if "," in cell:
        if not style.thousands or not _GROUPED.fullmatch(cell):
            return ""
        cell = cell.replace(",", "")
    return cell


_SWAP = str.maketrans(",.", ".,")


def _ask(name: str, cell: str) -> Question:
    comma, thousands = cell.replace(",", "."), cell.replace(",", "")
    return Question(
        "decimal",
        f"Column {shown(name)}: is {cell} the number {comma} (decimal comma) or {thousands} "
        "(thousands mark)?",
        (DECIMAL_COMMA, THOUSANDS_MARK),
    )


def first_unreadable(numbers: Floats, column: Texts) -> int | None:
    """The first row whose cell says something that is not a number."""
    for row in np.flatnonzero(np.isnan(numbers)):
        if not is_missing(column[row]):
            return int(row)
    return None
