"""What is known at some places of the earth, drawn to others: a Gaussian process over distance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property

EARTH = 6_371.0
"""Radius, km."""
UNKNOWN_LEVEL = 30.0
"""Standard deviation of the common level about what is given for it: it is learnt from places."""


def kilometres(latitude: Floats, longitude: Floats, others: tuple[Floats, Floats]) -> Floats:
    """The distance of every place to every other, along the ground."""
    here, there = _on_sphere(latitude, longitude), _on_sphere(*others)
    return np.asarray(EARTH * np.arccos(np.clip(here @ there.T, -1.0, 1.0)))


def _on_sphere(latitude: Floats, longitude: Floats) -> Floats:
    up, round_ = np.radians(latitude), np.radians(longitude)
    parts = [np.cos(up) * np.cos(round_), np.cos(up) * np.sin(round_), np.sin(up)]
    return np.stack(parts, axis=1)


@dataclass(frozen=True, eq=False)
class Globe:
    """Values (a row a place) that are alike over ``reach`` km: covariance
    spread² exp(−distance / reach), and ``noise`` of each place beside."""

    latitude: Floats
    longitude: Floats
    values: Floats
    reach: float
    spread: float
    noise: float

    @cached_property
    def _factor(self) -> Floats:
        places = self.latitude, self.longitude
        covariance = self._covariance(kilometres(*places, places))
        noise = self.noise**2 * np.eye(len(self.latitude))
        return np.asarray(np.linalg.inv(covariance + noise), dtype=np.float64)

    def at(self, latitude: float, longitude: float) -> tuple[Floats, float]:
        """The values there, and the standard deviation of each."""
        here = np.array([latitude]), np.array([longitude])
        near = self._covariance(kilometres(*here, (self.latitude, self.longitude)))[0]
        level = self.values.mean(axis=0)
        weights = self._factor @ near
        own = self.spread**2 + UNKNOWN_LEVEL**2
        doubt = float(np.sqrt(max(own - float(near @ weights), 0.0)))
        return np.asarray(level + weights @ (self.values - level)), doubt

    def left_out(self) -> Floats:
        """Each place's values less what the others say of them."""
        factor = self._factor
        away = factor @ (self.values - self.values.mean(axis=0))
        return np.asarray(away / np.diag(factor)[:, None])

    def _covariance(self, distance: Floats) -> Floats:
        alike = self.spread**2 * np.exp(-distance / self.reach)
        return np.asarray(alike + UNKNOWN_LEVEL**2)
