"""Observed dates of stages, gathered by the season of a field that they belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError, suggestion
from gpstudio.phenology.anchor_dates import Known
from gpstudio.phenology.anchors import CropTemplate
from gpstudio.phenology.stage_chain import date_by_template
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True, eq=False)
class CalibrationCase:
    """A stage that was seen on a day, and what is known of its season besides."""

    group: str
    season: str
    """Of fields with the same word the weather is the same."""
    stage: str
    day: float
    """Since 1970-01-01."""
    known: Known


@dataclass(frozen=True, eq=False)
class Field:
    """One season of one field, with the days on which its stages were seen."""

    group: str
    season: str
    known: Known
    seen: Mapping[str, float]


@dataclass(frozen=True)
class TemplateDate:
    """What a template makes of a stage: the middle of its draws and their standard deviation."""

    day: float
    sd: float


def fields_of(
    template: CropTemplate, cases: Iterable[CalibrationCase]
) -> tuple[list[Field], list[str]]:
    """The fields, and in words which dates are of no use. A stage that was seen on several days
    counts on their mean."""
    names = [stage.name for stage in template.stages]
    knowns: dict[tuple[str, str], Known] = {}
    days: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    landmarks: dict[str, int] = defaultdict(int)
    for case in cases:
        _check(template, names, case)
        stage = template.stage(case.stage)
        if stage is not None and stage.is_landmark(case.known.index):
            landmarks[case.stage] += 1
            continue
        key = case.group, case.season
        knowns.setdefault(key, case.known)
        days[key][case.stage].append(case.day)
    fields = [
        Field(*key, known, {stage: float(np.mean(of)) for stage, of in days[key].items()})
        for key, known in knowns.items()
    ]
    return fields, [_aside(stage, count) for stage, count in landmarks.items()]


def dated(template: CropTemplate, known: Known, seed: int) -> dict[str, TemplateDate]:
    """Every stage that more than half of the draws reach."""
    random = np.random.default_rng(seed)
    found = {}
    for stage in date_by_template(template, known, draws_of(known), random, str):
        reached = stage.dates[np.isfinite(stage.dates)]
        if 2 * len(reached) > len(stage.dates):
            found[stage.what.name] = TemplateDate(float(np.median(reached)), float(np.std(reached)))
    return found


def draws_of(known: Known) -> int:
    """How many joint draws of the curve there are."""
    arrays: list[Floats] = [*known.measures.values()]
    arrays += [] if known.sowing is None else [known.sowing]
    if not arrays:
        raise InputError(tr("A season of which no curve is known says nothing of its stages."))
    return len(arrays[0])


def _check(template: CropTemplate, names: list[str], case: CalibrationCase) -> None:
    if case.stage not in names:
        raise InputError(
            tr(
                "'{stage}' was observed, but there is no such stage of {title}: {hint}",
                stage=case.stage,
                title=template.title.lower(),
                hint=suggestion(case.stage, names),
            )
        )
    if not np.isfinite(case.day):
        raise InputError(
            tr(
                "The date of {stage} in {group} is no date: leave it out.",
                stage=case.stage,
                group=case.group,
            )
        )


def _aside(stage: str, count: int) -> str:
    dates = tr_count(count, "{n} date", "{n} dates")
    return tr(
        "{dates} of {stage}, which is a landmark of the curve and not calibrated",
        dates=dates,
        stage=stage,
    )
