"""An index that falls where crops grow: brightness, an index of water, NDVI with its sign lost.

What stands high most of the time and falls for some weeks may be such an index between two crops,
or a meadow between two cuts. The curve alone cannot tell. A vegetation index that is known by its
name cannot lie below zero, so that with one it is certain; otherwise it is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpstudio.core.quantiles import median_of, quantiles_of
from gpstudio.phenology.candidates import Bars, Candidate, Findings, SearchedCurve, Season, told
from gpstudio.translation import tr

MOSTLY = 2.0 / 3.0
"""Of the range, from the low end: above it lies the curve on more than half of the days."""
ENDS = (0.02, 0.98)
"""Shares of the days between which the range is measured."""


def stands_high(curve: SearchedCurve) -> bool:
    low, high = quantiles_of(np.sort(curve.mean), ENDS)
    return bool(median_of(curve.mean) - low > MOSTLY * (high - low))


def turned(curve: SearchedCurve) -> SearchedCurve:
    """Upside down."""
    return replace(curve, mean=-curve.mean)


def with_falls(
    curve: SearchedCurve, found: Findings, falls: Sequence[Season], bars: Bars
) -> Findings:
    """The same with what is to be known of the falls that are seen whole; ``falls`` are seasons of
    the turned curve."""
    whole = [fall for fall in falls if not (fall.cut_left or fall.cut_right)]
    if not whole:
        return found
    known = bars.amplitude > 0.0
    if not known:
        return replace(found, candidates=tuple(_told(one, whole) for one in found.candidates))
    if median_of(curve.mean) >= 0.0:
        return found
    refused = tuple(Candidate(fall, False, _fall_of(curve, fall)) for fall in whole)
    reason = tr(
        "No season: the index lies below zero and falls where it should rise: multiply it by −1."
    )
    return Findings(refused, reason)


def falls_within(curve: SearchedCurve, first: int, last: int, bars: Bars) -> str:
    """Words for a stretch, as places, that falls and rises again by more than a season must rise;
    none where it does not."""
    part = curve.mean[first : last + 1]
    depth = float(min(part[0], part[-1]) - part.min())
    needed = max(bars.amplitude, bars.share * curve.swing)
    if not depth >= needed > 0.0:
        return ""
    return tr(
        "the curve falls by {depth} and rises again in this window: if that is the crop, "
        "multiply the index by −1",
        depth=told(depth, depth)[0],
    )


def _told(one: Candidate, falls: Sequence[Season]) -> Candidate:
    if not one.accepted:
        return one
    days = float(np.median([fall.end - fall.start for fall in falls]))
    words = tr(
        "stands high and falls for {days:.0f} days at a time: if those are the crop, multiply the "
        "index by −1",
        days=days,
    )
    return replace(one, reason=f"{one.reason}; {words}")


def _fall_of(curve: SearchedCurve, fall: Season) -> str:
    edges = np.interp([fall.start, fall.end], curve.time, curve.mean)
    depth = float(edges.min() - np.interp(fall.peak, curve.time, curve.mean))
    return tr(
        "the index falls by {depth} and rises again: it lies below zero, so its sign is lost",
        depth=told(depth, depth)[0],
    )
