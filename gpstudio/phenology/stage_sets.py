"""Stage sets: which stages are dated, and how; from a season's drawn curves to draws of dates.

``curve_set`` holds what the curve alone can show. ``template_set`` makes one of a crop's template
and of what is known of the season besides its readings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.chaining import StageDraws, date_by_template
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measuring import measures_for
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.speaking import Known
from gpstudio.phenology.templates import CropTemplate
from gpstudio.phenology.thermal import TemperatureSeries


@dataclass(frozen=True, eq=False)
class Drawn:
    """One stage of one season: draws of its date, NaN where a draw does not reach it."""

    name: str
    dates: Floats
    definition: str
    crop: str = ""
    bbch: str = ""
    zadoks: str = ""
    note: str = ""
    basis: tuple[str, ...] = ()
    agreement: float = 1.0
    """See ``combining.Combined``: small where what the date rests on contradicts itself."""
    reason: str = ""
    """Why nothing dates it, in words."""
    rests_on: tuple[str, ...] = ("curve",)
    """The kinds of what it rests on: "curve", "calendar", "counted" (days), "thermal"."""


StageSet: TypeAlias = Callable[[SeasonCurves], list[Drawn]]


def curve_set(drawn: SeasonCurves) -> list[Drawn]:
    """What the curve alone can show."""
    return [
        Drawn(
            rule.spec.name,
            rule().dates(drawn),
            rule.spec.formula,
            bbch=rule.bbch or "",
            zadoks=rule.zadoks or "",
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


def template_set(
    template: CropTemplate,
    known: Known,
    random: np.random.Generator,
    say: Callable[[float], str],
) -> StageSet:
    """The stages of a crop in the one season of which so much is known."""

    def stages(drawn: SeasonCurves) -> list[Drawn]:
        found = date_by_template(template, known, drawn.curves.shape[1], random, say)
        return [_of_template(template, stage) for stage in found]

    return stages


def known_of(template: CropTemplate, around: Circumstances, drawn: SeasonCurves) -> Known:
    """What the template is told of one season."""
    count = drawn.curves.shape[1]
    return Known(
        index=around.index,
        middle=drawn.season.peak,
        measures=measures_for(template, drawn),
        sowing=None if around.sowing is None else np.full(count, around.sowing),
        region=around.region,
        record=around.record,
        stated=around.mean_temperature,
        method=around.method,
    )


def _of_template(template: CropTemplate, found: StageDraws) -> Drawn:
    stage = found.stage
    return Drawn(
        name=stage.name,
        dates=found.dates,
        definition="; ".join(found.basis),
        crop=template.crop,
        bbch=stage.bbch,
        zadoks=stage.zadoks,
        note=stage.note,
        basis=found.basis,
        agreement=found.agreement,
        reason=found.reason,
        rests_on=found.rests_on,
    )
