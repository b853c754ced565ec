"""Seasons of several years beside each other: a year is that of the sun, and a field may bear
several covers in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from gpstudio.core.quantiles import median_of

YEAR = 365.25
SHARE = 0.35
"""Of the days from one season's middle to the next: what lies farther apart is another crop's. With
one a year that is four months, since rotations differ so much; with two, two months."""
CLOSEST = 75.0
"""Days between middles below which covers are cuts of one crop, and none is another's like."""


def like_days(fields: Iterable[Sequence[float]]) -> float:
    """How far middles of seasons may lie apart, less whole years, for them to be of one kind; 0
    where none is like another. ``fields`` are the middles of each field's seasons."""
    gaps = [after - before for one in fields for before, after in pairwise(sorted(one))]
    typical = min(median_of(gaps), YEAR) if gaps else YEAR
    return SHARE * typical if typical >= CLOSEST else 0.0


def like_places(peaks: Sequence[float], place: int) -> dict[int, float]:
    """Which seasons come at the same time of other years as the one at ``place``, and the days,
    whole years, by which each is moved to it."""
    far = like_days([peaks])
    found = {}
    for other, peak in enumerate(peaks):
        moved = YEAR * round((peaks[place] - peak) / YEAR)
        if moved and abs(peak + moved - peaks[place]) < far:
            found[other] = moved
    return found
