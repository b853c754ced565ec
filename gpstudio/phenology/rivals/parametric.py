"""A curve with a formula, fitted to one season: what the seven parametric rivals share."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.spec import choice
from gpstudio.core.task import Task
from gpstudio.phenology.rivals.coefficients import Coefficient, Frame, coordinates, numbers_at
from gpstudio.phenology.rivals.descent import DescentEnd, RivalProblem, descend
from gpstudio.phenology.rivals.losses import BIWEIGHT, CONVEX, SQUARES, Loss, spread
from gpstudio.phenology.rivals.outlines import Outlines, closest_outlines
from gpstudio.phenology.rivals.rival import Clean, Method, Rival, RivalFit, refuse_fewer, scatter
from gpstudio.phenology.rivals.troubles import troubles
from gpstudio.phenology.season import Season
from gpstudio.translation import tr

LOSS = choice(
    "loss",
    tr("Loss"),
    tr("Tukey lets go of outliers, Huber holds them loosely, least squares trusts every reading."),
    {"tukey": "Tukey", "huber": "Huber", "squares": tr("Least squares")},
)
ROADS: dict[str, tuple[Loss, ...]] = {
    "tukey": (CONVEX, BIWEIGHT, BIWEIGHT, BIWEIGHT),
    "huber": (CONVEX, CONVEX, CONVEX),
    "squares": (SQUARES,),
}
"""One loss after the other, with the scatter measured anew before each."""
SCOUTING = 6
"""Steps that all starts take before the best of them go on."""
KEPT = 3
ROUGHLY, STEPS = 12, 60
"""Steps under a loss whose scatter is measured anew after it, and under the last one."""
LEAST_SPREAD = 1e-5
"""Of the readings' range: less scatter than this is counted as this much."""
BEYOND = 0.3
"""Of the season's length: farther outside it the curve stays as it is there. Of the readings'
range: farther above or below them it does not go."""
LEVEL = 1e-9
"""Readings whose range is a smaller share of their size are level."""


@dataclass(frozen=True)
class Parametric(Method):
    """Robust least squares from the closest outlines, inside bounds, with a weak prior.

    As published, these curves have neither bounds nor prior, and with a reading every two weeks
    they swing between readings. That would be an easy win over a rival; here each is at its best.
    """

    loss: str = "tukey"

    by_season: ClassVar[bool] = True
    coefficients: ClassVar[tuple[Coefficient, ...]]

    @abstractmethod
    def curve(self, time: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        """Rows of numbers to curves, and slopes along each number (its logarithm where that is
        what the search moves); in any frame."""

    @abstractmethod
    def starts(self, outlines: Outlines) -> Floats:
        """The numbers that look like these outlines, one row each."""

    def sound(self, numbers: Floats) -> Flags:
        """Which rows make sense: every rise before its fall, unless a curve knows better."""
        rise, fall = self.places("rise"), self.places("fall")
        return np.asarray(numbers[:, rise] < numbers[:, fall])

    def places(self, name: str) -> int:
        return [c.name for c in self.coefficients].index(name)

    @property
    def needed(self) -> int:
        """Readings on so many days: one more than there are numbers."""
        return len(self.coefficients) + 1

    def of(self, readings: Clean, season: Season | None, task: Task) -> Rival:
        readings = readings.within(season)
        refuse_fewer(self.spec, readings, self.needed, season)
        frame = Frame.of(readings, season)
        if frame.range <= LEVEL * max(float(np.abs(readings.value).max()), 1e-300):
            raise InputError(
                tr(
                    "The readings are level at {base:g}: there is no season to draw "
                    "'{title}' through.",
                    base=frame.base,
                    title=self.spec.title,
                )
            )
        outcome = self._search(readings, frame, task)
        return self._rival(readings, frame, outcome, season)

    def _search(self, readings: Clean, frame: Frame, task: Task) -> DescentEnd:
        time, value = frame.times(readings.time), frame.values(readings.value)
        problem = RivalProblem(
            lambda places, some: self.curve(time[some], numbers_at(self.coefficients, places)),
            lambda places: self.sound(numbers_at(self.coefficients, places)),
            value,
            readings.weight,
            coordinates(self.coefficients, np.array([c.low for c in self.coefficients])),
            coordinates(self.coefficients, np.array([c.high for c in self.coefficients])),
            coordinates(self.coefficients, np.array([c.usual for c in self.coefficients])),
            np.array([c.give for c in self.coefficients]) ** -2.0,
        )
        outlines = closest_outlines(time, value, readings.weight)
        places = coordinates(self.coefficients, self.starts(outlines))
        road = ROADS[self.loss]
        scale = self._scatter(problem, places[0])
        scouts = descend(problem, places, road[0], scale, SCOUTING, task)
        places = scouts.best(KEPT)
        for loss in road[:-1]:
            scale = self._scatter(problem, places[0])
            outcome = descend(problem, places, loss, scale, ROUGHLY, task)
            places = outcome.best(max(len(places) - 1, 1))
        scale = self._scatter(problem, places[0])
        outcome = descend(problem, places, road[-1], scale, STEPS, task)
        first = [int(np.argmin(outcome.costs))]
        return DescentEnd(outcome.places[first], outcome.costs[first], outcome.settled[first])

    @staticmethod
    def _scatter(problem: RivalProblem, place: Floats) -> float:
        start = np.clip(place, problem.low, problem.high)[None, :]
        curve = np.concatenate([problem.curve(start, some)[0][0] for some in problem.blocks])
        far = (problem.value - curve) * np.sqrt(problem.weight)
        freedom = np.sqrt(len(far) / (len(far) - len(place)))
        return spread(far * freedom, LEAST_SPREAD)

    def _rival(
        self, readings: Clean, frame: Frame, outcome: DescentEnd, season: Season | None
    ) -> Rival:
        numbers = numbers_at(self.coefficients, outcome.places)
        lowest = float(readings.value.min()) - BEYOND * frame.range
        highest = float(readings.value.max()) + BEYOND * frame.range

        def at(time: Floats) -> Floats:
            when = np.clip(frame.times(np.asarray(time, dtype=float)), -BEYOND, 1.0 + BEYOND)
            curves, _ = self.curve(when, numbers)
            return np.asarray(np.clip(frame.base + frame.range * curves[0], lowest, highest))

        residual = readings.value - at(readings.time)
        scale = spread(residual * np.sqrt(readings.weight), LEAST_SPREAD * frame.range)
        counted = ROADS[self.loss][-1].weight(residual * np.sqrt(readings.weight) / scale)
        std = scatter(residual, readings.weight * counted, len(self.coefficients))
        outside = frame.outside(self.coefficients, numbers[0])
        found = tuple(
            RivalFit(c.name, c.title, float(number), c.unit)
            for c, number in zip(self.coefficients, outside, strict=True)
        )
        settled = bool(outcome.settled[0])
        words = troubles(self.coefficients, numbers[0], found, readings, at, std, settled)
        return Rival(self.spec.name, at, found, std, settled, words)
