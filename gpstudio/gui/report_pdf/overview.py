"""What the first page of a report of many fields says: grades, dates by stage, who wants a look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from gpstudio import __version__
from gpstudio.core.arrays import Floats
from gpstudio.data.series import Clock
from gpstudio.data.table import Table
from gpstudio.gui.report_pdf.titles import title_of
from gpstudio.gui.words import time_text
from gpstudio.phenology.quality.codes import LETTERS, NO_DATE
from gpstudio.phenology.quality.looks import LOOKS, standing_of
from gpstudio.phenology.stages import StageDate
from gpstudio.session.fitting import Fit
from gpstudio.session.season_rows import accuracy_of, season_rows_of, summary_of
from gpstudio.translation import some_of, tr, tr_count

Pair = tuple[str, str]
NOBODY: Mapping[str, str] = {}
MOST_NAMED = 3
"""Crops or indices that the head names."""


@dataclass(frozen=True, eq=False)
class StageSpread:
    """One stage over the fields: the dates ascend, and ``fields`` are theirs."""

    stage: str
    dates: Floats
    fields: tuple[str, ...]
    half_width: float | None
    """Of the 90 % interval, at the median field."""

    @property
    def median(self) -> float:
        return float(np.median(self.dates))


@dataclass(frozen=True, eq=False)
class Overview:
    title: str
    heading: tuple[Pair, ...]
    sentences: tuple[str, ...]
    season: str
    """That of which most fields have dates; empty where none has."""
    letters: tuple[tuple[str, str, int], ...]
    """Each grade with what it is called and how many fields have it, the best first."""
    stages: tuple[StageSpread, ...]
    looks: tuple[Pair, ...]
    """Fields that somebody should look at, and why."""
    clock: Clock

    def say(self, time: float) -> str:
        return time_text(time, self.clock)


@dataclass(frozen=True, eq=False)
class _FieldSeason:
    """A field with the stages of its newest season."""

    fit: Fit
    called: str
    name: str
    stages: tuple[StageDate, ...]

    @property
    def year(self) -> str:
        """Without the letter of several seasons in a year."""
        return re.sub(r"(?<=\d)[a-z]+$", "", self.name)


def overview_of(
    fits: Sequence[Fit],
    table: Table | None,
    made: date,
    unfitted: Mapping[str, str] = NOBODY,
) -> Overview:
    """``unfitted``: fields without a fit, and why."""
    fields = [_newest(fit, table) for fit in fits]
    years = Counter(one.year for one in fields if one.name)
    year = max(years, key=lambda name: (years[name], name), default="")
    here = [one for one in fields if one.name and one.year == year]
    return Overview(
        tr_count(len(fits) + len(unfitted), "{n:,} field", "{n:,} fields"),
        tuple(_heading(fits, table, made)),
        tuple(_sentences(fields, unfitted)),
        year,
        _letters(fields, len(unfitted)),
        _spreads(here),
        (*_looks(fields, year), *unfitted.items()),
        fits[0].series.clock,
    )


def _newest(fit: Fit, table: Table | None) -> _FieldSeason:
    name = fit.seasons[-1].name if fit.seasons else ""
    stages = tuple(stage for stage in fit.stages if stage.season == name)
    return _FieldSeason(fit, title_of(fit, table), name, stages)


def _heading(fits: Sequence[Fit], table: Table | None, made: date) -> list[Pair]:
    crops = {stage.crop for fit in fits for stage in fit.stages if stage.crop}
    asked = {fit.request.as_of for fit in fits}
    pairs = [(tr("Crop"), _named(crops))] if crops else []
    pairs.append((tr("Index"), _named({fit.index for fit in fits})))
    if table is not None:
        pairs.append((tr("File"), table.path.name))
    last = max(float(fit.series.time[-1]) for fit in fits)
    day = next(iter(asked)) if len(asked) == 1 else None
    pairs.append(
        (tr("Last reading"), time_text(last, fits[0].series.clock))
        if day is None
        else (tr("As of"), time_text(day, fits[0].series.clock))
    )
    pairs.append((tr("Made"), made.isoformat()))
    pairs.append((tr("By"), tr("GP Studio {version}", version=__version__)))
    return pairs


def _named(words: set[str]) -> str:
    return some_of(sorted(words), MOST_NAMED)


def _sentences(fields: Sequence[_FieldSeason], unfitted: Mapping[str, str]) -> list[str]:
    looks = [_look(one) for one in fields]
    looks += [LOOKS["not_fitted"].title for _ in unfitted]
    seen = [row for one in fields for row in season_rows_of(one.fit.stage_rows, one.fit.group)]
    accuracy = accuracy_of(seen)
    return [f"{summary_of(looks)}.", *([f"{accuracy}."] if accuracy else [])]


def _look(one: _FieldSeason) -> str:
    if not one.name:
        return LOOKS["no_season"].title
    look = standing_of([stage.grade for stage in one.stages]).look
    return LOOKS[look].title if look else ""


def _letters(fields: Sequence[_FieldSeason], unfitted: int) -> tuple[tuple[str, str, int], ...]:
    """By the typical date of the newest season."""
    found = [standing_of([stage.grade for stage in one.stages]).letter for one in fields]
    counted = Counter(letter or NO_DATE for letter in found)
    counted[NO_DATE] += unfitted
    return tuple((letter, about[0], counted[letter]) for letter, about in LETTERS.items())


def _spreads(fields: Sequence[_FieldSeason]) -> tuple[StageSpread, ...]:
    """In the order of a season, those that some field has a date of."""
    order = list(dict.fromkeys(stage.stage for one in fields for stage in one.stages))
    made = [_spread(name, fields) for name in order]
    return tuple(one for one in made if one is not None)


def _spread(name: str, fields: Sequence[_FieldSeason]) -> StageSpread | None:
    dated = [
        (stage.date, one.called, stage.width90)
        for one in fields
        for stage in one.stages
        if stage.stage == name and stage.date is not None
    ]
    if not dated:
        return None
    dated.sort(key=lambda one: one[:2])
    widths = [width for _, _, width in dated if width is not None]
    return StageSpread(
        name,
        np.array([day for day, _, _ in dated]),
        tuple(field for _, field, _ in dated),
        0.5 * float(np.median(widths)) if widths else None,
    )


def _looks(fields: Sequence[_FieldSeason], year: str) -> list[Pair]:
    told = []
    for one in fields:
        why = _look(one)
        if not why and one.year != year:
            why = tr("its newest season is {season}", season=one.name)
        if why:
            told.append((one.called, why))
    return told
