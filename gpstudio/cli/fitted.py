"""From the words of a command to a table that is fitted and dated: for ``fit`` and ``report``."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpstudio.cli.reading import (
    facts_of,
    population_from,
    read,
    recipe_from,
    refuse_open_questions,
    request_from,
    workers_from,
)
from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.jobs.fields import Where
from gpstudio.jobs.places import place_of
from gpstudio.session.facts import Facts
from gpstudio.session.field_facts import Told
from gpstudio.session.fitting import Fit
from gpstudio.session.many import FitsOutcome, fit_fields
from gpstudio.session.population import Known
from gpstudio.session.request import Request
from gpstudio.session.together import Together, dated_together


@dataclass(frozen=True, eq=False)
class FittedTable:
    table: Table
    told: Told
    """What stood in the files beside it."""
    outcome: FitsOutcome
    """As it was fitted; the dates are those of ``together``."""
    together: Together


def fitted(words: argparse.Namespace) -> FittedTable:
    recipe = recipe_from(words)
    population = population_from(words)
    table = read(words)
    refuse_open_questions(table)
    request = request_from(words, table.series[0].dated)
    told = facts_of(words, table, request, recipe)
    with place_of(workers_from(words), engine=words.engine) as where:
        outcome = _outcome(table.series, recipe, request, told.facts, where, population)
        return FittedTable(table, told, outcome, _together(outcome.fits, request, where))


def _outcome(
    fields: Sequence[Series],
    recipe: Recipe,
    request: Request,
    facts: Mapping[str, Facts],
    where: Where,
    population: Known,
) -> FitsOutcome:
    """As in the window: a field that cannot be fitted does not keep the others from it."""

    def work(task: Task) -> FitsOutcome:
        return fit_fields(fields, recipe, request, facts, task, where, population)

    outcome: FitsOutcome = watched("fitting", work)
    if not outcome.fits:
        raise InputError(*outcome.told)
    return outcome


def _together(fits: Sequence[Fit], request: Request, where: Where) -> Together:
    """What was observed in some fields moves the dates of all."""
    facts = {fit.series.group: fit.facts for fit in fits}

    def work(task: Task) -> Together:
        return dated_together(fits, request, facts, task, where=where)

    together: Together = watched("dating", work)
    return together
