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

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.language import parse
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import iso_day
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.jobs.fields import Where, in_turn
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
from gpstudio.session.many import FitsOutcome, fit_fields
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
RIDGE = 1e-6
"""Of the mean variance, for what draws do not tell apart."""
SIZES = (
    "base", "amplitude", "large_integral(20)", "length(50)", "rise(50)", "fall(50)",
    "steepest_rise", "steepest_fall",
)  # fmt: skip
"""Measures of a season that was seen whole."""
RECIPE = Recipe.of(learning="together")


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
    outcome = fit_fields(
        [season.series for season in seasons], RECIPE, Request(stages=NO_STAGES), {}, task, where
    )
    if not outcome.fits:
        raise _nothing(table, outcome)
    read = {season.series.group: season for season in seasons}
    known = [(read[fit.group], fit) for fit in outcome.fits]
    told = _told(known, until, task)
    rows = _rows(table, labels, asked.label, [season for season, _ in known], told)
    return SeasonRows(replace(rows, remarks=_remarks(outcome, turn, until)), turn, until)


@dataclass(frozen=True, eq=False)
class _Told:
    """What curves tell of seasons."""

    names: tuple[str, ...]
    means: Floats
    """(seasons, features)"""
    spreads: Floats
    """(seasons, features, features): how sure each is of its own."""


def _told(known: Sequence[tuple[FieldSeason, Fit]], until: float | None, task: Task) -> _Told:
    days = np.arange(0.0, min(YEAR, until or YEAR) - STEP / 2.0, FINE)
    at = np.arange(0, len(days), round(STEP / FINE))
    sizes = [] if until is not None else [_measure(words) for words in SIZES]
    names = (*(tr("day {day:g}", day=day) for day in days[at]), *SIZES[: len(sizes)])
    means = np.empty((len(known), len(names)))
    spreads = np.empty((len(known), len(names), len(names)))
    for place, (season, fit) in enumerate(known):
        task.check()
        task.report(tr("Comparing seasons"), place / len(known))
        time = season.begin + days
        curves = fit.posterior.draws(time[:, None], DRAWN, 0, task)
        rows = [curves[at]]
        if sizes:
            drawn = SeasonCurves(_whole(season, time, curves), time, curves)
            rows += [_of_year(measure, drawn, season.begin)[None] for measure in sizes]
        means[place], spreads[place] = _moments(np.concatenate(rows))
    usual = _mean_of_known(means.T)
    return _Told(names, np.where(np.isfinite(means), means, np.nan_to_num(usual)), spreads)


def _measure(words: str) -> Measure:
    made = make(MEASURES, parse(words))
    assert isinstance(made, Measure)
    return made


def _whole(season: FieldSeason, time: Floats, curves: Floats) -> Season:
    """A growing year as a season; what lies beyond its edges is not looked at."""
    peak = float(time[int(curves.mean(axis=1).argmax())])
    return Season(season.name, float(time[0]), peak, float(time[-1]), True, True)


def _of_year(measure: Measure, drawn: SeasonCurves, begin: float) -> Floats:
    """One number a draw; dates as days of the growing year."""
    return measure.of(drawn) - (begin if measure.unit == "date" else 0.0)


def _moments(drawn: Floats) -> tuple[Floats, Floats]:
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


def could_have_been(told: Floats, spreads: Floats, usual: Floats, count: int) -> Floats:
    """(seasons, count, features): means that further readings may have led to, C − C̄ about each.

    Covariances are of draws: along directions in which C is no larger than chance makes draws of C̄
    (Marchenko and Pastur's edge) nothing is added.
    """
    size = told.shape[1]
    ridge = RIDGE * np.diag(usual).mean() * np.eye(size)
    root = np.linalg.cholesky(usual + ridge)
    edge = (1.0 + math.sqrt(size / DRAWN)) ** 2
    normals = np.random.default_rng(0).standard_normal((count, size))
    normals -= normals.mean(axis=0)
    found = np.repeat(told[:, None, :], count, axis=1)
    for place, spread in enumerate(spreads):
        half = np.linalg.solve(root, spread + ridge)
        ratios, along = np.linalg.eigh(np.linalg.solve(root, half.T))
        more = np.where(ratios > edge, ratios - 1.0, 0.0)
        found[place] += normals @ (root @ (along * np.sqrt(more))).T
    return found


def _rows(
    table: Table,
    labels: Mapping[str, Mapping[str, str]],
    heading: str,
    seasons: Sequence[FieldSeason],
    told: _Told,
) -> ClassRows:
    own = tuple(labels.get(season.field, {}).get(heading, "") for season in seasons)
    named = np.array([bool(label) for label in own])
    usual = told.spreads[named if named.any() else slice(None)].mean(axis=0)
    return ClassRows(
        table.path.name,
        told.names,
        told.means,
        own,
        tuple(_apart(table, season.field) for season in seasons),
        (0,) * len(seasons),
        fields=tuple(season.field for season in seasons),
        seasons=tuple(season.name for season in seasons),
        asked=could_have_been(told.means, told.spreads, usual, ASKED),
    )


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
            "No field of {file} has {fewest} readings in a season, as far as it is seen: give "
            "more of them, or ask as of a later day.",
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
