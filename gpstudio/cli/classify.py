"""``gpstudio classify``: which class each row of a table is of, with probabilities."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import answers_from, form_from, whole_number
from gpstudio.cli.watch import watched
from gpstudio.core.classification.asked import Wanted
from gpstudio.core.classifier import GPClassifier
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.session.classified.learning import Classified, HowLearnt, classify
from gpstudio.session.classified.results import words_of, write_classified
from gpstudio.session.classified.rows import Asked, read_asked, read_rows

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    how, form = how_from(words), form_from(words)
    answers = answers_from(words.answer)
    asked = Asked(words.label, _features(words.features), words.group)

    def work(task: Task) -> Classified:
        rows = read_rows(Path(words.file), asked, answers, task)
        more = [read_asked(Path(path), rows, words.label, answers, task) for path in words.ask]
        return classify(rows, how, more, task)

    found: Classified = watched("learning", work)
    written = write_classified(Path(words.out), found, form)
    for line in words_of(found):
        print(line)
    print("wrote " + ", ".join(map(str, written)), flush=True)
    return 0


def how_from(words: argparse.Namespace) -> HowLearnt:
    choices = {name: getattr(words, name) for name in GPClassifier.slots}
    wanted = Wanted.of(words.multiclass, words.kernels, words.inference, words.link)
    return HowLearnt(
        Recipe.of(whole_number("--seed", words.seed), **choices),
        wanted,
        whole_number("--folds", words.folds),
        math.inf if words.anyway else PATIENCE,
    )


def _features(texts: Sequence[str]) -> tuple[str, ...]:
    """Names parted by commas, in any number of words."""
    return tuple(name.strip() for text in texts for name in text.split(",") if name.strip())
