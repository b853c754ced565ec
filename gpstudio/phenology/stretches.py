"""Stretches of a curve from trough to trough, and where a season begins and ends in them.

Fallow belongs to none: between harvest and the next crop the curve lies on the ground, and where
it is lowest there is chance. It matters: the lowest point of a drawn curve is the lower the longer
one looks, by two to three standard deviations over a fallow of some months, and half of the rise
is measured from it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.phenology.candidates import SearchedCurve

UNTOLD = 1.5
"""So many standard deviations of their difference above the trough the curve cannot be told from
it: half of the three that lie between a season and its ground. Both are uncertain: close to a limit
of its scale a trough is known so well that by it alone weeks of level ground were season. Measured
on two kinds of synthetic seasons: with 1.3 and 1.8 dates are as good or worse, without what is
uncertain above the trough 10 % of the rise is dated half a day worse."""
HIGHEST = 0.1
"""Share of the amplitude above the trough that is ground at most, however little is known there."""
SEEN = 10.0
"""Days on the ground at the edge of a series after which its ground counts as seen."""


@dataclass(frozen=True)
class Stretch:
    """From one trough over a peak to the next, as places on the grid."""

    left: int
    peak: int
    right: int
    open_left: bool = True
    """No other season lies on that side: nobody knows how far the curve was to fall there."""
    open_right: bool = True

    def cut(self, curve: SearchedCurve) -> tuple[bool, bool]:
        return self.left == 0, self.right == len(curve.time) - 1


def _last_read(curve: SearchedCurve) -> int:
    """The place behind which nothing was read."""
    last = len(curve.time) - 1
    if curve.readings is None or not len(curve.readings):
        return last
    return min(int(np.searchsorted(curve.time, curve.readings[-1])), last)


def amplitude_of(curve: SearchedCurve, stretch: Stretch) -> float:
    """From the peak down to the higher of its troughs; an open side does not count against it."""
    rise = float(curve.mean[stretch.peak] - curve.mean[stretch.left])
    fall = float(curve.mean[stretch.peak] - curve.mean[stretch.right])
    needed = [rise] * (not stretch.open_left) + [fall] * (not stretch.open_right)
    return min(needed) if needed else max(rise, fall)


def trimmed(curve: SearchedCurve, stretch: Stretch) -> tuple[int, int, bool, bool]:
    """First and last place of the season, and whether the series cuts it there."""
    first = _leaves_ground(curve, stretch.left, stretch.peak)
    last = _leaves_ground(curve, stretch.right, stretch.peak)
    at_left, at_right = stretch.cut(curve)
    cut_left = at_left and not _seen(curve, stretch.left, first)
    cut_right = at_right and not _seen(curve, last, stretch.right)
    return (
        stretch.left if cut_left else first,
        stretch.right if cut_right else last,
        cut_left,
        cut_right,
    )


def is_unread(curve: SearchedCurve, stretch: Stretch) -> bool:
    """Whether its last trough, and ground before it, were not seen: nothing was read behind."""
    read = _last_read(curve)
    last = _leaves_ground(curve, stretch.right, stretch.peak)
    return stretch.right >= read and not _seen(curve, last, read)


def _seen(curve: SearchedCurve, first: int, last: int) -> bool:
    """Whether enough days lie between these places on the ground."""
    return curve.dated and float(curve.time[last] - curve.time[first]) >= SEEN


def _leaves_ground(curve: SearchedCurve, trough: int, peak: int) -> int:
    """From the peak towards the trough, the first place that cannot be told from the trough."""
    known = curve.edges.get((trough, peak))
    if known is None:
        known = curve.edges[trough, peak] = _edge_between(curve, trough, peak)
    return known


def _edge_between(curve: SearchedCurve, trough: int, peak: int) -> int:
    if trough >= peak:
        step, way = 1, slice(peak, trough + 1)
    else:
        step, way = -1, slice(peak, trough - 1 if trough else None, -1)
    mean, std = curve.mean, curve.std
    untold = UNTOLD * np.hypot(std[way], std[trough])
    most = HIGHEST * float(mean[peak] - mean[trough])
    above = mean[way] - mean[trough]
    return peak + step * int(np.argmax(above <= np.minimum(untold, most)))
