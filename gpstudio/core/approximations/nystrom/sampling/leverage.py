"""Leverage: a reading is as likely as it takes part in the leading eigenvectors of the matrix.

Gittens & Mahoney 2016. All eigenvectors for the sake of some: for study.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling.sampling import SAMPLINGS, Sampling
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

MOST = 5_000
"""Readings."""


@SAMPLINGS.register
class Leverage(Sampling):
    """Of as many eigenvectors as landmarks are wanted, fewer where the matrix has fewer that are
    not rounding: those beyond are any vectors at all."""

    spec = Spec(
        "leverage",
        tr("Leverage"),
        tr(
            "By the leading eigenvectors of the full matrix, exactly: for study, up to "
            "5,000 readings."
        ),
        formula="p_i ∝ Σ_{j ≤ rank} U_ij²",
    )
    repeats = True

    def check(self, n: int) -> None:
        if n > MOST:
            raise InputError(
                tr(
                    "The sampling 'leverage' takes all eigenvectors, of at most {most:,} rows, "
                    "and here are {n:,}: choose one of {near}, which come near it.",
                    near=SAMPLINGS.listed(lambda entry: entry.by_ridge),
                    n=n,
                    most=MOST,
                )
            )

    def probabilities(
        self, ground: Ground, rank: int, random: np.random.Generator, task: Task = QUIET
    ) -> Floats:
        return self.of_rank(self.leading(ground, task), rank)

    def leading(self, ground: Ground, task: Task = QUIET) -> Floats:
        """All eigenvectors that are not rounding, the first of them last: dear, and the same
        whatever the rank."""
        from gpstudio.core.algebra.eigen import eigenpairs

        n = len(ground.inputs)
        self.check(n)
        values, vectors = eigenpairs(
            DenseCovariance(ground.kernel, ground.inputs).entries(task), task
        )
        return np.asarray(vectors[:, values > n * np.finfo(float).eps * values[-1]])

    def of_rank(self, leading: Floats, rank: int) -> Floats:
        """The probabilities for so many landmarks."""
        some = leading[:, -rank:]
        scores = np.einsum("ij,ij->i", some, some)
        if not scores.sum() > 0.0:
            return np.full(len(scores), 1.0 / len(scores))
        return np.asarray(scores / scores.sum())
