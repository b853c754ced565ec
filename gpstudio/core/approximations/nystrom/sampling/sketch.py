"""Sketch: mixtures of all readings for landmarks, for an error that is nearly the least there is.

One pass over the matrix errs some four times as much as the best of the same rank, where its
eigenvalues fall slowly; a second pass, of the directions that the first found, 1.24 times, a third
1.1 times.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from gpstudio.core.approximations.nystrom.mixing import MIXINGS
from gpstudio.core.approximations.nystrom.sampling.sampling import (
    SAMPLINGS,
    Drawing,
    Sampling,
    Settled,
)
from gpstudio.core.approximations.nystrom.sketch import sketched
from gpstudio.core.arrays import Floats
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.spec import Spec, choice, integer
from gpstudio.core.task import Task
from gpstudio.translation import tr

ROUNDS = 6
"""More than enough: each takes ten million off the ratio of longest to shortest."""
SHIFT = 1e-15
LEVEL = 1e-8


@SAMPLINGS.register
class SketchSampling(Sampling):
    """All passes but the last are made when it is settled; the last whenever the kernel's numbers
    change."""

    spec = Spec(
        "sketch",
        tr("Sketch"),
        tr(
            "Mixtures of all readings, with passes over the whole matrix: takes longest, "
            "errs least."
        ),
        (
            integer(
                "passes",
                tr("Passes"),
                tr(
                    "Looks of a sketch at the whole matrix: one errs up to 4 times the least "
                    "possible, two 1.2 times, three 1.1 times."
                ),
                default=2,
                low=1,
                high=5,
            ),
            choice(
                "test_matrix",
                tr("Test matrix"),
                tr(
                    "How a sketch mixes the readings: by normal numbers, or by signs and a "
                    "Walsh-Hadamard transform, which is quicker."
                ),
                {"gaussian": tr("Normal numbers"), "hadamard": tr("Signs")},
            ),
        ),
    )

    def __init__(self, passes: float = 2, test_matrix: str = next(iter(MIXINGS))) -> None:
        self._passes = int(passes)
        self._mixing = MIXINGS[test_matrix]

    def settled(self, drawing: Drawing) -> Settled:
        kernel, inputs, task = drawing.ground.kernel, drawing.ground.inputs, drawing.task
        mixing = self._mixing.drawn(len(inputs), drawing.rank, drawing.random)
        if self._passes == 1:
            return partial(sketched, readings=inputs, test=mixing.entries(task))
        test = mixing.mixed(kernel, inputs, task)
        make_orthonormal(test, task)
        for _ in range(self._passes - 2):
            test = np.array(DenseCovariance(kernel, inputs).times(test, task), order="F")
            make_orthonormal(test, task)
        return partial(sketched, readings=inputs, test=test)


def make_orthonormal(tall: Floats, task: Task) -> None:
    """The columns, in their place, by Cholesky factors of their products, shifted so that they
    exist, until nothing changes (Fukaya et al. 2020): multiplications of large blocks, stoppable.

    Directions that are rounding alone become others at random, orthogonal to the rest.
    """
    from gpstudio.core.algebra.lapack import cholesky
    from gpstudio.core.algebra.tall import add_gram, divide

    width = tall.shape[1]
    for _ in range(ROUNDS):
        products = np.zeros((width, width), order="F")
        add_gram(products, tall, task)
        own = products.diagonal()
        if abs(np.tril(products) - np.eye(width)).max() < LEVEL:
            return
        products[np.diag_indices(width)] += SHIFT * width * float(own.max())
        divide(tall, cholesky(products, task), task)
