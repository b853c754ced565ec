"""``gpstudio merge``: the files of a batch from its shards."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.batch import tell
from gpstudio.cli.reading import form_from, workers_from
from gpstudio.cli.watch import watched
from gpstudio.core.task import Task
from gpstudio.jobs.places import place_of
from gpstudio.session.batch.run import Batched, merge

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    folders, form = [Path(folder) for folder in words.folders], form_from(words)
    with place_of(workers_from(words), always=True, engine=words.engine) as where:

        def work(task: Task) -> Batched:
            return merge(folders, Path(words.out), where, form, task)

        tell(watched("joining", work))
    return 0
