"""Why there is no date: nothing that could date it, nothing seen of it, or not reached."""

from __future__ import annotations

import numpy as np

from gpstudio.phenology.quality import codes
from gpstudio.phenology.quality.codes import NO_DATE, Code
from gpstudio.phenology.quality.grade import DateToGrade, Grade, Say
from gpstudio.phenology.quality.season_readings import SeasonReadings
from gpstudio.translation import tr


def no_season(reason: str = "") -> Grade:
    """Of whatever is asked of a field without a season; ``reason`` is that of the search."""
    words = reason.removeprefix("No season: ").rstrip(".")
    return _none(
        codes.NO_SEASON, words or tr("nothing in the series rises and falls as a crop does")
    )


def not_fitted(reason: str) -> Grade:
    """Of whatever is asked of a field that has no curve to look for a season in."""
    return _none(codes.NOT_FITTED, reason.rstrip("."))


def undated(dated: DateToGrade, seen: SeasonReadings, as_of: float, say: Say) -> Grade:
    """What is missing; else what the series does not show; else what the curve shows."""
    if dated.needs:
        return _none(codes.NEEDS, dated.needs.removeprefix("needs ").rstrip("."))
    season = seen.season
    share = float(np.isfinite(dated.draws).mean()) if len(dated.draws) else 0.0
    chance = tr("P = {share:.2f} by {day}", share=share, day=say(season.end))
    missed = _missed(dated, seen)
    if missed:
        if not np.isfinite(seen.first):
            return _none(codes.NOT_OBSERVED, tr("the series begins after it"))
        day = say(seen.first)
        return _none(codes.NOT_OBSERVED, tr("the series begins after it, on {day}", day=day))
    if season.cut_right and dated.part != "rise":
        if not np.isfinite(as_of):
            words = tr("the series ends in the season, not reached yet, {chance}", chance=chance)
        else:
            words = tr(
                "the series ends in the season, not reached yet on {day}, {chance}",
                day=say(as_of),
                chance=chance,
            )
        return _none(codes.CUT, words)
    return _none(codes.NOT_REACHED, chance)


def _missed(dated: DateToGrade, seen: SeasonReadings) -> bool:
    """Whether the stage lies before a series that begins in its season.

    Of one that ends in it too, a stage about the peak lies where the peak is nearer the edge.
    """
    season = seen.season
    if not season.cut_left or dated.part == "fall":
        return False
    if dated.part == "rise" or not season.cut_right:
        return True
    return season.peak - season.start < season.end - season.peak


def _none(code: Code, words: str) -> Grade:
    return Grade(NO_DATE, (code.name,), f"{code.title}: {words}.")
