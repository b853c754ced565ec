"""From observed dates to a calibration: residuals of every anchor, and what leaving some out says.

The date of a stage is also expected about the days of the year on which it was observed: within one
season the mean of the other fields is hard to beat. Stages that are counted from one another share
that knowledge, so only one of them gets it: the one with the most dates, of equals the first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.anchor_dates import nearest_year
from gpstudio.phenology.anchors import OBSERVED, YEAR, CropTemplate
from gpstudio.phenology.calibration.calibration import Calibration, LearntAnchor, StageLearnt
from gpstudio.phenology.calibration.cases import CalibrationCase, Field, dated, fields_of
from gpstudio.phenology.calibration.hearing import Heard, heard_of
from gpstudio.phenology.calibration.leaving_out import (
    rmse,
    widening,
    without_field,
    without_season,
)
from gpstudio.phenology.calibration.pooling import Pooled, Residual

CALENDAR_SD = 12.0
"""Days: how far dates of a stage scatter over the fields and years of a region; 11.5 for wheat's
heading on the Great Plains. Only the scale of what the observed dates themselves tell."""


def calibrate(
    template: CropTemplate, cases: Iterable[CalibrationCase], seed: int = 0, task: Task = QUIET
) -> Calibration:
    """Learn from observed dates, and from leaving some of them out; ``calibrated`` applies it."""
    fields, aside = fields_of(template, cases)
    learnt = residuals_of(template, fields, seed)
    stages = _stages(template, learnt, fields, seed, task)
    return replace(learnt, stages=stages, aside=tuple(aside))


def residuals_of(template: CropTemplate, fields: Sequence[Field], seed: int) -> Calibration:
    """How far off every anchor was; nothing is left out yet."""
    heard = heard_of(template, fields, seed)
    return Calibration(template.crop, (*_of_anchors(heard), *_of_days(template, heard)))


def _of_anchors(heard: Sequence[Heard]) -> tuple[LearntAnchor, ...]:
    """How far off each anchor of the template was."""
    found: dict[tuple[str, str], list[Heard]] = defaultdict(list)
    for one in heard:
        found[one.stage, one.anchor.key].append(one)
    return tuple(
        LearntAnchor(
            stage=stage,
            key=key,
            scale=float(np.sqrt(np.mean([one.own_sd**2 for one in mine]))),
            rows=tuple(Residual(o.group, o.season, o.day - o.said, o.noise) for o in mine),
        )
        for (stage, key), mine in found.items()
    )


def _of_days(template: CropTemplate, heard: Sequence[Heard]) -> tuple[LearntAnchor, ...]:
    """The days of the year of one stage of every chain, unless the template has its calendar."""
    days: dict[str, dict[tuple[str, str], Heard]] = defaultdict(dict)
    calendars = set()
    for one in heard:
        days[one.stage][one.group, one.season] = one
        if one.anchor.key.startswith("calendar"):
            calendars.add(one.stage)
    chosen: list[str] = sorted(calendars)
    learnt: list[LearntAnchor] = []
    for stage in sorted(days, key=lambda name: -len(days[name])):
        if not any(_related(template, stage, other) for other in chosen):
            chosen.append(stage)
            learnt.append(_days_of_year(stage, list(days[stage].values())))
    return tuple(learnt)


def _days_of_year(stage: str, mine: Sequence[Heard]) -> LearntAnchor:
    """About the first of them, so that December and January lie side by side."""
    origin = mine[0].day % YEAR
    after_middle = float(np.median([one.day - one.middle for one in mine]))
    rows = tuple(
        Residual(one.group, one.season, nearest_year(one.day - origin, 0.0), one.day_noise)
        for one in mine
    )
    return LearntAnchor(stage, OBSERVED, CALENDAR_SD, rows, origin, after_middle)


def _related(template: CropTemplate, one: str, other: str) -> bool:
    """Whether one of them is counted from the other."""
    return one == other or one in _before(template, other) or other in _before(template, one)


def _before(template: CropTemplate, name: str) -> set[str]:
    """All that a stage is counted from, directly or not."""
    stage = template.stage(name)
    if stage is None:
        return set()
    after = {anchor.after for anchor in stage.counted}
    return after.union(*(_before(template, earlier) for earlier in after))


def _stages(
    template: CropTemplate, learnt: Calibration, fields: Sequence[Field], seed: int, task: Task
) -> tuple[StageLearnt, ...]:
    seasons_out = without_season(template, learnt, fields, seed, task)
    fields_out = without_field(template, learnt, fields, seed, task)
    plain = [(field, dated(template, field.known, seed)) for field in fields]
    found = []
    for stage in template.stages:
        mine = [(f, said[stage.name]) for f, said in plain if stage.name in f.seen & said.keys()]
        if not mine:
            continue
        rows = [Residual(f.group, f.season, f.seen[stage.name] - s.day) for f, s in mine]
        scale = float(np.sqrt(np.mean([said.sd**2 for _, said in mine])))
        by_season = [one for one in seasons_out if one.stage == stage.name]
        by_field = [one for one in fields_out if one.stage == stage.name]
        found.append(
            StageLearnt(
                stage=stage.name,
                shift=Pooled(rows, scale).average(),
                fields=len({row.group for row in rows}),
                seasons=len({row.season for row in rows}),
                error=rmse(by_season or by_field),
                widened_season=widening(by_season, by_season=True),
                widened_field=widening(by_field, by_season=False),
            )
        )
    return tuple(found)
