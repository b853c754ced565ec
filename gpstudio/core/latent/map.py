"""What was learnt of rows: columns at any place, and the places of rows that were not there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.latent.averages import double, double_slopes, packed, single, single_slopes
from gpstudio.core.latent.bound import Cells
from gpstudio.core.latent.climbing import climbed
from gpstudio.core.latent.places import Places, chunks
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

STARTS = 3
"""Rows most like a new one, from whose places its own is looked for."""
WIDEST = 30.0
"""The logarithm of a place's variance, on a long step."""
SMALLEST = 1e-12
"""A column's variance at an uncertain place is a difference of two averages: never below this
share of the curves'."""


@dataclass(frozen=True, eq=False)
class LatentMap:
    """Columns as curves over the latent inputs, and the rows that taught them."""

    places: Places
    cells: Cells
    weights: Floats
    """w, (m, d): a column's mean is ψ₁ w."""
    spare: Floats
    """K⁻¹ − A⁻¹ of each pattern: what is known of the curves there."""

    @classmethod
    def of(cls, places: Places, cells: Cells, task: Task = QUIET) -> LatentMap:
        bound = places.bound(cells, task)
        return cls(places, cells, bound.weights, bound.inverse - bound.inverses)

    def columns(self, mean: Floats, variance: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        """Mean and variance of every column, noise not included, where rows lie so: (n, d)."""
        own = self._kernel(mean, variance)
        means = own.near @ self.weights
        variances = np.empty_like(means)
        known = packed(self.spare)[self.cells.pattern]
        squared = packed(np.einsum("md,kd->dmk", self.weights, self.weights))
        for rows in chunks(len(mean), known.shape[1]):
            task.check()
            variances[rows] = own.double(rows) @ (squared - known).T - means[rows] ** 2
        level = self.places.level
        return means, np.maximum(variances + level, SMALLEST * level)

    def placed(self, rows: Cells, task: Task = QUIET) -> tuple[Floats, Floats]:
        """Where new rows lie, mean and variance, the best of a few starts; each for itself, the
        curves as they are."""
        seen = _Seen.of(self, rows)
        best = np.full(len(rows.values), -np.inf)
        found = np.zeros((2, len(best), self.places.mean.shape[1]))
        for number, start in enumerate(self._starts(rows).T):
            task.report(tr("Placing {rows:,} rows", rows=len(best)), number / STARTS)
            begin = self._flat(self.places.mean[start], self.places.variance[start])

            def heights(rows: AnyArray, flat: Floats) -> tuple[Floats, Floats]:
                return seen.looked(rows, self._at(flat), task)

            flat, reached = climbed(heights, begin)
            at, higher = self._at(flat), reached > best
            best[higher] = reached[higher]
            found[0, higher] = at.mean[higher]
            found[1, higher] = at.variance[higher]
        return found[0], found[1]

    def _flat(self, mean: Floats, variance: Floats) -> Floats:
        """A row for each row."""
        return mean.copy() if self.places.certain else np.hstack([mean, np.log(variance)])

    def _at(self, flat: Floats) -> Places:
        inputs = self.places.mean.shape[1]
        mean = np.ascontiguousarray(flat[:, :inputs])
        certain = self.places.certain
        spread = np.clip(flat[:, inputs:], -WIDEST, WIDEST)
        variance = np.zeros_like(mean) if certain else np.exp(spread)
        return replace(self.places, mean=mean, variance=np.ascontiguousarray(variance))

    def _starts(self, rows: Cells) -> AnyArray:
        """The rows of the map that are most like each of these, by the cells both have."""
        both = rows.seen.astype(float) @ self.cells.seen.T.astype(float)
        squares = rows.values**2 @ self.cells.seen.T + rows.seen @ (self.cells.values**2).T
        apart = squares - 2.0 * rows.values @ self.cells.values.T
        apart = np.where(both > 0.0, apart / np.maximum(both, 1.0), np.inf)
        return np.argsort(apart, axis=1, kind="stable")[:, :STARTS]

    def _kernel(self, mean: Floats, variance: Floats) -> _Kernel:
        return _Kernel(replace(self.places, mean=mean, variance=variance))


@dataclass(frozen=True, eq=False)
class _Kernel:
    """Averages of places that are not those of the rows that taught."""

    at: Places

    @property
    def near(self) -> Floats:
        at = self.at
        return single(at.mean, at.variance, at.points, at.weights, at.level)

    def double(self, rows: slice) -> Floats:
        at = self.at
        return double(at.mean[rows], at.variance[rows], at.points, at.weights, at.level)


@dataclass(frozen=True, eq=False)
class _Seen:
    """What new rows say of where they lie: of each, E log N(y | f(x), noise) − its place's cost."""

    toward: Floats
    """In ψ₁, (n, m)"""
    within: Floats
    """In ψ₂, packed, (n, pairs)"""
    constant: Floats

    @classmethod
    def of(cls, whole: LatentMap, rows: Cells) -> _Seen:
        level = whole.places.level
        precision = np.broadcast_to(1.0 / whole.places.noise, rows.values.shape[1])
        toward = (precision * rows.values) @ whole.weights.T
        outer = np.einsum("md,kd->dmk", whole.weights, whole.weights)
        each = packed(outer - whole.spare[whole.cells.pattern])
        within = -0.5 * ((precision * rows.seen) @ each)
        spent = precision * (rows.seen * level + rows.values**2)
        spent += rows.seen * np.log(2.0 * np.pi / precision)
        return cls(toward, within, -0.5 * spent.sum(axis=1))

    def looked(self, rows: AnyArray, at: Places, task: Task) -> tuple[Floats, Floats]:
        """How high each of these rows is, with slopes in its mean and log variance."""
        task.check()
        kernel = _Kernel(at)
        near, both = kernel.near, kernel.double(slice(0, len(at.mean)))
        toward, within = self.toward[rows], self.within[rows]
        cost = 0.5 * (at.mean**2 + at.variance).sum(axis=1)
        to_mean, to_variance = -at.mean, np.full_like(at.variance, -0.5)
        if not at.certain:
            to_variance += 0.5 / at.variance
            cost -= 0.5 * (np.log(at.variance) + 1.0).sum(axis=1)
        slopes = to_mean, to_variance, np.zeros_like(at.points), np.zeros_like(at.weights)
        single_slopes(at.mean, at.variance, at.points, at.weights, near, toward, *slopes)
        double_slopes(at.mean, at.variance, at.points, at.weights, both, within, *slopes)
        heights = self.constant[rows] + (near * toward).sum(axis=1) - cost
        heights += np.einsum("np,np->n", both, within)
        moved = () if at.certain else (to_variance * at.variance,)
        return heights, np.hstack([to_mean, *moved])
