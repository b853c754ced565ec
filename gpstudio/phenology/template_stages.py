"""What a stage of a template is: one of every crop, or one that the template declares itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from gpstudio.phenology.anchors import INDICES, CurveAnchor, StageTemplate
from gpstudio.phenology.measuring import words_of
from gpstudio.phenology.rules import PARTS, RULES, STAGES, Mark, Stage, StageLook, Stroke
from gpstudio.phenology.sections import Section
from gpstudio.translation import tr

DEFINITION = tr("Its own definition on the curve")
LAST_COLOUR = 7.0
MARKS: tuple[Mark, ...] = get_args(Mark)
STROKES: tuple[Stroke, ...] = get_args(Stroke)
_NAME = re.compile("[a-z][a-z0-9_]*")


def stage_declared_in(section: Section) -> Stage:
    """The stage that a table of the template is about."""
    declared = section.section("declared")
    if declared is None:
        return STAGES[section.word("name", STAGES.names)]
    name = section.text("name")
    if name in STAGES:
        raise section.wrong(
            tr("'declared' is not needed, since '{name}' is a stage of every crop", name=name)
        )
    if not _NAME.fullmatch(name):
        raise section.wrong(
            tr(
                "'name' is '{name}' and should be small letters and _ such as 'tillering'",
                name=name,
            )
        )
    return _declared(name, declared)


def _declared(name: str, section: Section) -> Stage:
    stage = Stage(
        name=name,
        title=section.text("title"),
        help=section.text("help"),
        short=section.text("short"),
        scales=section.text("scales"),
        part=section.word("part", PARTS),
        orders=(),
        look=StageLook(
            int(section.number("colour", 0.0, LAST_COLOUR)),
            section.word("mark", MARKS),
            section.word("stroke", STROKES),
        ),
        written=section.texts("written"),
    )
    section.finish()
    return stage


def each_of(stage: StageTemplate) -> list[StageTemplate]:
    """Of what a season may have several times, every one, dated by its own measure."""
    if not stage.what.repeats:
        return [stage]
    return [
        replace(
            stage,
            what=stage.what.numbered(order),
            curve=tuple(replace(a, measure=f"{a.measure}({order})") for a in stage.curve),
        )
        for order in range(1, stage.what.repeats + 1)
    ]


def with_landmarks(stages: Sequence[StageTemplate]) -> list[StageTemplate]:
    """With every landmark of the curve that the template does not speak of itself, each in its
    place in the season."""
    found, order = list(stages), STAGES.names
    for rule in RULES:
        if any(stage.name == rule.name for stage in stages):
            continue
        later = order[order.index(rule.name) :]
        place = next((at for at, stage in enumerate(found) if stage.name in later), len(found))
        found.insert(place, _landmark(rule))
    return found


def _landmark(rule: Stage) -> StageTemplate:
    assert rule.measure is not None
    words = words_of(rule.measure)
    anchor = CurveAnchor(words, 0.0, INDICES, 0.0, DEFINITION, DEFINITION)
    return StageTemplate(rule, rule.bbch, "", rule.note, (anchor,), (), (), ())
