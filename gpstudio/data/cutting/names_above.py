"""Two rows above the readings: names and their units, or names in two parts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpstudio.data.cutting.beginning import Beginning
from gpstudio.data.cutting.first_reading import names_columns
from gpstudio.data.cutting.kinds import DATE, kind_of
from gpstudio.data.cutting.naming import joined

_UNIT = re.compile(
    r"\W*|[\[(].{0,30}[\])]|[-ymdhs/:.t ]{4,20}|unitless|none|index|[a-z°µ%]{1,5}\d?"
    r"(?:[ */^.·-]{0,2}(?:[a-z°µ%]{1,4}|-?\d)[\d²³]?){0,3}",
    re.IGNORECASE,
)
_KNOWN_UNITS = frozenset(
    "- % mm cm m km ha m2 m² m2/m2 m²/m² °c c degc deg_c celsius k kelvin hpa mb mbar "
    "m/s w/m2 kg/ha g/m2 mj/m2 unitless kj/m² utc".split()
)
_DATE_FORM = re.compile(r"(?:[ymdhs]{1,4}[-/:.t ]{0,2}){2,6}", re.IGNORECASE)


_RULE = re.compile(r"[-=_:+]{3,}")
_NEVER_A_UNIT = frozenset("date time datetime timestamp datum data fecha zeit".split())


def hold_units(beginning: Beginning, row: int) -> bool:
    """Whether a row under the names says only in what the columns are measured, or is a rule."""
    if not names_columns(beginning, row - 1) or beginning.widths[row] < 2:
        return False
    names = [cell for cell in beginning.cells[row - 1] if cell]
    cells = [cell for cell in beginning.cells[row] if cell]
    return (
        bool(cells)
        and all(_UNIT.fullmatch(cell) for cell in cells)
        and any(_is_unit(cell) for cell in cells)
        and _NEVER_A_UNIT.isdisjoint(cell.lower() for cell in cells)
        and not any(_is_unit(name) for name in names)
    )


def _is_unit(cell: str) -> bool:
    return (
        cell.lower() in _KNOWN_UNITS
        or _DATE_FORM.fullmatch(cell) is not None
        or _RULE.fullmatch(cell) is not None
        or (cell[0] in "[(" and cell[-1] in ")]")
    )


def belong_together(beginning: Beginning, row: int, names: Sequence[str]) -> bool:
    """Whether ``names``, of a row, name their columns only together with the row above it."""
    above = beginning.cells[row - 1]
    width = min(beginning.width, len(names))
    # A sheet leaves out the empty cells at the end, those of the last span.
    if beginning.widths[row - 1] < width - 1 or not names_columns(beginning, row - 1):
        return False
    upper, lower = above[:width], names[:width]
    alone = len(set(lower)) == width and all(lower)
    spans = any(
        a and (b == a or not b) and under
        for a, b, under in zip(upper, upper[1:], lower[1:], strict=False)
    )
    names_of_both = joined(list(upper), list(lower))
    together = set(names_of_both)
    if upper == lower:
        return False
    if spans and _dates(names_of_both) > _dates(lower):  # years above months, each of them once
        return True
    if alone:
        return False
    return len(together) > len(set(lower)) if spans else len(together) == width


def _dates(names: Sequence[str]) -> int:
    return sum(kind_of(name) == DATE for name in names)
