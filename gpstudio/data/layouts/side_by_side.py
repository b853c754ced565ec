"""Whether columns of numbers are one variable of several fields, or several variables of one.

"Plot 1", "Plot 2" are fields; "ndvi", "evi" and "temperature", "rain" are variables; "north",
"south" with numbers of one kind could be either, and only a person knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.names import (
    BESIDE_A_VALUE,
    GENERIC_VALUES,
    GROUPS,
    NOT_THE_VALUE,
    SECOND_HAND,
    WITHIN_A_FIELD,
    words,
)
from gpstudio.data.texts import Texts
from gpstudio.phenology.indices import INDICES


class Meaning(Enum):
    FIELDS = "fields"
    VARIABLES = "variables"
    EITHER = "either"


_PLACES = frozenset([*GROUPS, *WITHIN_A_FIELD, "farm", "parcela", "talhao"])
_QUANTITIES = (
    frozenset(INDICES)
    | frozenset(GENERIC_VALUES)
    | BESIDE_A_VALUE
    | (NOT_THE_VALUE - _PLACES)
    | SECOND_HAND
    | frozenset(
        (
            "temp temperature tmin tmax tavg tmean rain rainfall precip precipitation prcp "
            "humidity rh wind pressure radiation srad par vpd et et0 dew dewpoint soil moisture "
            "red green blue nir swir swir1 swir2 rededge coastal band bands b height yield biomass "
            "cover vv vh hh hv open high low close volume gdd lst albedo elevation slope aspect "
            "depth ph"
        ).split()
    )
)
_BAND = re.compile(r"b\d{1,2}a?|band\d+|[pq]\d\d|sr_b\d+|sur_refl_b\d+")
_APART = 3.0
"""Medians so many spreads apart are no numbers of one kind."""


def meaning_of(names: Sequence[str], columns: Sequence[Texts]) -> Meaning:
    """What columns side by side are, from what tells their names apart and from their numbers."""
    told = _told_apart(names)
    whole = {word for name in names for word in words(re.sub(r"\d+", " ", name))}
    placed = not whole.isdisjoint(_PLACES)
    of_an_index = not whole.isdisjoint(INDICES)
    # "Field B" and "B ndvi" are no bands, and "plot x" no place on a map.
    shortest = 2 if placed or of_an_index else 1
    flat = [word for part in told for word in part if len(word) >= shortest]
    if any(word in _QUANTITIES or _BAND.fullmatch(word) for word in flat):
        return Meaning.VARIABLES
    if not _of_one_kind(names, columns):
        return Meaning.VARIABLES
    stems = {"".join(re.split(r"\d+", "".join(part))) for part in told}
    numbered = len(stems) == 1 and all(any(c.isdigit() for c in "".join(part)) for part in told)
    if all(re.fullmatch(r"column \d+", name) for name in names):
        return Meaning.EITHER  # names that we gave ourselves
    if placed or (numbered and (of_an_index or stems == {""})) or (of_an_index and not flat):
        return Meaning.FIELDS
    return Meaning.EITHER


def _told_apart(names: Sequence[str]) -> list[list[str]]:
    """The words of each name that the others lack."""
    split = [words(name) for name in names]
    shared = set.intersection(*map(set, split)) if split else set()
    return [[word for word in name if word not in shared] for name in split]


def _of_one_kind(names: Sequence[str], columns: Sequence[Texts]) -> bool:
    """Whether all columns range about alike."""
    numbers = [_known(name, column) for name, column in zip(names, columns, strict=True)]
    said = [column for column in numbers if len(column)]
    if len(said) < 2:
        return True
    middles = np.array([np.median(column) for column in said])
    spreads = np.array([np.ptp(np.quantile(column, [0.05, 0.95])) for column in said])
    usual = float(np.median(spreads))
    near = bool(np.all(np.abs(middles - np.median(middles)) <= _APART * usual + 1e-9))
    moving = spreads[spreads > 0]
    alike = not len(moving) or float(moving.max()) <= 20 * float(np.median(moving))
    return near and alike


def _known(name: str, column: Texts) -> Floats:
    values = read_numbers(name, column).values
    return np.asarray(values[np.isfinite(values)])
