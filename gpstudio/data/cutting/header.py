"""Where the header stands, how many rows it has, and what the columns are called.

A header taken for a reading would be noise; a reading taken for a header would be lost without a
word. So the first reading is sought, the first row whose cells are of the kinds of their columns;
what stands right above it is the header, and what stands above that is not of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpstudio.data.cutting.beginning import Beginning
from gpstudio.data.cutting.first_reading import first_reading, names_columns
from gpstudio.data.cutting.names_above import (
    adds_to_names,
    belong_together,
    names_over,
    row_above,
    says_no_reading,
)
from gpstudio.data.cutting.naming import joined, plain, unique_names
from gpstudio.data.cutting.out_of_step import refuse_out_of_step, refuse_split_decimals
from gpstudio.data.decisions import ABOUT, Decision
from gpstudio.translation import tr

CHOICES = ABOUT["header"]
_MOST_NAMES = 3
"""So many rows may name the columns together; the others of a header hold units or remarks."""
"""In their order, by how many rows a header has."""
NONE = CHOICES[0]
_TOA5 = "TOA5"
"""What the tables of Campbell's loggers begin with: then names, units, and kinds of means."""


@dataclass(frozen=True)
class Header:
    """``skipped`` lines stand above the table; ``rows`` rows of it, in that order, are header."""

    skipped: int
    rows: int
    width: int
    """How many columns the table has."""
    decision: Decision
    units: int = 0
    """So many of the last header rows tell units and remarks, not names."""
    counted: bool = False
    """The rows begin with a running number that the header does not name."""
    told: tuple[str, ...] = ()
    """Names that stand above the table behind the mark of a comment: "#date,ndvi"."""

    def names(self, rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """Of the columns, from the header's rows cell by cell."""
        named = rows[: self.rows - self.units] or [self.told]
        cells = [plain(cell) for cell in named[-1]]
        for above in reversed(named[:-1]):
            cells = joined([plain(cell) for cell in above], cells)
        cells = [""] * self.counted + cells
        return unique_names((cells + [""] * self.width)[: self.width])


def find_header(beginning: Beginning, answers: Mapping[str, str], file: str) -> Header:
    """The header of the table in a text that is cut."""
    reading = min(first_reading(beginning), len(beginning))
    above = _last_row(beginning, reading)
    answer = answers.get("header")
    if answer is not None:
        return _as_said(beginning, answer, reading, above, file)
    lines = beginning.lines
    if beginning.cells[0][0] == _TOA5 and reading > 3 and names_columns(beginning, 1):
        told, why = (
            tr("names on line {line}", line=lines[1]),
            tr("{mark} is how Campbell's loggers write", mark=_TOA5),
        )
        return _header(beginning, 1, 3, _decided(CHOICES[1], told, why), file, units=2)
    if above is None:
        first = min(reading, len(beginning) - 1)
        refuse_split_decimals(beginning, first, file)
        why = tr("line {line} holds readings already", line=lines[first])
        return _header(beginning, first, 0, _decided(NONE, tr("no header"), why))
    return _named(beginning, above, file)


def _named(beginning: Beginning, above: int, file: str) -> Header:
    """The header whose last row stands right above the first reading."""
    lines = beginning.lines
    lowest, others = _lowest_name(beginning, above)
    first = _first_name(beginning, lowest, min(_MOST_NAMES, len(CHOICES) - 1 - others))
    rows = lowest + 1 - first + others
    upper, lower = lines[first], lines[lowest]
    told = tr("names on line {line}", line=lower)
    if lowest - first == 1:
        told = tr("names on lines {upper} and {lower}", upper=upper, lower=lower)
    elif lowest - first > 1:
        told = tr("names on lines {upper} to {lower}", upper=upper, lower=lower)
    why = tr("the readings begin right below it") if above > 0 else ""
    if others:
        why = tr("line {line} holds units or a remark", line=lines[above])
    elif rows > 1:
        why = tr("only together they name the columns")
    decision = _decided(CHOICES[rows], told, why)
    return _header(beginning, first, above + 1 - first, decision, file, above - lowest)


def _lowest_name(beginning: Beginning, above: int) -> tuple[int, int]:
    """The last row of names in a header that ends with row ``above``, and how many rows that say
    something stand below it."""
    row, others = names_over(beginning, above, len(CHOICES) - 2)
    return (row, others) if others else (above, 0)


def _first_name(beginning: Beginning, row: int, most: int) -> int:
    """The uppermost of the rows, at most so many, that name the columns down to this one."""
    names, first = beginning.cells[row], row
    while first > 0 and row - first < most - 1 and belong_together(beginning, first, names):
        first -= 1
        names = tuple(joined(list(beginning.cells[first]), list(names)))
    return first


def _decided(chosen: str, told: str = "", why: str = "") -> Decision:
    """One row of names is what everybody expects; anything else is worth a look."""
    told = told or (
        tr("no header") if chosen == NONE else tr("a header of {choice}", choice=tr(chosen))
    )
    return Decision("header", chosen, CHOICES, why, told=told, aloud=chosen != CHOICES[1])


def _as_said(
    beginning: Beginning, answer: str, reading: int, above: int | None, file: str
) -> Header:
    last = min(reading, len(beginning) - 1) if above is None else above
    if answer == NONE:
        refuse_split_decimals(beginning, last, file)
        return _header(beginning, last, 0, _decided(NONE))
    first, missing = last, CHOICES.index(answer) - 1
    while missing and (upper := row_above(beginning, first)) >= 0:
        first, missing = upper, missing - 1
    last = min(last + missing, len(beginning) - 1)
    lowest, _ = _lowest_name(beginning, last)
    units = last - lowest if lowest >= first else 0
    return _header(beginning, first, last + 1 - first, _decided(answer), units=units)


def _header(
    beginning: Beginning,
    first: int,
    rows: int,
    decision: Decision,
    file: str = "",
    units: int = 0,
) -> Header:
    """The header that begins with row ``first``; its width is checked where ``file`` is given."""
    below = range(first + rows, len(beginning))
    widths = Counter(beginning.filled[row] for row in below if beginning.filled[row])
    usual = widths.most_common(1)[0][0] if widths else 1
    if not rows:
        common = [width for width, times in widths.items() if times >= 0.1 * widths.total()]
        width = max([usual, *common])
        return Header(beginning.lines[first] - 1, 0, width, decision)
    header = range(first, first + rows)
    named = max(beginning.filled[row] for row in header)
    width = max(beginning.widths[row] for row in header)
    counted = named == usual - 1 and _counts(beginning, below)
    if file and not counted:
        refuse_out_of_step(beginning, header, width, below, file)
    return Header(beginning.lines[first] - 1, rows, width + counted, decision, units, counted)


def _last_row(beginning: Beginning, reading: int) -> int | None:
    """The last row of the header, right above the first reading; None where there is none."""
    row = row_above(beginning, reading)
    while row > 0 and says_no_reading(beginning, row):
        row = row_above(beginning, row)
    if row < 0:
        return None
    heads = names_columns(beginning, row) or adds_to_names(beginning, row)
    return row if heads or _lowest_name(beginning, row)[1] else None


def _counts(beginning: Beginning, below: Sequence[int]) -> bool:
    """Whether the first column runs 1, 2, 3 (or from 0) as row names do."""
    cells = [beginning.cells[row][0] for row in list(below)[:20]]
    if not cells or not all(cell.isdigit() and cell.isascii() for cell in cells):
        return False
    first = int(cells[0])
    return first in (0, 1) and [int(cell) for cell in cells] == list(
        range(first, first + len(cells))
    )
