"""Seasons found from the curve alone: stretches from one trough over a peak to the next trough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.quantiles import median_of
from gpstudio.phenology import bloom, falling
from gpstudio.phenology.candidates import USUAL, Bars, Candidate, Findings, SearchedCurve, Season
from gpstudio.phenology.judging import (
    approval,
    bar_of,
    is_under_way,
    refusal,
    too_low,
)
from gpstudio.phenology.naming import named, year_of
from gpstudio.phenology.peaks import prominences_of
from gpstudio.phenology.stretches import Stretch, amplitude_of, is_unread, trimmed
from gpstudio.translation import tr, tr_count

LISTED = 0.4
"""Maxima that reach this share of the bar are listed as candidates; lower ones are wiggles."""
MOST_LISTED = 100
"""Nobody reads more that were turned down; the highest are kept."""


@dataclass(frozen=True, eq=False)
class Maxima:
    """Every local maximum of the curve, ascending, with its prominence."""

    places: Integers
    prominences: Floats

    def above(self, needed: float) -> Integers:
        return self.places[self.prominences >= needed]


def search(curve: SearchedCurve, bars: Bars = USUAL) -> Findings:
    """Every stretch that could be a season, with the reason why it is one or not."""
    reason = nothing_to_search(curve, bars)
    if reason:
        return Findings((), reason)
    found = _searched(curve, bars)
    if not falling.stands_high(curve):
        return found
    falls = _searched(falling.turned(curve), bars).seasons
    return falling.with_falls(curve, found, falls, bars)


def _searched(curve: SearchedCurve, bars: Bars) -> Findings:
    maxima = Maxima(*prominences_of(curve.mean))
    strong = [int(place) for place in maxima.above(bar_of(curve, bars))]
    groups = bloom.joined(curve, strong, (0, len(curve.time) - 1))
    peaks = [max(group, key=lambda place: float(curve.mean[place])) for group in groups]
    kept, refused = _sifted(curve, peaks, bars)
    summits = [summits_beside(curve, stretch, bars, maxima) for stretch in kept]
    seasons = [
        season_of(curve, stretch, bloom.dips_between(curve, mine))
        for stretch, mine in zip(kept, summits, strict=True)
    ]
    found = [
        Candidate(season, True, approval(curve, stretch, season, bars))
        for season, stretch in zip(named(seasons, curve), kept, strict=True)
    ]
    within = {place for mine in summits for place in mine}
    found += [*refused, *_weak(curve, maxima, [*strong, *within], bars)]
    found.sort(key=lambda candidate: candidate.season.peak)
    return Findings(tuple(found), "" if kept else why_none(found, curve))


def nothing_to_search(curve: SearchedCurve, bars: Bars) -> str:
    """Why no look at the curve is worth it; empty where one is."""
    if curve.readings is not None and len(curve.readings) < bars.readings:
        return tr_count(
            len(curve.readings),
            "No season: {n} reading cannot show one, at least {fewest} are needed.",
            "No season: {n} readings cannot show one, at least {fewest} are needed.",
            fewest=bars.readings,
        )
    if curve.is_silent:
        return tr("No season: fewer than three distinct values show no rise and no fall.")
    if len(curve.time) < 3:
        return tr("No season: the curve is shorter than three points.")
    if not curve.swing > 0.0:
        return tr("No season: the curve is flat.")
    return ""


def why_none(found: Sequence[Candidate], curve: SearchedCurve) -> str:
    """One sentence for the whole field: why the highest of the candidates is none."""
    if not found:
        return tr("No season: the curve has no peak.")
    heights = np.interp([candidate.season.peak for candidate in found], curve.time, curve.mean)
    best = found[int(np.argmax(heights))]
    if len(found) == 1:
        return tr("No season: {reason}.", reason=best.reason)
    return tr_count(
        len(found) - 1,
        "No season: {reason}, and {n} more is none.",
        "No season: {reason}, and {n} more are none.",
        reason=best.reason,
    )


def season_of(curve: SearchedCurve, stretch: Stretch, dips: tuple[float, ...] = ()) -> Season:
    first, last, cut_left, cut_right = trimmed(curve, stretch)
    return Season(
        name="",
        start=float(curve.time[first]),
        peak=float(curve.time[stretch.peak]),
        end=float(curve.time[last]),
        cut_left=cut_left,
        cut_right=cut_right,
        dips=dips,
        unread=is_unread(curve, stretch),
    )


def refused_of(curve: SearchedCurve, stretch: Stretch, reason: str, bars: Bars) -> Candidate:
    season = year_of(season_of(curve, stretch), curve)
    return Candidate(season, False, reason, is_under_way(curve, stretch, bars))


def _stretches(curve: SearchedCurve, peaks: Sequence[int]) -> list[Stretch]:
    """Neighbours touch at the trough between them; the outer ones reach to the lowest point."""
    if not peaks:
        return []
    troughs = [int(np.argmin(curve.mean[: peaks[0] + 1]))]
    for before, after in pairwise(peaks):
        troughs.append(int(before + np.argmin(curve.mean[before:after])))
    troughs.append(int(peaks[-1] + np.argmin(curve.mean[peaks[-1] :])))
    last = len(peaks) - 1
    return [
        Stretch(troughs[place], peak, troughs[place + 1], place == 0, place == last)
        for place, peak in enumerate(peaks)
    ]


def _sifted(
    curve: SearchedCurve, peaks: Sequence[int], bars: Bars
) -> tuple[list[Stretch], list[Candidate]]:
    """Those that are seasons and those that are none; what goes leaves its days to its neighbours.

    Of neighbours that are none the lower goes first: without it the other may be one.
    """
    turned_down: list[Candidate] = []
    while True:
        stretches = _stretches(curve, peaks)
        reasons = [refusal(curve, stretch, bars) for stretch in stretches]
        sizes = [
            amplitude_of(curve, stretch) if reason else np.inf
            for stretch, reason in zip(stretches, reasons, strict=True)
        ]
        beside = [np.inf, *sizes, np.inf]
        going = [
            bool(reasons[place]) and beside[place] >= size < beside[place + 2]
            for place, size in enumerate(sizes)
        ]
        if not any(going):
            return stretches, turned_down
        turned_down += [
            refused_of(curve, stretch, reason, bars)
            for stretch, reason, goes in zip(stretches, reasons, going, strict=True)
            if goes
        ]
        peaks = [peak for peak, goes in zip(peaks, going, strict=True) if not goes]


def summits_beside(
    curve: SearchedCurve, stretch: Stretch, bars: Bars, maxima: Maxima | None = None
) -> list[int]:
    """The peak of a season and the other summits that stand out of doubt beside it."""
    usual = median_of(curve.std[stretch.left : stretch.right + 1])
    needed = max(bloom.SHALLOWEST * amplitude_of(curve, stretch), bars.doubt * usual)
    known = maxima or Maxima(*prominences_of(curve.mean))
    window = (stretch.left, stretch.right)
    return bloom.summits_of(curve, stretch.peak, window, known.above(needed))


def _weak(curve: SearchedCurve, maxima: Maxima, known: list[int], bars: Bars) -> list[Candidate]:
    """Maxima that are too low but not so low that nobody would ask."""
    bar = bar_of(curve, bars)
    highest = float(maxima.prominences.max())
    listed = maxima.prominences >= min(LISTED * bar, highest)
    stretches = {s.peak: s for s in _stretches(curve, [int(p) for p in maxima.places[listed]])}
    rows = sorted(
        zip(maxima.prominences[listed].tolist(), maxima.places[listed].tolist(), strict=True),
        reverse=True,
    )
    return [
        refused_of(curve, stretches[place], too_low(height, curve, bars), bars)
        for height, place in rows[:MOST_LISTED]
        if place not in known and height < bar
    ]
