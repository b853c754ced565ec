"""Taking readings out of a series by hand, and bringing them back: nothing is lost on the way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.data.series import Excluded, Series
from gpstudio.translation import tr

FEWEST = 3
"""Readings that stay: fewer say nothing."""


def without(series: Series, which: Flags) -> Series:
    """The series without the readings that are flagged; they are kept beside it."""
    stay = ~which
    if np.count_nonzero(stay) < FEWEST:
        raise InputError(
            tr(
                "At least {fewest} readings must stay: restore some before taking more.",
                fewest=FEWEST,
            )
        )
    taken = Excluded(
        series.time[which], series.value[which], _of(series.weight, which)
    )  # in the order of time, as the series is
    return replace(
        series,
        time=series.time[stay],
        value=series.value[stay],
        weight=_of(series.weight, stay),
        excluded=_merged(series.excluded, taken),
    )


def restored(series: Series, which: Flags | None = None) -> Series:
    """With those of the excluded readings that are flagged back in; all of them when None."""
    out = series.excluded
    if out is None:
        return series
    which = np.ones(len(out), dtype=np.bool_) if which is None else which
    back = Excluded(out.time[which], out.value[which], _of(out.weight, which))
    inside = _merged(Excluded(series.time, series.value, series.weight), back)
    left = None
    if not which.all():
        left = Excluded(out.time[~which], out.value[~which], _of(out.weight, ~which))
    return replace(
        series, time=inside.time, value=inside.value, weight=inside.weight, excluded=left
    )


def _of(weight: Floats | None, which: Flags) -> Floats | None:
    return None if weight is None else weight[which]


def _merged(one: Excluded | None, other: Excluded) -> Excluded:
    if one is None:
        return other
    time = np.concatenate([one.time, other.time])
    order = np.argsort(time, kind="stable")
    value = np.concatenate([one.value, other.value])[order]
    weight = None
    if one.weight is not None and other.weight is not None:
        weight = np.concatenate([one.weight, other.weight])[order]
    return Excluded(time[order], value, weight)
