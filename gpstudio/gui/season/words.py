"""What the season form says of crops and indices."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.data.series import Series
from gpstudio.gui.words import landmarks, sentence, stage_title
from gpstudio.phenology.anchors import INDICES, CropTemplate
from gpstudio.phenology.indices import known_index
from gpstudio.phenology.templates import crops, load_template
from gpstudio.session.lessons import Lessons
from gpstudio.session.request import CURVE, NO_STAGES, Request
from gpstudio.translation import tr

ANOTHER_CROP = "other"
"""A crop of one field that has no template: its curve alone is dated."""


@dataclass(frozen=True)
class ListEntry:
    """A line of a list to choose from."""

    name: str
    title: str
    help: str


CURVE_ALONE = ListEntry(
    CURVE,
    tr("Curve only"),
    sentence(tr("{landmarks}, as the curve shows them for any crop.", landmarks=landmarks())),
)
NOTHING = ListEntry(NO_STAGES, tr("No stages"), tr("The curve is fitted and nothing is dated."))


def crop_entries() -> tuple[ListEntry, ...]:
    """Every crop that has a template, with what holds for all of its dates."""
    found = []
    for crop in crops():
        template = load_template(crop)
        found.append(
            ListEntry(
                crop,
                template.title,
                template.note or tr("Stages of {title}.", title=template.title),
            )
        )
    return tuple(found)


def template_of(crop: str) -> CropTemplate | None:
    return load_template(crop) if crop in crops() else None


def index_of(request: Request, series: Series | None) -> str:
    """What was measured, as far as it is said: by a person, else by the column's name."""
    return request.index or (series.value_name if series is not None else "")


def index_title(name: str) -> str:
    """As people write it: NDVI of ``s2_ndvi_mean``; empty where the name is of no index."""
    known = known_index(name)
    return next((index for index in INDICES if index.lower() == known), known.upper())


def index_remark(template: CropTemplate | None, index: str, column: str) -> tuple[str, bool]:
    """Whether the curve anchors of a template hold for an index: a sentence, and whether all is
    well."""
    if template is None:
        return "", True
    crop, title, of_column = template.title, index_title(index), index_title(column)
    if not title:
        return tr(
            "“{index}” is no index that the template of {crop} knows: choose one. Until then its "
            "curve dates no stage.",
            index=index,
            crop=crop.lower(),
        ), False
    seen = [stage for stage in template.stages if stage.shown and stage.curve]
    without = [stage.name for stage in seen if not stage.curve_anchors(title)]
    if len(without) == len(seen):
        return tr(
            "{crop} has no thresholds of {title}, and those of another do not hold.",
            crop=crop,
            title=title,
        ), False
    if of_column and of_column != title:
        return tr(
            "The column is {named} by its name, and {chosen} was chosen: thresholds of one do not "
            "hold for the other.",
            named=of_column,
            chosen=title,
        ), False
    if without:
        named = ", ".join(stage_title(name).lower() for name in without)
        return tr(
            "The curve of {title} does not date {stages} of {crop}.",
            title=title,
            stages=named,
            crop=crop.lower(),
        ), True
    return tr("The template of {crop} holds for {title}.", crop=crop.lower(), title=title), True


def learnt_lines(lessons: Lessons) -> tuple[str, ...]:
    """What observed dates taught, a line a stage: how far dates were moved, and the error left."""
    lines = []
    for crop, calibration in lessons.calibrations.items():
        for stage in calibration.stages:
            moved = f"{stage.shift.days:+.1f} d".replace("-", "−")
            left = (
                tr("error not known")
                if stage.error is None
                else tr("error {error:.1f} d", error=stage.error)
            )
            several = f"{crop}, " if len(lessons.calibrations) > 1 else ""
            lines.append(f"{several}{stage_title(stage.stage).lower()}: {moved}, {left}")
    return tuple(lines)
