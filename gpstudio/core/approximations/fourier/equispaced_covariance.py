"""A covariance of equispaced waves: K̂ = Φ Φᵀ, Φ = E R, with sums over readings by ``nufft``.

All that solvers need of Φ are sums over the readings, which take O(n + waves log waves) work:
nothing of n × waves is ever made. Kernel numbers move R alone, so that

    ⟨G, d(ΦΦᵀ)⟩ = Σ_j d log v_j (ΦᵀGΦ)_jj,    2 ΦᵀGΦ = ΦᵀWWᵀΦ − I + B⁻¹.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.approximations.fourier.equispaced_lattice import Lattice
from gpstudio.core.approximations.fourier.equispaced_waves import (
    Normal,
    coordinates,
    halves,
    strides_of,
)
from gpstudio.core.approximations.fourier.nufft import Nufft
from gpstudio.core.approximations.fourier.nufft_plain import halved
from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.low_rank import Half, LowRankCovariance
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

FACTORED = 8_000
"""Waves up to which their matrix is written out (0.5 GB)."""
PAIRS_AT_ONCE = 4_000_000
"""Differences of readings and targets looked at together."""
STEPS = ((1, 8.0), (-1, -8.0), (2, -1.0), (-2, 1.0))
"""Of a central difference of the fourth order, with their weights."""
STEP = 1e-3
SMALLEST = 1e-290


@dataclass(frozen=True, eq=False)
class EquispacedCovariance(LowRankCovariance):
    """Beyond the reach of its waves the curve is as if there were no readings."""

    offers = frozenset({"features", "toeplitz", "products"})
    lattice: Lattice

    @property
    def rank(self) -> int:
        return self.lattice.waves

    @cached_property
    def roots(self) -> Floats:
        """R, (waves,)"""
        return np.sqrt(_both(self.lattice.variances(self.kernel)))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know where the kernel has left what its waves were settled for."""
        error = self.lattice.error(self.kernel)
        if error <= 2.0 * self.lattice.tolerance:
            return ()
        return (
            tr(
                "the waves of 'equispaced' were for other lengths and err by {error:.1g} of the "
                "variance: fit again from the numbers found, or with more room",
                error=error,
            ),
        )

    def normal(self, precisions: Floats, task: Task = QUIET) -> Normal:
        """B = I + Φᵀ diag(precisions) Φ."""
        twice = tuple(2 * m for m in self.lattice.most)
        sums = Nufft(self._places, self.lattice.step, twice).gathered(precisions, task)
        return Normal(sums, self.roots, self.lattice.most)

    def gram(self, precisions: Floats, task: Task = QUIET) -> Floats:
        if self.rank > FACTORED:
            raise InputError(
                tr(
                    "'equispaced' needs {rank:,} waves here, too many to factor: choose "
                    "solver 'toeplitz'.",
                    rank=self.rank,
                )
            )
        return self.normal(precisions, task).gram()

    def gathered(self, columns: Floats, task: Task = QUIET) -> Floats:
        result = np.empty((self.rank, columns.shape[1]), order="F")
        for place, column in enumerate(columns.T):
            sums = self._sums.gathered(column, task)
            result[:, place] = self.roots * coordinates(sums, self.lattice.dimensions)
        return result

    def spread(self, coefficients: Floats, task: Task = QUIET) -> Floats:
        return self._spread(self._sums, coefficients, task)

    def spread_at(self, targets: Floats, coefficients: Floats, task: Task = QUIET) -> Floats:
        """Φ of targets, times coefficients."""
        sums = Nufft(targets - self.lattice.centre, self.lattice.step, self.lattice.most)
        result = self._spread(sums, coefficients, task)
        result[self.lattice.beyond(targets)] = 0.0
        return result

    def _spread(self, sums: Nufft, coefficients: Floats, task: Task) -> Floats:
        result = np.empty((len(sums.inputs), coefficients.shape[1]), order="F")
        for place, column in enumerate(coefficients.T):
            waves = halves(self.roots * column, self.lattice.most)
            result[:, place] = sums.spread(waves, task)
        return result

    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats:
        task.check()
        places = (inputs - self.lattice.centre) * self.lattice.step
        full = np.ones((1, len(inputs)), complex)
        for column, most in zip(places.T, self.lattice.most, strict=True):
            turns = np.exp(1j * np.arange(-most, most + 1)[:, None] * column)
            full = (full[:, None] * turns).reshape(len(full) * len(turns), len(inputs))
        pairs = full[self.rank // 2 + 1 :]
        roots = self.roots[:, None] * np.where(self.lattice.beyond(inputs), 0.0, 1.0)
        turned = np.empty((self.rank, len(inputs)))
        count = len(pairs)
        turned[0] = roots[0]
        turned[1 : count + 1] = np.sqrt(2.0) * roots[1 : count + 1] * pairs.real
        turned[count + 1 :] = np.sqrt(2.0) * roots[count + 1 :] * pairs.imag
        return turned.T

    def cross(self, targets: Floats, task: Task = QUIET) -> Floats:
        """Of the differences alone: as many sums as there are, however many waves."""
        turned = np.zeros((len(targets), len(self.inputs)))
        at_once = max(1, PAIRS_AT_ONCE // max(1, len(self.inputs)))
        within = np.flatnonzero(~self.lattice.beyond(targets))
        for start in range(0, len(within), at_once):
            task.check()
            some = within[start : start + at_once]
            gaps = targets[some, None, :] - self.inputs[None, :, :]
            flat = gaps.reshape(-1, self.lattice.dimensions)
            turned[some] = self.lattice.covariance(self.kernel, flat).reshape(len(some), -1)
        return turned.T

    def prior_variance(self, targets: Floats) -> Floats:
        carried = np.where(self.lattice.beyond(targets), 0.0, float(self.roots @ self.roots))
        return carried + self.beyond(targets, np.zeros((len(targets), 0)))

    def missed(self, task: Task = QUIET) -> Floats:
        whole = float(self.roots @ self.roots)
        return np.maximum(self.kernel.diagonal(self.inputs) - whole, 0.0)

    def beyond(self, targets: Floats, features: Floats) -> Floats:
        return np.where(self.lattice.beyond(targets), self.kernel.diagonal(targets), 0.0)

    def joint_beyond(self, targets: Floats, features: Floats, task: Task = QUIET) -> Floats:
        joint = np.zeros((len(targets), len(targets)), order="F")
        beyond = self.lattice.beyond(targets)
        if not beyond.any():
            return joint
        far, near = targets[beyond], targets[~beyond]
        between = DenseCovariance(self.kernel, far).cross(near, task)
        limit = self.lattice.tolerance * float(self.kernel.diagonal(far[:1])[0])
        if abs(between).max(initial=0.0) > limit:
            raise InputError(
                tr(
                    "Inputs on both sides of where the waves of 'equispaced' end have no joint "
                    "covariance: ask for both sides one after the other, or choose "
                    "approximation 'exact'."
                )
            )
        joint[np.ix_(beyond, beyond)] = DenseCovariance(self.kernel, far).entries(task)
        return joint

    def explained(self, lower: Floats, task: Task = QUIET) -> Floats:
        """φᵀB⁻¹φ is itself a sum of waves, up to twice as far."""
        from gpstudio.core.algebra.lapack import inverse
        from gpstudio.core.approximations.fourier.equispaced_compiled import collect

        twice = tuple(2 * m for m in self.lattice.most)
        shape = tuple(4 * m + 1 for m in self.lattice.most)
        parts = np.zeros((2, int(np.prod(shape))))
        turned = np.ascontiguousarray(inverse(lower, task).T)
        task.check()
        collect(turned, strides_of(self.lattice.most), self.roots, *parts)
        waves = halved((parts[0] + 1j * parts[1]).reshape(shape))
        return Nufft(self._places, self.lattice.step, twice).spread(waves, task)

    def pulled(self, half: Half, of_diagonal: Floats, task: Task = QUIET) -> Floats:
        inverse = half.inverse_diagonal(task)
        return self.pulled_by(half.gathered, inverse)

    def pulled_by(self, gathered: Floats, inverse: Floats) -> Floats:
        """From ΦᵀW and the diagonal of B⁻¹."""
        own = 0.5 * (np.einsum("jk,jk->j", gathered, gathered) - 1.0 + inverse)
        pairs = len(own) // 2
        joined = own[: pairs + 1].copy()
        joined[1:] += own[pairs + 1 :]
        kernel = self.kernel
        settings = [setting for _, setting in kernel.settings]
        total = np.zeros(len(settings))
        for place, (parameter, setting) in enumerate(kernel.settings):
            here = parameter.coordinate(setting.number)
            for count, weight in STEPS:
                moved = setting.at(parameter.at_coordinate(here + count * STEP))
                others = [*settings[:place], moved, *settings[place + 1 :]]
                variances = self.lattice.variances(kernel.with_settings(others))
                logs = np.log(np.maximum(variances, SMALLEST))
                total[place] += weight * float(np.einsum("j,j->", joined, logs))
        return total / (12.0 * STEP)

    @cached_property
    def _places(self) -> Floats:
        return np.asarray(self.inputs - self.lattice.centre)

    @cached_property
    def _sums(self) -> Nufft:
        return Nufft(self._places, self.lattice.step, self.lattice.most)


def _both(pairs: Floats) -> Floats:
    """For zero, the cosines and the sines."""
    return np.concatenate([pairs, pairs[1:]])
