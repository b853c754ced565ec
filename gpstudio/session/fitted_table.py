"""A whole table in one call, for Python: what the window and the command line do, as DataFrames."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.adding.reading import add_readings
from gpstudio.data.decisions import Question, Role
from gpstudio.data.frames import frame_of
from gpstudio.data.series import days_from_dates
from gpstudio.data.table import UNLABELLED, Labels, Names, Table, read_table
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.fields import FieldRow, fields_sheet
from gpstudio.data.writing.forecast import forecast_sheet
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import readings_sheet
from gpstudio.data.writing.seasons import seasons_sheet
from gpstudio.data.writing.stages import stages_sheet
from gpstudio.jobs.fields import Where
from gpstudio.jobs.places import PROCESSES, place_of
from gpstudio.phenology.places import Place, place_from
from gpstudio.phenology.templates import use_folder
from gpstudio.session.field_facts import FactFiles, Told, read_facts
from gpstudio.session.fitting import Fit
from gpstudio.session.labels import joined
from gpstudio.session.many import FitsOutcome, Unfitted, fit_fields
from gpstudio.session.population import Known
from gpstudio.session.population_file import known_population
from gpstudio.session.request import CURVE, USUAL, Request, checked
from gpstudio.session.results import in_table_order, season_rows, write_results
from gpstudio.session.together import dated_together
from gpstudio.session.witnesses import with_witnesses
from gpstudio.translation import any_typed, tr

if TYPE_CHECKING:
    import pandas as pd

When: TypeAlias = float | str | date | np.datetime64
"""A time: a date where the table has dates, else a number of its own."""
File: TypeAlias = str | os.PathLike[str] | None
Source: TypeAlias = "str | os.PathLike[str] | pd.DataFrame | Table"


@dataclass(frozen=True, eq=False)
class Results:
    """Every field that could be fitted, and why the others could not.

    The DataFrames have the columns of the files (``gpstudio fit --columns`` says what each means)
    and dates as dates.
    """

    table: Table
    fits: tuple[Fit, ...]
    """With posterior and report: all that the DataFrames leave out."""
    unfitted: tuple[Unfitted, ...]
    remarks: tuple[str, ...]
    """What a person should know of how it was made."""
    population: Population | None = None
    """What the fields have in common, where they were learnt together: for tables that come later,
    and ``session.population_file`` writes it."""
    labels: Labels = field(default_factory=lambda: UNLABELLED)
    """Words about the fields, of the table and of the file of fields beside it."""

    @cached_property
    def stages(self) -> pd.DataFrame:
        rows = (row for one in self._asked for row in one.stage_rows)
        return frame_of(self._about.beside(stages_sheet(rows)))

    @cached_property
    def seasons(self) -> pd.DataFrame:
        """One row a field and season, its stages side by side: ``fields.csv``."""
        return frame_of(self._about.beside(seasons_sheet(season_rows(self._asked))))

    @property
    def summary(self) -> str:
        """Of several fields, how many need a look, and why."""
        return FitsOutcome(self.fits, self.unfitted).summary

    @property
    def _about(self) -> AboutFields:
        return AboutFields.of(self.table, self.labels)

    @property
    def _asked(self) -> list[Fit | Unfitted]:
        return in_table_order(self.table, self.fits, self.unfitted)

    @cached_property
    def forecast(self) -> pd.DataFrame:
        return frame_of(forecast_sheet(fit.forecast for fit in self.fits))

    @cached_property
    def readings(self) -> pd.DataFrame:
        return frame_of(readings_sheet([fit.series for fit in self.fits]))

    @cached_property
    def fields(self) -> pd.DataFrame:
        """One row a field, in the order of the table: how it was fitted, or why it was not."""
        rows = {fit.series.group: _fitted_row(fit) for fit in self.fits}
        rows.update({one.group: _unfitted_row(one) for one in self.unfitted})
        return frame_of(fields_sheet(rows[series.group] for series in self.table.series))

    def write(self, folder: str | os.PathLike[str], form: WrittenAs = PLAIN) -> list[Path]:
        """The files that ``gpstudio fit --out`` writes."""
        return write_results(
            Path(folder), self.table, self.fits, form, self.unfitted, labels=self.labels
        )


def fit_table(
    source: Source,
    *,
    time: Names = None,
    value: str | None = None,
    group: Names = None,
    roles: Mapping[str, Role] | None = None,
    answers: Mapping[str, str] | None = None,
    kernel: str = "auto",
    mean: str = "constant",
    likelihood: str = "auto",
    scale: str = "auto",
    approximation: str = "auto",
    solver: str = "auto",
    learning: str = "auto",
    seed: int = 0,
    horizon: float | None = None,
    predict: tuple[When, When, float] | None = None,
    as_of: When | None = None,
    stages: str = CURVE,
    index: str | None = None,
    also: Sequence[str] = (),
    region: str = "",
    place: str | Place | None = None,
    crop_type: str = "",
    crops: File = None,
    hemisphere: str = "",
    mean_temperature: float | None = None,
    degree_days: str = USUAL.degree_days,
    temperature: File = None,
    sowing: File = None,
    observed: File = None,
    fields: File = None,
    anyway: bool = False,
    population: File | Population = None,
    add: Sequence[str | os.PathLike[str] | pd.DataFrame] = (),
    add_answers: Mapping[str, str] | None = None,
    workers: int | None = None,
    engine: str = PROCESSES,
    task: Task = QUIET,
) -> Results:
    """Fit every field of a table and date its stages: what the window does, in one call.

    ``source`` is a path, a pandas DataFrame, or a ``Table``. What columns, choices and files mean
    is what ``gpstudio fit --help`` says of the words of the same names. ``add`` are further files
    (or DataFrames) whose new readings join those of ``source``.
    """
    _use(crops)
    chosen = (kernel, mean, likelihood, scale, approximation, solver, learning)
    recipe = Recipe.of(seed, **dict(zip((s.name for s in SLOTS), chosen, strict=True)))
    table = _with_added(
        _table(source, time, value, group, roles, answers, task), add, add_answers, task
    )
    request = checked(
        Request(
            horizon=horizon,
            times=None if predict is None else _times(predict, table.is_dated),
            as_of=None if as_of is None else _day("as_of", as_of, table.is_dated),
            stages=stages,
            index=index,
            region=region,
            place=place_from(place) if isinstance(place, str) else place,
            crop_type=crop_type,
            hemisphere=hemisphere,
            mean_temperature=mean_temperature,
            degree_days=degree_days,
            anyway=anyway,
        )
    )
    told = read_facts(table, _files(temperature, sowing, observed, fields), request.crop, task=task)
    if also:

        def beside(column: str) -> Table:
            further = _beside(source, time, group, roles, answers, task, column)
            return _with_added(further, add, add_answers, task)

        witnesses = with_witnesses(table, tuple(also), beside, request, recipe, told.facts, task)
        told = replace(told, facts=witnesses)
    with place_of(workers, engine=engine) as where:
        return _results(table, recipe, request, told, where, _known(population), task)


def _results(
    table: Table,
    recipe: Recipe,
    request: Request,
    told: Told,
    where: Where,
    known: Known,
    task: Task,
) -> Results:
    outcome = fit_fields(table.series, recipe, request, told.facts, task, where, known)
    if not outcome.fits:
        raise InputError(*outcome.told)
    together = dated_together(outcome.fits, request, told.facts, task, where=where)
    remarks = (*told.remarks, *outcome.words, *together.lessons.words)
    labels = joined(table.labels, told.labels)
    return Results(table, together.fits, outcome.unfitted, remarks, outcome.population, labels)


def _with_added(
    table: Table,
    add: Sequence[str | os.PathLike[str] | pd.DataFrame],
    answers: Mapping[str, str] | None,
    task: Task,
) -> Table:
    for other in add:
        table = add_readings(table, other, answers, task)
    return table


def _beside(
    source: Source,
    time: Names,
    group: Names,
    roles: Mapping[str, Role] | None,
    answers: Mapping[str, str] | None,
    task: Task,
    column: str,
) -> Table:
    """A further column of the same file."""
    if isinstance(source, Table):
        raise InputError(
            tr("A Table holds one column of readings: give the file for further indices.")
        )
    kept = {name: role for name, role in (roles or {}).items() if role != "value"}
    return _table(source, time, column, group, kept, answers, task)


def _table(
    source: Source,
    time: Names,
    value: str | None,
    group: Names,
    roles: Mapping[str, Role] | None,
    answers: Mapping[str, str] | None,
    task: Task,
) -> Table:
    if isinstance(source, Table):
        if any(said is not None for said in (time, value, group, roles, answers)):
            raise InputError(
                tr("A Table has been read already: say its columns and answers to read_table.")
            )
        table = source
    else:
        table = read_table(
            source, time=time, value=value, group=group, roles=roles, answers=answers, task=task
        )
    if table.questions:
        raise InputError(told_of_questions(table))
    return table


def _use(crops: File) -> None:
    if crops is not None:
        use_folder(Path(crops))


def _files(*paths: File) -> FactFiles:
    return FactFiles(*(None if path is None else Path(path) for path in paths))


def _known(population: File | Population) -> Known:
    if population is None or isinstance(population, Population):
        return population
    return known_population(population)


def _fitted_row(fit: Fit) -> FieldRow:
    report = fit.report
    return FieldRow(
        fit.series.group, report.readings, len(fit.seasons), report.kernel,
        fit.learned.written.text("scale"), report.noise, report.log_evidence, report.seconds,
        report.reason,
    )  # fmt: skip


def _unfitted_row(one: Unfitted) -> FieldRow:
    return FieldRow(one.group, None, None, None, None, None, None, None, one.reason)


def told_of_questions(table: Table) -> str:
    """What is asked, and the words of Python that answer it."""
    return " ".join(map(_asked, table.questions))


def _asked(question: Question) -> str:
    choices = [repr({question.about: choice}) for choice in question.choices]
    return tr(
        "{question} Say answers={choices}.", question=question.text, choices=any_typed(choices)
    )


def _times(asked: tuple[When, When, float], dated: bool) -> tuple[float, float, float]:
    first, last, step = asked
    return _day("predict", first, dated), _day("predict", last, dated), float(step)


def _day(name: str, when: When, dated: bool) -> float:
    number = isinstance(when, int | float)  # numpy's doubles are floats
    if dated and not number:
        return float(days_from_dates([cast("str | date | np.datetime64", when)])[0])
    if number and not dated:
        return float(cast("float", when))
    raise InputError(
        tr("{name} wants a date such as '2024-03-01', since the table has dates.", name=name)
        if dated
        else tr("{name} wants a number, since the times of the table are numbers.", name=name)
    )
