"""The seasons of one field: those found from the curve, and those that a person gave.

Days that somebody gave, by sowing or by hand, stand in place of what the search finds there; the
rest of the curve is searched as ever.
"""

from __future__ import annotations

from dataclasses import replace

from gpstudio.data.series import Series
from gpstudio.phenology.given import LONGEST, drawn_season, sown_seasons
from gpstudio.phenology.growing_years import growing_years
from gpstudio.phenology.indices import smallest_amplitude
from gpstudio.phenology.naming import named
from gpstudio.phenology.season import Bars, Candidate, Findings, SearchedCurve, Season, search
from gpstudio.session.facts import Facts, Sown

BEFORE_PEAK, AFTER_PEAK = 240.0, 120.0
"""Days about a season's peak in which its stages are seen, when nobody says which season it was."""


def bars_of(series: Series, index: str) -> Bars:
    """Thresholds of one index are not those of another; an unknown one has none of its own."""
    return Bars(amplitude=smallest_amplitude(index, series.value))


def find(curve: SearchedCurve, bars: Bars, facts: Facts, is_sward: bool = False) -> Findings:
    """Every candidate in the order of time, with the reason why it is a season or none."""
    found = growing_years(curve, bars) if is_sward else search(curve, bars)
    if not curve.dated or curve.is_silent:
        return found
    sowings = sorted({sown.day for sown in facts.sowings})
    given = list(sown_seasons(curve, sowings, bars).candidates) if sowings else []
    drawn = [drawn_season(curve, start, end, bars) for start, end in facts.windows]
    given = [one for one in given if not any(_same(one.season, by.season) for by in drawn)]
    given += drawn
    if not given:
        return found
    taken = [one.season for one in given if one.accepted]
    kept = [one for one in found.candidates if not any(_same(one.season, by) for by in taken)]
    merged = _renamed([*kept, *given], curve)
    return Findings(merged, "" if any(one.accepted for one in merged) else found.reason)


def sowing_of(season: Season, facts: Facts) -> Sown | None:
    """The last sowing before the season's peak, unless it is too long ago to be its own."""
    before = [s for s in facts.sowings if season.peak - LONGEST < s.day < season.peak]
    return max(before, key=lambda sown: sown.day) if before else None


def seen_in(season: Season, facts: Facts) -> dict[str, float]:
    """The day of every stage that was observed in a season: as named, else by the day itself."""
    found = {}
    for seen in facts.seen:
        near = season.peak - BEFORE_PEAK < seen.day < season.peak + AFTER_PEAK
        if seen.season == season.name or (not seen.season and near):
            found[seen.stage] = seen.day
    return found


def _same(one: Season, other: Season) -> bool:
    """Whether the peak of either lies in the other."""
    return other.start <= one.peak <= other.end or one.start <= other.peak <= one.end


def _renamed(candidates: list[Candidate], curve: SearchedCurve) -> tuple[Candidate, ...]:
    """In the order of time; accepted ones are named together, so that a follows b."""
    ordered = sorted(candidates, key=lambda one: one.season.peak)
    names = iter(named([one.season for one in ordered if one.accepted], curve))
    return tuple(replace(one, season=next(names)) if one.accepted else one for one in ordered)
