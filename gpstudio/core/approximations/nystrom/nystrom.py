"""Nyström: the covariance through some of the readings, chosen by one of many samplings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.approximations.nystrom.landmarks import LandmarkCovariance
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS
from gpstudio.core.approximations.registered import APPROXIMATIONS, Approximation, Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec, choice, integer
from gpstudio.core.task import QUIET, Task


@APPROXIMATIONS.register
class Nystrom(Approximation):
    """Far from all readings the curve's variance is the kernel's own, as with ``exact``."""

    spec = Spec(
        "nystrom",
        "Nyström",
        "The covariance through some of the readings, its landmarks: for many readings of several "
        "inputs.",
        (
            integer("rank", "Rank", "How many landmarks.", default=500, low=1, high=1_000_000),
            choice("sampling", "Sampling", "How landmarks are chosen.", SAMPLINGS.names),
        ),
    )
    gives = frozenset({"features", "products"})
    by_auto = False
    by_numbers = True

    def __init__(self, rank: float = 500, sampling: str = SAMPLINGS.names[0]) -> None:
        self._rank = int(rank)
        self.sampling = SAMPLINGS[sampling]()
        self._landmarks: Floats | None = None

    def rank(self, n: int, dimensions: int) -> int:
        return self._rank

    def check(self, n: int, dimensions: int) -> None:
        if self._rank > n:
            raise InputError(
                f"The rank {self._rank:,} of 'nystrom' is above the {n:,} readings: choose a rank "
                f"of at most {n:,}, or approximation 'exact'."
            )

    def prepared(self, ground: Ground, task: Task = QUIET) -> Approximation:
        rank = min(self._rank, len(ground.inputs))
        random = np.random.default_rng([ground.seed, 11])
        places = self.sampling.places(ground, rank, random, task)
        made = Nystrom(self._rank, self.sampling.spec.name)
        made._landmarks = ground.inputs[places]
        return made

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        if self._landmarks is None:
            raise RuntimeError("landmarks are chosen by prepared()")
        return LandmarkCovariance(kernel, inputs, self._landmarks)
