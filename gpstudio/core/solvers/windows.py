"""Joint draws of a Markov curve, all at once or within windows of times.

One pass back tells what the joint covariance of the curve at any times is made of
(``markov/joint.py``); drawing takes a root of it and standard normals.

    few states   value by value, each given those before it: the root is as narrow as the states,
                 and all windows are drawn together (``markov/given.py``)
    many         a matrix for each window, and its root by Cholesky with pivots

What never forgets is set apart first (``apart.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.algebra.blas import MatrixPanel, pstrf
from gpstudio.core.algebra.compiled_small import factor, pivoted_root
from gpstudio.core.algebra.lapack import SMALL, product
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.solvers.apart import KnownParts, apart
from gpstudio.core.solvers.markov.given import add_products
from gpstudio.core.solvers.solution import Within
from gpstudio.core.task import Task

if TYPE_CHECKING:
    from gpstudio.core.solvers.kalman import KalmanSolution

MOST_TIMES = 1_000
"""In a window of many states: beyond, its matrix takes longer than draws along time."""
ADDED, LEAST_IN_TURN = 1e-11, 1e-7
"""What drawing value by value adds to each variance, and the least variance that it is for, as
shares of the curve's before any reading. With less the recursion loses its digits (Matérn 1/2 to
5/2, lengths to 10⁶ days, steps from 0.03: covariances off by 3e-4 of themselves at most)."""
MOST_LOST = 1.0
"""How far what is left of a value may fall below zero, as a share of what is added. Where quiet
readings and close times make the recursion lose its digits (Matérn 5/2 with noise below 10⁻⁵ of the
variance), errors grow from value to value without end; anywhere else it is zero."""
PIVOT, LEAST_BY_MATRIX = 1e-13, 1e-10
"""Pivots below this share are rounding's: a value varies by at most that much too little."""
FITTED_PIVOT, LEAST_FITTED = 1e-7, 1e-5
"""The same where terms of a fitted sum stand for the curve, by the error of the fit."""
FEW_DRAWS = 100
"""So few, as members have each, are multiplied without LAPACK, whose threads only get in the way of
those that the members have."""


def drawn(
    solution: KalmanSolution, windows: Sequence[Floats], count: int, seed: int, task: Task
) -> list[Within] | None:
    """Means, for each column of the readings, and joint draws of each window; None where that is
    not cheap or not true enough."""
    parts = apart(solution, task)
    if parts is None:
        return None
    times, back = np.unique(np.concatenate([*windows, np.zeros(0)]), return_inverse=True)
    rows = np.split(back, np.cumsum([len(window) for window in windows]))[: len(windows)]
    known, rest = parts.at(times, task), parts.rest
    random = np.random.default_rng([seed, 5])
    open_ = np.inf
    if rest is not None and known.met is not None:
        open_ = float(known.met.variance.min(initial=np.inf)) / rest.scale
    if rest is None or (rest.few and open_ >= LEAST_IN_TURN):
        curves, lost = _in_turn(rest, known, count, random, task)
        if rest is None or lost <= MOST_LOST:
            return [Within(rows_of(known.mean, some), rows_of(curves, some)) for some in rows]
    largest = max((len(some) for some in rows), default=0)
    if largest > MOST_TIMES or open_ < (LEAST_BY_MATRIX if _whole(rest) else LEAST_FITTED):
        return None
    found = []
    for some in rows:
        task.check()
        places, own = np.unique(some, return_inverse=True)
        curves = _by_matrix(rest, known, places, count, random, task)
        found.append(Within(known.mean[some], rows_of(curves, own)))
    return found


def _whole(solution: KalmanSolution) -> bool:
    """Whether its form is a covariance to the last digit."""
    return all(part.whole for part in solution.form.parts)


def _in_turn(
    rest: KalmanSolution | None,
    known: KnownParts,
    count: int,
    random: np.random.Generator,
    task: Task,
) -> tuple[Floats, float]:
    """At all times at once, value by value; and how far the recursion fell below zero."""
    curves, lost = np.zeros((len(known.mean), count)), 0.0
    if rest is not None and known.met is not None:
        random.standard_normal(out=curves)
        lost = rest.given(known.met, ADDED * rest.scale, curves, task)
    if len(known.root):
        weights = known.root @ random.standard_normal((len(known.root), count))
        curves += _times(known.beyond, weights, task)
    return curves, lost


def _by_matrix(
    rest: KalmanSolution,
    known: KnownParts,
    places: Integers,
    count: int,
    random: np.random.Generator,
    task: Task,
) -> Floats:
    """At those of the times, by a root of their covariance."""
    met = known.met
    assert met is not None
    joint = rest.joint(met.times[places], met.gain[places], met.rest[places], task) / rest.scale
    least = PIVOT if _whole(rest) else FITTED_PIVOT
    alone = count <= FEW_DRAWS or len(places) <= SMALL
    root = (_root_alone if alone else _root)(joint, least) * np.sqrt(rest.scale)
    beyond = np.concatenate([(known.beyond[places] @ known.root).T, root])
    return _times(beyond.T, random.standard_normal((len(beyond), count)), task)


def _root(joint: Floats, least: float) -> Floats:
    """R with RᵀR the matrix of which ``joint`` is the upper triangle, (roots, times)."""
    rank, order = pstrf(MatrixPanel.whole(joint.T), least)
    root = np.zeros((rank, len(joint)))
    root[:, order] = np.triu(joint)[:rank]
    return root


def _root_alone(joint: Floats, least: float) -> Floats:
    """The same on this thread alone."""
    root = joint.copy()
    if factor(root):
        return root
    whole = joint + np.triu(joint, 1).T
    return root[: pivoted_root(whole, least, root)]


def _times(left: Floats, right: Floats, task: Task) -> Floats:
    """left right, (times, count), one row a time."""
    if right.shape[1] > FEW_DRAWS:
        return product(np.asfortranarray(right), np.asfortranarray(left.T), task).T
    total = np.zeros((len(left), right.shape[1]))
    add_products(np.ascontiguousarray(left), right, total)
    return total


def rows_of(values: Floats, rows: Integers) -> Floats:
    """Those rows; without a copy where they follow each other."""
    if len(rows) and np.array_equal(rows, np.arange(rows[0], rows[0] + len(rows))):
        return values[rows[0] : rows[0] + len(rows)]
    return values[rows]
