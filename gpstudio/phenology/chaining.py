"""From a crop's template and what is known of a season to draws of the date of every stage.

Stages are dated in their order. Whatever a stage is dated by, its draws stay tied to the joint
draws of the curve, so that a stage that is counted from another one is counted draw by draw. A
combination that prefers some draws to others does so for all stages of the chain: what is seen of
ripening says something of heading too. Landmarks of the curve stay what the curve alone says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.phenology.anchors import SOWING, CropTemplate, StageTemplate, ThermalAnchor
from gpstudio.phenology.combining import Anchor, Combined, combine
from gpstudio.phenology.thermal import TemperatureSeries, Weather, thermal_dates

SEASON_BEFORE, SEASON_AFTER = 270.0, 95.0
"""A calendar's day is looked for so long before and after the middle of the season: one year."""


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of one season. Dates are days since 1970; ``measures`` and ``sowing`` have one
    number a joint draw of the curve, NaN where there is none."""

    index: str
    middle: float
    """A day in the middle of the season: its peak, say. It tells which year a calendar means."""
    measures: Mapping[str, Floats]
    """Draws of each measure of the curve, named as in templates: ``peak``, ``rise(50)``."""
    sowing: Floats | None = None
    region: str = ""
    record: TemperatureSeries | None = None
    stated: float | None = None
    """Mean temperature (°C) for days without one; the template's own where None."""
    method: str = "three_hourly"


@dataclass(frozen=True, eq=False)
class StageDraws:
    """One stage: its draws, what they rest on in words, and why there are none if so."""

    stage: StageTemplate
    dates: Floats
    basis: tuple[str, ...] = ()
    agreement: float = 1.0
    """See ``Combined``: small where the anchors contradict each other."""
    reason: str = ""


@dataclass(eq=False)
class _Chain:
    """What has been dated so far; ``order`` is the draw of the curve that each place holds."""

    order: Integers
    dates: dict[str, Floats]
    moved: dict[str, tuple[str, ...]]
    """For each stage the later ones whose anchors preferred some of its draws to others."""

    def add(self, stage: str, combined: Combined) -> None:
        picks = combined.picks
        if np.any(np.diff(picks) != 1):
            self.order = self.order[picks]
            self.dates = {name: drawn[picks] for name, drawn in self.dates.items()}
            self.moved = {name: (*by, stage) for name, by in self.moved.items()}
        self.dates[stage] = combined.dates
        self.moved[stage] = ()


def date_by_template(
    template: CropTemplate,
    known: Known,
    draws: int,
    random: np.random.Generator,
    say: Callable[[float], str],
) -> tuple[StageDraws, ...]:
    """Every shown stage of the template; ``say`` writes a time for people."""
    chain = _Chain(np.arange(draws, dtype=np.int64), {}, {})
    if known.sowing is not None:
        chain.dates[SOWING] = np.asarray(known.sowing, dtype=np.float64)
    found: list[StageDraws] = []
    for stage in template.stages:
        anchors, basis = _anchors(template, stage, known, chain, random, say)
        if not anchors:
            found.append(StageDraws(stage, np.full(draws, np.nan), reason=_needs(stage, known)))
            continue
        if any(a.sd == 0.0 for a in stage.curve_anchors(known.index)):
            own = next(a for a in stage.curve_anchors(known.index) if a.sd == 0.0)
            found.append(StageDraws(stage, known.measures[own.measure] + own.days, basis))
            continue
        combined = combine(anchors, random)
        chain.add(stage.name, combined)
        found.append(StageDraws(stage, combined.dates, basis, combined.agreement))
    return tuple(_told(stage, chain) for stage in found if stage.stage.shown)


def _told(found: StageDraws, chain: _Chain) -> StageDraws:
    """With the draws that the whole chain has left it, and a word where later stages chose."""
    name = found.stage.name
    moved = chain.moved.get(name, ())
    words = (f"and by what is seen of {', '.join(moved)}",) if moved else ()
    dates = chain.dates.get(name, found.dates)
    return replace(found, dates=dates, basis=found.basis + words)


def _anchors(
    template: CropTemplate,
    stage: StageTemplate,
    known: Known,
    chain: _Chain,
    random: np.random.Generator,
    say: Callable[[float], str],
) -> tuple[list[Anchor], tuple[str, ...]]:
    """The anchors that can speak here, and in words what each of them is."""
    found: list[tuple[Anchor, str]] = []
    for curve in stage.curve_anchors(known.index):
        if curve.measure in known.measures:
            drawn = known.measures[curve.measure][chain.order] + curve.days
            words = curve.measure + (f" {curve.days:+g} d" if curve.days else "")
            found.append((Anchor(words, drawn, curve.sd), _trusted(words, curve.sd)))
    for calendar in stage.calendar:
        if calendar.region == known.region:
            drawn = np.full(len(chain.order), _day_of_season(calendar.day, known.middle))
            words = f"calendar of {calendar.region} ({calendar.day})"
            found.append((Anchor(words, drawn, calendar.sd), _trusted(words, calendar.sd)))
    for later in stage.days:
        if later.after in chain.dates:
            drawn = chain.dates[later.after] + later.days
            words = f"{later.days:g} d after {later.after}"
            found.append((Anchor(words, drawn, later.sd), _trusted(words, later.sd)))
    for thermal in stage.thermal:
        if thermal.after in chain.dates and (known.record or not thermal.measured_only):
            found.append(_thermal(template, thermal, known, chain, random, say))
    return [anchor for anchor, _ in found], tuple(words for _, words in found)


def _thermal(
    template: CropTemplate,
    anchor: ThermalAnchor,
    known: Known,
    chain: _Chain,
    random: np.random.Generator,
    say: Callable[[float], str],
) -> tuple[Anchor, str]:
    stated = template.mean_temperature if known.stated is None else known.stated
    weather = Weather(known.record, stated, known.method)
    starts = chain.dates[anchor.after] + anchor.shift
    response = template.responses[anchor.response]
    dated = thermal_dates(weather, response, starts, anchor.target, random, say)
    most = "at most " if anchor.at_most else ""
    name = f"{most}{anchor.target:g} °Cd after {anchor.after}"
    words = f"{_trusted(name, anchor.sd)}: {dated.reason}"
    return Anchor(name, dated.dates, anchor.sd), words


def _trusted(words: str, sd: float) -> str:
    return f"{words} ± {sd:g} d" if sd else words


def _needs(stage: StageTemplate, known: Known) -> str:
    """What would date a stage that nothing dates here."""
    wanted = [f"{a.measure} of the curve" for a in stage.curve_anchors(known.index)]
    wanted += [f"the region {a.region}" for a in stage.calendar]
    wanted += [f"a date of {a.after}" for a in stage.days]
    wanted += [f"a date of {a.after}" for a in stage.thermal]
    if not wanted:
        return f"the template does not say how {known.index} shows it"
    return "needs " + " or ".join(dict.fromkeys(wanted))


def _day_of_season(day: str, middle: float) -> float:
    """The MM-DD of the year that lies from 270 days before the middle to 95 days after it."""
    year = np.datetime64(int(np.floor(middle)), "D").astype("datetime64[Y]")
    month, of_month = (int(part) for part in day.split("-"))
    for candidate in (year - 1, year, year + 1):
        first = (candidate.astype("datetime64[M]") + (month - 1)).astype("datetime64[D]")
        place = float((first + (of_month - 1)).astype(np.int64))
        if middle - SEASON_BEFORE < place <= middle + SEASON_AFTER + 1.0:
            return place
    raise RuntimeError("a year has every day of the calendar")
