"""From years, months, weeks and days to days since 1970-01-01, in arrays."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats

MIDDLE_OF_MONTH, MIDDLE_OF_WEEK = 15.0, 4.0
"""The 15th; Thursday, which also says of which year an ISO week is."""


def full_year(year: Floats) -> Floats:
    """Two digits are of 1969 to 2068."""
    return np.asarray(np.where(year < 69, year + 2000, np.where(year < 100, year + 1900, year)))


def calendar_days(year: Floats, month: Floats, day: Floats) -> Floats:
    """Days since 1970-01-01; NaN where there is no such day."""
    with np.errstate(invalid="ignore"):
        fine = (
            (month == np.floor(month))
            & (year >= 1)
            & (year <= 9999)
            & (month >= 1)
            & (month <= 12)
            & (day >= 1)
        )
    start = np.where(fine, (year - 1970) * 12 + month - 1, 0).astype(np.int64)
    months = start.astype("datetime64[M]")
    first = months.astype("datetime64[D]").astype(np.int64)
    after = (months + 1).astype("datetime64[D]").astype(np.int64)
    with np.errstate(invalid="ignore"):
        fine = fine & (np.floor(day) <= after - first)
    return np.asarray(np.where(fine, first + day - 1, np.nan))


def days_of_year(year: Floats, doy: Floats) -> Floats:
    """From year and day of the year, which may have a fraction."""
    first = calendar_days(year, np.ones_like(year), np.ones_like(year))
    after = calendar_days(year + 1, np.ones_like(year), np.ones_like(year))
    with np.errstate(invalid="ignore"):
        fine = (doy >= 1) & (np.floor(doy) <= after - first)
        fine &= (year >= 1800) & (year <= 2200)
    return np.asarray(np.where(fine, first + doy - 1, np.nan))


def days_of_week(year: Floats, week: Floats, weekday: Floats) -> Floats:
    """ISO weeks: week 1 is that of 4 January, days run from Monday, 1, to Sunday, 7."""
    ones = np.ones_like(year)

    def monday(of: Floats) -> Floats:
        fourth = calendar_days(of, ones, 4 * ones)
        return np.asarray(fourth - (fourth + 3) % 7)  # 1970-01-01 was a Thursday

    first = monday(year)
    with np.errstate(invalid="ignore"):
        fine = (week >= 1) & (first + 7 * (week - 1) < monday(year + 1))
        fine &= (year >= 1800) & (year <= 2200) & (weekday >= 1) & (weekday <= 7)
    return np.asarray(np.where(fine, first + 7 * (week - 1) + weekday - 1, np.nan))
