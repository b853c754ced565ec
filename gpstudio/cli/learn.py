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
from gpstudio.session.field_facts import FactFiles, read_facts
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
        files = FactFiles(sowing=None if words.sowing is None else Path(words.sowing))
        facts = read_facts(table, files, task=task).facts
        return population_of(table.series, recipe, task, facts=facts)

    population: Population | None = watched("learning", work)
    if population is None:
        raise InputError(
            tr(
                "These fields cannot learn together: two of them need three different readings "
                "each, and the kernel must be matern32, auto or the like."
            )
        )
    print(table.sentence)
    for line in population.words:
        print(line)
    print(tr("wrote {path}", path=write_population(Path(words.out), population)), flush=True)
    return 0
