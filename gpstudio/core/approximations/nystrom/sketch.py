"""A covariance through mixtures of the readings: K̂ = KV (VᵀKV)⁻¹ VᵀK, V the test matrix (n, r).

With landmarks V would hold single readings. A mixture looks at all of them, so that K̂ can be nearly
the best there is of its rank; for that each look costs a pass over the whole matrix, tile by tile
and never stored. At x the features are Φ(x) = k(x, X) V L⁻ᵀ with L Lᵀ = VᵀKV + ν.

V is settled beforehand, so that K̂ is smooth in the kernel's numbers. With P = GΦL⁻¹ and
M = L⁻ᵀ ΦᵀGΦ L⁻¹, as for landmarks,

    ⟨G, d(ΦΦᵀ)⟩ = 2 ⟨P Vᵀ, dk(x, X)⟩ − ⟨V M Vᵀ, dK⟩.

The shift ν, of the size of rounding, keeps VᵀKV definite where K has fewer directions than V
(Tropp, Yurtsever, Udell & Cevher 2017); it makes K̂ no larger.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.algebra.jitter import NOT_DEFINITE
from gpstudio.core.approximations.nystrom.sketch_tiles import pulled_products
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.diagonals import pulled_diagonal
from gpstudio.core.operators.low_rank import Half, LowRankCovariance
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

TENFOLD = 8
"""Times that the shift is raised tenfold where it is too little."""


class Sketch:
    """What is common to the covariance wherever it is looked at: the readings X, (n, inputs), and
    V, in Fortran order with columns of about unit length."""

    def __init__(self, kernel: Kernel, readings: Floats, test: Floats) -> None:
        self.kernel, self.readings, self.test = kernel, readings, test
        self._looked: tuple[Floats, Floats] | None = None

    def looked(self, task: Task) -> tuple[Floats, Floats]:
        """Φ of X itself, and L, from one pass; of L only the lower triangle counts."""
        if self._looked is None:
            self._looked = self._look(task)
        return self._looked

    def features_at(self, inputs: Floats, task: Task) -> Floats:
        from gpstudio.core.algebra.tall import divide

        features, root = self.looked(task)
        if np.array_equal(inputs, self.readings):
            return features
        exact = DenseCovariance(self.kernel, self.readings)
        seen = np.array(exact.cross_times(inputs, self.test, task), order="F")
        return divide(seen, root, task)

    def _look(self, task: Task) -> tuple[Floats, Floats]:
        from gpstudio.core.algebra.lapack import product
        from gpstudio.core.algebra.tall import divide

        exact = DenseCovariance(self.kernel, self.readings)
        seen = np.array(exact.times(self.test, task), order="F")
        size = math.sqrt(float(np.einsum("ij,ij->", seen.T, seen.T)))
        if not math.isfinite(size):
            raise InputError(
                tr(
                    "The kernel {kernel} is not finite at some readings: remove rows with "
                    "missing or infinite inputs, or choose other numbers.",
                    kernel=self.kernel,
                )
            )
        shift = np.finfo(float).eps * math.sqrt(len(seen)) * size
        root = _shifted_root(product(self.test, seen, task), shift, task)
        return divide(seen, root, task), root


def _shifted_root(inner: Floats, shift: float, task: Task) -> Floats:
    from gpstudio.core.algebra.lapack import NotPositiveDefinite, cholesky

    for power in range(TENFOLD):
        lower = np.asfortranarray(0.5 * (inner + inner.T))
        lower[np.diag_indices_from(lower)] += shift * 10.0**power
        try:
            return cholesky(lower, task)
        except NotPositiveDefinite:
            continue
    raise InputError(NOT_DEFINITE)


@dataclass(frozen=True, eq=False)
class SketchedCovariance(LowRankCovariance):
    sketch: Sketch

    @property
    def rank(self) -> int:
        return int(self.sketch.test.shape[1])

    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats:
        return self.sketch.features_at(inputs, task)

    def strips(self, task: Task = QUIET) -> Iterator[tuple[slice, Floats]]:
        """All at once and kept, however many: to make them again takes another pass."""
        yield slice(0, len(self.inputs)), self._kept(task)

    def _kept(self, task: Task) -> Floats:
        if 0 not in self._kept_strips:
            self._kept_strips[0] = self.features_at(self.inputs, task)
        return self._kept_strips[0]

    def pulled(self, half: Half, of_diagonal: Floats, task: Task = QUIET) -> Floats:
        from gpstudio.core.algebra.lapack import product
        from gpstudio.core.algebra.tall import divide, spread

        features, readings, test = self._kept(task), self.sketch.readings, self.sketch.test
        root = self.sketch.looked(task)[1]
        pull = half(slice(0, len(features)), features)
        inner = product(features, pull, task)
        pull = divide(pull, root, task, turned=False)
        inner = divide(np.asfortranarray(0.5 * (inner + inner.T)), root, task, turned=False)
        inner = divide(np.array(inner.T, order="F"), root, task, turned=False)
        through = spread(test, np.asfortranarray(inner), task)
        kernel, inputs = self.kernel, self.inputs
        if np.array_equal(inputs, readings):
            # dK stands in both terms: P Vᵀ + V Pᵀ − V M Vᵀ, symmetric, in one pass over half of it
            left = np.hstack([pull, test])
            right = np.hstack([test, pull - through])
            total = pulled_products(kernel, inputs, None, left, right, task)
        else:
            total = 2.0 * pulled_products(kernel, inputs, readings, pull, test, task)
            total -= pulled_products(kernel, readings, None, test, through, task)
        if of_diagonal.any():
            total += pulled_diagonal(kernel, inputs, of_diagonal, task)
        return total


def sketched(kernel: Kernel, inputs: Floats, readings: Floats, test: Floats) -> SketchedCovariance:
    """The covariance at ``inputs`` through mixtures of ``readings``."""
    return SketchedCovariance(kernel, inputs, Sketch(kernel, readings, test))
