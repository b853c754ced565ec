"""The end of MINRES and MINRES-QLP: least-squares solutions are brought to full precision.

Where no x solves A x = b, rounding keeps the methods from more than half of a double's digits: b's
part beyond A's range is all that is left of the residual, and the vectors lose their being
orthogonal to it. What is missing solves systems that do have solutions: the part of r within the
range, y with A y = A r; the correction, d with A d = y; and the shortest x, w with A w = A x. A
column that turns out to have a solution after all goes on.

With P all of that is of P^-1/2 A P^-1/2: A y = A P⁻¹ r, and A d = P y.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.solvers.krylov.lines import dots, lengths, measured
from gpstudio.core.solvers.krylov.outcome import Outcome, Stop
from gpstudio.core.solvers.krylov.search import BlockSearch, ColumnBlock
from gpstudio.core.solvers.krylov.tridiagonal import FLAT, SeenSpectrum, over

START: TypeAlias = Callable[[BlockSearch, Integers, SeenSpectrum], ColumnBlock]

WITHIN = 1e-12
"""Tolerance of the systems that bring a least-squares solution to full precision."""
EXACT = 1e-11
"""‖A r‖ ≤ this ‖A‖ (‖r‖ + ‖A‖ ‖x‖) is zero in double precision."""


@dataclass(frozen=True)
class LeastSquares:
    start: START
    most: int
    flat: float
    floor: float
    shortest: bool
    ending: Stop
    """Why it stopped, where columns have no solution."""

    def solved(self, search: BlockSearch) -> Outcome:
        spectrum = SeenSpectrum.unknown(len(search.right), 0.0 if self.floor > 0.0 else self.flat)
        self._run(search, spectrum)
        least = self._least(search)
        slope = np.zeros(len(least))
        if least.any() and not search.trouble:
            slope = self._refine(search, np.flatnonzero(least), spectrum)
        return self._outcome(search, spectrum, slope)

    def _least(self, search: BlockSearch) -> Flags:
        return np.asarray(search.settled & ~search.cut & ~(search.residuals <= search.goals))

    def _run(self, search: BlockSearch, spectrum: SeenSpectrum) -> None:
        search.run(lambda search, live: self.start(search, live, spectrum), self.most)

    def _refine(self, search: BlockSearch, some: Integers, spectrum: SeenSpectrum) -> Floats:
        """‖A r‖ of all columns when it is done."""
        image = search.times(search.preconditioned(search.r[some]))
        within = search.unpreconditioned(self._within(search, image).x)
        self._add(search, some, self._within(search, within).x)
        slope, exact = self._looked_at(search, some, spectrum)
        search.settled[some] = exact
        if self.shortest and exact.any():
            self._shorten(search, some[exact], spectrum)
        if not exact.all():
            self._run(search, SeenSpectrum(spectrum.largest, spectrum.smallest, 0.0))
        return slope

    def _add(self, search: BlockSearch, some: Integers, correction: Floats) -> None:
        """Where that does not make the residual larger, in the measure of the method."""
        old, before = search.x[some], _measured(search, some)
        search.x[some] += correction
        search.measure()
        worse = ~(_measured(search, some) <= before * (1.0 + WITHIN))
        if worse.any():
            search.x[some[worse]] = old[worse]
            search.measure()

    def _shorten(self, search: BlockSearch, some: Integers, spectrum: SeenSpectrum) -> None:
        """Solve for A x instead of b: of that the solution lies within the range."""
        seen = SeenSpectrum.unknown(len(some), FLAT)
        inner = self._within(search, search.times(search.x[some]), seen)
        spectrum.smallest[some] = seen.smallest
        good = inner.residuals <= EXACT
        if good.any():
            search.x[some[good]] = inner.x[good]
            search.measure()

    def _within(
        self, search: BlockSearch, right: Floats, seen: SeenSpectrum | None = None
    ) -> BlockSearch:
        """Solutions for right-hand sides that have one."""
        inner = search.beside(right, WITHIN)
        self._run(inner, seen or SeenSpectrum.unknown(len(right), FLAT))
        search.products += inner.products
        search.steps += inner.steps
        return inner

    def _looked_at(
        self, search: BlockSearch, some: Integers, spectrum: SeenSpectrum
    ) -> tuple[Floats, Flags]:
        """‖A P⁻¹ r‖ of all columns, measured by P⁻¹, and for which of ``some`` it is zero."""
        slope = np.zeros(len(search.right))
        image = search.times(search.preconditioned(search.r[some]))
        slope[some] = measured(image, search.preconditioned(image))
        largest = spectrum.largest[some]
        scale = lengths(search.r[some])
        scale += largest * lengths(search.unpreconditioned(search.x[some]))
        return slope, np.asarray(lengths(image) <= EXACT * largest * scale)

    def _outcome(self, search: BlockSearch, spectrum: SeenSpectrum, slope: Floats) -> Outcome:
        # in the measures of P and P⁻¹, in which ``smallest`` is a value of P^-1/2 A P^-1/2
        sizes = measured(search.x, search.unpreconditioned(search.x))
        left = measured(search.r, search.preconditioned(search.r))
        smallest = np.full(len(sizes), self.floor) if self.floor > 0.0 else spectrum.smallest
        least = self._least(search)
        wrong = np.where(least, slope / smallest, left)
        errors = np.where(sizes > 0.0, over(over(wrong, sizes), smallest), 1.0 * (wrong > 0.0))
        if search.trouble:
            errors = np.maximum(errors, np.where(least, 0.0, _proven(search)))
        return Outcome(
            answer=search.x.T,
            iterations=search.products,
            residuals=search.residuals,
            errors=errors,
            stopped=self.ending if search.converged and least.any() else search.stopped,
            converged=search.converged,
            trace=tuple(search.trace),
            rest=search.r.T,
        )


def _proven(search: BlockSearch) -> Floats:
    """What the residual proves of the error where A is definite: with z = P⁻¹r,

        rᵀA⁻¹r ≥ (rᵀz)² / zᵀAz,

    relative to xᵀAx. A small value of P⁻¹A that the steps did not see is seen by what it left."""
    z = search.preconditioned(search.r)
    energies, own = dots(z, search.times(z)), dots(search.x, search.right - search.r)
    here = (energies > 0.0) & (own > 0.0)
    least = dots(search.r, z) ** 2 / np.where(here, energies, 1.0)
    return np.asarray(np.where(here, np.sqrt(least / np.where(here, own, 1.0)), 0.0))


def _measured(search: BlockSearch, some: Integers) -> Floats:
    """rᵀP⁻¹r"""
    return dots(search.r[some], search.preconditioned(search.r[some]))
