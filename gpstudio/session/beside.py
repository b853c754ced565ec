"""The stages of a field's seasons beside each other: when each usually comes, and how late it is.

Like is compared with like: a season with those of other years that turn green at its time of the
year. Where a field bears several covers a year, that is a narrower part of the year; where they
follow each other as closely as cuts of grass do, nothing is compared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from gpstudio.core.frozen import changed
from gpstudio.phenology.earlier import Usual, usual_of
from gpstudio.phenology.season import Season
from gpstudio.phenology.stage_chain import MOST_TOLD
from gpstudio.phenology.stages import StageDate
from gpstudio.phenology.templates import stage_called
from gpstudio.phenology.years import like_places
from gpstudio.session.ahead import Ahead


def like(season: Season, seasons: Sequence[Season]) -> dict[str, float]:
    """Those of other years at its time of the year, and the days by which each is moved to it."""
    every = [season, *(one for one in seasons if one.name != season.name)]
    places = like_places([one.peak for one in every], 0)
    return {every[place].name: moved for place, moved in places.items()}


def like_ahead(ahead: Ahead, group: str, seasons: Sequence[Season]) -> dict[str, float]:
    """The same for the season under way, whose own peak is a guess: that of its earlier ones."""
    moved = ahead.own_moved(group)
    peaks = [one.peak + moved[one.name] for one in seasons if one.name in moved]
    if not peaks:
        return {}
    guess = replace(ahead.season, peak=float(np.median(peaks)))
    return like(guess, [one for one in seasons if one.name != guess.name])


def usual_dates(moved: Mapping[str, float], stages: Collection[StageDate]) -> dict[str, Usual]:
    """By stage, when it comes in the seasons of these names, each moved by so many days."""
    days: dict[str, list[float]] = {}
    for stage in stages:
        if stage.season in moved and stage.date is not None and _is_compared(stage.stage):
            days.setdefault(stage.stage, []).append(stage.date + moved[stage.season])
    found = {stage: usual_of(known) for stage, known in days.items()}
    return {stage: usual for stage, usual in found.items() if usual is not None}


def _is_compared(name: str) -> bool:
    """The third cut of a year of five says nothing of the third of three; the first one does."""
    stage = stage_called(name)
    return stage is None or stage.order <= 1


def beside_others(
    stages: Sequence[StageDate], seasons: Sequence[Season], has_years: bool = True
) -> tuple[StageDate, ...]:
    """Each with its usual date and how late it is, in the order of the season: by their dates, and
    a stage without one behind the stage before it. A plain number axis has no years."""
    found: list[StageDate] = []
    for season in seasons:
        usual = usual_dates(like(season, seasons), stages) if has_years else {}
        mine = [_with(stage, usual) for stage in stages if stage.season == season.name]
        latest, keys = -np.inf, []
        for stage in mine:
            latest = latest if stage.date is None else stage.date
            keys.append(latest)
        found += [mine[place] for place in np.argsort(keys, kind="stable")]
    return tuple(found)


def _with(stage: StageDate, known: Mapping[str, Usual]) -> StageDate:
    usual = known.get(stage.stage)
    if usual is None:
        return stage
    late = None if stage.date is None or _is_wide(stage) else stage.date - usual.day
    return changed(stage, usual=(usual.day, usual.std), days_late=late)


def _is_wide(stage: StageDate) -> bool:
    """Whether its date is known too little to be early or late: between two covers it may be
    either's."""
    return stage.width90 is not None and stage.width90 > MOST_TOLD
