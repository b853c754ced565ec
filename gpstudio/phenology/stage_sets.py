"""Stage sets: which stages are dated, and how; from a season's drawn curves to draws of dates.

``curve_set`` holds what the curve alone can show. ``template_set`` makes one of a crop's template
and of what is known of the season besides its readings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.chance import Random
from gpstudio.core.frozen import changed
from gpstudio.phenology.anchor_dates import Known
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measuring import measures_for
from gpstudio.phenology.places import Place
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.stage_chain import date_by_template, told
from gpstudio.phenology.stages import UNDATED, StageDraws
from gpstudio.phenology.templates import CropTemplate
from gpstudio.phenology.thermal import TemperatureSeries

StageSet: TypeAlias = Callable[[SeasonCurves], Sequence[StageDraws]]


def curve_set(drawn: SeasonCurves) -> list[StageDraws]:
    """What the curve alone can show."""
    return [
        StageDraws(
            rule,
            changed(UNDATED, stage=rule.name, definition=rule.formula, bbch=rule.bbch),
            rule.dates(drawn),
        )
        for rule in RULES
    ]


@dataclass(frozen=True, eq=False)
class Circumstances:
    """What is known of a season besides its readings; the template's own numbers where None."""

    index: str = ""
    sowing: float | None = None
    region: str = ""
    record: TemperatureSeries | None = None
    mean_temperature: float | None = None
    method: str = "three_hourly"
    place: Place | None = None
    crop_type: str = ""
    others: tuple[tuple[str, str, float, float], ...] = ()
    """Of other indices: index, measure, its day and standard deviation."""


def template_set(
    template: CropTemplate,
    known: Known,
    random: Random,
    say: Callable[[float], str],
) -> StageSet:
    """The stages of a crop in the one season of which so much is known."""

    def dated(drawn: SeasonCurves) -> list[StageDraws]:
        found = date_by_template(template, known, drawn.curves.shape[1], random, say)
        return [told(one, template, known) for one in found]

    return dated


def _others(around: Circumstances, count: int) -> tuple[tuple[str, dict[str, Floats]], ...]:
    """As draws: other curves are as uncertain as they are, and know nothing of this one's draws."""
    found: dict[str, dict[str, Floats]] = {}
    for place, (index, measure, day, sd) in enumerate(around.others):
        random = np.random.default_rng([place, count])
        found.setdefault(index, {})[measure] = day + sd * random.standard_normal(count)
    return tuple(found.items())


def known_of(template: CropTemplate, around: Circumstances, drawn: SeasonCurves) -> Known:
    """What the template is told of one season."""
    count = drawn.curves.shape[1]
    return Known(
        index=around.index,
        middle=drawn.season.peak,
        measures=measures_for(template, around.index, drawn),
        sowing=None if around.sowing is None else np.full(count, around.sowing),
        region=around.region,
        record=around.record,
        stated=around.mean_temperature,
        method=around.method,
        place=around.place,
        crop_type=around.crop_type,
        others=_others(around, count),
    )
