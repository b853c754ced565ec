"""Evidence and its slopes beside an iterative solver: exact while a factor fits, else by probes.

An operator that is little (features, an even grid) or small (up to some 20,000 rows that fit the
memory) has a solver of its own that knows log |A| exactly, in seconds. Beyond that log |A| is the
preconditioner's, exactly, and random probes of what it misses.
"""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.memory import available_bytes
from gpstudio.core.operators.dense import TILE
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers.krylov import Probes, solved_probes
from gpstudio.core.solvers.solution import Pull, SolveNotes
from gpstudio.core.solvers.solver import SOLVERS
from gpstudio.core.solvers.systems import System
from gpstudio.core.task import Task
from gpstudio.core.threads import side_by_side
from gpstudio.translation import tr

LARGEST_MATRIX = 20_000
"""Rows beyond which a factor takes minutes."""
SHARE_OF_MEMORY = 0.8
ERROR = 0.2
"""Standard error of log |A| that is aimed at: a tenth of a nat of the evidence."""
FIRST_PROBES, MOST_PROBES = 16, 128
TOLERANCE = 1e-4
"""Residual of a probe's solution: chance is coarser by far."""
SEED = 32


class Companion(Protocol):
    """The part of a solution that is about the determinant."""

    @property
    def log_determinant(self) -> float: ...

    @property
    def notes(self) -> SolveNotes: ...

    def gradient(self, mixing: Floats, task: Task) -> Floats: ...

    def precisions(self, task: Task) -> Floats: ...

    def pulled(self, pull: Pull, task: Task) -> Floats: ...

    def variance_at_readings(self, inputs: Floats, task: Task) -> Floats: ...


def companion(system: System, columns: Floats, weights: Floats, most: int, task: Task) -> Companion:
    """The exact one where there is room for it."""
    operator = system.operator
    n, rank = len(system.noise), operator.rank
    for entry in SOLVERS:
        if entry.needs not in operator.offers - {"products"}:
            continue
        solver = entry()
        little = entry.needs != "entries" or n <= LARGEST_MATRIX
        if little and _fits(solver.bytes_needed(n, rank)):
            return solver.condition(operator, system.noise, columns, task)
    return ProbedEvidence(system, weights, most, task)


def _fits(needed: float) -> bool:
    return needed <= SHARE_OF_MEMORY * available_bytes()


class ProbedEvidence:
    """log |P| + the mean over probes of log |A| − log |P|; the probes are the same for every
    setting of the numbers, so that learning sees a smooth function."""

    def __init__(self, system: System, weights: Floats, most: int, task: Task) -> None:
        self._system, self._weights, self._most = system, weights, most
        found = self._drawn(FIRST_PROBES, 0, task)
        samples = found.correction.samples
        wanted = math.ceil(samples.var(ddof=1) / ERROR**2)
        if FIRST_PROBES < wanted <= MOST_PROBES:
            more = self._drawn(wanted - FIRST_PROBES, 1, task)
            samples = np.concatenate([samples, more.correction.samples])
        self._probes = found
        error = float(samples.std(ddof=1) / math.sqrt(len(samples)))
        self.log_determinant = system.preconditioner.log_determinant + float(samples.mean())
        self.notes = SolveNotes(evidence_error=error, remarks=_remarks(error))

    def _drawn(self, count: int, series: int, task: Task) -> Probes:
        return solved_probes(
            lambda vectors: self._system.times(vectors, task),
            self._system.preconditioner,
            count,
            np.random.default_rng([SEED, series]),
            tolerance=TOLERANCE,
            iterations=self._most,
            floor=self._system.floor,
            task=task,
        )

    def gradient(self, mixing: Floats, task: Task) -> Floats:
        """½ (Σ wᵀ dA w − tr A⁻¹ dA), the trace as the mean of (A⁻¹z)ᵀ dA (P⁻¹z)."""
        weights = self._weights @ mixing
        count = self._probes.drawn.shape[1]
        left = np.column_stack([weights, -self._probes.solved / count])
        right = np.column_stack([weights, self._probes.halved])
        operator = self._operator
        of_kernel = pulled_pairs(operator, left, right, task)
        own = np.einsum("nk,nk->n", left, right)
        return 0.5 * np.append(of_kernel, float(own @ self._system.noise))

    @cached_property
    def _operator(self) -> Operator:
        operator = self._system.operator
        if "entries" not in operator.offers:
            raise InputError(
                tr(
                    "The slopes of this approximation take a solver of its own: choose 'auto' for "
                    "the solver, or learning 'fixed'."
                )
            )
        return operator

    def precisions(self, task: Task) -> Floats:
        raise InputError(
            tr(
                "Leaving out one of {count:,} readings takes the inverse's diagonal, which "
                "products do not give: choose learning 'ml2', or an approximation such "
                "as 'nystrom'.",
                count=len(self._system.noise),
            )
        )

    def pulled(self, pull: Pull, task: Task) -> Floats:
        return self.precisions(task)

    def variance_at_readings(self, inputs: Floats, task: Task) -> Floats:
        return self.precisions(task)


def _remarks(error: float) -> tuple[str, ...]:
    if error <= ERROR:
        return ()
    return (
        tr(
            "the evidence is known to ± {error:.2g} nats, not to 0.1: compare kernels by it only "
            "where they differ by more, or raise the solver's rank",
            error=0.5 * error,
        ),
    )


def pulled_pairs(operator: Operator, left: Floats, right: Floats, task: Task) -> Floats:
    """Σᵢⱼ ½ (L Rᵀ + R Lᵀ)ᵢⱼ dKᵢⱼ for each kernel setting, tile by tile."""
    inputs, kernel = operator.inputs, operator.kernel
    spans = [slice(at, min(at + TILE, len(inputs))) for at in range(0, len(inputs), TILE)]
    lines, others = np.ascontiguousarray(left.T), np.ascontiguousarray(right.T)

    def strip(place: int) -> Floats:
        total, rows = np.zeros(len(kernel.settings)), spans[place]
        for columns in spans[place:]:
            task.check()
            tile = np.einsum("ki,kj->ij", lines[:, rows], others[:, columns])
            tile += np.einsum("ki,kj->ij", others[:, rows], lines[:, columns])
            if columns.start == rows.start:
                tile *= 0.5
            total += kernel.pulled(inputs[rows], inputs[columns], tile)
        return total

    strips = side_by_side(strip, range(len(spans)))
    return np.sum(strips, axis=0) if strips else np.zeros(len(kernel.settings))
