"""A sward that is cut: what its readings say of one cut more, given those that are known.

The readings are a smooth course, less a loss d exp(−((t − τ) / r)^1.5) after every cut τ, plus
noise; some readings are clouds'. The course is a Gaussian process, the loss a normal number, so
that one cut more changes the covariance of the readings by one column b: all that is asked of every
day at once is p = b'C⁻¹e and q = b'C⁻¹b, and each step costs readings times days.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from gpstudio.core.arrays import Floats

REGROWTH = np.array([8.0, 14.0, 22.0, 35.0])
"""Days until the sward has grown over: NDVI is back some 20 days after an average cut (10,000
events; Sinergise, area monitoring, mowing marker)."""
STEEPNESS = 1.5
"""Of growing over: slow for the first days, until there are leaves again."""
COURSE, LENGTH = 0.5, 70.0
"""Of an uncut sward: its standard deviation, in ranges of the readings, and its length (days)."""
LOSS, LOSS_SD = 0.45, 0.25
"""Of a cut, in ranges of the readings."""
YEARLY = 4.0
"""Cuts a year that are expected: permanent grass is cut once to six times, alfalfa three to ten."""
CLOUDED, CLOUD_SD = 0.03, 0.5
"""Share of the readings that a mask has left cloudy, and how far off they are, in ranges."""
YEAR = 365.2425


@dataclass(frozen=True, eq=False)
class Scene:
    """The readings of a season, the days on which it may have been cut, and what a cut does."""

    time: Floats
    value: Floats
    days: Floats
    unit: float
    """Range of the readings."""
    smallest: float
    """A loss that is less is no cut."""

    @property
    def noiseless(self) -> Floats:
        """Covariance of the course at the readings, its mean unknown."""
        return self.course(self.time)

    def course(self, days: Floats) -> Floats:
        """Between some days and the readings."""
        apart = (days[:, None] - self.time[None, :]) / LENGTH
        return self.unit**2 * (COURSE**2 * np.exp(-0.5 * apart**2) + 4.0)

    def losses(self, time: Floats) -> Floats:
        """What a cut of size 1 takes: (times, days, ways to grow over)."""
        since = time[:, None] - self.days[None, :]
        way = np.maximum(since, 0.0)[..., None] / REGROWTH
        return np.where(since[..., None] >= 0.0, -np.exp(-(way**STEEPNESS)), 0.0)


class Sward:
    """What is believed of a season so far; cuts and clouds come and go."""

    def __init__(self, scene: Scene, noise: float) -> None:
        """``noise`` is the standard deviation of a reading."""
        count = len(scene.time)
        self._scene = scene
        self._ways = scene.losses(scene.time).reshape(count, -1)
        self._inverse = np.linalg.inv(scene.noiseless + noise**2 * np.eye(count))
        self._rest = scene.value - scene.value.mean()
        self._square = np.einsum("ij,ij->j", self._ways, self._inverse @ self._ways)
        self._shape = (len(scene.days), len(REGROWTH))

    def put(self, cut: int, sign: float = 1.0) -> None:
        """Take a cut, by its place among days and ways, into what is known, or out of it."""
        column = self._ways[:, cut]
        self._rest = self._rest - sign * LOSS * self._scene.unit * column
        self._widen(column, sign * (LOSS_SD * self._scene.unit) ** 2)

    def doubt(self, reading: int, sign: float = 1.0) -> None:
        """Take a reading for a cloud's, or believe it again."""
        self._widen(np.eye(len(self._rest))[reading], sign * (CLOUD_SD * self._scene.unit) ** 2)

    def _widen(self, column: Floats, variance: float) -> None:
        """The covariance with ``variance`` times a column's square more."""
        turned = self._inverse @ column
        share = variance / (1.0 + variance * float(column @ turned))
        self._square = self._square - share * (turned @ self._ways) ** 2
        self._inverse = self._inverse - share * np.outer(turned, turned)

    def of_cuts(self) -> Floats:
        """Log odds of a cut more on each day, growing over in each way, to none at all."""
        unit = self._scene.unit
        mean, variance = LOSS * unit, (LOSS_SD * unit) ** 2
        slope = (self._inverse @ self._rest) @ self._ways
        precision = self._square + 1.0 / variance
        pull = slope + mean / variance
        gain = 0.5 * (pull**2 / precision - mean**2 / variance - np.log(variance * precision))
        least = self._scene.smallest
        seen = ndtr((pull / precision - least) * np.sqrt(precision))
        gain += np.log(np.maximum(seen, 1e-300)) - np.log(ndtr((mean - least) / np.sqrt(variance)))
        prior = np.log(YEARLY / YEAR / len(REGROWTH))
        return np.asarray(gain + prior).reshape(self._shape)

    def of_clouds(self) -> Floats:
        """Log odds of each reading to be a cloud's."""
        variance = (CLOUD_SD * self._scene.unit) ** 2
        square = np.diag(self._inverse)
        slope = self._inverse @ self._rest
        wider = 1.0 + variance * square
        gain = 0.5 * (variance * slope**2 / wider - np.log(wider))
        return np.asarray(gain + np.log(CLOUDED / (1.0 - CLOUDED)))

    def heights(self, cuts: list[int]) -> Floats:
        """The sward on each day, just before whatever is cut on it."""
        scene, weights = self._scene, self._inverse @ self._rest
        found = scene.value.mean() + scene.course(scene.days) @ weights
        for cut in cuts:
            day, way = np.unravel_index(cut, self._shape)
            since = scene.days - scene.days[day]
            lost = np.exp(-((np.maximum(since, 0.0) / REGROWTH[way]) ** STEEPNESS))
            size = LOSS * scene.unit
            size += (LOSS_SD * scene.unit) ** 2 * float(self._ways[:, cut] @ weights)
            found -= np.where(since > 0.0, size * lost, 0.0)
        return np.asarray(found)
