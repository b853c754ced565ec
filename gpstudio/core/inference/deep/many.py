"""A layer's kernel for many particles at once: how likely values are, and where drives lead.

With K = Uᵀ U at the values below, a layer's values are Uᵀ drives, and beforehand drives are
independent standard normal numbers. Kernels that are sums of compiled radial terms are factored
many in a call, each with its own numbers where these differ; of others the matrices are made one
after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.deep.compiled_layers import (
    PROFILES,
    led_again,
    led_by,
    told_again,
    told_by,
)
from gpstudio.core.kernels import Kernel
from gpstudio.core.task import Task

CUBES = 3e8
"""Of rows, factored between two looks whether to stop: less than a tenth of a second."""


@dataclass(frozen=True, eq=False)
class Told:
    """Of values, one row a particle."""

    heights: Floats
    """Their log density beforehand; minus infinity where the matrix has no factor."""
    drives: Floats


Terms: TypeAlias = tuple[Integers, Floats, Floats]
"""Profiles, variances and 1/lengths, (one or particles, terms) these."""


@dataclass(frozen=True, eq=False)
class LayerOfMany:
    kernels: tuple[Kernel, ...]
    """One for all particles, or each its own."""
    noise: Floats
    """Variances beside the curve, in one row or each particle's."""
    lift: float
    """The variance of what the curve swings about."""
    nugget: float
    """As a share of the variance."""
    terms: Terms | None
    """Where all kernels are sums of compiled ones."""

    @classmethod
    def of(
        cls, kernels: Sequence[Kernel], noise: Floats, lift: float = 0.0, nugget: float = 0.0
    ) -> LayerOfMany:
        return cls(tuple(kernels), noise, lift, nugget, _terms(kernels))

    def some(self, which: Integers) -> LayerOfMany:
        """For these particles."""
        noise = self.noise if len(self.noise) == 1 else self.noise[which]
        if len(self.kernels) == 1:
            return replace(self, noise=noise)
        kernels = tuple(self.kernels[one] for one in which)
        terms = self.terms
        if terms is not None:
            terms = terms[0], terms[1][which], terms[2][which]
        return replace(self, kernels=kernels, noise=noise, terms=terms)

    def in_order(self, order: Integers) -> LayerOfMany:
        """With rows in the order of each particle."""
        if (self.noise == self.noise[:, :1]).all():
            return self
        noise = np.broadcast_to(self.noise, order.shape)
        return replace(self, noise=np.take_along_axis(noise, order, 1))

    def told(self, below: Floats, values: Floats, task: Task) -> Told:
        """Of values over what is ``below``, (particles, rows) both."""
        n = below.shape[1]
        return self._told(below, values, np.zeros((1, n, n)), task)

    def standing(self, below: Floats, values: Floats, task: Task) -> Standing:
        """As ``told``, with all that stays where only the last rows move."""
        uppers = np.zeros((*below.shape, below.shape[1]))
        told = self._told(below, values, uppers, task)
        return Standing(self, told, uppers, values)

    def _told(self, below: Floats, values: Floats, uppers: Floats, task: Task) -> Told:
        """With every particle's U in its place, where there is one for each."""
        many, n = below.shape
        heights, drives = np.full(many, -np.inf), np.zeros((many, n))
        for some, own in self._parts(many, n, task):
            given = _rows(below[some]), _rows(values[some])
            places = uppers[some] if len(uppers) > 1 else uppers
            if own.terms is not None:
                profiles, variances, inverses = own.terms
                told_by(
                    *given, profiles, variances, inverses, own.lift, own.nugget, own.noise,
                    heights[some], drives[some], places,
                )  # fmt: skip
                continue
            for place, upper in zip(range(*some.indices(many)), own._uppers(given[0]), strict=True):
                if upper is None:
                    continue
                drives[place] = np.linalg.solve(upper.T, values[place])
                spent = np.log(upper.diagonal()).sum() + 0.5 * n * np.log(2.0 * np.pi)
                heights[place] = -0.5 * drives[place] @ drives[place] - spent
                places[(place - some.start) % len(places)] = upper
        return Told(heights, drives)

    def led(self, below: Floats, drives: Floats, task: Task) -> Floats:
        """Values; no numbers where the matrix has no factor."""
        many, n = below.shape
        values = np.full((many, n), np.nan)
        for some, own in self._parts(many, n, task):
            given = _rows(below[some]), _rows(drives[some])
            if own.terms is not None:
                profiles, variances, inverses = own.terms
                led_by(
                    *given, profiles, variances, inverses, own.lift, own.nugget, own.noise,
                    values[some],
                )  # fmt: skip
                continue
            for place, upper in zip(range(*some.indices(many)), own._uppers(given[0]), strict=True):
                if upper is not None:
                    values[place] = upper.T @ drives[place]
        return values

    def _parts(self, many: int, n: int, task: Task) -> Iterator[tuple[slice, LayerOfMany]]:
        size = max(int(CUBES / n**3), 1)
        for first in range(0, many, size):
            task.check()
            some = slice(first, min(first + size, many))
            yield some, self.some(np.arange(some.start, some.stop))

    def _uppers(self, below: Floats) -> Iterator[Floats | None]:
        for place, row in enumerate(below):
            own = self.kernels[place % len(self.kernels)]
            covariance = own.block(row[:, None], row[:, None]) + self.lift
            covariance = np.asarray(covariance)
            noise = self.noise[place % len(self.noise)]
            covariance[np.diag_indices_from(covariance)] *= 1.0 + self.nugget
            covariance[np.diag_indices_from(covariance)] += noise
            try:
                yield np.asarray(np.linalg.cholesky(covariance).T, dtype=float)
            except np.linalg.LinAlgError:
                yield None


@dataclass(frozen=True, eq=False)
class Standing:
    """A layer of many of which only the last rows move, from a ``first`` one on: what belongs to
    those before it is kept."""

    layer: LayerOfMany
    told: Told
    uppers: Floats
    """(particles, rows, rows)"""
    values: Floats

    def tails(self, which: Integers, first: int) -> Floats:
        return np.asarray(self.uppers[which, first:, first:])

    def heights(
        self, which: Integers, below: Floats, values: Floats, first: int, task: Task
    ) -> Floats:
        """How likely values of these particles are."""
        if self.layer.terms is None:
            return self.layer.some(which).told(below, values, task).heights
        heights, numbers = np.empty(len(which)), self._numbers
        for some in self._parts(which, task):
            told_again(
                which[some], _rows(below[some]), _rows(values[some]), *numbers, first,
                self.uppers, self.told.drives, heights[some],
            )  # fmt: skip
        heights[np.isinf(self.told.heights[which])] = -np.inf
        return heights

    def led(self, which: Integers, below: Floats, first: int, task: Task) -> Floats:
        """Where the drives lead that stand behind the values."""
        if self.layer.terms is None:
            return self.layer.some(which).led(below, self.told.drives[which], task)
        values, numbers = self.values[which], self._numbers
        for some in self._parts(which, task):
            led_again(
                which[some], _rows(below[some]), self.told.drives, *numbers, first, self.uppers,
                values[some],
            )  # fmt: skip
        values[np.isinf(self.told.heights[which])] = np.nan
        return values

    @property
    def _numbers(self) -> tuple[Integers, Floats, Floats, float, float, Floats]:
        layer = self.layer
        assert layer.terms is not None
        return (*layer.terms, layer.lift, layer.nugget, layer.noise)

    def _parts(self, which: Integers, task: Task) -> Iterator[slice]:
        size = max(int(CUBES / self.uppers.shape[1] ** 3), 1)
        for first in range(0, len(which), size):
            task.check()
            yield slice(first, min(first + size, len(which)))


def _terms(kernels: Sequence[Kernel]) -> Terms | None:
    each = [kernel.radial_terms() for kernel in kernels]
    if not all(terms and all(term.profile in PROFILES for term in terms) for terms in each):
        return None
    return (
        np.array([PROFILES.index(term.profile) for term in each[0]]),
        np.array([[term.variance for term in terms] for terms in each]),
        np.array([[1.0 / term.lengths[0] for term in terms] for terms in each]),
    )


def _rows(values: Floats) -> Floats:
    return np.ascontiguousarray(values)
