"""Which distinct cell each row holds, straight from the bytes of cells.

The distinct cells stand one after the other in ``store``, each from ``bounds[code]`` to
``bounds[code + 1]``. ``table`` is an open hash table of codes, with -1 where there is none, a power
of two in length. While the cells of a column only ascend, or only descend, as the times of loggers
do, each is told from all before by the one before: then there is no table, nor are there hashes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled
from gpstudio.data.columns.edges import inner
from gpstudio.data.cutting.marks import DOUBLED

QUOTE = 34
_BASE = np.uint64(0xCBF29CE484222325)
_PRIME = np.uint64(0x100000001B3)
_FOLD = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
"""Half of a hash is kept: more than tells two places of the table apart."""

DONE, WANTS_CODES, WANTS_LETTERS, WANTS_TABLE = 0, 1, 2, 3
"""Why coding came to an end: all rows are coded, or there is no room for what comes next."""


@compiled
def code_cells(
    text: Any,
    starts: Any,
    ends: Any,
    marks: Any,
    slot: int,
    whole: bool,
    begin: int,
    table: Any,
    hashes: Any,
    bounds: Any,
    store: Any,
    known: int,
    codes: Any,
) -> Any:
    """Code the rows from ``begin`` on, as far as the arrays have room for new cells.

    ``codes`` is as long as there are rows. Gives the row that found no room, or the number of rows,
    how many distinct cells are known then, and what is wanted.
    """
    places = (address(table), len(table), address(hashes), address(bounds), address(store))
    latest, direction = known - 1, 1
    if known > 1:
        direction = _compare(address(store), bounds[1], bounds[2], places, 0)
    for row in range(begin, len(codes)):
        cell = address(text)
        start, end = starts[row, slot], ends[row, slot]
        if not whole:
            start, end = inner(cell, start, end)
        used = bounds[known]
        if marks[row, slot] == DOUBLED:
            if used + end - start > len(store):
                return row, known, WANTS_LETTERS
            end = used + _with_single_marks(cell, start, end, address(store), used)
            cell, start = address(store), used
        if latest < 0 or not _is_cell(cell, start, end, places, latest):
            place, latest, number, direction = _look_up(cell, start, end, places, known, direction)
            if direction == 0:
                return row, known, WANTS_TABLE
            if latest < 0:
                if known == len(bounds) - 1:
                    return row, known, WANTS_CODES
                if used + end - start > len(store):
                    return row, known, WANTS_LETTERS
                for offset in range(end - start):
                    store[used + offset] = cell[start + offset]
                bounds[known + 1] = used + end - start
                if place >= 0:
                    hashes[known] = number
                    table[place] = known
                latest = known
                known += 1
        codes[row] = latest
    return len(codes), known, DONE


@compiled(inline=True)
def _look_up(letters: Any, start: int, end: int, places: Any, known: int, direction: int) -> Any:
    """As ``_find``, with -1 for the place where there is no table, and the way the cells go on.

    That is 1 where they ascend, -1 where they descend, 0 where they turn and a table is wanted. The
    cell is another than the latest.
    """
    if places[1] > 0:
        place, code, number = _find(letters, start, end, places)
        return place, code, number, direction
    if known == 0:
        return -1, -1, np.uint32(0), direction
    way = _compare(letters, start, end, places, known - 1)
    return -1, -1, np.uint32(0), way if known == 1 or way == direction else 0


@compiled
def hash_cells(bounds: Any, store: Any, known: int, hashes: Any) -> None:
    """The hashes of all known cells, as ``_find`` has them."""
    for code in range(known):
        hashes[code] = _hash(address(store), bounds[code], bounds[code + 1])


@compiled
def fill_table(table: Any, hashes: Any, known: int) -> None:
    """Enter all known cells into an empty table."""
    for code in range(known):
        place = np.int64(hashes[code]) & (len(table) - 1)
        while table[place] >= 0:
            place = (place + 1) & (len(table) - 1)
        table[place] = code


@compiled
def _find(letters: Any, start: int, end: int, places: Any) -> Any:
    """The cell's place in the table, its code there or -1, and its hash."""
    table, size, hashes, _, _ = places
    folded = _hash(letters, start, end)
    place = np.int64(folded) & (size - 1)
    while True:
        code: Any = np.int64(table[place])
        if code < 0:
            return place, -1, folded
        if hashes[code] == folded and _is_cell(letters, start, end, places, code):
            return place, code, folded
        place = (place + 1) & (size - 1)


@compiled(inline=True)
def _hash(letters: Any, start: int, end: int) -> Any:
    number = _BASE
    for place in range(start, end):
        number = (number ^ np.uint64(letters[place])) * _PRIME
    return np.uint32((number ^ (number >> _FOLD)) & _LOW)


@compiled(inline=True)
def _compare(letters: Any, start: int, end: int, places: Any, code: int) -> int:
    """1 for a cell behind the one of ``code`` in the order of their bytes, -1 for one before it."""
    _, _, _, bounds, store = places
    begin, stop = bounds[code], bounds[code + 1]
    for place in range(min(end - start, stop - begin)):
        if letters[start + place] != store[begin + place]:
            return 1 if letters[start + place] > store[begin + place] else -1
    return 1 if end - start > stop - begin else -1


@compiled(inline=True)
def _is_cell(letters: Any, start: int, end: int, places: Any, code: int) -> bool:
    _, _, _, bounds, store = places
    begin = bounds[code]
    if bounds[code + 1] - begin != end - start:
        return False
    for place in range(end - start):  # noqa: SIM110  # compiled code has no generators
        if letters[start + place] != store[begin + place]:
            return False
    return True


@compiled
def _with_single_marks(letters: Any, start: int, end: int, store: Any, begin: int) -> int:
    """Write the cell with one quotation mark for each two; its length is given."""
    size, place = 0, start
    while place < end:
        store[begin + size] = letters[place]
        size += 1
        doubled = letters[place] == QUOTE and place + 1 < end and letters[place + 1] == QUOTE
        place += 2 if doubled else 1
    return size
