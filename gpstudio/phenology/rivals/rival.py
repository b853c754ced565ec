"""What a rival is: another way to draw a curve through readings, to be held against the GP.

A ``Method`` is a registered choice; fitted, it is a ``Rival``: a curve that answers at any time,
with its numbers, its scatter and, in words, what is wrong with it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.season import Season
from gpstudio.translation import tr, tr_count

Curve: TypeAlias = Callable[[Floats], Floats]


@dataclass(frozen=True)
class RivalFit:
    """One number of a fitted rival; dates in the unit of the time axis."""

    name: str
    title: str
    value: float
    unit: str


@dataclass(frozen=True, eq=False)
class Rival:
    """A fitted rival."""

    method: str
    at: Curve
    """The curve at any times, in any order."""
    found: tuple[RivalFit, ...]
    residual_std: float
    """Scatter of the readings that count, about the curve; freedom used up is allowed for."""
    converged: bool
    trouble: str = ""
    """What to know before trusting it, in words; empty where there is nothing."""

    @property
    def numbers(self) -> dict[str, float]:
        return {one.name: one.value for one in self.found}


@dataclass(frozen=True, eq=False)
class Clean:
    """Readings that can be fitted: finite, of some weight, in the order of time."""

    time: Floats
    value: Floats
    weight: Floats

    @classmethod
    def of(cls, time: Floats, value: Floats, weight: Floats | None = None) -> Clean:
        if len(time) != len(value) or (weight is not None and len(weight) != len(time)):
            raise InputError(
                tr(
                    "There are {times} times for {values} values or their weights: "
                    "give one of each to every reading.",
                    times=len(time),
                    values=len(value),
                )
            )
        given = np.ones(len(time)) if weight is None else np.asarray(weight, dtype=float)
        good = np.isfinite(time) & np.isfinite(value) & np.isfinite(given) & (given > 0.0)
        time, value, given = np.asarray(time)[good], np.asarray(value)[good], given[good]
        order = np.argsort(time, kind="stable")
        scale = given.mean() if len(given) else 1.0
        return cls(
            time[order].astype(np.float64),
            value[order].astype(np.float64),
            np.asarray(given[order] / scale),
        )

    def within(self, season: Season | None) -> Clean:
        """Those of one season; all where none is named."""
        if season is None:
            return self
        mine = (self.time >= season.start) & (self.time <= season.end)
        return Clean(self.time[mine], self.value[mine], self.weight[mine])

    def __len__(self) -> int:
        return len(self.time)


class Method(ABC):
    """A way to draw a curve; its fields are the options that the spec declares."""

    spec: ClassVar[Spec]
    by_season: ClassVar[bool]
    """Whether one season is all it can draw; otherwise it takes the whole series at once."""

    def fit(
        self,
        time: Floats,
        value: Floats,
        weight: Floats | None = None,
        season: Season | None = None,
        task: Task = QUIET,
    ) -> Rival:
        """``InputError`` where the readings cannot carry it. A weight is one over a variance."""
        return self.of(Clean.of(time, value, weight), season, task)

    @abstractmethod
    def of(self, readings: Clean, season: Season | None, task: Task) -> Rival:
        """Through readings that can be fitted."""


METHODS: Registry[type[Method]] = Registry("rival")


def refuse_fewer(method: Spec, readings: Clean, needed: int, season: Season | None = None) -> None:
    """Curves with as many numbers as readings go through all of them and mean nothing."""
    if len(np.unique(readings.time)) < needed:
        count = len(np.unique(readings.time))
        days = tr_count(count, "{n} day", "{n} days")
        if season is None:
            problem = tr(
                "The series has readings on {days}, and '{title}' needs {needed}: add readings "
                "or take a simpler curve.",
                days=days,
                title=method.title,
                needed=needed,
            )
        else:
            problem = tr(
                "Season {season} has readings on {days}, and '{title}' needs {needed}: add "
                "readings or take a simpler curve.",
                season=season.name,
                days=days,
                title=method.title,
                needed=needed,
            )
        raise InputError(problem)


def scatter(residual: Floats, weight: Floats, numbers: float) -> float:
    """Weighted standard deviation, with what ``numbers`` fitted ones took away given back."""
    counted = weight.sum() ** 2 / max(float((weight**2).sum()), 1e-300)
    free = max(counted - numbers, 1.0)
    mean = float((weight * residual**2).sum() / max(float(weight.sum()), 1e-300))
    return float(np.sqrt(mean * counted / free))
