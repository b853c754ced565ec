"""A calibration as plain lists, dicts, texts and numbers, for a project file; and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from gpstudio.phenology.calibration.calibration import Calibration, LearntAnchor, StageLearnt
from gpstudio.phenology.calibration.pooling import Offset, Residual
from gpstudio.phenology.sections import Section
from gpstudio.translation import tr

FARTHEST = 1e4
"""Days: more than any season."""
MOST = 1e9


def record_of(calibration: Calibration) -> dict[str, object]:
    return {
        "crop": calibration.crop,
        "anchors": [
            {**asdict(anchor), "rows": [asdict(row) for row in anchor.rows]}
            for anchor in calibration.anchors
        ],
        "stages": [
            {**asdict(stage), "shift": [asdict(stage.shift)], "error": _some(stage.error)}
            for stage in calibration.stages
        ],
        "aside": list(calibration.aside),
    }


def calibration_of(record: Mapping[str, object]) -> Calibration:
    """What ``record_of`` wrote; an ``InputError`` says where it is damaged."""
    section = Section(tr("The calibration"), record)
    calibration = Calibration(
        crop=section.text("crop"),
        anchors=tuple(_anchor(part) for part in section.sections("anchors", "anchor")),
        stages=tuple(_stage(part) for part in section.sections("stages", "stage")),
        aside=section.texts("aside"),
    )
    section.finish()
    return calibration


def _anchor(section: Section) -> LearntAnchor:
    anchor = LearntAnchor(
        stage=section.text("stage"),
        key=section.text("key"),
        scale=section.number("scale", 0.0, FARTHEST),
        rows=tuple(_row(part) for part in section.sections("rows", "row")),
        origin=section.number("origin", 0.0, FARTHEST),
        after_middle=section.number("after_middle", -FARTHEST, FARTHEST),
    )
    section.finish()
    return anchor


def _row(section: Section) -> Residual:
    row = Residual(
        group=section.text("group"),
        season=section.text("season"),
        days=section.number("days", -FARTHEST, FARTHEST),
        noise=section.number("noise", 0.0, FARTHEST),
    )
    section.finish()
    return row


def _stage(section: Section) -> StageLearnt:
    shifts = [_offset(part) for part in section.sections("shift", "shift")]
    errors = section.numbers("error")
    if len(shifts) != 1 or len(errors) > 1:
        key = "shift" if len(shifts) != 1 else "error"
        raise section.wrong(tr("'{key}' must be one number of days", key=key))
    stage = StageLearnt(
        stage=section.text("stage"),
        shift=shifts[0],
        fields=int(section.number("fields", 1.0, MOST)),
        seasons=int(section.number("seasons", 1.0, MOST)),
        error=errors[0] if errors else None,
        widened_season=section.number("widened_season", 1.0, FARTHEST),
        widened_field=section.number("widened_field", 1.0, FARTHEST),
    )
    section.finish()
    return stage


def _offset(section: Section) -> Offset:
    offset = Offset(
        days=section.number("days", -FARTHEST, FARTHEST), sd=section.number("sd", 0.0, FARTHEST)
    )
    section.finish()
    return offset


def _some(number: float | None) -> list[float]:
    return [] if number is None else [number]
