"""What is done with e = diag(K − Q), the variance that the inducing inputs Z do not carry; with
Q = K_xz K_zz⁻¹ K_zx and T the noise of the readings (Quiñonero-Candela & Rasmussen 2005; Titsias
2009):

            log evidence                              variance at x
    sor     log N(y; 0, Q + T)                        that of the few features alone
    dtc     log N(y; 0, Q + T)                        and e(x)
    fitc    log N(y; 0, Q + T + e)                    and e(x)
    vfe     log N(y; 0, Q + T) − ½ Σ eᵢ/Tᵢ            and e(x)

Only ``vfe`` is a lower bound of the exact evidence: more inputs, or better ones, never lower it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gpstudio.core.approximations.nystrom.landmarks import LandmarkCovariance
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import TILE
from gpstudio.core.operators.low_rank import Half
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class InducedCovariance(LandmarkCovariance):
    """Through ``landmarks`` anywhere among the inputs."""

    spec: ClassVar[Spec]
    by_place: bool = False
    """Whether ``pulled`` tells, after the slopes in the kernel's numbers, those in the places of
    the landmarks, row by row: for learning where to put them."""

    def pulled(self, half: Half, of_diagonal: Floats, task: Task = QUIET) -> Floats:
        total = super().pulled(half, of_diagonal, task)
        return np.append(total, self._pulled_by_place(half, task)) if self.by_place else total

    def _pulled_by_place(self, half: Half, task: Task) -> Floats:
        slopes = np.zeros(self._kept.shape)
        for inputs, pull in self._pulls(half, task):
            # a landmark stands twice in the covariance of the landmarks
            times = 2.0 if inputs is self._kept else 1.0
            slopes += times * moved(self.kernel, self._kept, inputs, pull, task)
        return self._in_their_places(slopes)

    def _in_their_places(self, slopes: Floats) -> Floats:
        """Those of all landmarks: a redundant one is zero while it is."""
        total = np.zeros(self.landmarks.shape)
        for place, slope in zip(self._kept, slopes, strict=True):
            total[int((self.landmarks == place).all(axis=1).argmax())] = slope
        return total


def moved(kernel: Kernel, z: Floats, x: Floats, pull: Floats, task: Task) -> Floats:
    """Σᵢ pullᵢⱼ ∂k(zⱼ, xᵢ)/∂zⱼ for each row of z, tile by tile."""
    total = np.zeros(z.shape)
    for start in range(0, len(x), TILE):
        rows = slice(start, start + TILE)
        for first in range(0, len(z), TILE):
            task.check()
            some = slice(first, first + TILE)
            total[some] += kernel.pulled_inputs(z[some], x[rows], pull[rows, some].T)
    return total


BOUNDS: Registry[type[InducedCovariance]] = Registry("bound")


@BOUNDS.register
class Vfe(InducedCovariance):
    spec = Spec(
        "vfe",
        tr("Variational (Titsias)"),
        tr("A lower bound of the exact evidence; what the inputs miss lowers it."),
        short="VFE",
    )
    misses_as_penalty = True


@BOUNDS.register
class Fitc(InducedCovariance):
    spec = Spec(
        "fitc",
        "FITC",
        tr("What the inputs miss counts as noise of each reading; may underrate the noise itself."),
        short="FITC",
    )
    misses_as_noise = True


@BOUNDS.register
class Dtc(InducedCovariance):
    spec = Spec(
        "dtc",
        tr("DTC (projected process)"),
        tr("What the inputs miss widens predictions only; the evidence does not know of it."),
        short="DTC",
    )


@BOUNDS.register
class Sor(InducedCovariance):
    spec = Spec(
        "sor",
        tr("Subset of regressors"),
        tr(
            "The curve is its few features and no more: far from them it is sure of "
            "itself, wrongly."
        ),
        short="SoR",
    )
    degenerate = True
