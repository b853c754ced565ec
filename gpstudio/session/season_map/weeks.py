"""Readings of many fields as one row a field and year, one column a week, with holes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.phenology.growing_years import YEAR, turn_of_year
from gpstudio.translation import tr, tr_count

WEEK = 7.0
FEWEST = 6
"""Weeks that must have been read for a year to be a point."""
RAREST = 0.1
"""Of the years: a week that was read in a smaller share is no column."""
FIELDS_AT_A_TIME = 200


@dataclass(frozen=True)
class FieldYear:
    group: str
    year: int
    """That of the middle of its growing year."""
    begin: float
    """The first day of that growing year, since 1970."""

    def holds(self, day: float) -> bool:
        return self.begin <= day < self.begin + YEAR


@dataclass(frozen=True, eq=False)
class Weeks:
    rows: tuple[FieldYear, ...]
    values: Floats
    """(rows, columns), NaN where nothing was read."""
    days: Floats
    """Of each column: the middle, in days since the growing year began."""
    width: float
    """Days of a column."""
    turn: float
    """The day, since 1970 less whole years, on which growing years begin."""


def weeks_of(fields: Sequence[Series], task: Task) -> Weeks:
    """Columns are as wide as readings usually lie apart, and a week at least."""
    read = [series for series in fields if len(series) >= FEWEST]
    if not all(series.dated for series in read):
        raise InputError(tr("A map of seasons needs dates: the times of this table are numbers."))
    if not read:
        raise InputError(
            tr("No field has {fewest} readings: there is no season to lay out.", fewest=FEWEST)
        )
    time, value = (np.concatenate([getattr(s, name) for s in read]) for name in ("time", "value"))
    turn = turn_of_year(time, value)
    gaps = np.concatenate([np.diff(series.time) for series in read])
    width = max(WEEK, float(np.median(gaps[gaps > 0.0]))) if (gaps > 0.0).any() else WEEK
    count = int(np.ceil(YEAR / width))
    rows, values = [], []
    for place, series in enumerate(read):
        if place % FIELDS_AT_A_TIME == 0:
            task.check()
        for year, row in _years(series, turn, width, count):
            rows.append(year)
            values.append(row)
    return _shown(Weeks(tuple(rows), np.array(values), np.zeros(0), width, turn), len(read))


def _years(series: Series, turn: float, width: float, count: int) -> list[tuple[FieldYear, Floats]]:
    """The years of a field in which enough weeks were read, with their weeks' mean readings."""
    since = (series.time - turn) / YEAR
    number = np.floor(since).astype(np.int64)
    column = np.minimum(((since - number) * YEAR / width).astype(np.int64), count - 1)
    found = []
    for each in np.unique(number):
        mine = number == each
        many = np.bincount(column[mine], minlength=count)
        if np.count_nonzero(many) < FEWEST:
            continue
        sums = np.bincount(column[mine], weights=series.value[mine], minlength=count)
        begin = turn + YEAR * float(each)
        middle = np.datetime64(int(begin + 0.5 * YEAR), "D").astype("datetime64[Y]")
        row = np.where(many > 0, sums / np.maximum(many, 1), np.nan)
        found.append((FieldYear(series.group, int(str(middle)), begin), row))
    return found


def _shown(weeks: Weeks, fields: int) -> Weeks:
    """Without the columns that hardly any year has, and the rows that have too little left."""
    if len(weeks.rows):
        often = np.isfinite(weeks.values).mean(axis=0) >= RAREST
        values = weeks.values[:, often]
        kept = np.isfinite(values).sum(axis=1) >= FEWEST
        rows = tuple(row for row, good in zip(weeks.rows, kept, strict=True) if good)
        days = np.asarray(weeks.width * (np.flatnonzero(often) + 0.5), dtype=np.float64)
        weeks = Weeks(rows, values[kept], days, weeks.width, weeks.turn)
    if len(weeks.rows) < FEWEST:
        raise InputError(
            tr(
                "A map wants {fewest} years with readings in {fewest} weeks or more; "
                "{fields} had {years}.",
                fewest=FEWEST,
                fields=tr_count(fields, "{n:,} field", "{n:,} fields"),
                years=len(weeks.rows) or tr("none"),
            )
        )
    return weeks
