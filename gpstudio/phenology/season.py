"""Seasons: the stretches of a curve from one trough over a peak to the next trough."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.peaks import prominent_peaks

SMALLEST_AMPLITUDE = 0.25
"""A rise smaller than this share of the whole curve's range is a wiggle, not a season."""
CLEAR_OF_DOUBT = 3.0
"""A season's rise is at least so many of the curve's usual standard deviations."""


@dataclass(frozen=True)
class Season:
    """One rise and fall. ``cut`` sides end with the series, not with a trough."""

    name: str
    start: float
    peak: float
    end: float
    cut_left: bool
    cut_right: bool


def find_seasons(time: Floats, mean: Floats, std: Floats, dated: bool) -> tuple[Season, ...]:
    """The seasons of a mean curve on an ascending grid; none where nothing clearly rises."""
    if len(time) < 3:
        return ()
    amplitude = float(np.ptp(mean))
    needed = max(SMALLEST_AMPLITUDE * amplitude, CLEAR_OF_DOUBT * float(np.median(std)))
    if amplitude < needed or amplitude == 0.0:
        return ()
    summits = prominent_peaks(mean, needed)
    # at an edge, or level up to it, it is not known for a peak yet
    peaks = [int(p) for p in summits if mean[p] > max(mean[: p + 1].min(), mean[p:].min())]
    troughs = [0]
    for before, after in pairwise(peaks):
        troughs.append(int(before + np.argmin(mean[before:after])))
    troughs.append(len(time) - 1)
    seasons = []
    for place, peak in enumerate(peaks):
        left, right = troughs[place], troughs[place + 1]
        if place == 0:
            left = int(np.argmin(mean[: peak + 1]))
        if place == len(peaks) - 1:
            right = int(peak + np.argmin(mean[peak:]))
        seasons.append(
            Season(
                name=str(place + 1),
                start=float(time[left]),
                peak=float(time[peak]),
                end=float(time[right]),
                cut_left=left == 0,
                cut_right=right == len(time) - 1,
            )
        )
    return tuple(_named(seasons, time, mean) if dated else seasons)


def _named(seasons: list[Season], time: Floats, mean: Floats) -> list[Season]:
    """Named by harvest year: that in which the curve has fallen half-way; a, b when several."""
    years = [_harvest_year(season, time, mean) for season in seasons]
    named = []
    for place, (season, year) in enumerate(zip(seasons, years, strict=True)):
        letter = ""
        if years.count(year) > 1:
            letter = chr(ord("a") + years[:place].count(year))
        named.append(replace(season, name=f"{year}{letter}"))
    return named


def _harvest_year(season: Season, time: Floats, mean: Floats) -> int:
    fall = (time >= season.peak) & (time <= season.end)
    level = 0.5 * (mean[fall].max() + mean[fall].min())
    day = time[fall][int(np.argmax(mean[fall] <= level))]
    return int(np.datetime64(int(np.floor(day)), "D").astype("datetime64[Y]").astype(int)) + 1970
