"""A whole table in one call, for Python: what the window and the command line do, as DataFrames."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.decisions import Role
from gpstudio.data.table import Names, Table
from gpstudio.jobs.fields import Where
from gpstudio.jobs.places import PROCESSES, place_of
from gpstudio.phenology.places import Place, place_from
from gpstudio.phenology.templates import use_folder
from gpstudio.session.field_facts import FactFiles, Told, read_facts
from gpstudio.session.labels import joined
from gpstudio.session.many import fit_fields
from gpstudio.session.population import Known
from gpstudio.session.population_file import known_population
from gpstudio.session.request import CURVE, USUAL, Request, checked
from gpstudio.session.table_results import Results
from gpstudio.session.table_source import Columns, Source, TableSource, When, day_in, times_in
from gpstudio.session.together import dated_together
from gpstudio.session.witnesses import with_witnesses

if TYPE_CHECKING:
    import pandas as pd

File: TypeAlias = str | os.PathLike[str] | None


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
    if crops is not None:
        use_folder(Path(crops))
    chosen = (kernel, mean, likelihood, scale, approximation, solver, learning)
    recipe = Recipe.of(seed, **dict(zip((s.name for s in SLOTS), chosen, strict=True)))
    columns = Columns(time, value, group, roles, answers)
    read = TableSource(source, columns, add, add_answers, task)
    table = read.table
    wanted = Request(
        horizon, _times(predict, table), _day(as_of, table), stages, index,
        region=region, place=_place(place), crop_type=crop_type, hemisphere=hemisphere,
        mean_temperature=mean_temperature, degree_days=degree_days, anyway=anyway,
    )  # fmt: skip
    request = checked(wanted)
    files = _files(temperature, sowing, observed, fields)
    told = _told(read, table, files, recipe, request, also, task)
    with place_of(workers, engine=engine) as where:
        return _fitted(table, recipe, request, told, where, _known(population), task)


def _times(
    asked: tuple[When, When, float] | None, table: Table
) -> tuple[float, float, float] | None:
    return None if asked is None else times_in(asked, table.is_dated)


def _day(asked: When | None, table: Table) -> float | None:
    return None if asked is None else day_in("as_of", asked, table.is_dated)


def _place(said: str | Place | None) -> Place | None:
    return place_from(said) if isinstance(said, str) else said


def _told(
    read: TableSource, table: Table, files: FactFiles, recipe: Recipe, request: Request,
    also: Sequence[str], task: Task,
) -> Told:  # fmt: skip
    """What is known of the fields, from the files beside the table and its further indices."""
    told = read_facts(table, files, request.crop, task=task)
    if not also:
        return told
    others = with_witnesses(table, tuple(also), read.beside, request, recipe, told.facts, task)
    return replace(told, facts=others)


def _fitted(
    table: Table,
    recipe: Recipe,
    request: Request,
    told: Told,
    where: Where,
    given: Known = None,
    task: Task = QUIET,
) -> Results:
    """What the fields have in common is learnt once; each is weighed by it, and fitted alone where
    it is unlike the others; then all are dated, with what some teach the others."""
    weighed = fit_fields(table.series, recipe, request, told.facts, task, where, given)
    if not weighed.fits:
        raise InputError(*weighed.told)
    dated = dated_together(weighed.fits, request, told.facts, task, where=where)
    return Results(
        table,
        dated.fits,
        weighed.unfitted,
        (*told.remarks, *weighed.words, *dated.lessons.words),
        weighed.population,
        joined(table.labels, told.labels),
    )


def _files(*paths: File) -> FactFiles:
    return FactFiles(*(None if path is None else Path(path) for path in paths))


def _known(population: File | Population) -> Known:
    if population is None or isinstance(population, Population):
        return population
    return known_population(population)
