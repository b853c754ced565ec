"""What is learnt away from the window, and made ready to be shown there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.task import Task
from gpstudio.data.table import Table
from gpstudio.jobs.fields import Where
from gpstudio.lab.class_figures import figures_of
from gpstudio.lab.figures import Figure, svg_of
from gpstudio.session.classified.choices import FOLDS, how_learnt
from gpstudio.session.classified.courses import SeasonsAsked, season_rows
from gpstudio.session.classified.learning import Classified, HowLearnt, classify
from gpstudio.session.classified.results import words_of
from gpstudio.session.classified.rows import Asked, ClassRows, read_rows
from gpstudio.session.wished_classes import ClassWish


@dataclass(frozen=True)
class ToldRow:
    """One row or season as the table shows it."""

    field: str
    season: str
    label: str
    told: str
    share: float
    """How probable what is told is."""
    own: float
    """How probable its label is; NaN where it has none."""
    shares: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class ClassDrawings:
    """All there is to look at."""

    found: Classified
    figures: tuple[tuple[Figure, str], ...]
    rows: tuple[ToldRow, ...]
    """The least sure first."""
    words: tuple[str, ...]

    @classmethod
    def of(cls, found: Classified) -> ClassDrawings:
        drawings = tuple((figure, svg_of(figure)) for figure in figures_of(found))
        return cls(found, drawings, _rows(found), tuple(words_of(found)))


def learn_seasons(
    table: Table, labels: Mapping[str, Mapping[str, str]], wish: ClassWish, where: Where, task: Task
) -> ClassDrawings:
    """Of the window's own table."""
    rows = season_rows(table, labels, SeasonsAsked(wish.label, wish.as_of), task, where).rows
    return ClassDrawings.of(classify(rows, how_of(wish), task=task))


def learn_rows(path: Path, wish: ClassWish, task: Task) -> ClassDrawings:
    """Of a file with a row a thing."""
    rows = read_rows(path, Asked(wish.label), task=task)
    return ClassDrawings.of(classify(rows, how_of(wish), task=task))


def how_of(wish: ClassWish) -> HowLearnt:
    """The window waits as long as it takes: Stop is at hand."""
    chosen = dict(wish.chosen)
    folds = int(chosen.pop("folds", FOLDS))
    return how_learnt(chosen, folds, anyway=True)


def _rows(found: Classified) -> tuple[ToldRow, ...]:
    told: list[ToldRow] = []
    if found.scores:
        told += _told(found.rows, found.left_out, found.classes)
    for rows, shares in found.asked:
        told += _told(rows, shares, found.classes)
    return tuple(sorted(told, key=lambda row: row.share))


def _told(rows: ClassRows, shares: Floats, classes: tuple[str, ...]) -> list[ToldRow]:
    place_of = {name: place for place, name in enumerate(classes)}
    found = []
    for row, each in enumerate(shares):
        best, own = int(np.argmax(each)), place_of.get(rows.labels[row])
        found.append(
            ToldRow(
                rows.fields[row] if rows.fields else str(rows.lines[row]),
                rows.seasons[row] if rows.seasons else "",
                rows.labels[row],
                classes[best],
                float(each[best]),
                float("nan") if own is None else float(each[own]),
                tuple(each.tolist()),
            )
        )
    return found
