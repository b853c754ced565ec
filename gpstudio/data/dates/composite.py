"""Composites of several days, of which a column says on which day each reading was taken.

The best of 16 days is dated by their first; the day that was seen is up to two weeks later, and
across New Year belongs to the next year: start 19 December, day 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.dates.asking import composite_decision
from gpstudio.data.dates.column import read_distinct
from gpstudio.data.dates.days import days_of_year
from gpstudio.data.dates.reading import Times
from gpstudio.data.decisions import START

LONGEST = 32
"""Days; composites of a month are the longest."""


def read_composite(
    names: Sequence[str], columns: Sequence[Coded], answers: Mapping[str, str], task: Task = QUIET
) -> Times | None:
    """From the start of the composite and the day of the year of its reading."""
    dates = read_distinct(names[0], columns[0].distinct, answers, task)
    if dates is None:
        return None
    start, blank = columns[0].spread(dates.days), columns[0].spread(dates.blank)
    numbers = read_numbers(names[1], columns[1].distinct, answers.get("decimal"), task)
    seen = day_seen(start, columns[1].spread(numbers.values))
    without = int((np.isnan(seen) & np.isfinite(start)).sum())
    decision = composite_decision(names[1], without, answers.get("composite"))
    when = start if decision.chosen == START else np.where(np.isnan(seen), start, seen)
    return Times(when, blank, dates.format, True, (*dates.decisions, decision))


def day_seen(start: Floats, doy: Floats) -> Floats:
    """The day with this number within the composite; NaN where none is, as for fill values."""
    known = np.isfinite(start)
    first = np.where(known, np.floor(start), 0).astype(np.int64).astype("datetime64[D]")
    year: Floats = first.astype("datetime64[Y]").astype(np.float64) + 1970.0
    seen = days_of_year(year, doy)
    with np.errstate(invalid="ignore"):
        seen = np.where(seen < np.floor(start), days_of_year(year + 1, doy), seen)
        fine = known & (seen >= np.floor(start)) & (seen < np.floor(start) + LONGEST)
    return np.asarray(np.where(fine, seen, np.nan))
