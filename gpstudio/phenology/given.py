"""Seasons that a person gives: by the day of sowing, or as a window drawn by hand.

Days given are taken at their word; the curve only says where within them the crop was highest, and
whether it can be dated at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.errors import InputError
from gpstudio.phenology import bloom
from gpstudio.phenology.candidates import USUAL, Bars, Candidate, Findings, SearchedCurve, Season
from gpstudio.phenology.falling import falls_within
from gpstudio.phenology.judging import approval, refusal
from gpstudio.phenology.naming import named
from gpstudio.phenology.searching import (
    nothing_to_search,
    refused_of,
    season_of,
    summits_beside,
    why_none,
)
from gpstudio.phenology.stretches import Stretch
from gpstudio.translation import tr

Places: TypeAlias = NDArray[np.intp]

LONGEST = 400.0
"""Days from sowing to the end of its season when no other sowing ends it: winter wheat of the
coldest places takes 330."""


def sown_seasons(curve: SearchedCurve, sowings: Sequence[float], bars: Bars = USUAL) -> Findings:
    """One candidate a sowing: until the next one, and no longer than 400 days.

    A sowing from which no crop rises keeps its reason; it failed, or it was not this field.
    """
    reason = nothing_to_search(curve, bars)
    if reason:
        return Findings((), reason)
    days = np.unique(np.asarray(sowings, dtype=float))
    if not np.isfinite(days).all():
        raise InputError(tr("A sowing date is no date: give a day, or leave the row out."))
    stops = [min(after, before + LONGEST) for before, after in pairwise([*days, np.inf])]
    found = [_sown(curve, float(day), stop, bars) for day, stop in zip(days, stops, strict=True)]
    return _findings(curve, found)


def drawn_season(curve: SearchedCurve, start: float, end: float, bars: Bars = USUAL) -> Candidate:
    """The season of a window that a person drew; a low amplitude is said and accepted."""
    if not (np.isfinite([start, end]).all() and start < end):
        raise InputError(
            tr("A season's window ends before it starts: drag its end to a later day.")
        )
    places = _inside(curve, start, end)
    outside = _outside(curve, start, end, drawn=True)
    if outside or len(places) < 3:
        return Candidate(
            _empty(start, end), False, outside or tr("the window is too short for a curve")
        )
    stretch = _window(curve, places)
    if curve.mean[stretch.peak] <= max(curve.mean[stretch.left], curve.mean[stretch.right]):
        fall = falls_within(curve, int(places[0]), int(places[-1]), bars)
        reason = fall or tr("the curve has no peak in this window: widen it")
        return refused_of(curve, stretch, reason, bars)
    against = refusal(curve, stretch, bars)
    season = replace(
        _with_dips(curve, stretch, bars),
        start=max(start, float(curve.time[0])),
        end=min(end, float(curve.time[-1])),
        cut_left=bool(start < curve.time[0]),
        cut_right=bool(end > curve.time[-1]),
    )
    (season,) = named([season], curve)
    if against:
        return Candidate(season, True, tr("drawn by hand, although {reason}", reason=against))
    reason = approval(curve, stretch, season, bars)
    return Candidate(season, True, tr("drawn by hand; {reason}", reason=reason))


def _findings(curve: SearchedCurve, found: list[Candidate]) -> Findings:
    """Accepted ones are named together, so that a and b follow from one another."""
    names = iter(named([c.season for c in found if c.accepted], curve))
    candidates = tuple(Candidate(next(names), True, c.reason) if c.accepted else c for c in found)
    accepted = any(c.accepted for c in candidates)
    reason = tr("No season: no sowing dates are given.") if not found else ""
    if found and not accepted:
        reason = why_none(found, curve)
    return Findings(candidates, reason)


def _sown(curve: SearchedCurve, day: float, stop: float, bars: Bars) -> Candidate:
    outside = _outside(curve, day, stop, drawn=False)
    places = _inside(curve, day, stop)
    if outside or len(places) < 3:
        return Candidate(
            _empty(day, stop), False, outside or tr("too close to the end of the series")
        )
    stretch = _window(curve, places)
    after = stretch.peak + int(np.argmin(curve.mean[stretch.peak : stretch.right + 1]))
    stretch = Stretch(stretch.left, stretch.peak, after)
    against = refusal(curve, stretch, bars)
    if against:
        return refused_of(curve, stretch, against, bars)
    season = _with_dips(curve, stretch, bars)
    season = replace(
        season, start=float(curve.time[stretch.left]), cut_left=bool(day < curve.time[0])
    )
    reason = approval(curve, stretch, season, bars)
    return Candidate(season, True, tr("sown on a given day; {reason}", reason=reason))


def _inside(curve: SearchedCurve, start: float, end: float) -> Places:
    return np.flatnonzero((curve.time >= start) & (curve.time <= end))


def _window(curve: SearchedCurve, places: Places) -> Stretch:
    """The peak is where the curve has risen most above what lies before it in the window.

    Where the crop before still stands on the first day, the season begins when that is gone.
    """
    left, right = int(places[0]), int(places[-1])
    heights = curve.mean[left : right + 1]
    rises = heights - np.minimum.accumulate(heights)
    peak = left + int(np.argmax(rises))
    ground = left + int(np.argmin(curve.mean[left : peak + 1]))
    stands = curve.mean[left] > 0.5 * (curve.mean[ground] + curve.mean[peak])
    return Stretch(ground if stands else left, peak, right)


def _outside(curve: SearchedCurve, start: float, end: float, *, drawn: bool) -> str:
    """Words for days of which the series knows nothing, of a window that was drawn or a season."""
    readings = curve.time if curve.readings is None else curve.readings
    if start > readings[-1]:
        days = start - readings[-1]
        if drawn:
            return tr("The window starts {days:.0f} days after the last reading", days=days)
        return tr("It starts {days:.0f} days after the last reading", days=days)
    if end < readings[0]:
        days = readings[0] - end
        if drawn:
            return tr("The window ends {days:.0f} days before the first reading", days=days)
        return tr("It ends {days:.0f} days before the first reading", days=days)
    if not np.any((readings >= start) & (readings <= end)):
        return tr("0 readings in it")
    return ""


def _empty(start: float, end: float) -> Season:
    """A window without a curve: its middle stands for the peak."""
    return Season("", start, 0.5 * (start + end), end, cut_left=True, cut_right=True)


def _with_dips(curve: SearchedCurve, stretch: Stretch, bars: Bars) -> Season:
    return season_of(
        curve, stretch, bloom.dips_between(curve, summits_beside(curve, stretch, bars))
    )
