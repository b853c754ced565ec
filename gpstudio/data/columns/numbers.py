"""Columns of numbers: which mark is the decimal one, and the numbers themselves.

"0,5" is a half and "1,807.279" is eighteen hundred and some, but "1,807" alone is either. The
whole column decides; where every comma stands before exactly three digits and nothing else helps,
it is asked. A cell that does not fit the decision is counted as unreadable, never bent to fit.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.arena import Cells, block_in
from gpstudio.data.columns.growing import Growing
from gpstudio.data.cutting.blocks import Block
from gpstudio.data.decisions import DECIMAL_COMMA, DECIMAL_POINT, THOUSANDS_MARK, Question
from gpstudio.data.texts import MISSING, is_missing, shown
from gpstudio.translation import tr

NUMBER = re.compile(r"[+\-\u2212]?(?:\d+(?:[.,]\d+)*[.,]?|[.,]\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
"""Anything that may be a number under some decimal mark."""

MINUS = "\u2212"
"""As typesetters write it, and spreadsheets of some countries."""

_POINT = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?", re.ASCII)
_GAPPED = re.compile(
    "[+\\-\u2212]?[1-9]\\d{0,2}([ '’\u00a0\u202f\u2009])\\d{3}(?:\\1\\d{3})*(?:[.,]\\d*)?", re.ASCII
)
_ONE_GROUP = re.compile(r"[+\-\u2212]?[1-9]\d{0,2}[.,]\d{3}", re.ASCII)
_REMARKS = "*#†‡"
"""What stands behind a number for a note elsewhere: 0.45*."""
_BEYOND = re.compile(r"(?:[<>]=?|[≤≥])\s*(?=[\d.,+\-\u2212])")
"""What stands before a number beyond which a reading lies: <0.1."""
_BLOCK = 50_000


@dataclass(frozen=True)
class NumberStyle:
    """``thousands`` is empty where no thousands marks occur."""

    decimal: str = "."
    thousands: str = ""
    percent: bool = False
    """Whether a percent sign stands behind each number; a column means the same in all cells."""

    @property
    def format(self) -> str:
        return "number" if self.decimal == "." else tr("number, decimal comma")


@dataclass
class Examples:
    """Cells of a column that are alike: where they stand, and the first of them."""

    places: array[int] = field(default_factory=lambda: array("q"))
    first: str = ""

    def add(self, place: int, cell: str) -> None:
        self.places.append(place)
        self.first = self.first or cell

    def flags(self, size: int) -> Flags:
        """Of all cells of the column, which are these."""
        flags = np.zeros(size, dtype=np.bool_)
        flags[np.array(self.places, dtype=np.int64)] = True
        return flags


@dataclass(frozen=True, eq=False)
class ColumnNumbers:
    """NaN where a cell is blank or unreadable."""

    values: Floats
    blank: Flags
    style: NumberStyle
    question: Question | None = None
    remarked: Examples = field(default_factory=Examples)
    """Cells of numbers with a mark behind them; the numbers are read."""
    beyond: Examples = field(default_factory=Examples)
    """Cells that tell only beyond what a reading lies; they are not read."""

    @property
    def share(self) -> float:
        """Which part of the cells that say something are numbers."""
        said = len(self.blank) - int(self.blank.sum())
        return int(np.isfinite(self.values).sum()) / said if said else 0.0


def read_numbers(
    name: str, column: Cells, answer: str | None = None, task: Task = QUIET
) -> ColumnNumbers:
    """Numbers of a whole column in memory; with a question when it leaves its marks open."""
    # In the usual style first; again where the column says else.
    gathered, style = NumberColumn(NumberStyle()), None
    while style != gathered.style:
        style = gathered.style
        for start in range(0, len(column), _BLOCK):
            task.check()
            gathered.take(column[start : start + _BLOCK])
        if gathered.marks.style(answer) != style:
            gathered = NumberColumn(gathered.marks.style(answer))
    return gathered.finish(name, answer)


class NumberColumn:
    """Gathers a column block by block in one style, and what all its cells say of their style."""

    def __init__(self, style: NumberStyle) -> None:
        self.style = style
        self.marks = NumberMarks()
        self._remarked, self._beyond = Examples(), Examples()
        self._values = Growing(np.float64)
        self._blank = Growing(np.bool_)

    def add(self, block: Block, slot: int, count: int = 1) -> None:
        """Take the cells of a slot; of ``count`` slots side by side, cell after cell by row."""
        # numba, which the first paint must not await
        from gpstudio.data.columns.digits import read_cells
        from gpstudio.data.columns.nearest import powers_of_five

        size, above = len(block) * count, len(self._values)
        values, blank = self._values.more(size), self._blank.more(size)
        counts, hard = np.zeros(9, dtype=np.int64), np.empty(size, dtype=np.int64)
        counts[-1] = -1
        decimal, thousands = ord(self.style.decimal), ord(self.style.thousands or "\0")
        cells = (block.text, block.starts, block.ends, block.marks, slot, count)
        strange = read_cells(
            *cells,
            decimal,
            thousands,
            self.style.percent,
            *_missing(),
            powers_of_five(),
            values,
            blank,
            counts,
            hard,
        )
        for place in hard[:strange].tolist():
            row, column = divmod(max(place, ~place), count)
            cell = block.cell(row, slot + column)
            number = number_in(cell, self.style)
            values[max(place, ~place)] = number
            if place < 0:
                self.marks.look([cell])
                self._note(above + ~place, cell.strip(), read=math.isfinite(values[~place]))
        heard = NumberMarks(*counts[:-1].tolist())
        if counts[-1] >= 0:
            row, column = divmod(int(counts[-1]), count)
            heard.open_cell = block.cell(row, slot + column).strip()
        self.marks.join(heard)

    def _note(self, place: int, cell: str, *, read: bool) -> None:
        """Remember where a cell says more than a number, or less."""
        if read and cell[-1] in _REMARKS:
            self._remarked.add(place, cell)
        elif not read and _BEYOND.match(cell):
            self._beyond.add(place, cell)

    def take(self, cells: Cells) -> None:
        """Take cells that are in memory."""
        self.add(block_in(cells), 0)

    def finish(self, name: str, answer: str | None) -> ColumnNumbers:
        values, blank = self._values.array, self._blank.array
        question = self.marks.question(name, answer)
        return ColumnNumbers(values, blank, self.style, question, self._remarked, self._beyond)


@cache
def _missing() -> tuple[NDArray[np.uint8], Integers]:
    """The words that say nothing, one after the other, and where each ends."""
    words = [word.encode() for word in sorted(MISSING) if word]
    ends = np.cumsum([len(word) for word in words], dtype=np.int64)
    return np.frombuffer(b"".join(words), dtype=np.uint8), ends


@dataclass
class NumberMarks:
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
    percents: int = 0
    signless: int = 0
    """Numbers with a percent sign behind them, and others."""
    open_cell: str | None = None
    """Either, such as 1,807."""

    def look(self, cells: Iterable[str]) -> None:
        """Hear each cell. This is the definition; ``digits`` does the same to whole columns."""
        for text in cells:
            bare = _without_remark(text.strip())
            cell = _without_gaps(_without_percent(bare))
            if not NUMBER.fullmatch(cell):
                continue
            signed = bare.endswith("%")
            self.percents += signed
            self.signless += not signed
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

    def join(self, other: NumberMarks) -> None:
        """Take the testimony of another column of the same file."""
        for count in fields(self)[:-1]:
            setattr(self, count.name, getattr(self, count.name) + getattr(other, count.name))
        self.open_cell = self.open_cell or other.open_cell

    def style(self, answer: str | None = None) -> NumberStyle:
        """What the cells come to; ``answer`` counts only where they leave it open."""
        return replace(self._style(answer), percent=self.percents > self.signless)

    def _style(self, answer: str | None) -> NumberStyle:
        if self.both:
            return (
                NumberStyle(",", ".") if self.comma_last > self.both / 2 else NumberStyle(".", ",")
            )
        if self.commas:
            # Points that may be thousands marks do not speak against a decimal comma.
            if self.has_mainly_grouped_points and answer is not None:
                return NumberStyle() if answer == DECIMAL_POINT else NumberStyle(",", ".")
            certain = self.points - self.grouped_points
            return NumberStyle(",") if self.commas > certain else NumberStyle()
        if self.is_open:
            return NumberStyle(",") if answer == DECIMAL_COMMA else NumberStyle(".", ",")
        if self.has_mainly_grouped_points and answer in (DECIMAL_COMMA, THOUSANDS_MARK):
            return NumberStyle(",", ".")
        return NumberStyle(".", ",") if self.many_groups or self.open_cell else NumberStyle()

    @property
    def is_open(self) -> bool:
        """Whether every comma stands where either mark could."""
        return self.open_cell is not None and not (
            self.both or self.commas or self.points or self.many_groups
        )

    @property
    def has_mainly_grouped_points(self) -> bool:
        """Whether every point stands before three digits, as in 1.807, and hardly a comma beside.

        Then the column alone cannot tell, but most of those who write points mean decimals:
        ``decimal_witness`` knows when that is worth a question.
        """
        others = self.both or self.many_groups or self.open_cell
        return not others and self.commas < self.points == self.grouped_points

    def question(self, name: str, answer: str | None) -> Question | None:
        if not self.is_open or answer is not None or self.open_cell is None:
            return None
        return _ask(name, self.open_cell)


def number_in(cell: str, style: NumberStyle) -> float | None:
    """The number, None when the cell is blank, NaN when it cannot be read or is infinite.

    This is the definition; ``digits`` does the same to whole columns.
    """
    if is_missing(cell):
        return None
    cell = _without_remark(cell.strip())
    if cell.endswith("%") != style.percent:
        return np.nan
    cell = _pointed(_without_gaps(_with_hyphen(_without_percent(cell))), style)
    if _POINT.fullmatch(cell) is None:
        return np.nan
    number = float(cell)
    return number if np.isfinite(number) else np.nan


def _without_remark(cell: str) -> str:
    """0.45* as 0.45."""
    return cell.rstrip(_REMARKS).rstrip()


def number_alone(cell: str) -> str:
    """0.45* and <0.45 as 0.45."""
    return _without_remark(_BEYOND.sub("", cell, count=1) if cell[:1] in "<>≤≥" else cell)


def _without_percent(cell: str) -> str:
    """45,3 % as 45,3."""
    return cell[:-1].rstrip() if cell.endswith("%") else cell


def _with_hyphen(cell: str) -> str:
    return f"-{cell[1:]}" if cell.startswith(MINUS) else cell


def _without_gaps(cell: str) -> str:
    """1 234,5 and 1'234,5 as 1234,5: such gaps can only part thousands."""
    gapped = _GAPPED.fullmatch(cell)
    return cell.replace(gapped[1], "") if gapped else cell


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
    return which_mark(name, cell, DECIMAL_COMMA)


def which_mark(name: str, cell: str, decimal: str) -> Question:
    """Whether the one mark in a cell such as 1,807 is the decimal one or parts thousands."""
    as_decimal, as_thousands = (re.sub("[.,]", replaced, cell) for replaced in (".", ""))
    return Question(
        "decimal",
        tr(
            "Column {name}: is {cell} the number {as_decimal} ({decimal}) or "
            "{as_thousands} ({thousands_mark})?",
            name=shown(name),
            cell=cell,
            as_decimal=as_decimal,
            decimal=decimal,
            as_thousands=as_thousands,
            thousands_mark=THOUSANDS_MARK,
        ),
        (decimal, THOUSANDS_MARK),
    )
