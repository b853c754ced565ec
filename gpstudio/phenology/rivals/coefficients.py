"""The numbers of a parametric curve, each declared once, and the frame they are measured in.

Fitting happens in a frame where the season lasts one and the readings range from 0 to 1. All the
formulas hold in either frame, with each number scaled by its own unit, so bounds are plain numbers
and a fit does not depend on units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.rivals.rival import Clean
from gpstudio.phenology.season import Season

Origin: TypeAlias = Literal["none", "start", "base"]


@dataclass(frozen=True)
class Coefficient:
    """``low`` and ``high`` are in its unit: the range of the readings to the power ``heights``
    times the length of the season to the power ``lengths``."""

    name: str
    title: str
    low: float
    high: float
    heights: int = 0
    lengths: int = 0
    origin: Origin = "none"
    positive: bool = False
    """Looked for in its logarithm."""
    usual: float = 0.0
    give: float = float("inf")
    """How far off the usual the number may well be (one standard deviation; of the logarithm where
    that is looked for): what few readings leave open stays near it, many readings overrule it."""

    @property
    def unit(self) -> str:
        parts = [_power("value", self.heights), _power("time", self.lengths)]
        return "·".join(part for part in parts if part)


def _power(word: str, power: int) -> str:
    signs = {-2: f"{word}⁻²", -1: f"{word}⁻¹", 0: "", 1: word, 2: f"{word}²"}
    return signs[power]


def date(name: str, title: str, low: float = -0.3, high: float = 1.3) -> Coefficient:
    return Coefficient(name, title, low, high, lengths=1, origin="start")


def width(name: str, title: str, low: float = 0.004, high: float = 0.6) -> Coefficient:
    usual = 0.05 if high < 1.0 else 0.25
    return Coefficient(name, title, low, high, lengths=1, positive=True, usual=usual, give=1.0)


def level(name: str, title: str, usual: float = 0.0) -> Coefficient:
    return Coefficient(name, title, -0.75, 1.75, heights=1, origin="base", usual=usual, give=0.5)


def height(name: str, title: str, high: float = 2.5) -> Coefficient:
    return Coefficient(name, title, 0.0, high, heights=1, usual=1.0, give=0.7)


def power(name: str, title: str, low: float, high: float, usual: float = 1.0) -> Coefficient:
    return Coefficient(name, title, low, high, positive=True, usual=usual, give=1.0)


def slope(name: str, title: str, reach: float, lengths: int) -> Coefficient:
    """How heights change along time; zero is usual."""
    return Coefficient(name, title, -reach, reach, heights=1, lengths=lengths, give=0.5)


@dataclass(frozen=True)
class Frame:
    """Where zero is, and how long one is, along time and value."""

    start: float
    length: float
    base: float
    range: float

    @classmethod
    def of(cls, readings: Clean, season: Season | None) -> Frame:
        """The range is that of the middle nine tenths, so that no outlier stretches it."""
        first, last = float(readings.time[0]), float(readings.time[-1])
        if season is not None:
            first, last = season.start, season.end
        base, top = (float(q) for q in np.quantile(readings.value, (0.05, 0.95)))
        return cls(first, last - first, base, top - base)

    def times(self, time: Floats) -> Floats:
        return np.asarray((time - self.start) / self.length)

    def values(self, value: Floats) -> Floats:
        return np.asarray((value - self.base) / self.range)

    def outside(self, coefficients: Sequence[Coefficient], numbers: Floats) -> Floats:
        """Numbers of this frame in the user's units."""
        return numbers * self._units(coefficients) + self._origins(coefficients)

    def inside(self, coefficients: Sequence[Coefficient], numbers: Floats) -> Floats:
        return (numbers - self._origins(coefficients)) / self._units(coefficients)

    def _units(self, coefficients: Sequence[Coefficient]) -> Floats:
        return np.array([self.range**c.heights * self.length**c.lengths for c in coefficients])

    def _origins(self, coefficients: Sequence[Coefficient]) -> Floats:
        places = {"none": 0.0, "start": self.start, "base": self.base}
        return np.array([places[c.origin] for c in coefficients])


def coordinates(coefficients: Sequence[Coefficient], numbers: Floats) -> Floats:
    """Where the search sees the numbers (along the last axis)."""
    logs = np.array([c.positive for c in coefficients])
    return np.where(logs, np.log(np.where(logs, np.maximum(numbers, 1e-12), 1.0)), numbers)


def numbers_at(coefficients: Sequence[Coefficient], places: Floats) -> Floats:
    logs = np.array([c.positive for c in coefficients])
    return np.where(logs, np.exp(np.where(logs, places, 0.0)), places)
