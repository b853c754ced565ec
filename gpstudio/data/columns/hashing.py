"""Which distinct cell each row holds, straight from the bytes of cells.

The distinct cells stand one after the other in ``store``; ``stops[code]`` is where one ends.
``table`` is an open hash table of codes, with -1 where there is none, a power of two in length.
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


@compiled
def code_cells(
    text: Any,
    starts: Any,
    ends: Any,
    marks: Any,
    slot: int,
    begin: int,
    table: Any,
    hashes: Any,
    stops: Any,
    store: Any,
    known: int,
    codes: Any,
) -> Any:
    """Code the rows from ``begin`` on, as far as the arrays have room for new cells.

    ``codes`` is as long as there are rows. Gives the row that found no room, or the number of rows,
    and how many distinct cells are known then.
    """
    places = (address(table), len(table), address(hashes), address(stops), address(store))
    latest = -1
    for row in range(begin, len(codes)):
        cell = address(text)
        start, end = inner(cell, starts[row, slot], ends[row, slot])
        used = stops[known - 1] if known > 0 else 0
        if marks[row, slot] == DOUBLED:
            if used + end - start > len(store):
                return row, known
            end = used + _with_single_marks(cell, start, end, address(store), used)
            cell, start = address(store), used
        if latest < 0 or not _is_cell(cell, start, end, places, latest):
            place, latest, number = _find(cell, start, end, places)
            if latest < 0:
                if known == len(stops) or used + end - start > len(store):
                    return row, known
                for offset in range(end - start):
                    store[used + offset] = cell[start + offset]
                stops[known] = used + end - start
                hashes[known] = number
                table[place] = known
                latest = known
                known += 1
        codes[row] = latest
    return len(codes), known


@compiled
def fill_table(table: Any, hashes: Any, known: int) -> None:
    """Enter all known cells into an empty table."""
    for code in range(known):
        place = _first_place(hashes[code], len(table))
        while table[place] >= 0:
            place = (place + 1) & (len(table) - 1)
        table[place] = code


@compiled
def _find(letters: Any, start: int, end: int, places: Any) -> Any:
    """The cell's place in the table, its code there or -1, and its hash."""
    table, size, hashes, _, _ = places
    number = _BASE
    for place in range(start, end):
        number = (number ^ np.uint64(letters[place])) * _PRIME
    place = _first_place(number, size)
    while True:
        code: Any = np.int64(table[place])
        if code < 0:
            return place, -1, number
        if hashes[code] == number and _is_cell(letters, start, end, places, code):
            return place, code, number
        place = (place + 1) & (size - 1)


@compiled(inline=True)
def _first_place(number: Any, size: int) -> Any:
    return np.int64((number ^ (number >> _FOLD)) & np.uint64(size - 1))


@compiled(inline=True)
def _is_cell(letters: Any, start: int, end: int, places: Any, code: int) -> bool:
    _, _, _, stops, store = places
    begin = stops[code - 1] if code > 0 else 0
    if stops[code] - begin != end - start:
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
