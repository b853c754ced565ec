"""What a template's anchors said of stages that were observed.

A season is walked through as it is when it is dated, but that stages which were observed stand at
their day: what is counted from them is compared from there. A stage that the template can only
count from one that was not observed (flowering from heading) says when that one was, as many degree
days before; so the anchors of the curve learn from it. Harvest does not: when a farmer comes is the
farmer's business and says little of ripeness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.phenology.anchor_dates import AnchorDates, SeasonAnchors
from gpstudio.phenology.anchors import (
    SOWING,
    AnyAnchor,
    CropTemplate,
    DaysAnchor,
    StageTemplate,
    ThermalAnchor,
)
from gpstudio.phenology.calibration.cases import Field, draws_of
from gpstudio.phenology.stage_chain import Chain

STEPS_BACK = 4
"""Degree days are counted forward; so often a start is corrected until they end where they must."""


@dataclass(frozen=True, eq=False)
class Heard:
    """What one anchor said of a day that was observed."""

    group: str
    season: str
    stage: str
    day: float
    middle: float
    """Of the season, as its ``Known`` says."""
    anchor: AnyAnchor
    said: float
    noise: float
    """Of the landmark, from its draws, and of the day itself."""
    day_noise: float
    """Of the day, where a later stage told it; else 0."""
    own_sd: float
    """How far off it may be by the template: its sd, and that of what it counts from."""


@dataclass(frozen=True)
class _Seen:
    day: float
    noise: float = 0.0
    """Where it was told by a later stage: how far off that may be."""


def heard_of(template: CropTemplate, fields: Iterable[Field], seed: int) -> list[Heard]:
    """Every anchor of every observed stage that could speak."""
    found: list[Heard] = []
    for place, field in enumerate(fields):
        random = np.random.default_rng([seed, place])
        found += _walk(SeasonAnchors(template, field.known, random, str), field)
    return found


def _walk(anchors: SeasonAnchors, field: Field) -> Iterator[Heard]:
    known = anchors.known
    draws = draws_of(known)
    chain = Chain(draws, known.sowing)
    seen = {name: _Seen(day) for name, day in field.seen.items()}
    _tell_before(anchors, seen)
    for stage in anchors.template.stages:
        is_seen = stage.name in seen
        said = anchors.dates_of(stage, chain.dates, chain.order, untaught=is_seen)
        if not said or stage.is_landmark(known.index):
            continue
        if not is_seen:
            chain.add(stage, said, anchors.random)
            continue
        for one in said:
            heard = _heard(one, field, stage, seen[stage.name])
            if heard is not None:
                yield heard
        chain.dates[stage.name] = np.full(draws, seen[stage.name].day)


def _heard(said: AnchorDates, field: Field, stage: StageTemplate, seen: _Seen) -> Heard | None:
    """None where the anchor is silent in most draws."""
    spoken = said.draws[np.isfinite(said.draws)]
    if 2 * len(spoken) <= len(said.draws):
        return None
    spread, own = float(np.std(spoken)), said.anchor.sd
    return Heard(
        group=field.group,
        season=field.season,
        stage=stage.name,
        day=seen.day,
        middle=field.known.middle,
        anchor=said.anchor,
        said=float(np.median(spoken)),
        noise=float(np.hypot(seen.noise, 0.0 if said.counted else spread)),
        day_noise=seen.noise,
        own_sd=float(np.hypot(own, spread)) if said.counted else own,
    )


def _tell_before(anchors: SeasonAnchors, seen: dict[str, _Seen]) -> None:
    """Adds stages that were not observed, told by later ones that are only counted from them."""
    for stage in reversed(anchors.template.stages):
        known = seen.get(stage.name)
        own = stage.what.by_choice or stage.curve_anchors(anchors.known.index)
        if known is None or own:
            continue
        for anchor in stage.counted:
            if anchor.after != SOWING and anchor.after not in seen:
                start = _start_of(anchors, stage, anchor, known.day)
                seen[anchor.after] = _Seen(start, float(np.hypot(known.noise, anchor.sd)))


def _start_of(
    anchors: SeasonAnchors, stage: StageTemplate, anchor: ThermalAnchor | DaysAnchor, day: float
) -> float:
    """When the earlier stage was, for the later one to be on its day."""
    start = day
    for _ in range(STEPS_BACK):
        dates = {anchor.after: np.full(draws_of(anchors.known), start)}
        order = np.arange(draws_of(anchors.known))
        said = next(one for one in anchors.dates_of(stage, dates, order) if one.anchor is anchor)
        reached = said.draws[np.isfinite(said.draws)]
        if not len(reached):
            break
        start += day - float(np.median(reached))
    return start
