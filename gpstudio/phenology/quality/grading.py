"""The grade of one date: the letter, the codes and the sentence that follow from what is known."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.quality.against import against
from gpstudio.phenology.quality.codes import LETTERS
from gpstudio.phenology.quality.grade import (
    DateToGrade,
    Grade,
    Say,
    day_and_month,
    days_of,
    readings_in,
)
from gpstudio.phenology.quality.modes import Modes, modes_in
from gpstudio.phenology.quality.season_readings import SeasonReadings
from gpstudio.phenology.quality.undated import undated
from gpstudio.phenology.rules import PARTS
from gpstudio.translation import tr


def grade_of(
    dated: DateToGrade, seen: SeasonReadings, as_of: float = np.nan, say: Say | None = None
) -> Grade:
    """Of one date in a season; ``as_of`` is the day of the question, told where nothing is
    reached yet. ``say`` writes a time for people: "12 May" unless somebody says otherwise."""
    written = say or (day_and_month if seen.dated else _number)
    if dated.quantiles is None:
        return undated(dated, seen, as_of, written)
    modes = modes_in(dated.reached) if seen.dated else Modes(())
    found = [
        (letter, code.name, words())
        for code, value, words in against(dated, dated.quantiles, modes, seen, written)
        if (letter := code.letter(value))
    ]
    found.sort(key=lambda one: one[0], reverse=True)
    letter = found[0][0] if found else "A"
    words = "; ".join(words for _, _, words in found) or _all_well(dated.quantiles, seen)
    names = tuple(name for _, name, _ in found)
    return Grade(letter, names, f"{LETTERS[letter][0]}: {words}.", modes)


def amplitude_at(time: Floats, mean: Floats, seen: SeasonReadings) -> float:
    """Of a season on the mean curve: from its highest point down to the higher of its ends; where
    one of them is cut off, down to the other. NaN where the curve does not reach."""
    season = seen.season
    first, after = time.searchsorted(season.start), time.searchsorted(season.end, side="right")
    inside = mean[first:after]
    if not len(inside):
        return np.nan
    ends = [inside[0]] * (not season.cut_left) + [inside[-1]] * (not season.cut_right)
    return float(inside.max() - max(ends, default=inside.min()))


def band_at(time: Floats, std: Floats, amplitude: float, date: float) -> float:
    """The curve's standard deviation at a date as a share of its season's amplitude."""
    from gpstudio.phenology.compiled_summaries import met_at

    return met_at(time, std, date) / amplitude if amplitude > 0.0 else np.inf


def _all_well(quantiles: tuple[float, ...], seen: SeasonReadings) -> str:
    counts = ", ".join(readings_in(seen.counts[part], part) for part in PARTS)
    if not seen.dated:
        return counts
    return tr(
        "{counts}, at most {days} apart about the date",
        counts=counts,
        days=days_of(seen.gap(quantiles[0], quantiles[4])),
    )


def _number(time: float) -> str:
    return f"{time:g}"
