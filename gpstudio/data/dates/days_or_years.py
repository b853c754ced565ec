"""Whether "10-Jan" is January 2010 or a 10 January: what a column of such cells tells of itself.

Spreadsheets write both. Readings mostly come in order, and only one of the two readings of a column
does; where both do, or neither, it is asked. Times are those of the cells taken as months of years.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats

_LONGEST_MONTHS = np.array([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])


def can_be_years(times: Floats) -> bool:
    """False where the cells come in order as days, and not as months of years."""
    numbers, months = _numbers_and_months(times)
    return not _can_be_days(numbers, months) or not (
        _in_order(100 * months + numbers) and not _in_order(times[np.isfinite(times)])
    )


def can_be_days(times: Floats) -> bool:
    """True where the cells can be days, and do not come in order as months of years alone."""
    numbers, months = _numbers_and_months(times)
    return _can_be_days(numbers, months) and (
        _in_order(100 * months + numbers) or not _in_order(times[np.isfinite(times)])
    )


def _numbers_and_months(times: Floats) -> tuple[Floats, Floats]:
    """The number and the month of each cell that is no fault."""
    days = times[np.isfinite(times)].astype("datetime64[D]").astype("datetime64[M]").astype(int)
    return (days // 12 + 70) % 100.0, days % 12 + 1.0


def _can_be_days(numbers: Floats, months: Floats) -> bool:
    fine: Flags = (numbers >= 1) & (numbers <= _LONGEST_MONTHS[months.astype(int) - 1])
    return bool(fine.all())


def _in_order(times: Floats) -> bool:
    steps = np.diff(times)
    return bool((steps >= 0).all() or (steps <= 0).all())
