"""A series: the readings of one field, in the order of time.

Inside, time is a plain number so that kernels need no calendar: days since 1970-01-01 where the
table had dates, the user's own numbers where it had none. The two functions below are the only
door between days and written dates; they agree to the second in both directions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import IntEnum
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.fingerprints import fingerprint
from gpstudio.translation import tr

SECONDS = 86_400
EPOCH = date(1970, 1, 1).toordinal()
CALENDAR = 700_000.0
"""Days from then in which Python's calendar has each, in either direction."""
BREATH = 1e-3
"""Of a second: more than days lose as numbers, less than anybody notes."""


@dataclass(frozen=True, eq=False)
class Excluded:
    """Readings taken out by hand, ascending, with what is needed to bring them back."""

    time: Floats
    value: Floats
    weight: Floats | None = None

    def __len__(self) -> int:
        return len(self.time)


@dataclass(frozen=True, eq=False)
class Later:
    """Readings after the day that is asked about, ascending."""

    time: Floats
    value: Floats


class Clock(IntEnum):
    """What the times of a field are; false where they are no dates."""

    NUMBERS = 0
    HOURS = 1
    """Moments: each belongs to its own day."""
    DAYS = 2
    """Days without an hour. The number of a day stands for all of it, so that a time between two
    belongs to the nearer: taken for midnights, dates would be told half a day early on average."""


class Origin:
    """One field of one table, as it was read: two tables may have fields of one name."""

    __slots__ = ()


@dataclass(frozen=True, eq=False)
class Series:
    """Readings of one field; repeated times are kept, a Gaussian process knows what to do."""

    group: str
    """The field's name; empty when the table holds one field."""
    time: Floats
    """Ascending."""
    value: Floats
    """Finite."""
    time_name: str
    value_name: str
    dated: bool
    """True when ``time`` counts days since 1970-01-01."""
    weight: Floats | None = None
    """Above 0 up to 1: a reading of 0.5 has twice the noise variance of one of 1. None where all
    count alike."""
    aside: tuple[Floats, Floats] | None = None
    """Times and values of readings that were set aside, to be seen and not to be fitted."""
    excluded: Excluded | None = None
    """Readings that a person took out by hand; None where nobody did."""
    later: Later | None = field(default=None, metadata={"saved": False})
    """What was read after the day that is asked about: hidden from fit and dates. Made anew from
    the field's own series and the request."""
    written_in: float | None = None
    """The step in which the table's column is written, where the field's own values are too few to
    tell; None where they tell it themselves."""
    origin: Origin = field(default_factory=Origin, repr=False, metadata={"saved": False})
    """Whose readings these are: the same object whatever is taken out of them by hand."""

    def __len__(self) -> int:
        return len(self.time)

    @property
    def called(self) -> str:
        """What people are told: of the only field of a table the name of its column."""
        return self.group or self.value_name

    @cached_property
    def fingerprint(self) -> str:
        """Of the readings that a fit is made of, whatever the field is called."""
        step = () if self.written_in is None else (np.array([self.written_in]),)
        return fingerprint(self.time, self.value, self.weight, *step)

    @property
    def unused(self) -> tuple[Floats, Floats] | None:
        """Times and values of readings that are shown and take no part: set aside, or later than
        the day that is asked about."""
        if self.later is None:
            return self.aside
        later = self.later.time, self.later.value
        if self.aside is None:
            return later
        time, value = (np.concatenate(pair) for pair in zip(self.aside, later, strict=True))
        order = np.argsort(time, kind="stable")
        return time[order], value[order]

    @cached_property
    def clock(self) -> Clock:
        if not self.dated:
            return Clock.NUMBERS
        return Clock.DAYS if bool((self.time == np.floor(self.time)).all()) else Clock.HOURS


def days_from_dates(dates: AnyArray | Sequence[str | date | np.datetime64]) -> Floats:
    """Days since 1970-01-01 of ISO strings, Python dates or datetime64; NaT becomes NaN.

    Microseconds are the unit in between: nanoseconds would end in 2262, and a double that counts
    days is good to a fraction of a microsecond anyway.
    """
    given = np.asarray(dates)
    if given.dtype.kind != "M":
        try:
            given = given.astype("datetime64[us]")
        except (ValueError, TypeError):
            raise InputError(_unreadable(given)) from None
    exact = given.astype("datetime64[us]")
    days = exact.astype(np.int64) / (SECONDS * 1e6)
    return np.asarray(np.where(np.isnat(exact), np.nan, days), dtype=np.float64)


def iso_from_days(days: Floats | Sequence[float]) -> list[str]:
    """Written dates: whole days as YYYY-MM-DD, others to the second; NaN becomes an empty text.
    Each is written once: fields of a table were seen on the same days."""
    given = np.atleast_1d(np.asarray(days, dtype=np.float64))
    numbers, places = np.unique(given, return_inverse=True)
    known = np.isfinite(numbers)
    seconds = whole_seconds(np.where(known, numbers, 0.0))
    instants = seconds.astype("datetime64[s]")
    written = np.where(
        seconds % SECONDS == 0,
        np.datetime_as_string(instants.astype("datetime64[D]")),
        np.datetime_as_string(instants),
    )
    texts: list[str] = np.where(known, written, "").astype(object)[places].tolist()
    return texts


def whole_seconds(days: Floats) -> Integers:
    """Since 1970, the nearest to each time that is of its own day: the last half second of a day
    is not the next one. What the last digits of a number keep from being a second is one."""
    of_next = (np.floor(days + BREATH / SECONDS) + 1.0) * SECONDS
    return np.minimum(np.rint(days * SECONDS), of_next - 1.0).astype(np.int64)


def own_day(time: float, clock: Clock = Clock.HOURS) -> float:
    """The day that a time belongs to: it begins at midnight, also before 1970, and however late
    the time is, the day is not the next one. Of a field that has days alone it is the nearest."""
    if clock is Clock.DAYS:
        return math.floor(time + 0.5)
    return math.floor(time + BREATH / SECONDS)


def iso_day(time: float, clock: Clock = Clock.HOURS) -> str:
    """The day that a time belongs to, as YYYY-MM-DD: the only way to tell a time as a day."""
    if not abs(time) < CALENDAR:  # no number, or beyond what the calendar's own days reach
        return iso_from_days([own_day(time, clock)])[0]
    return _written_day(EPOCH + int(own_day(time, clock)))


@lru_cache(maxsize=4_096)
def _written_day(ordinal: int) -> str:
    """Fields of a table have most of their days in common."""
    return date.fromordinal(ordinal).isoformat()


def _unreadable(given: AnyArray) -> str:
    for cell in given.ravel():
        try:
            np.asarray(cell).astype("datetime64[us]")
        except (ValueError, TypeError):
            return tr("'{cell}' is not a date; write it as YYYY-MM-DD.", cell=cell)
    return tr("These are not dates; write them as YYYY-MM-DD.")
