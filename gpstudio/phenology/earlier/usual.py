"""When earlier seasons did what is asked of the present one: the usual day, and how far one more
season may lie from it.

The day is their median, moved by whole years. What one more season scatters about it is their own
variance, joined with that of a prior that is worth ``SEASONS`` seasons, and that of their mean:

    s² = (SEASONS · SPREAD² + Σ (dᵢ − d̄)²) / (SEASONS + n − 1) · (1 + 1/n).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gpstudio.core.quantiles import median_of

SPREAD, SEASONS = 12.0, 6.0
"""Days between seasons, and as many seasons as that is worth. Heading of wheat scatters by 11.5 d
about the calendar in the Plains table."""
NORMAL90 = 1.6448536269514722
"""Standard deviations on either side of a normal's mean that hold nine tenths."""


@dataclass(frozen=True)
class Usual:
    """As a day of the present season."""

    day: float
    std: float
    seasons: int

    @property
    def earliest(self) -> float:
        """Nine in ten are about the day, and not more than one in twenty before this."""
        return self.day - NORMAL90 * self.std

    @property
    def latest(self) -> float:
        return self.day + NORMAL90 * self.std


def usual_of(days: Sequence[float]) -> Usual | None:
    """Of days of other years, each moved to the present season's; None where there is none.

    Who moves them goes by the seasons, not by the days: with a peak in April a crop may be green
    until November, and last year's November is the nearer one.
    """
    moved = [day for day in days if math.isfinite(day)]
    count = len(moved)
    if not count:
        return None
    mean = sum(moved) / count
    apart = sum((day - mean) ** 2 for day in moved)
    variance = (SEASONS * SPREAD**2 + apart) / (SEASONS + count - 1.0) * (1.0 + 1.0 / count)
    return Usual(median_of(moved), math.sqrt(variance), count)
