"""Many particles moved at once along ellipses (Murray, Adams & MacKay 2010).

Of normal numbers ξ, standard beforehand, others ν are drawn: every point ξ cos φ + ν sin φ of the
ellipse through both is as likely beforehand. A level below the present one is drawn, and φ in a
span that shrinks towards where each particle is until its point is above it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.task import Task

MOST_TRIED = 60
"""Points of a particle's ellipse; then it stays where it is."""


@dataclass(frozen=True, eq=False)
class Tried:
    """Where some particles would be."""

    levels: Floats
    """The logarithm of what tilts the normal there."""
    heights: Floats
    values: Floats
    offsets: Floats
    normals: Floats

    def some(self, good: Flags) -> Tried:
        return Tried(
            self.levels[good], self.heights[good], self.values[good], self.offsets[good],
            self.normals[good],
        )  # fmt: skip


Try: TypeAlias = Callable[[Floats, Integers], Tried]
Take: TypeAlias = Callable[[Integers, Tried], None]


def slid(
    now: Floats, levels: Floats, told: Try, take: Take, random: np.random.Generator, task: Task
) -> None:
    """From normal numbers ``now``, one row a particle, where what tilts them is at ``levels``."""
    floors = levels + np.log(random.random(len(now)))
    normals = random.standard_normal(now.shape)
    angles = 2.0 * np.pi * random.random(len(now))
    low, high = angles - 2.0 * np.pi, angles.copy()
    live = np.arange(len(now))
    for _ in range(MOST_TRIED):
        task.check()
        turn = angles[live, None]
        tried = told(now[live] * np.cos(turn) + normals[live] * np.sin(turn), live)
        good = tried.levels > floors[live]
        if good.any():
            take(live[good], tried.some(good))
        live = live[~good]
        if not len(live):
            return
        here = angles[live]
        low[live] = np.where(here < 0.0, here, low[live])
        high[live] = np.where(here < 0.0, high[live], here)
        angles[live] = low[live] + (high[live] - low[live]) * random.random(len(live))
