"""Where learning begins: rows at their principal components, holes filled by these."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.latent.bound import Cells
from gpstudio.core.latent.places import Places
from gpstudio.core.task import Task

SPREAD = 0.1
"""The variance of a row's place, to begin with; all rows together have 1."""
NOISE = 0.1
"""As a share of the cells' variance."""
LENGTH = 1.0
TOO_NEAR = 1e-6
"""Of the largest squared distance: points nearer to one another are one."""
ROUNDS = 50
SETTLED = 1e-4


def components(cells: Cells, dimensions: int, task: Task) -> Floats:
    """Rows' places along the first principal components, (n, dimensions), each of variance 1.

    Holes are filled with what the components make of their row, in turns; a ridge of what the
    other components hold keeps a row with few cells from flying off.
    """
    whole = cells.values.copy()
    seen = cells.seen
    scores = np.zeros((len(whole), dimensions))
    for _ in range(ROUNDS):
        task.check()
        left, sizes, right = np.linalg.svd(whole - whole.mean(axis=0), full_matrices=False)
        scores = left[:, :dimensions] * sizes[:dimensions]
        if seen.all():
            break
        rest = float((sizes[dimensions:] ** 2).mean()) if len(sizes) > dimensions else 0.0
        kept = 1.0 - rest / np.maximum(sizes[:dimensions] ** 2, rest or 1.0)
        filled = whole.mean(axis=0) + (scores * kept) @ right[:dimensions]
        moved = float(abs((filled - whole)[~seen]).max())
        whole[~seen] = filled[~seen]
        if moved < SETTLED:
            break
    if scores.shape[1] < dimensions:
        scores = np.pad(scores, ((0, 0), (0, dimensions - scores.shape[1])))
    size = scores.std(axis=0)
    # the sign of a component is nobody's: the row that lies farthest out lies on the right
    farthest = scores[abs(scores).argmax(axis=0), np.arange(dimensions)]
    return np.asarray(scores * np.where(farthest < 0.0, -1.0, 1.0) / np.where(size > 0, size, 1.0))


def begun(cells: Cells, mean: Floats, points: int, certain: bool, seed: int) -> Places:
    """Inducing points among the rows, as far from one another as they go."""
    variance = np.zeros_like(mean) if certain else np.full_like(mean, SPREAD)
    weights = np.full(mean.shape[1], 1.0 / LENGTH**2)
    chosen = mean[_spread_out(mean, points, seed)]
    cell = float(cells.values[cells.seen].var())
    noise = np.full(cells.values.shape[1] if cells.apart else 1, NOISE * cell)
    return Places(mean, variance, chosen, weights, cell, noise)


def _spread_out(mean: Floats, points: int, seed: int) -> list[int]:
    """Farthest-point sampling: each next row is the one farthest from those that were chosen, as
    long as it is another one."""
    chosen = [int(np.random.default_rng(seed).integers(len(mean)))]
    away = ((mean - mean[chosen[0]]) ** 2).sum(axis=1)
    near = TOO_NEAR * float(away.max())
    while len(chosen) < min(points, len(mean)) and away.max() > near:
        chosen.append(int(away.argmax()))
        away = np.minimum(away, ((mean - mean[chosen[-1]]) ** 2).sum(axis=1))
    return chosen
