"""Rows above the readings: names in one part or several, and beneath them units and remarks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpstudio.data.cutting.beginning import Beginning
from gpstudio.data.cutting.first_reading import names_columns
from gpstudio.data.cutting.kinds import DATE, NOTHING, WORDS, kind_of
from gpstudio.data.cutting.naming import joined
from gpstudio.data.names import BESIDE_A_VALUE, GROUPS, TIMES, sounds_like_value, words

_UNIT = re.compile(
    r"\W*|[\[(].{0,30}[\])]|[-ymdhs/:.t ]{4,20}|unitless|none|index|[a-z°µμ%]{1,5}[\d²³]?"
    r"(?:[ */^.·-]{0,2}(?:[a-z°µμ%]{1,4}|-?\d)[\d²³]?){0,3}",
    re.IGNORECASE,
)
_KNOWN_UNITS = frozenset(
    "- % mm cm m km ha m2 m² m2/m2 m²/m² °c c degc deg_c celsius k kelvin hpa mb mbar "
    "m/s w/m2 kg/ha g/m2 mj/m2 unitless kj/m² utc".split()
)
_DATE_FORM = re.compile(
    r"(?=.{4})(?:[ymdhs]{1,4}[-/:.t ]{0,2}){2,6}"
    r"|(?:([^\W\d_])\1{0,3}[-/:. ]{1,2}){1,5}([^\W\d_])\2{1,3}",  # TT.MM.JJJJ, jj/mm/aaaa
    re.IGNORECASE,
)
_RULE = re.compile(r"[-=_:+]{3,}")
_NEVER_A_UNIT = frozenset("date time datetime timestamp datum data fecha zeit".split())
_TYPES = frozenset(
    "text string str char character varchar factor zahl number numeric num float double real "
    "int integer integer64 boolean bool object float64 int64 datetime64".split()
)
_NAMING = frozenset((*TIMES, *GROUPS, *BESIDE_A_VALUE)) - {"day", "x"}
"""Words that name a column wherever they stand."""


def row_above(beginning: Beginning, row: int) -> int:
    """The next row above that says something; -1 where there is none."""
    row -= 1
    while row >= 0 and beginning.filled[row] == 0:
        row -= 1
    return row


def names_over(beginning: Beginning, row: int, most: int) -> tuple[int, int]:
    """The row of names beneath which this one, and what stands between, name nothing: such rows,
    at most so many, hold units, a rule or a remark. Also how many they are; none where the row is
    no such."""
    below: list[int] = []
    while row >= 0 and len(below) < most:
        below.append(row)
        row = row_above(beginning, row)
        if names_columns(beginning, row) and all(
            _hold_units(beginning, row, other)
            or _remarks(beginning, row, other)
            or _describes(beginning, row, other)
            for other in below
        ):
            return row, len(below)
    return -1, 0


def adds_to_names(beginning: Beginning, row: int) -> bool:
    """Whether a row, few of whose cells are filled, stands right below names of nearly all columns.

    So it belongs to the header, whatever it says.
    """
    return names_columns(beginning, upper := row_above(beginning, row)) and (
        beginning.filled[upper] >= beginning.width - 1
    )


def says_no_reading(beginning: Beginning, row: int) -> bool:
    """Whether a row below names speaks of a field alone: it is a row without a reading."""
    cells = zip(beginning.cells[row], beginning.kinds, strict=False)
    return (
        adds_to_names(beginning, row)
        and not names_columns(beginning, row)
        and all(kind == WORDS and not _is_unit(cell) for cell, kind in cells if cell)
    )


def _hold_units(beginning: Beginning, upper: int, row: int) -> bool:
    """Whether a row says only in what the columns are measured or written, or is a rule."""
    if beginning.widths[row] < 2:
        return False
    names = [cell for cell in beginning.cells[upper] if cell]
    cells = [cell for cell in beginning.cells[row] if cell]
    small = [cell.lower() for cell in cells]
    if any(map(_is_unit, names)):
        return False
    if not _TYPES.isdisjoint(small):
        return all(c in _TYPES or c in _NEVER_A_UNIT or _is_unit(c) for c in small)
    return (
        all(_UNIT.fullmatch(cell) for cell in cells)
        and any(map(_is_unit, cells))
        and not any(map(_names_a_column, cells))
    )


def _remarks(beginning: Beginning, upper: int, row: int) -> bool:
    """Whether the names above, each of them once, need nothing of what a row says below some."""
    names, cells = beginning.cells[upper], beginning.cells[row]
    told = [name for name in names if name]
    below = [cell for cell in cells if cell]
    return (
        len(set(told)) == len(told) > len(below)
        and all(name for name, cell in zip(names, cells, strict=True) if cell)
        and not any(_names_a_column(cell) for cell in below)
        and _dates(joined(list(names), list(cells))) <= _dates(names)
    )


def _describes(beginning: Beginning, upper: int, row: int) -> bool:
    """Whether a row says in other words what the columns are that the row above names: each of them
    otherwise, and more of them, at least two, by names that are known."""
    names, cells = (beginning.cells[at][: beginning.width] for at in (upper, row))
    known = sum(map(_names_a_column, names)) if all(names) else 0
    return (
        len(set(names)) == len(names)
        and all(kind_of(cell) == WORDS for cell in cells)
        and known > max(1, sum(map(_names_a_column, cells)))
    )


def _names_a_column(cell: str) -> bool:
    said = words(cell)
    naming = bool(said) and _NAMING.issuperset(said)
    return not _is_unit(cell) and (naming or sounds_like_value(cell))


def _is_unit(cell: str) -> bool:
    return (
        cell.lower() in _KNOWN_UNITS
        or _DATE_FORM.fullmatch(cell) is not None
        or _RULE.fullmatch(cell) is not None
        or (cell[0] in "[(" and cell[-1] in ")]")
    )


def belong_together(beginning: Beginning, row: int, names: Sequence[str]) -> bool:
    """Whether ``names``, of a row, name their columns only together with the row above it."""
    width = min(beginning.width, len(names))
    upper, lower = beginning.cells[row - 1][:width], names[:width]
    if upper == lower:
        return False
    spans = [
        bool(a) and (b == a or not b) and bool(under)
        for a, b, under in zip(upper, upper[1:], lower[1:], strict=False)
    ]
    if _fill_holes(beginning, upper, lower, spans):
        return True
    # A sheet leaves out the empty cells at the end, those of the last span.
    if beginning.widths[row - 1] < width - 1 or not names_columns(beginning, row - 1):
        return False
    names_of_both = joined(list(upper), list(lower))
    together = set(names_of_both)
    # years above months, each of them once
    if any(spans) and _dates(names_of_both) > _dates(lower):
        return True
    if len(set(lower)) == width and all(lower):
        return False
    return len(together) > len(set(lower)) if any(spans) else len(together) == width


def _fill_holes(
    beginning: Beginning, upper: Sequence[str], lower: Sequence[str], spans: Sequence[bool]
) -> bool:
    """Whether a row names columns that hold readings and have no name in the row below it.

    What else it says spans several names. A line of its own above the first column is a title.
    """
    kinds = [*beginning.kinds, *[NOTHING] * len(upper)]
    holes = {
        place for place, cell in enumerate(upper)
        if cell and not lower[place] and kinds[place] != NOTHING
    }  # fmt: skip
    others = {place for place, cell in enumerate(upper) if cell} - holes
    return (
        bool(holes - {0})
        and sum(map(bool, lower)) >= len(holes)
        and all(place < len(spans) and spans[place] for place in others)
    )


def _dates(names: Sequence[str]) -> int:
    return sum(kind_of(name) == DATE for name in names)
