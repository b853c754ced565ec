"""``gpstudio classify``: which class rows or seasons of a table are of, with probabilities."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import (
    answers_from,
    day_from,
    form_from,
    read,
    refuse_open_questions,
    whole_number,
    workers_from,
)
from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.labelling import LABEL, heading_of
from gpstudio.jobs.places import place_of
from gpstudio.lab.class_export import export_classes
from gpstudio.session.classified.asking import one_group
from gpstudio.session.classified.choices import SLOTS, WANTED, how_learnt
from gpstudio.session.classified.courses import SeasonsAsked, season_rows
from gpstudio.session.classified.learning import Classified, HowLearnt, classify
from gpstudio.session.classified.results import words_of, words_of_asked
from gpstudio.session.classified.rows import Asked, read_asked, read_rows
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    how, form = how_from(words), form_from(words)
    found = _of_seasons(words, how) if _is_of_seasons(words) else _of_rows(words, how)
    written = export_classes(Path(words.out), found, pictures.rasterise, form)
    for line in (*words_of(found), *words_of_asked(found)):
        print(line)
    print("wrote " + ", ".join(map(str, written)), flush=True)
    return 0


def _is_of_seasons(words: argparse.Namespace) -> bool:
    return bool(words.seasons or words.time or words.value)


def _of_rows(words: argparse.Namespace, how: HowLearnt) -> Classified:
    if words.as_of is not None:
        raise InputError(
            tr("--as-of is for seasons of readings: say --seasons, or name a column by --time.")
        )
    answers = answers_from(words.answer)
    asked = Asked(words.label, _features(words.features), one_group(words.group))

    def work(task: Task) -> Classified:
        rows = read_rows(Path(words.file), asked, answers, task)
        more = [read_asked(Path(path), rows, words.label, answers, task) for path in words.ask]
        return classify(rows, how, more, task)

    found: Classified = watched("learning", work)
    return found


def _of_seasons(words: argparse.Namespace, how: HowLearnt) -> Classified:
    if words.features or words.ask:
        raise InputError(
            tr(
                "--features and --ask are for tables with a row a thing: seasons are told by "
                "their curves."
            )
        )
    words.role = [*words.role, f"{words.label}={LABEL}"]
    table = read(words)
    refuse_open_questions(table)
    asked = SeasonsAsked(heading_of(words.label) or words.label, day_from(words, table.is_dated))
    print(table.sentence, flush=True)
    with place_of(workers_from(words), engine=words.engine) as where:

        def work(task: Task) -> Classified:
            rows = season_rows(table, table.labels, asked, task, where).rows
            return classify(rows, how, task=task)

        found: Classified = watched("learning", work)
    return found


def how_from(words: argparse.Namespace) -> HowLearnt:
    names = (*SLOTS, *(parameter.name for parameter in WANTED))
    chosen = {name: getattr(words, name) for name in names}
    folds, seed = whole_number("--folds", words.folds), whole_number("--seed", words.seed)
    return how_learnt(chosen, folds, seed, words.anyway, mark="--")


def _features(texts: Sequence[str]) -> tuple[str, ...]:
    """Names parted by commas, in any number of words."""
    return tuple(name.strip() for text in texts for name in text.split(",") if name.strip())
