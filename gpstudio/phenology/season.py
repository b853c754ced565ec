"""Seasons: the stretches of a curve from one trough over a peak to the next trough."""

from __future__ import annotations

from gpstudio.core.arrays import Floats
from gpstudio.phenology.candidates import Bars, Candidate, Findings, SearchedCurve, Season
from gpstudio.phenology.searching import search

__all__ = ["Bars", "Candidate", "Findings", "SearchedCurve", "Season", "find_seasons", "search"]


def find_seasons(time: Floats, mean: Floats, std: Floats, dated: bool) -> tuple[Season, ...]:
    """The seasons of a mean curve on an ascending grid; none where nothing clearly rises."""
    return search(SearchedCurve(time, mean, std, dated)).seasons
