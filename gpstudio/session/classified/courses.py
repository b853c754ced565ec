"""What tells a season's class: its curve, day by day of the growing year, and its sizes.

    fields ──► seasons (growing.py) ──► curves, learnt together ──► ``SeasonRows``

A season of few readings is less sure of its class than others, and must say so. What a classifier
learns from are means of curves, which are smoother than any curve that could be true: it must not
be asked about drawn curves. It is asked about **means that could have been**: had the season been
read as well as those that were learnt from, its mean would lie about the present one with the
covariance that further readings would take away, C − C̄, the season's own less the usual. That is
the law of total variance; where a season was read no worse than usual nothing is added.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.language import parse
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series, iso_day
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.jobs.fields import One, Refused, Where, in_order, in_turn, map_fields, part_of
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import MEASURES, Measure
from gpstudio.phenology.season import Season
from gpstudio.session.classified.growing import (
    FEWEST,
    YEAR,
    FieldSeason,
    growing_year_of,
    seasons_of,
)
from gpstudio.session.classified.rows import ClassRows
from gpstudio.session.fitting import Fit
from gpstudio.session.many import FitsOutcome, Unfitted, fitting_of, population_known
from gpstudio.session.request import NO_STAGES, Request
from gpstudio.translation import tr, tr_count

STEP = 16.0
"""Days between the places where curves are compared."""
FINE = 4.0
"""Days between the points on which a drawn season is measured."""
DRAWN = 256
"""Joint draws of a season, of which means and covariances are taken."""
ASKED = 32
"""Means that could have been, for a season that was read worse than usual."""
GAP = 1.5
"""Times the longest gap that is usual: a longer one makes a season badly read."""
BEYOND = 1.25
"""Times the largest ratio of variances that chance makes of draws: the largest of many is beyond
it now and then."""
RIDGE = 1e-6
"""Of the mean variance, for what draws do not tell apart."""
SIZES = (
    "base", "amplitude", "large_integral(20)", "length(50)", "rise(50)", "fall(50)",
    "steepest_rise", "steepest_fall",
)  # fmt: skip
"""Measures of a season that was seen whole."""
RECIPE, REQUEST = Recipe.of(learning="together"), Request(stages=NO_STAGES)

Moments: TypeAlias = tuple[Floats, Floats]
"""Mean (features,) and covariance (features, features) of what a season's curves tell."""


@dataclass(frozen=True)
class SeasonsAsked:
    """Which seasons of a table are learnt from, and how much of each is seen."""

    label: str
    """The heading of the fields' labels that names the class."""
    as_of: float | None = None
    """The day of the question: of every season only what was read by then in its own growing year;
    all of it when None."""


@dataclass(frozen=True, eq=False)
class SeasonRows:
    """Seasons as rows of a classifier, with the growing year that they share."""

    rows: ClassRows
    turn: float
    """The day of the year on which it begins."""
    until: float | None
    """Days of each season that were seen; None where that is all."""


def season_rows(
    table: Table,
    labels: Mapping[str, Mapping[str, str]],
    asked: SeasonsAsked,
    task: Task = QUIET,
    where: Where = in_turn,
) -> SeasonRows:
    """Every season of every field, labelled or not; ``labels`` are words about fields, by group and
    heading."""
    _check(table, labels, asked.label)
    turn = growing_year_of(table.series)
    until = None if asked.as_of is None else (asked.as_of - turn) % YEAR
    seasons = [
        season for field in table.series for season in seasons_of(field, turn, until, asked.as_of)
    ]
    fields = [season.series for season in seasons]
    population = _population_of(table.series, turn, asked.as_of, task)
    telling = _Telling.of(seasons, until, population)
    found: dict[int, Moments] = {}
    refused: dict[int, Unfitted] = {}
    for place, one in map_fields(telling, fields, where, task):
        if isinstance(one, Refused):
            refused[place] = Unfitted(fields[place], one.reason)
        else:
            found[place] = one
    outcome = FitsOutcome((), in_order(refused), population)
    if not found:
        raise _nothing(table, outcome)
    known = [seasons[place] for place in sorted(found)]
    rows = _rows(table, labels, asked.label, known, until, telling, in_order(found))
    return SeasonRows(replace(rows, remarks=_remarks(outcome, turn, until)), turn, until)


def _population_of(
    fields: Sequence[Series], turn: float, as_of: float | None, task: Task
) -> Population | None:
    """By all that was read of each season until the day of the question, not only as far as seasons
    are compared: of half a dozen readings nobody tells what is noise, and a harvest was taken for
    it."""
    seasons = [season for field in fields for season in seasons_of(field, turn, as_of=as_of)]
    return population_known(None, [one.series for one in seasons], RECIPE, REQUEST, {}, task)


@dataclass(frozen=True, eq=False)
class _Telling:
    """What is asked of one season, wherever it is fitted: means of its inputs and how sure they
    are."""

    begins: Mapping[str, float]
    """Of each season, by its series' group."""
    days: tuple[float, ...]
    """Of the growing year, on which curves are drawn."""
    sizes: tuple[str, ...]
    fitting: One[Fit]

    @classmethod
    def of(
        cls, seasons: Sequence[FieldSeason], until: float | None, population: Population | None
    ) -> _Telling:
        days = np.arange(0.0, min(YEAR, until or YEAR) - STEP / 2.0, FINE)
        return cls(
            {season.series.group: season.begin for season in seasons},
            tuple(days.tolist()),
            () if until is not None else SIZES,
            fitting_of(RECIPE, REQUEST, {}, population, in_short=True),
        )

    @property
    def compared(self) -> tuple[float, ...]:
        """The days on which curves are compared."""
        return self.days[:: round(STEP / FINE)]

    @property
    def names(self) -> tuple[str, ...]:
        return (*(tr("day {day:g}", day=day) for day in self.compared), *self.sizes)

    def __call__(self, series: Series, task: Task) -> Moments:
        begin = self.begins[series.group]
        time = begin + np.array(self.days)
        (curves,) = self.fitting(series, task).posterior.draws_in([time], DRAWN, 0, task)
        rows = [curves[:: round(STEP / FINE)]]
        if self.sizes:
            drawn = SeasonCurves(_whole(time, curves), time, curves)
            rows += [_of_year(_measure(words), drawn, begin)[None] for words in self.sizes]
        return _moments(np.concatenate(rows))

    def of_fields(self, fields: Sequence[Series]) -> _Telling:
        begins = {field.group: self.begins[field.group] for field in fields}
        return replace(self, begins=begins, fitting=part_of(self.fitting, fields))


def _measure(words: str) -> Measure:
    made = make(MEASURES, parse(words))
    assert isinstance(made, Measure)
    return made


def _whole(time: Floats, curves: Floats) -> Season:
    """A growing year as a season; what lies beyond its edges is not looked at."""
    peak = float(time[int(curves.mean(axis=1).argmax())])
    return Season("", float(time[0]), peak, float(time[-1]), True, True)


def _of_year(measure: Measure, drawn: SeasonCurves, begin: float) -> Floats:
    """One number a draw; dates as days of the growing year."""
    return measure.of(drawn) - (begin if measure.unit == "date" else 0.0)


def _moments(drawn: Floats) -> Moments:
    """Mean and covariance of (features, draws); a size that a draw does not have is that of the
    others, and a NaN of no spread where none has it."""
    mean = _mean_of_known(drawn)
    filled = np.where(np.isfinite(drawn), drawn, np.nan_to_num(mean)[:, None])
    return mean, np.cov(filled)


def _mean_of_known(rows: Floats) -> Floats:
    """Of each row; NaN where nothing of it is known."""
    known = np.isfinite(rows)
    count = known.sum(axis=1)
    total = np.where(known, rows, 0.0).sum(axis=1)
    return np.asarray(np.divide(total, count, out=np.full(len(rows), np.nan), where=count > 0))


def could_have_been(
    told: Floats, spreads: Floats, usual: Floats, badly: Flags, count: int
) -> Floats:
    """(seasons, count, features): means that further readings may have led to, C − C̄ about each
    that was read ``badly``.

    Covariances are of draws: along directions in which C is no larger than chance makes draws of C̄
    (Marchenko and Pastur's edge) nothing is added.
    """
    size = told.shape[1]
    ridge = RIDGE * np.diag(usual).mean() * np.eye(size)
    root = np.linalg.cholesky(usual + ridge)
    edge = BEYOND * (1.0 + math.sqrt(size / DRAWN)) ** 2
    normals = np.random.default_rng(0).standard_normal((count, size))
    normals -= normals.mean(axis=0)
    found = np.repeat(told[:, None, :], count, axis=1)
    for place in np.flatnonzero(badly).tolist():
        half = np.linalg.solve(root, spreads[place] + ridge)
        ratios, along = np.linalg.eigh(np.linalg.solve(root, half.T))
        more = np.where(ratios > edge, ratios - 1.0, 0.0)
        found[place] += normals @ (root @ (along * np.sqrt(more))).T
    return found


def _rows(
    table: Table,
    labels: Mapping[str, Mapping[str, str]],
    heading: str,
    seasons: Sequence[FieldSeason],
    until: float | None,
    telling: _Telling,
    told: Sequence[Moments],
) -> ClassRows:
    own = tuple(labels.get(season.field, {}).get(heading, "") for season in seasons)
    named = np.array([bool(label) for label in own])
    means, spreads = (np.array(part) for part in zip(*told, strict=True))
    means = np.where(np.isfinite(means), means, np.nan_to_num(_mean_of_known(means.T)))
    usual = spreads[named if named.any() else slice(None)].mean(axis=0)
    return ClassRows(
        table.path.name,
        telling.names,
        means,
        own,
        tuple(_apart(table, season.field) for season in seasons),
        (0,) * len(seasons),
        fields=tuple(season.field for season in seasons),
        seasons=tuple(season.name for season in seasons),
        days=telling.compared,
        asked=could_have_been(means, spreads, usual, _badly_read(seasons, named, until), ASKED),
    )


def _badly_read(seasons: Sequence[FieldSeason], named: Flags, until: float | None) -> Flags:
    """By the longest time without a reading: curves of noisy fields are unsure as well, but those
    that were learnt from are so alike."""
    gaps = np.array([season.longest_gap(until) for season in seasons])
    return np.asarray(gaps > GAP * np.median(gaps[named] if named.any() else gaps))


def _apart(table: Table, field: str) -> str:
    """What is left out together: fields that lie at one place, all seasons of one field."""
    place = table.places.get(field)
    return field if place is None else place.text


def _check(table: Table, labels: Mapping[str, Mapping[str, str]], heading: str) -> None:
    known = dict.fromkeys(name for words in labels.values() for name in words)
    if heading not in known:
        raise InputError(
            tr(
                "{file} has no label {heading} of its fields: {hint}",
                file=table.path.name,
                heading=shown(heading),
                hint=suggestion(heading, known) if known else tr("name a column of classes."),
            )
        )


def _nothing(table: Table, outcome: FitsOutcome) -> InputError:
    if outcome.told:
        return InputError(*outcome.told)
    return InputError(
        tr(
            "No field of {file} has {fewest} readings in a season by that day: give more, or ask "
            "as of a later day.",
            file=table.path.name,
            fewest=FEWEST,
        )
    )


def _remarks(outcome: FitsOutcome, turn: float, until: float | None) -> tuple[str, ...]:
    begin = iso_day(turn)[5:]
    if until is None:
        told = tr("growing years begin on {day} (month and day)", day=begin)
    else:
        told = tr_count(
            round(until),
            "growing years begin on {day} (month and day), and {n} day of each is seen",
            "growing years begin on {day} (month and day), and {n} days of each are seen",
            day=begin,
        )
    return (told, *outcome.words, *outcome.told)
