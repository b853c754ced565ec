"""Seasons are called after their harvest year, and counted where time is no calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpstudio.phenology.candidates import SearchedCurve, Season


def named(seasons: Sequence[Season], curve: SearchedCurve) -> list[Season]:
    """The year in which the curve has fallen half-way, with a, b when several; or 1, 2, 3."""
    if not curve.dated:
        return [replace(season, name=str(place + 1)) for place, season in enumerate(seasons)]
    years = [_harvest_year(season, curve) for season in seasons]
    found = []
    for place, (season, year) in enumerate(zip(seasons, years, strict=True)):
        letter = ""
        if years.count(year) > 1:
            letter = chr(ord("a") + years[:place].count(year))
        found.append(replace(season, name=f"{year}{letter}"))
    return found


def year_of(season: Season, curve: SearchedCurve) -> Season:
    """A stretch that is no season bears its year alone, and no name where there are no years."""
    return replace(season, name=str(_harvest_year(season, curve)) if curve.dated else "")


def _harvest_year(season: Season, curve: SearchedCurve) -> int:
    fall = (curve.time >= season.peak) & (curve.time <= season.end)
    height = curve.mean[fall]
    level = 0.5 * (height.max() + height.min())
    day = curve.time[fall][int(np.argmax(height <= level))]
    return int(np.datetime64(int(np.floor(day)), "D").astype("datetime64[Y]").astype(int)) + 1970
