"""``gpstudio learn``: what the fields of a table have in common, to a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import read, recipe_from, refuse_open_questions
from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError
from gpstudio.core.learning.population import Population
from gpstudio.core.task import Task
from gpstudio.session.population import asked_for, population_of
from gpstudio.session.population_file import write_population
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    recipe = asked_for(recipe_from(words))
    table = read(words)
    refuse_open_questions(table)

    def work(task: Task) -> Population | None:
        return population_of(table.series, recipe, task)

    population: Population | None = watched("learning", work)
    if population is None:
        raise InputError(
            tr(
                "Nothing is learnt together from these fields: there must be two at least with "
                "three different readings each, and a kernel such as matern32 or auto."
            )
        )
    print(table.sentence)
    print(population.reason)
    print(tr("wrote {path}", path=write_population(Path(words.out), population)), flush=True)
    return 0
