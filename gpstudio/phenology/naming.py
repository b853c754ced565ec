"""Seasons are called after their harvest year, and counted where time is no calendar.

A crop that loses its green about New Year would be of this year now and of the next then: what its
like seasons of other years mostly do decides for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpstudio.core.quantiles import median_of
from gpstudio.phenology.candidates import SearchedCurve, Season
from gpstudio.phenology.years import like_places


def named(seasons: Sequence[Season], curve: SearchedCurve) -> list[Season]:
    """The year in which the curve has fallen half-way, with a, b when several; or 1, 2, 3."""
    if not curve.dated:
        return [replace(season, name=str(place + 1)) for place, season in enumerate(seasons)]
    years = [_year(day) for day in _usual_harvests(seasons, curve)]
    found = []
    for place, (season, year) in enumerate(zip(seasons, years, strict=True)):
        letter = ""
        if years.count(year) > 1:
            letter = chr(ord("a") + years[:place].count(year))
        found.append(replace(season, name=f"{year}{letter}"))
    return found


def year_of(season: Season, curve: SearchedCurve) -> Season:
    """A stretch that is no season bears its year alone, and no name where there are no years."""
    return replace(season, name=str(_year(_harvest(season, curve))) if curve.dated else "")


def _usual_harvests(seasons: Sequence[Season], curve: SearchedCurve) -> list[float]:
    """Of each season the day on which the like ones have mostly fallen half-way, in its year; one
    whose fall is not seen has no say."""
    days = [_harvest(season, curve) for season in seasons]
    peaks = [season.peak for season in seasons]
    found = []
    for place, day in enumerate(days):
        moved = {place: 0.0, **like_places(peaks, place)}
        said = [days[one] + moved[one] for one in moved if not seasons[one].is_open]
        found.append(median_of(said) if said else day)
    return found


def _harvest(season: Season, curve: SearchedCurve) -> float:
    """When the curve has fallen half-way."""
    fall = (curve.time >= season.peak) & (curve.time <= season.end)
    height = curve.mean[fall]
    level = 0.5 * (height.max() + height.min())
    return float(curve.time[fall][int(np.argmax(height <= level))])


def _year(day: float) -> int:
    return int(np.datetime64(int(np.floor(day)), "D").astype("datetime64[Y]").astype(int)) + 1970
