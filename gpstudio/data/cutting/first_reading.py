"""Where the readings of a table begin: the first row whose cells are of their columns' kinds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gpstudio.data.cutting.beginning import Beginning
from gpstudio.data.cutting.kinds import A_NUMBER, DATE, NOTHING, TYPED, WORDS, kind_of

_SLIPS = 4
"""So many rows may have slipped between the header and the first reading that is whole."""


def first_reading(beginning: Beginning) -> int:
    """The first row of the table that is no header; the number of rows where all are header."""
    kinds = beginning.kinds
    typed = [column for column, kind in enumerate(kinds) if kind in TYPED]
    start = beginning.usual[0] if beginning.usual else 0
    size = len(beginning)
    if not typed:
        return min(start + 1, size)
    fits = [_fit(beginning, row, kinds, typed) for row in range(size)]
    start = max(start, _behind_full_names(beginning, fits))
    first = next((row for row in range(start, size) if fits[row] > 0.5), size)
    if first < size and _labels(beginning, first, typed):
        return first + 1
    # A first row with a slip of the pen is a reading all the same where names stand above it.
    for row in range(first - 1, max(-1, first - 1 - _SLIPS), -1):
        if beginning.widths[row] == beginning.width and not fits[row]:
            if names_columns(beginning, row):
                return row + 1
            break
    top = first
    while top > 0 and fits[top - 1] > 0:
        top -= 1
    if top == first or fits[top] > 0.5 or names_columns(beginning, top - 1):
        return top
    return top + 1


def _behind_full_names(beginning: Beginning, fits: Sequence[float]) -> int:
    """The row behind the first that names every column, but for one perhaps that is named above
    it, where no full reading stands above it.

    So the day of an export, alone in the first column, is not taken for a reading, nor are years
    above the names of months.
    """
    width = beginning.width
    for row in beginning.usual:
        cells = beginning.cells[row][:width]
        kinds = [kind_of(cell) for cell in cells]
        one_above = width > 2 and kinds.count(NOTHING) == 1
        if fits[row] == 0 and kinds.count(WORDS) == width - one_above:
            return row + 1
        if fits[row] > 0.5 and beginning.filled[row] == width:
            break
    return 0


def _fit(beginning: Beginning, row: int, kinds: Sequence[str], typed: Sequence[int]) -> float:
    """Which part of a row's cells is what their columns are: all where the date is one."""
    found = [(kinds[column], kind_of(beginning.cells[row][column])) for column in typed]
    said = [(usual, kind) for usual, kind in found if kind != NOTHING]
    right = sum(usual == kind for usual, kind in said)
    share = right / len(said) if said else 0.0
    if (DATE, DATE) in said:
        return 1.0
    if any(usual == DATE and kind == WORDS for usual, kind in said):
        return min(share, 0.5)
    return share


def _labels(beginning: Beginning, row: int, typed: Sequence[int]) -> bool:
    """Whether a row of numbers above numbers labels the columns: 1960, 1961, 1962, …"""
    cells = [beginning.cells[row][column] for column in typed]
    numbers = [cell for cell in cells if kind_of(cell) != WORDS]
    if len(numbers) < len(cells) and all(map(_is_whole, numbers)):
        # A word above numbers, as in "doy,2019,2020", is no reading.
        return all(step > 0 for step in _steps(numbers))
    steps = _steps(cells)
    if len(cells) < 3 or not steps or min(steps) <= 0:
        return False
    below = [other for other in beginning.usual if other > row]
    under = [[beginning.cells[other][column] for column in typed] for other in below]
    if len(steps) == 1:
        # Rows that mostly grow alike are readings, the first of them too.
        return sum(_steps(others) == steps for others in under) <= len(below) / 2
    return any(
        kind_of(cell) == A_NUMBER and not _is_whole(cell) for others in under for cell in others
    )


def _is_whole(cell: str) -> bool:
    return cell.isdigit() and cell.isascii()


def _steps(cells: Sequence[str]) -> set[int]:
    """By how much numbers grow from cell to cell; none where one is not whole."""
    if not all(map(_is_whole, cells)):
        return set()
    return {after - before for before, after in pairwise(map(int, cells))}


def names_columns(beginning: Beginning, row: int) -> bool:
    """Whether a row is as wide as the table, or nearly, and names at least half of its columns."""
    if row < 0 or beginning.widths[row] < 2:
        return False
    cells = beginning.cells[row][: beginning.widths[row]]
    return sum(map(bool, cells)) >= min(2, len(cells) / 2)
