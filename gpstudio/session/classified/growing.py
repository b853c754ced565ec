"""The growing year of a table: seasons of all its fields begin on the same day of the year.

Curves are compared day by day of it, so a year must not end in the middle of what grows. Fields of
one season each are hardly ever cut by the day on which the fewest of them are under way; of fields
read for years it is where all together are least green.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.data.series import Series
from gpstudio.translation import tr

YEAR = 365.2425
ONE_SEASON = 400.0
"""Days: fields that are read for no longer show one season."""
SMOOTH = 61
"""Days over which the greenness of a day of the year is averaged."""
LOW = 0.05
"""Of the way from the least to the greatest greenness: below it nothing grows."""
BEFORE = 45.0
"""Days before a season's first from which readings help its curve."""
COVERED = 0.5
"""Of a season, as far as it is asked about: what is read of less is a piece of another."""
FEWEST = 4
"""Readings in a season: fewer show no course."""


@dataclass(frozen=True, eq=False)
class FieldSeason:
    """What was read of a field in one growing year."""

    field: str
    name: str
    """After the year in which its middle lies, which is that of its harvest."""
    begin: float
    """The day on which the growing year begins, since 1970-01-01."""
    series: Series
    """Its readings, and those shortly before; the group is its own."""

    def longest_gap(self, until: float | None = None) -> float:
        """Days without a reading, as far as the season is asked about."""
        end = self.begin + (YEAR if until is None else until)
        inside = self.series.time[self.series.time >= self.begin]
        return float(np.diff(np.concatenate([[self.begin], inside, [end]])).max())


def growing_year_of(fields: Sequence[Series]) -> float:
    """The day of the year, counted from 1970-01-01, on which growing years begin."""
    if not fields or not fields[0].dated:
        raise InputError(
            tr("Seasons are compared by days of the year: the times of the table are no dates.")
        )
    spans = np.array([[field.time[0], field.time[-1]] for field in fields])
    if np.mean(spans[:, 1] - spans[:, 0] <= ONE_SEASON) >= 0.5:
        return _least_crossed(spans)
    return _least_green(fields)


def _least_crossed(spans: Floats) -> float:
    """In the middle of the days on which the fewest fields are under way."""
    days = np.arange(365)
    under_way = np.zeros(365)
    for first, last in np.floor(spans):
        since = (days - first % YEAR) % 365
        under_way += since <= min(last - first, 364.0)
    return _middle(under_way == under_way.min())


def _middle(chosen: Flags) -> float:
    """Of the longest stretch of a year, which has no end."""
    out = np.flatnonzero(~chosen)
    if not len(out):
        return 0.0
    gaps = np.diff(np.append(out, out[0] + len(chosen)))
    longest = int(np.argmax(gaps))
    return float((out[longest] + 0.5 * gaps[longest]) % len(chosen))


def _least_green(fields: Sequence[Series]) -> float:
    time = np.concatenate([field.time for field in fields])
    value = np.concatenate([field.value for field in fields])
    of_year = np.minimum(np.floor(time % YEAR), 364.0).astype(np.int64)
    counts = np.bincount(of_year, minlength=365)
    sums = np.bincount(of_year, value, minlength=365)
    wide = np.ones(SMOOTH)
    many, much = (np.convolve(np.tile(each, 3), wide, "same")[365:730] for each in (counts, sums))
    if (many == 0).any():
        return _middle(many == 0)
    smooth = much / many
    return _middle(smooth <= smooth.min() + LOW * np.ptp(smooth))


def seasons_of(
    field: Series, turn: float, until: float | None = None, as_of: float | None = None
) -> Iterator[FieldSeason]:
    """The growing years of a field in which enough was read, up to so many days after they begin,
    and up to the day ``as_of``."""
    first = turn + YEAR * np.floor((field.time[0] - turn) / YEAR)
    for begin in np.arange(first, field.time[-1] + 1.0, YEAR).tolist():
        if as_of is not None and begin > as_of:
            return
        end = begin + YEAR if until is None else begin + until
        end = end if as_of is None else min(end, as_of)
        inside = (field.time >= begin) & (field.time <= end)
        if np.count_nonzero(inside) < FEWEST:
            continue
        seen = field.time[inside]
        if seen[-1] - seen[0] < COVERED * (end - begin):
            continue
        name = str(np.datetime64(int(begin + 0.5 * YEAR), "D").astype("datetime64[Y]"))
        near = (field.time >= begin - BEFORE) & (field.time <= end)
        weight = None if field.weight is None else field.weight[near]
        part = replace(
            field,
            group=f"{field.group} {name}".strip(),
            time=field.time[near],
            value=field.value[near],
            weight=weight,
            aside=None,
            excluded=None,
        )
        yield FieldSeason(field.group, name, begin, part)
