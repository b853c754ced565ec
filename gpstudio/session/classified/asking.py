"""From a file to classes in one call: rows as they stand in it, or seasons of its readings."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.core.cached import cached_property
from gpstudio.core.classification.scores import Scores
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.frames import frame_of
from gpstudio.data.labelling import LABEL, heading_of
from gpstudio.data.series import days_from_dates
from gpstudio.data.table import Names, Table, read_table
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.jobs.places import place_of
from gpstudio.session.classified.choices import FOLDS, how_learnt
from gpstudio.session.classified.courses import SeasonsAsked, season_rows
from gpstudio.session.classified.learning import Classified, HowLearnt, classify
from gpstudio.session.classified.results import (
    confusion_table,
    probabilities_table,
    words_of,
    words_of_asked,
    write_classified,
)
from gpstudio.session.classified.rows import Asked, read_asked, read_rows
from gpstudio.session.table_source import told_of_questions
from gpstudio.translation import tr

if TYPE_CHECKING:
    import pandas as pd

    from gpstudio.session.table_source import Source, When


@dataclass(frozen=True, eq=False)
class ClassResults:
    """Probabilities of every row or season, and how good they are."""

    found: Classified

    @cached_property
    def probabilities(self) -> pd.DataFrame:
        """The columns of ``probabilities.csv``."""
        return frame_of(probabilities_table(self.found))

    @cached_property
    def confusion(self) -> pd.DataFrame:
        return frame_of(confusion_table(self.found))

    @property
    def scores(self) -> Scores | None:
        """Of rows left out; None where none were."""
        return self.found.scores

    @property
    def words(self) -> list[str]:
        """What the command line says."""
        return [*words_of(self.found), *words_of_asked(self.found)]

    def write(self, folder: str | os.PathLike[str], form: WrittenAs = PLAIN) -> list[Path]:
        """The tables that ``gpstudio classify --out`` writes."""
        return write_classified(Path(folder), self.found, form)


def classify_table(
    source: Source,
    *,
    label: str,
    time: Names = None,
    value: str | None = None,
    group: Names = None,
    features: Sequence[str] = (),
    ask: Sequence[str | os.PathLike[str]] = (),
    answers: dict[str, str] | None = None,
    as_of: When | None = None,
    folds: int = FOLDS,
    seed: int = 0,
    anyway: bool = False,
    workers: int | None = None,
    task: Task = QUIET,
    **chosen: str,
) -> ClassResults:
    """Which class every row of a table is of, or, where ``time`` or ``value`` say that it holds
    readings, every season of every field.

    What the words mean is what ``gpstudio classify --help`` says of those of the same names;
    ``chosen`` are ``kernel``, ``learning``, ``multiclass``, ``inference``, ``link`` and the others
    of its kind.
    """
    how = how_learnt(chosen, folds, seed, anyway)
    if not (isinstance(source, Table) or time or value):
        return ClassResults(_of_rows(source, label, group, features, ask, answers, how, task))
    if isinstance(source, Table):
        table, heading = source, label
    else:
        table = read_table(
            source, time=time, value=value, group=group, roles={label: LABEL}, answers=answers,
            task=task,
        )  # fmt: skip
        heading = heading_of(label) or label
    if table.questions:
        raise InputError(told_of_questions(table))
    day = None if as_of is None else float(days_from_dates([as_of])[0])  # type: ignore[list-item]
    with place_of(workers) as where:
        rows = season_rows(table, table.labels, SeasonsAsked(heading, day), task, where).rows
    return ClassResults(classify(rows, how, task=task))


def _of_rows(
    source: Source,
    label: str,
    group: Names,
    features: Sequence[str],
    ask: Sequence[str | os.PathLike[str]],
    answers: dict[str, str] | None,
    how: HowLearnt,
    task: Task,
) -> Classified:
    if not isinstance(source, str | os.PathLike):
        raise InputError(
            tr(
                "Rows of a DataFrame are for GPClassifier; for readings name the columns of time "
                "and value."
            )
        )
    asked = Asked(label, tuple(features), one_group(group))
    rows = read_rows(Path(source), asked, answers or {}, task)
    more = [read_asked(Path(path), rows, label, answers or {}, task) for path in ask]
    return classify(rows, how, more, task)


def one_group(group: Names) -> str:
    """The column whose rows are left out together."""
    named = [group] if isinstance(group, str) else list(group or ())
    if len(named) > 1:
        raise InputError(tr("Rows are left out together by one column: name one group."))
    return named[0] if named else ""
