"""Where the header stands, how many rows it has, and what the columns are called.

A header taken for a reading would be noise; a reading taken for a header would be lost without a
word. So the first reading is sought, the first row whose cells are of the kinds of their columns;
what stands right above it is the header, and what stands above that is not of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.data.cutting.beginning import Beginning
from gpstudio.data.cutting.first_reading import first_reading, names_columns
from gpstudio.data.cutting.naming import joined, plain, unique_names
from gpstudio.data.cutting.names_above import belong_together, hold_units
from gpstudio.data.decisions import ABOUT, Decision

NONE, ONE, TWO = ABOUT["header"]
COMMENT_MARKS = "#%!/"
"""With one of them a comment begins, with the last only when it is doubled."""


@dataclass(frozen=True)
class Header:
    """``skipped`` lines stand above the table; ``rows`` rows of it, in that order, are header."""

    skipped: int
    rows: int
    width: int
    """How many columns the table has."""
    decision: Decision
    units: bool = False
    """The last header row tells units, not names."""
    counted: bool = False
    """The rows begin with a running number that the header does not name."""
    marked: bool = False
    """The names stand behind the mark of a comment: "#date,ndvi"."""

    def names(self, rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
        """Of the columns, from the header's rows cell by cell."""
        named = rows[: self.rows - self.units]
        if not named:
            return unique_names([""] * self.width)
        cells = [plain(cell) for cell in named[-1]]
        if self.marked:
            cells[0] = cells[0].lstrip(COMMENT_MARKS + " ")
        if len(named) == 2:
            cells = joined([plain(cell) for cell in named[0]], cells)
        cells = [""] * self.counted + cells
        return unique_names((cells + [""] * self.width)[: self.width])


def find_header(beginning: Beginning, answers: Mapping[str, str], file: str) -> Header:
    """The header of the table in a text that is cut."""
    reading = min(first_reading(beginning), len(beginning))
    above = _row_above(beginning, reading)
    answer = answers.get("header")
    if answer is not None:
        return _as_said(beginning, answer, reading, above)
    lines = beginning.lines
    if above is None:
        first = min(reading, len(beginning) - 1)
        _refuse_split_decimals(beginning, first, file)
        why = f"line {lines[first]} holds readings already"
        return _header(beginning, first, 0, _decided(NONE, "no header", why))
    if above > 0 and hold_units(beginning, above):
        told, why = f"names on line {lines[above - 1]}", f"line {lines[above]} holds units"
        return _header(beginning, above - 1, 2, _decided(TWO, told, why), file, units=True)
    if above > 0 and belong_together(beginning, above):
        told = f"names on lines {lines[above - 1]} and {lines[above]}"
        why = "only together they name the columns"
        return _header(beginning, above - 1, 2, _decided(TWO, told, why), file)
    told = f"names on line {lines[above]}"
    why = "the readings begin right below it" if above > 0 else ""
    return _header(beginning, above, 1, _decided(ONE, told, why), file)


def _decided(chosen: str, told: str = "", why: str = "") -> Decision:
    return Decision("header", chosen, ABOUT["header"], why, told=told)


def _as_said(beginning: Beginning, answer: str, reading: int, above: int | None) -> Header:
    last = min(reading, len(beginning) - 1) if above is None else above
    if answer == NONE:
        return _header(beginning, last, 0, _decided(NONE))
    if answer == ONE:
        return _header(beginning, last, 1, _decided(ONE))
    first = max(0, last - 1)
    units = first < last and hold_units(beginning, last)
    return _header(beginning, first, min(2, len(beginning) - first), _decided(TWO), units=units)


def _header(
    beginning: Beginning,
    first: int,
    rows: int,
    decision: Decision,
    file: str = "",
    units: bool = False,
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
        _refuse_wider_rows(beginning, width, below, beginning.lines[first], file)
        _refuse_gaps(beginning, header[-1], below, file)
    return Header(beginning.lines[first] - 1, rows, width + counted, decision, units, counted)


def _refuse_wider_rows(
    beginning: Beginning, named: int, below: Sequence[int], line: int, file: str
) -> None:
    wider = [row for row in below if beginning.filled[row] > named]
    # Where most rows have a cell more, be it empty, one that is filled shows that it counts.
    allowed = 0 if beginning.width > named else len(below) / 2
    if len(wider) <= allowed:
        return
    row = wider[0]
    advice = (
        "put numbers with a decimal comma between quotation marks, or part the cells by semicolons"
        if beginning.delimiter == ","
        else "give every column a name, or say that there is no header"
    )
    raise InputError(
        f"Line {beginning.lines[row]} of {file} has {beginning.filled[row]} cells but its header "
        f"on line {line} has {named}; {advice}."
    )


def _refuse_gaps(beginning: Beginning, row: int, below: Sequence[int], file: str) -> None:
    """A header with an empty name amid others and more cells than any row may be out of step."""
    names = beginning.cells[row][: beginning.filled[row]]
    most = max((beginning.widths[other] for other in below), default=len(names))
    if "" in names and len(names) > most:
        raise InputError(
            f"Line {beginning.lines[row]} of {file} has {len(names)} cells, one of them empty, but "
            f"the rows below have {most}; remove the delimiter too many, or name every column."
        )


def _refuse_split_decimals(beginning: Beginning, first: int, file: str) -> None:
    """Numbers such as 0,5686 that commas cut in two are no two columns; a header would show it."""
    if beginning.delimiter != ",":
        return
    rows = [row for row in beginning.usual if row >= first]
    for column in range(min(beginning.width, len(beginning.kinds)) - 1):
        whole = {beginning.cells[row][column].lstrip("+-") for row in rows}
        parts = [beginning.cells[row][column + 1] for row in rows]
        if whole <= {"0", "1"} and all(part.isdigit() for part in parts) and "0" in whole:
            raise InputError(
                f"Numbers such as {beginning.cells[rows[0]][column]},{parts[0]} on line "
                f"{beginning.lines[rows[0]]} of {file} may be cut at a decimal comma; put them "
                "between quotation marks, part the cells by semicolons, or add a line of names."
            )


def _row_above(beginning: Beginning, reading: int) -> int | None:
    """The row of names right above the first reading; None where there is none."""
    row = reading - 1
    while row >= 0 and beginning.filled[row] == 0:
        row -= 1
    return row if row >= 0 and names_columns(beginning, row) else None


def _counts(beginning: Beginning, below: Sequence[int]) -> bool:
    """Whether the first column runs 1, 2, 3 (or from 0) as row names do."""
    cells = [beginning.cells[row][0] for row in list(below)[:20]]
    if not cells or not all(cell.isdigit() and cell.isascii() for cell in cells):
        return False
    first = int(cells[0])
    return first in (0, 1) and [int(cell) for cell in cells] == list(
        range(first, first + len(cells))
    )
