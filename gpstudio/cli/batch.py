"""``gpstudio batch``: very many fields to files, kept as they come; ``--resume`` goes on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import (
    facts_of,
    form_from,
    population_from,
    read,
    recipe_from,
    refuse_open_questions,
    request_from,
    workers_from,
)
from gpstudio.cli.watch import complain, watched
from gpstudio.core.task import Task
from gpstudio.jobs.places import place_of
from gpstudio.session.batch.asked import WHOLE, Asked, shard_of
from gpstudio.session.batch.run import Batched, run_batch
from gpstudio.session.labels import joined
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures

MOST_TOLD = 20
"""Fields without a fit that are named one by one; all of them stand in the files."""


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    recipe, form, workers = recipe_from(words), form_from(words), workers_from(words)
    population = population_from(words)
    shard = WHOLE if words.shard is None else shard_of(words.shard)
    table = read(words)
    refuse_open_questions(table)
    request = request_from(words, table.series[0].dated)
    told = facts_of(words, table, request, recipe)
    asked = Asked(
        table, recipe, request, told.facts, words.forecast, shard, tuple(told.remarks), population,
        joined(table.labels, told.labels),
    )  # fmt: skip
    print(table.sentence, flush=True)
    with place_of(workers, always=True, engine=words.engine) as where:

        def work(task: Task) -> Batched:
            return run_batch(asked, Path(words.out), where, words.resume, form, task)

        done: Batched = watched("fitting", work)
    tell(done)
    return 0


def tell(done: Batched) -> None:
    """What was made of how many fields, and what is still to be done."""
    print(done.summary)
    for remark in done.words:
        print(tr("note: {remark}", remark=remark))
    if done.written:
        print("wrote " + ", ".join(str(path) for path in done.written), flush=True)
    for sentence in done.told[:MOST_TOLD]:
        complain(sentence)
    if len(done.told) > MOST_TOLD:
        more = tr_count(
            len(done.told) - MOST_TOLD,
            "{n:,} more field has no fit: report.json and the stages say why.",
            "{n:,} more fields have no fit: report.json and the stages say why.",
        )
        complain(more)
