"""Four fifths to learn from, one fifth to predict; and the numbers that the exact model learns.

The target is centred and scaled by the training part's mean and standard deviation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataSet
from gpstudio.lab.measures import some_rows
from gpstudio.translation import tr

TRAIN = 0.8
LEARN_ROWS = 2_000
"""The exact model learns from so many rows of the training part at most."""
LEARNT = tr(
    "σ, variance and noise are the exact model's: an RBF of one length for all inputs, learnt by "
    "maximum likelihood in every repeat, from at most {rows:,} rows of the training part; from two "
    "starts in the first, in others from what the first has found.",
    rows=LEARN_ROWS,
)


@dataclass(frozen=True, eq=False)
class Split:
    train: Floats
    test: Floats
    train_target: Floats
    test_target: Floats
    centre: float
    scale: float
    """Mean and standard deviation of the training part's target before it was scaled."""

    def wrong(self, predicted: Floats) -> float:
        """The share of the test part whose target, of −1 or 1, is of the other sign than what is
        ``predicted`` of the scaled one."""
        told, true = (self.centre + self.scale * part for part in (predicted, self.test_target))
        return float(np.mean((told > 0.0) != (true > 0.0)))


@dataclass(frozen=True)
class LearntNumbers:
    """The exact model's numbers, of the scaled target."""

    sigma: float
    variance: float
    noise: float
    rows: int
    """On which they were learnt."""


DISTINCT = tr(
    "Rows that repeat another are left out (937 of white wine's): else the exact model would "
    "learn from rows of the test part that there is no noise."
)


def split(data: DataSet, most: int, seed: int) -> Split:
    """Rows drawn by the seed, ``most`` of them together; none twice."""
    if data.target is None:
        raise RuntimeError(f"the data set '{data.source.name}' has no target")
    order = np.random.default_rng([seed, 32]).permutation(distinct(data.inputs, data.target))[:most]
    cut = round(TRAIN * len(order))
    train, test = order[:cut], order[cut:]
    centre, scale = float(data.target[train].mean()), float(data.target[train].std()) or 1.0
    target = (data.target - centre) / scale
    return Split(data.inputs[train], data.inputs[test], target[train], target[test], centre, scale)


def distinct(inputs: Floats, target: Floats) -> Integers:
    """The first of all rows that are alike, in ascending order."""
    rows = np.column_stack([inputs, target])
    return np.sort(np.unique(rows, axis=0, return_index=True)[1])


def learn(parts: Split, seed: int, task: Task, near: LearntNumbers | None = None) -> LearntNumbers:
    """By maximum likelihood of the exact model, its noise normal. The climb begins ``near`` those
    of another split of the same data: half the work or less, for the same summit."""
    from gpstudio.core.inference.readings import Readings
    from gpstudio.core.inference.regression import fit
    from gpstudio.core.recipe import Recipe

    some = some_rows(len(parts.train), LEARN_ROWS, seed)
    kernel, likelihood, restarts = "rbf", "gaussian", 1
    if near is not None:
        kernel = f"{near.variance} * rbf({near.sigma / math.sqrt(2.0)})"
        likelihood, restarts = f"gaussian({near.noise})", 0
    recipe = Recipe.of(
        kernel=kernel, likelihood=likelihood, mean="zero", approximation="exact",
        learning=f"ml2(restarts={restarts})",
    )  # fmt: skip
    posterior = fit(recipe, Readings.of(parts.train[some], parts.train_target[some]), task)
    variance, length = (setting.number for _, setting in posterior.kernel.settings)
    return LearntNumbers(math.sqrt(2.0) * length, variance, posterior.noise, len(some))
