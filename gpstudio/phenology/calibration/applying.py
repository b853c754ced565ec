"""A template as observed dates have moved it, for one season of one field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from gpstudio.core.errors import InputError
from gpstudio.phenology.anchors import (
    OBSERVED,
    YEAR,
    CalendarAnchor,
    CropTemplate,
    CurveAnchor,
    DaysAnchor,
    ObservedAnchor,
    PlaceAnchor,
    StageTemplate,
    ThermalAnchor,
)
from gpstudio.phenology.calibration.calibration import Calibration, LearntAnchor
from gpstudio.phenology.calibration.pooling import Offset
from gpstudio.phenology.calibration.together import relations
from gpstudio.translation import tr, tr_count

LEAST_SD = 0.5
"""Days: a date is noted by the day."""

Movable = TypeVar("Movable", CurveAnchor, CalendarAnchor, PlaceAnchor, DaysAnchor, ThermalAnchor)


def calibrated(
    template: CropTemplate, calibration: Calibration, group: str, season: str
) -> CropTemplate:
    """What ``date_by_template`` is to be given for that season of that field.

    A season is known by its word: where dates of others were observed in the same one, theirs is
    the weather, and little is left to doubt.
    """
    if calibration.crop != template.crop:
        raise InputError(
            tr(
                "The calibration is of {crop}: it says nothing of {other}, "
                "so leave it out or observe dates of that crop.",
                crop=calibration.crop,
                other=template.crop,
            )
        )
    stages = tuple(_moved(stage, calibration, group, season) for stage in template.stages)
    return replace(template, stages=stages)


def _moved(
    stage: StageTemplate, calibration: Calibration, group: str, season: str
) -> StageTemplate:
    learnt = {anchor.key: anchor for anchor in calibration.of_stage(stage.name)}
    if not learnt:
        return stage
    said = {key: anchor.offset(group, season) for key, anchor in learnt.items()}
    factor = _widening(calibration, stage.name, calibration.has_seen(stage.name, season))
    offsets = {key: _widened(offset, factor) for key, offset in said.items()}
    return replace(
        stage,
        curve=_all(stage.curve, offsets),
        calendar=_all(stage.calendar, offsets),
        places=_all(stage.places, offsets),
        days=_all(stage.days, offsets),
        thermal=_all(stage.thermal, offsets),
        observed=_observed(learnt.get(OBSERVED), offsets),
        related=relations(tuple(learnt.values()), tuple(offsets.values())),
    )


def _widening(calibration: Calibration, stage: str, seen: bool) -> float:
    """A stage that was only told by later ones is as far off as they are."""
    own = calibration.learnt(stage)
    learnt = calibration.stages if own is None else (own,)
    return max((one.widened(seen) for one in learnt), default=1.0)


def _widened(offset: Offset, factor: float) -> Offset:
    return Offset(offset.days, max(factor * offset.sd, LEAST_SD))


def _all(anchors: Sequence[Movable], offsets: dict[str, Offset]) -> tuple[Movable, ...]:
    return tuple(
        anchor.moved(offsets[anchor.key].days, offsets[anchor.key].sd)
        if anchor.key in offsets
        else anchor
        for anchor in anchors
    )


def _observed(
    learnt: LearntAnchor | None, offsets: dict[str, Offset]
) -> tuple[ObservedAnchor, ...]:
    if learnt is None:
        return ()
    offset = offsets[OBSERVED]
    day_of_year = (learnt.origin + offset.days) % YEAR
    return (ObservedAnchor(day_of_year, learnt.after_middle, offset.sd, _source(learnt)),)


def _source(learnt: LearntAnchor) -> str:
    fields = len({(row.group, row.season) for row in learnt.rows})
    return tr_count(fields, "as observed once", "as observed in {n} other fields or seasons")
