"""Where inducing inputs lie before they are learnt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS, Drawing
from gpstudio.core.arrays import Floats
from gpstudio.core.operators.pivots import pivoted
from gpstudio.core.task import Task

Choose: TypeAlias = Callable[[Ground, int, np.random.Generator, Task], Floats]
"""So many inputs, (points, inputs), or all that differ where those are fewer."""


def by_kmeans(ground: Ground, points: int, random: np.random.Generator, task: Task) -> Floats:
    """The centres of clusters: spread as the readings are."""
    return SAMPLINGS["kmeans"]().landmarks(Drawing(ground, points, random, task=task))


def by_pivoting(ground: Ground, points: int, random: np.random.Generator, task: Task) -> Floats:
    """Readings, each where those before it leave most variance unexplained; then, where nothing is
    left to explain, others: for a shorter length that learning may find they add something."""
    pivots = pivoted(ground.kernel, ground.inputs, points, "greedy", random, task)
    others = np.delete(np.arange(len(ground.inputs)), pivots.places)
    more = random.permutation(others)[: points - pivots.rank]
    return np.asarray(ground.inputs[np.append(pivots.places, more)])


CHOICES: dict[str, Choose] = {"kmeans": by_kmeans, "pivoting": by_pivoting}
