"""A field as it stood on a day: readings that came later are seen, and take no part."""

from __future__ import annotations

from dataclasses import replace
from weakref import WeakKeyDictionary

import numpy as np

from gpstudio.core.arrays import Flags
from gpstudio.core.errors import InputError
from gpstudio.data.series import BREATH, SECONDS, Clock, Later, Series, iso_day
from gpstudio.translation import tr, tr_count

FEWEST = 5
"""Readings that a day must leave: fewer show no season."""

_NEWEST: WeakKeyDictionary[Series, tuple[float, Series]] = WeakKeyDictionary()
"""What was last made of a series: who shows it and who fits it ask for the same."""


def as_of(series: Series, day: float | None) -> Series:
    """The series without what was read after ``day``, which stands beside it; the series itself
    where that is nothing. Raises ``InputError`` where hardly a reading is left."""
    if day is None:
        return series
    made = _NEWEST.get(series)
    if made is None or made[0] != day:
        made = day, _cut(series, day)
        if made[1] is not series:
            _NEWEST[series] = made
    return made[1]


def _cut(series: Series, day: float) -> Series:
    seen = _seen(series, day)
    if seen.all():
        return series
    _check(series, seen, day)
    return replace(
        series,
        time=series.time[seen],
        value=series.value[seen],
        weight=None if series.weight is None else series.weight[seen],
        later=Later(series.time[~seen], series.value[~seen]),
    )


def _seen(series: Series, day: float) -> Flags:
    """A day lasts to its end, where readings have an hour; half past ten is half past ten."""
    if series.clock is Clock.HOURS and day == np.floor(day):
        return np.asarray(series.time + BREATH / SECONDS < day + 1.0)
    return np.asarray(series.time <= day)


def _check(series: Series, seen: Flags, day: float) -> None:
    def say(time: float) -> str:
        return iso_day(time, series.clock) if series.dated else f"{time:g}"

    left = int(np.count_nonzero(seen))
    if not left:
        raise InputError(
            tr(
                "Nothing was read by {day}: the first reading is that of {first}. Ask as of a "
                "later day.",
                day=say(day),
                first=say(float(series.time[0])),
            )
        )
    if left >= FEWEST:
        return
    if len(series) < FEWEST:
        raise InputError(
            tr_count(
                left,
                "By {day} there is {n} reading, too few to see a season: leave the day out.",
                "By {day} there are {n} readings, too few to see a season: leave the day out.",
                day=say(day),
            )
        )
    raise InputError(
        tr_count(
            left,
            "By {day} there is {n} reading, and at least {fewest} are needed: ask as of {enough} "
            "or later.",
            "By {day} there are {n} readings, and at least {fewest} are needed: ask as of "
            "{enough} or later.",
            day=say(day),
            fewest=FEWEST,
            enough=say(float(series.time[FEWEST - 1])),
        )
    )
