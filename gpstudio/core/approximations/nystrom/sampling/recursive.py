"""Recursive ridge leverage (Musco & Musco 2017): better scores of ever more readings.

Half of the readings are taken again and again, until as many are left as landmarks are wanted.
Back up, the scores of each half come through landmarks drawn by the scores of the half before. The
ridge is what the matrix has beyond its k largest eigenvalues, shared out by k, with

    k = r / (4 log r),

at which about r landmarks are enough for the guarantee. O(n r²) work, strip by strip.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, log

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling.sampling import SAMPLINGS, Sampling
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

SMALLEST_RIDGE = 1e-10
"""Of the mean variance, where the matrix has no more than k directions."""


@SAMPLINGS.register
class Recursive(Sampling):
    spec = Spec(
        "recursive",
        tr("Recursive ridge leverage"),
        tr("As ridge leverage, at a ridge that suits the rank, from ever more of the readings."),
    )
    repeats = True
    by_ridge = True

    def probabilities(
        self, ground: Ground, rank: int, random: np.random.Generator, task: Task = QUIET
    ) -> Floats:
        from gpstudio.core.approximations.nystrom.ridge import scores_through

        kernel, inputs = ground.kernel, ground.inputs
        n = len(inputs)
        order = random.permutation(n)
        scores, oversampling = np.ones(n), max(1.0, log(rank))
        *halves, smallest = _halves(n, rank)
        chosen, weights = order[:smallest], np.ones(smallest)
        for size in reversed(halves):
            task.check()
            k = ceil(rank / (4 * oversampling))
            ridge = _ridge(kernel, inputs[chosen], weights, k, random, task)
            some = order[:size]
            scores = scores_through(kernel, inputs[some], inputs[chosen], weights, ridge, task)
            chances = np.minimum(1.0, oversampling * scores)
            if size < n:
                chosen, weights = _lot(some, chances, rank, random)
        result = np.empty(n)
        result[order] = np.minimum(scores, 1.0)
        return np.asarray(result / result.sum())


def _halves(n: int, rank: int) -> Iterator[int]:
    """Sizes: all, a half, …, as many as the rank."""
    yield n
    while n > rank:
        n = ceil(n / 2)
        yield n


def _lot(
    some: Integers, chances: Floats, rank: int, random: np.random.Generator
) -> tuple[Integers, Floats]:
    """Each by its own chance, with the weights that make up for it."""
    drawn = random.random(len(some)) < chances
    if not drawn.any():
        return random.choice(some, min(rank, len(some)), replace=False), np.ones(rank)
    return some[drawn], 1.0 / np.sqrt(chances[drawn])


def _ridge(
    kernel: Kernel,
    landmarks: Floats,
    weights: Floats,
    k: int,
    random: np.random.Generator,
    task: Task,
) -> float:
    """(trace − the k largest eigenvalues)/k, seen through the landmarks."""
    from gpstudio.core.algebra.eigen import largest_sum

    matrix = DenseCovariance(kernel, landmarks).entries(task)
    least = SMALLEST_RIDGE * float(matrix.diagonal().mean())
    matrix *= weights[:, None] * weights
    if k >= len(matrix):
        return least
    beyond = float(matrix.trace()) - largest_sum(matrix, k, random, task)
    return max(beyond / k, least)
