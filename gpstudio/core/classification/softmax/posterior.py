"""Curves and probabilities of several classes elsewhere.

With k the covariances of the readings with a place, and F_c = L⁻¹ E_c as in ``evidence.py``, the
curves there are jointly normal (Rasmussen & Williams 3.4),

    mean_c = k_cᵀ α_c,    cov_cb = δ_cb (k_c** − k_cᵀ E_c k_c) + (F_c k_c)ᵀ (F_b k_b).

A class's probability is the softmax's average over them. Where the curves of classes are taken for
independent (``nearest.py``) there is no F.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gpstudio.core.algebra.lapack import solve_lower
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.task import QUIET, Task

AT_ONCE = 2_000_000
"""Covariances of places with readings held at once."""


class Conditioned(Protocol):
    """Curves of classes given their readings; one column a class."""

    @property
    def root(self) -> Floats:
        """Of what stands for the precision of each reading."""

    @property
    def lowers(self) -> tuple[Floats, ...]:
        """The lower factors of I + root K root."""

    @property
    def common(self) -> Floats | None:
        """That of what couples the classes."""

    @property
    def pull(self) -> Floats:
        """K⁻¹ mean"""

    @property
    def log_evidence(self) -> float: ...

    @property
    def steps(self) -> int:
        """How many it took to find."""

    @property
    def left(self) -> float:
        """How far from where it should be it is."""

    def pulls(self, task: Task) -> list[Floats]:
        """Of the log evidence's slopes, a matrix a class."""


@dataclass(frozen=True, eq=False)
class Member:
    """The curves with one setting of the numbers: one kernel for all classes, or one each."""

    weight: float
    kernels: tuple[Kernel, ...]
    conditioned: Conditioned


@dataclass(frozen=True, eq=False)
class SoftmaxPosterior:
    inputs: Floats
    level: float
    """The variance of what each curve swings about."""
    members: tuple[Member, ...]

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        """Mean (m, C) and covariance (m, C, C) of the curves, over all members."""
        each = [self._of_member(member, inputs, task) for member in self.members]
        weights = [member.weight for member in self.members]
        mean = sum(w * centre for w, (centre, _) in zip(weights, each, strict=True))
        total = np.zeros_like(each[0][1])
        for weight, (centre, covariance) in zip(weights, each, strict=True):
            off = centre - mean
            total += weight * (covariance + off[:, :, None] * off[:, None, :])
        return np.asarray(mean), total

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        """(m, C); rows are one together."""
        total = np.zeros((len(inputs), self.members[0].conditioned.pull.shape[1]))
        for rows in self._blocks(len(inputs)):
            for member in self.members:
                curves = self._at(member, inputs[rows], task)
                total[rows] += member.weight * averaging.softmax(*curves)
        return np.asarray(total / total.sum(axis=1, keepdims=True))

    def _of_member(self, member: Member, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        parts = [self._at(member, inputs[rows], task) for rows in self._blocks(len(inputs))]
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]

    def _blocks(self, count: int) -> Sequence[slice]:
        size = max(1, AT_ONCE // len(self.inputs))
        return [slice(start, start + size) for start in range(0, max(count, 1), size)]

    def _at(self, member: Member, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        found = member.conditioned
        classes = found.pull.shape[1]
        mean = np.empty((len(inputs), classes))
        covariance = np.zeros((len(inputs), classes, classes))
        lines: list[Floats] = []
        for place in range(classes):
            task.check()
            kernel = member.kernels[place % len(member.kernels)]
            operator = DenseCovariance(kernel, self.inputs)
            cross = operator.cross(inputs, task) + self.level
            root, lower = found.root[:, place, None], found.lowers[place]
            mean[:, place] = cross.T @ found.pull[:, place]
            half = solve_lower(lower, root * cross, task, spoil=True)
            known = np.einsum("ni,ni->i", half, half)
            own = operator.prior_variance(inputs) + self.level - known
            covariance[:, place, place] = np.maximum(own, 0.0)
            if found.common is None:
                continue
            evened = root * solve_lower(lower, half, task, transposed=True, spoil=True)
            lines.append(solve_lower(found.common, evened, task, spoil=True))
            for other, line in enumerate(lines):
                between = np.einsum("ni,ni->i", lines[-1], line)
                covariance[:, place, other] += between
                if other != place:
                    covariance[:, other, place] += between
        return mean, covariance
