"""The seasons of a sward: years from one winter to the next, however often it is cut.

A meadow that was cut rises again to a summit of its own; nobody counts that as a season. Its years
begin where the field is usually least green, or where nobody reads it.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.phenology.candidates import Bars, Candidate, Findings, SearchedCurve, Season, told
from gpstudio.phenology.judging import bar_of
from gpstudio.phenology.searching import nothing_to_search, why_none
from gpstudio.phenology.stretches import SEEN
from gpstudio.translation import tr, tr_count

YEAR = 365.2425
SMOOTH = 61
"""Days over which the greenness of a day of the year is averaged: longer than from cut to cut."""


def growing_years(curve: SearchedCurve, bars: Bars) -> Findings:
    """Every year of the curve, with the reason why it is a season or none."""
    reason = nothing_to_search(curve, bars)
    if reason or not curve.dated:
        return Findings((), reason or tr("No season: the times are not dates."))
    first, last = float(curve.time[0]), float(curve.time[-1])
    turn = turn_of_year(curve.time, curve.mean)
    start = turn + YEAR * np.floor((first - turn) / YEAR)
    starts = np.arange(start, last, YEAR)
    found = [one for begin in starts if (one := _year(curve, float(begin), bars)) is not None]
    accepted = any(one.accepted for one in found)
    return Findings(tuple(found), "" if accepted else why_none(found, curve))


def turn_of_year(time: Floats, values: Floats) -> float:
    """A day on which a year ends and another begins: where its days are least green, or the middle
    of the longest part of the year that was never looked at."""
    of_year = (np.floor(time) % YEAR).astype(np.int64)
    counts = np.bincount(of_year, minlength=366)[:365]
    sums = np.bincount(of_year, weights=values, minlength=366)[:365]
    unseen = counts == 0
    if unseen.any():
        return _middle_of_longest(unseen)
    wide = np.ones(SMOOTH) / SMOOTH
    around = np.concatenate([sums / counts] * 3)
    smooth = np.convolve(around, wide, mode="same")[365:730]
    return float(np.argmin(smooth))


def _middle_of_longest(unseen: Flags) -> float:
    """Of the stretches of a year, which has no end."""
    seen = np.flatnonzero(~unseen)
    gaps = np.diff(np.append(seen, seen[0] + len(unseen)))
    longest = int(np.argmax(gaps))
    return float((seen[longest] + 0.5 * gaps[longest]) % len(unseen))


def _year(curve: SearchedCurve, begin: float, bars: Bars) -> Candidate | None:
    """The season of a year; None where nothing of it was looked at."""
    inside = np.flatnonzero((curve.time >= begin) & (curve.time < begin + YEAR))
    if len(inside) < 3:
        return None
    peak = int(inside[np.argmax(curve.mean[inside])])
    start, end = float(curve.time[inside[0]]), float(curve.time[inside[-1]])
    middle = np.datetime64(int(begin + 0.5 * YEAR), "D").astype("datetime64[Y]")
    season = Season(
        name=str(middle),
        start=start,
        peak=float(curve.time[peak]),
        end=end,
        cut_left=start > begin + SEEN,
        cut_right=end < begin + YEAR - SEEN,
    )
    return Candidate(season, *_judged(curve, season, inside, bars))


def _judged(curve: SearchedCurve, season: Season, inside: Integers, bars: Bars) -> tuple[bool, str]:
    """Whether it is a season, and why."""
    if curve.readings is not None:
        mine = (curve.readings >= season.start) & (curve.readings <= season.end)
        count = int(np.count_nonzero(mine))
        if count < bars.within:
            return False, tr_count(
                count,
                "{n} reading in it, fewer than {fewest}",
                "{n} readings in it, fewer than {fewest}",
                fewest=bars.within,
            )
    height = float(np.ptp(curve.mean[inside]))
    found, needed = told(height, bar_of(curve, bars))
    if height < bar_of(curve, bars):
        return False, tr("amplitude {amplitude} below {needed}", amplitude=found, needed=needed)
    return True, tr("a year of a sward, from the time when it is least green to the next")
