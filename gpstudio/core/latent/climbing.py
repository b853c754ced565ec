"""Many small climbs at a time, each as if it were alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats

Heights: TypeAlias = Callable[[AnyArray, Floats], tuple[Floats, Floats]]
"""Which rows, (r,), and where they are, (r, k): how high each is, and its slopes."""
STEPS = 200
SHORTEST = 2.0**-30
RISE = 1e-4
"""Of what the slope promises, so that a step counts."""
FLAT = 1e-7
"""A slope that is smaller is a summit's."""


def climbed(heights: Heights, start: Floats) -> tuple[Floats, Floats]:
    """Where each row ends, and how high: by quasi-Newton steps (BFGS), with a curvature and a step
    of its own, so that no row hangs on which others are there."""
    place, active = start.copy(), np.arange(len(start))
    value, slope = heights(active, place)
    bend = np.tile(np.eye(start.shape[1]), (len(start), 1, 1))
    share = 1.0 / np.maximum(1.0, np.linalg.norm(slope, axis=1))
    for _ in range(STEPS):
        active = active[(abs(slope[active]) > FLAT).any(axis=1) & (share[active] > SHORTEST)]
        if not len(active):
            break
        way = np.einsum("nij,nj->ni", bend[active], slope[active])
        step = share[active, None] * way
        found, there = heights(active, place[active] + step)
        promised = (step * slope[active]).sum(axis=1)
        up = np.isfinite(found) & (found >= value[active] + RISE * promised)
        share[active[~up]] *= 0.5
        rows, step = active[up], step[up]
        bend[rows] = _bent(bend[rows], step, slope[rows] - there[up])
        place[rows] += step
        value[rows], slope[rows], share[rows] = found[up], there[up], 1.0
    return place, value


def _bent(bend: Floats, step: Floats, fall: Floats) -> Floats:
    """The inverse curvatures after a step along which slopes fell; as they were where that is no
    curvature of a summit."""
    along = (step * fall).sum(axis=1)
    size = np.linalg.norm(step, axis=1) * np.linalg.norm(fall, axis=1)
    right = along > 1e-10 * size
    scale = 1.0 / np.where(right, along, 1.0)
    through = np.einsum("nij,nj->ni", bend, fall)
    stretch = scale * (1.0 + scale * (fall * through).sum(axis=1))
    across = np.einsum("ni,nj->nij", step, through)
    moved = stretch[:, None, None] * np.einsum("ni,nj->nij", step, step)
    moved -= scale[:, None, None] * (across + np.swapaxes(across, 1, 2))
    return np.asarray(bend + np.where(right[:, None, None], moved, 0.0))
