"""What speaks against a date: every code that is about it, with its value and its words."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import TypeAlias

from gpstudio.phenology.quality import codes
from gpstudio.phenology.quality.codes import Code
from gpstudio.phenology.quality.grade import DateToGrade, Say, days_of, readings_in
from gpstudio.phenology.quality.modes import Modes
from gpstudio.phenology.quality.season_readings import SeasonReadings
from gpstudio.phenology.rules import SeasonPart
from gpstudio.translation import tr

Against: TypeAlias = tuple[Code, float, Callable[[], str]]
"""With what says it: most of it is never said."""
_FEW: dict[SeasonPart, Code] = {
    "rise": codes.FEW_RISE,
    "peak": codes.FEW_PEAK,
    "fall": codes.FEW_FALL,
}
_LEAST_CHANCE = 1e-12


def against(
    dated: DateToGrade, quantiles: tuple[float, ...], modes: Modes, seen: SeasonReadings, say: Say
) -> Iterator[Against]:
    """Whether a value matters is for its code to say. How wide all is comes last: of what is
    equally bad, what made it so is told first."""
    lower, date, upper = quantiles[0], quantiles[2], quantiles[4]
    if modes.several:
        yield codes.EITHER_OR, 1.0, lambda: modes.told(say)
    if not dated.is_seen:
        yield from _modelled(dated.rests_on)
    if seen.smoothed:
        yield (
            codes.SMOOTHED,
            1.0,
            lambda: tr(
                "the readings look smoothed or interpolated before, the interval then says nothing "
                "about the readings"
            ),
        )
    if dated.agreement < 1.0:
        yield _disagreement(dated.agreement)
    if seen.dated and upper > seen.last:
        yield _forecast(date - seen.last)
    if dated.is_seen and date <= seen.last:
        yield from _hardly_seen(lower, date, upper, seen)
        yield codes.BAND, dated.band, lambda: _uncertain(dated.band)
    if seen.dated and dated.is_landmark:
        width = upper - lower
        yield codes.WIDE, width, lambda: tr("the 90 % interval is {days} wide", days=days_of(width))


def _modelled(rests_on: Collection[str]) -> Iterator[Against]:
    """The best of what a date rests on that no curve shows."""
    for code in codes.MODELLED:
        if code.name in rests_on:
            yield code, 1.0, partial(_not_seen, code)
            return


def _not_seen(code: Code) -> str:
    return tr("{basis}, not seen", basis=f"{code.title[:1].lower()}{code.title[1:]}")


def _disagreement(agreement: float) -> Against:
    def words() -> str:
        chance = f"{100.0 * agreement:.1f} %" if agreement >= 1e-3 else tr("less than 0.1 %")
        return tr(
            "what dates it disagrees, as by chance it would in {chance} of cases", chance=chance
        )

    return codes.DISAGREE, -math.log10(max(agreement, _LEAST_CHANCE)), words


def _forecast(ahead: float) -> Against:
    if ahead <= 0.0:
        return codes.FORECAST, 0.5, lambda: tr("its interval ends after the last reading")
    return (
        codes.FORECAST,
        ahead,
        lambda: tr("forecast, {days} after the last reading", days=days_of(ahead)),
    )


def _hardly_seen(
    lower: float, date: float, upper: float, seen: SeasonReadings
) -> Iterator[Against]:
    """Of a date among readings: an edge, a gap, too few of them."""
    if seen.dated:
        inside, gap = seen.from_edge(date), seen.gap(lower, upper)
        yield codes.EDGE, codes.NEAR_EDGE - inside, lambda: _near_edge(inside)
        yield (
            codes.GAP,
            gap,
            lambda: tr("{days} without a reading about it", days=days_of(gap)),
        )
    parts: tuple[SeasonPart, ...] = (seen.part_at(date), "peak")
    for part in dict.fromkeys(parts):
        count = seen.counts[part]
        words = partial(readings_in, count, part)
        yield _FEW[part], float(codes.NEEDED[part] - count), words


def _uncertain(band: float) -> str:
    share = f"{100.0 * band:.0f} %" if band < 1.0 else tr("more than all")
    return tr("the curve there is uncertain by {share} of the season's amplitude", share=share)


def _near_edge(inside: float) -> str:
    if inside < 0.0:
        return tr("{days} before the first reading", days=days_of(-inside))
    return tr("{days} from where the series cuts the season off", days=days_of(inside))
