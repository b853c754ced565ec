"""Where a season begins and ends between its troughs: fallow belongs to none.

Between harvest and the next crop the curve lies on the ground, and where it is lowest there is
chance. It matters: the lowest point of a drawn curve is the lower the longer one looks, by two to
three standard deviations over a fallow of some months, and half of the rise is measured from it.
"""

from __future__ import annotations

import numpy as np

from gpstudio.phenology.candidates import Curve
from gpstudio.phenology.judging import Stretch

UNTOLD = 1.0
"""So many of the curve's standard deviations above the trough it cannot be told from the ground."""
SEEN = 10.0
"""Days on the ground at the edge of a series after which its ground counts as seen."""


def trimmed(curve: Curve, stretch: Stretch) -> tuple[int, int, bool, bool]:
    """First and last place of the season, and whether the series cuts it there."""
    first = _leaves_ground(curve, stretch.left, stretch.peak)
    last = _leaves_ground(curve, stretch.right, stretch.peak)
    at_left, at_right = stretch.cut(curve)
    cut_left = at_left and not _seen(curve, stretch.left, first)
    cut_right = at_right and not _seen(curve, stretch.right, last)
    return (
        stretch.left if cut_left else first,
        stretch.right if cut_right else last,
        cut_left,
        cut_right,
    )


def _seen(curve: Curve, edge: int, place: int) -> bool:
    return curve.dated and abs(float(curve.time[place] - curve.time[edge])) >= SEEN


def _leaves_ground(curve: Curve, trough: int, peak: int) -> int:
    """From the peak towards the trough, the first place that cannot be told from the trough."""
    step = 1 if trough >= peak else -1
    way = np.arange(peak, trough + step, step)
    level = curve.mean[trough] + UNTOLD * curve.std[trough]
    return int(way[np.argmax(curve.mean[way] <= max(level, curve.mean[trough]))])
