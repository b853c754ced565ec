"""k-means (Lloyd 1982), begun by k-means++ (Arthur & Vassilvitskii 2007), in stoppable steps."""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.nystrom.compiled_clusters import bring_near, name_nearest
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.task import QUIET, Task

ROUNDS = 20
STILL = 1e-3
"""Share of the rows that change their centre below which no further round is worth its time."""
STEP_PAIRS = 5e7
"""Rows times centres times inputs between two looks at the task."""


def centres(
    rows: Floats, count: int, random: np.random.Generator, task: Task = QUIET
) -> tuple[Floats, Integers]:
    """Up to so many centres, fewer where fewer rows differ, and the centre of each row."""
    rows = np.ascontiguousarray(rows, dtype=float)
    found = rows[_spread_out(rows, count, random, task)]
    names = np.full(len(rows), -1, dtype=np.int64)
    for _ in range(ROUNDS):
        before = names
        names = _nearest(rows, found, task)
        found = means(rows, names, found)
        if np.mean(names != before) <= STILL:
            break
    return found, names


def means(rows: Floats, names: Integers, otherwise: Floats) -> Floats:
    """The mean of the rows of each name; that of ``otherwise`` where there are none."""
    counts = np.bincount(names, minlength=len(otherwise))
    sums = [np.bincount(names, column, minlength=len(otherwise)) for column in rows.T]
    found = np.array(sums).T / np.maximum(counts, 1)[:, None]
    return np.where((counts > 0)[:, None], found, otherwise)


def _spread_out(rows: Floats, count: int, random: np.random.Generator, task: Task) -> Integers:
    """Rows, each as likely as its squared distance from those before it."""
    chosen = [int(random.integers(len(rows)))]
    nearest = np.full(len(rows), np.inf)
    while len(chosen) < count:
        task.check()
        bring_near(rows, rows[chosen[-1]], nearest)
        heights = np.cumsum(nearest)
        if not heights[-1] > 0.0:
            break
        mark = random.random() * heights[-1]
        chosen.append(min(int(np.searchsorted(heights, mark, side="right")), len(rows) - 1))
    return np.array(chosen, dtype=np.int64)


def _nearest(rows: Floats, found: Floats, task: Task) -> Integers:
    turned, room = np.ascontiguousarray(found.T), np.empty(len(found))
    names = np.empty(len(rows), dtype=np.int64)
    at_once = max(1, int(STEP_PAIRS / turned.size))
    for start in range(0, len(rows), at_once):
        task.check()
        some = slice(start, start + at_once)
        name_nearest(rows[some], turned, room, names[some])
    return names
