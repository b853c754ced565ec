"""Kernel, learner and labels to a posterior of curves through inducing inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from gpstudio.core.approximations.approximation import Approximation, Ground
from gpstudio.core.approximations.fourier.covariance import FourierCovariance
from gpstudio.core.approximations.nystrom.landmarks import LandmarkCovariance
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.softmax.learning import SWING
from gpstudio.core.classification.sparse.tellers import Classes
from gpstudio.core.errors import InputError
from gpstudio.core.inference.sparse.basis import Basis, InducingInputs
from gpstudio.core.inference.sparse.bound import ROWS
from gpstudio.core.inference.sparse.features import FeatureBasis
from gpstudio.core.inference.sparse.walk import Start, Walked, walked
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.kernel import each_with
from gpstudio.core.learning.free_numbers import FreeNumbers
from gpstudio.core.learning.learner import Learner
from gpstudio.core.learning.starts import Scales
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

USUAL_NOISE = 4.0
"""With which a row of two even classes speaks of a curve."""
COPIES = 5.0
"""Matrices of the size of the points that each curve holds, and of points with rows."""


@dataclass(frozen=True, eq=False)
class SparsePosterior:
    walked: Walked

    @property
    def classes(self) -> Classes:
        return self.walked.tellers  # type: ignore[return-value]

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        """Mean and variance of the curves, (m, curves)."""
        layer = self.walked.found.layer
        parts = [
            layer.at(inputs[first : first + ROWS], task)
            for first in range(0, max(len(inputs), 1), ROWS)
        ]
        mean, variance = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("mean", "variance")
        )
        return mean, variance

    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        mean, variance = self.latent(inputs, task)
        shares = np.empty((len(mean), max(self.classes.curves, 2)))
        for first in range(0, len(mean), ROWS):
            task.check()
            rows = slice(first, first + ROWS)
            shares[rows] = self.classes.probabilities(mean[rows], variance[rows], averaging)
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def learn(
    kernel: Kernel, learner: Learner, approximation: Approximation, inputs: Floats,
    classes: Classes, *, level: float, own: bool, seed: int, task: Task,
) -> SparsePosterior:  # fmt: skip
    """``own``: a kernel's numbers for each curve, else the same for all."""
    swings = SWING * np.resize([1.0, -1.0], len(inputs))
    scales = Scales.of(inputs, swings, swing=SWING, known=True)
    numbers = FreeNumbers(kernel.settings * (classes.curves if own else 1), scales)
    begun = each_with(kernel, numbers.begun)[0]
    ground = Ground(begun, inputs, USUAL_NOISE, seed)
    made, places = made_by(approximation.prepared(ground, task), ground, level)
    beside = learner.beside(numbers.prior, numbers.written_prior)
    if beside is None:
        raise InputError(
            tr(
                "Curves through inducing points learn by 'ml2', 'map' or 'fixed': '{learning}' is "
                "none of these.",
                learning=learner.spec.name,
            )
        )
    start = Start(
        kernel, numbers, made, made(begun, places, task).size, places, beside, learner.moves,
        learner.moves and approximation.learns, seed,
    )  # fmt: skip
    return SparsePosterior(walked(start, inputs, classes, task))


def made_by(
    approximation: Approximation, ground: Ground, level: float
) -> tuple[Callable[[Kernel, Floats, Task], Basis], Floats]:
    """How a kernel's basis is made, once the approximation is settled, and its places: landmarks
    are inducing inputs, of which what they miss is known too."""
    inputs = ground.inputs[:1]
    operator = approximation.operator(ground.kernel, inputs)
    if isinstance(operator, LandmarkCovariance):
        return partial(_through_places, level), operator.landmarks
    if not isinstance(operator, FourierCovariance):
        raise InputError(
            tr(
                "Coupled classes take '{name}' not so: choose 'inducing', 'nystrom' with a "
                "sampling of landmarks, or 'fourier' with drawn waves.",
                name=approximation.spec.name,
            )
        )

    def through_features(kernel: Kernel, places: Floats, task: Task) -> Basis:
        features = approximation.operator(kernel, inputs)
        assert isinstance(features, LowRankCovariance)
        return FeatureBasis(features, level)

    return through_features, np.zeros((0, inputs.shape[1]))


def _through_places(level: float, kernel: Kernel, places: Floats, task: Task) -> Basis:
    return InducingInputs.of(kernel, places, level, task)


def bytes_needed(points: int, curves: int) -> float:
    """Whatever the number of rows, but for themselves."""
    return 8.0 * COPIES * points * (curves * (points + ROWS) + ROWS)
