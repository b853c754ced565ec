"""Expectation propagation reading by reading (Rasmussen & Williams 2006, algorithm 3.5).

Each site is renewed against a curve that knows of the sites before it in the same sweep: with Σ the
curve's covariance at the readings, a site whose precision grows by δ and precision × target by ε
moves it by

    Σ → Σ − δ/(1 + δ Σ_ii) Σ_i Σ_iᵀ,    mean → mean + (ε − δ mean_i)/(1 + δ Σ_ii) Σ_i.

As dear as a solution a sweep, and a thousand times as many looks at a likelihood: what it leads to
is where all sites renewed at once lead, and it leads there where those swing about it.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.mode import ModeSearch
from gpstudio.core.task import Task

WEAKEST = 1e-10
"""Of a site's precision times its cavity's variance: a reading that is certain says so little."""


def swept(
    search: ModeSearch, plain: Trended, mean: Floats, place: Floats, share: float, task: Task
) -> Floats:
    """Targets and logarithms of precisions after a sweep, so much of each site's way; ``plain`` and
    the ``mean`` at the readings are with those of ``place``."""
    from gpstudio.core.algebra.lapack import add_square

    spread, mean = _spread(search, plain, place, task), mean.copy()
    precision = np.exp(place[1])
    pull = precision * place[0]
    values, relative = search.columns[search.here, 0], search.relative_noise[search.here]
    for i in range(len(mean)):
        task.check()
        own = float(spread[i, i])
        rest = max(1.0 / own - precision[i], WEAKEST / own)
        centre = (mean[i] / own - pull[i]) / rest
        tilted = search.likelihood.tilted(
            values[i : i + 1], np.array([centre]), np.array([1.0 / rest]), relative[i : i + 1],
            search.numbers,
        )  # fmt: skip
        narrowed = 1.0 / float(tilted.variance[0])
        wanted = max(narrowed - rest, WEAKEST * rest)
        more = share * (wanted - precision[i])
        further = share * (float(tilted.mean[0]) * narrowed - centre * rest - pull[i])
        line = np.concatenate([spread[i, :i], spread[i:, i]])
        scale = 1.0 / (1.0 + more * own)
        mean += (further - more * mean[i]) * scale * line
        add_square(spread, line, -more * scale)
        precision[i] += more
        pull[i] += further
    return np.array([pull / precision, np.log(precision)])


def _spread(search: ModeSearch, plain: Trended, place: Floats, task: Task) -> Floats:
    """Σ with the level's part, of which the lower triangle counts."""
    from gpstudio.core.algebra.lapack import add_square

    here = search.here
    spread = np.asfortranarray(plain.solution.covariance(search.inputs[here], task))
    drift = np.exp(-place[1])[:, None] * plain.solution.weights(task)[here, 1:] @ plain.root
    for column in drift.T:
        add_square(spread, column)
    return spread
