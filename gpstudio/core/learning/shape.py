"""The coordinates that ``averaged`` works in: what is left when the amplitude is integrated out.

They are the search's own, but for two things. The first of the coordinates that grow with the
amplitude stays where it is, so that the others are ratios to it. And a coordinate with bounds that
a person wrote is stretched, θ = low + (high − low)/(1 + e^{−u}), so that no bound is ever met.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.learning.climbs import Notebook
from gpstudio.core.learning.learner import Search
from gpstudio.core.task import Task

NOISES = (0.0, math.log(10.0), -math.log(10.0))
"""Each start is tried with its noise, and with so much more and less."""
BEYOND = 3.0
"""How much further than other learners' bounds the coordinates go: the priors end them, where a
bound would cut through what is likely of few readings."""
STRETCHED = 12.0
"""How far a stretched coordinate goes to either side."""


class PosteriorShape:
    """Log posterior of the coordinates, but for a constant."""

    def __init__(self, search: Search, task: Task) -> None:
        size = len(search.low)
        self._search = search
        self._task = task
        self._units = search.units if len(search.units) else np.ones(size)
        walled = search.walled if len(search.walled) else np.zeros(size, dtype=bool)
        moving = search.high > search.low
        self._base = np.clip(search.starts[0], search.low, search.high)
        if search.amplitude is not None:
            moving = moving.copy()
            moving[search.amplitude.places[0]] = False
        self._places = np.flatnonzero(moving)
        self._stretched = walled[self._places]
        self.evaluations = 0
        self.notebook = Notebook()
        """Of the way up alone, whoever begins it."""
        self.notebook.begin()

    @property
    def size(self) -> int:
        return len(self._places)

    @property
    def low(self) -> Floats:
        plain = self._search.low[self._places] / self._units[self._places] - BEYOND
        search = self._search
        if search.noise is not None and search.amplitude is None:
            mine = self._places == search.noise
            plain[mine] = np.maximum(plain[mine], search.noise_floor)
        return np.where(self._stretched, -STRETCHED, plain)

    @property
    def high(self) -> Floats:
        plain = self._search.high[self._places] / self._units[self._places] + BEYOND
        return np.where(self._stretched, STRETCHED, plain)

    def starts(self) -> Floats:
        """The search's, each with more and less noise; ratios where the amplitude is integrated."""
        found, noise = [], self._search.noise
        for start in self._search.starts:
            for more in NOISES if noise is not None else NOISES[:1]:
                moved = start.copy()
                if noise is not None:
                    moved[noise] += more
                found.append(self._of(moved))
        return np.array(found)

    def value(self, data: object, point: Floats) -> float:
        return self._evaluate(point, False)[0]

    def values(self, points: Floats) -> Floats:
        """Of many places, one a row."""
        amplitude = self._search.amplitude
        if amplitude is None or amplitude.heights is None:
            return np.array([self.value(None, point) for point in points])
        self._task.check()
        self.evaluations += len(points)
        placed = [self._to(point) for point in points]
        heights = amplitude.heights(np.array([logs for logs, *_ in placed]))
        found = np.empty(len(points))
        for place, (logs, rates, _) in enumerate(placed):
            value = float(heights[place]) + self._search.prior(logs)[0] + self._stretch(rates)
            found[place] = value if math.isfinite(value) else -math.inf
        return found

    def slope(self, data: object, point: Floats, gradient: Floats) -> float:
        value, gradient[:], _ = self._evaluate(point, True)
        return value

    def raised(self, point: Floats) -> Floats:
        """The search's coordinates, with the amplitude that is likeliest there."""
        logs, _, _ = self._to(point)
        amplitude = self._search.amplitude
        if amplitude is not None:
            logs[amplitude.places] += amplitude.evaluate(logs, False)[2]
        return logs

    def _of(self, logs: Floats) -> Floats:
        """The point of a search's coordinates."""
        search, places = self._search, self._places
        logs = logs.copy()
        if search.amplitude is not None:
            first = search.amplitude.places[0]
            logs[search.amplitude.places] += self._base[first] - logs[first]
        low, high = search.low[places], search.high[places]
        share = np.clip((logs[places] - low) / (high - low), 1e-3, 1.0 - 1e-3)
        return np.where(
            self._stretched, np.log(share / (1.0 - share)), logs[places] / self._units[places]
        )

    def _to(self, point: Floats) -> tuple[Floats, Floats, Floats]:
        """The search's coordinates, d coordinate / d point, and how far between its walls."""
        search, places = self._search, self._places
        span = search.high[places] - search.low[places]
        share = 1.0 / (1.0 + np.exp(-np.clip(point, -50.0, 50.0)))
        logs = self._base.copy()
        inside = search.low[places] + span * share
        logs[places] = np.where(self._stretched, inside, point * self._units[places])
        rates = np.where(self._stretched, span * share * (1.0 - share), self._units[places])
        return logs, rates, share

    def _stretch(self, rates: Floats) -> float:
        """What coordinates that are stretched add to the log posterior."""
        return float(np.log(rates[self._stretched]).sum())

    def _unscaled(self, logs: Floats, slope: bool) -> tuple[float, Floats]:
        search = self._search
        if slope or search.height is None:
            return search.evaluate(logs)
        return search.height(logs), np.zeros_like(logs)

    def _evaluate(self, point: Floats, slope: bool) -> tuple[float, Floats, float]:
        self._task.check()
        self.evaluations += 1
        search, places = self._search, self._places
        logs, rates, share = self._to(point)
        try:
            if search.amplitude is not None:
                value, gradient, factor = search.amplitude.evaluate(logs, slope)
            else:
                value, gradient = self._unscaled(logs, slope)
                factor = 0.0
        except InputError:
            return -math.inf, np.zeros(self.size), 0.0
        prior, pull = search.prior(logs)
        value += prior + self._stretch(rates)
        whole = (gradient + pull)[places] * rates
        whole += np.where(self._stretched, 1.0 - 2.0 * share, 0.0)
        if not (math.isfinite(value) and np.isfinite(whole).all()):
            return -math.inf, np.zeros(self.size), 0.0
        self.notebook.note(value)
        return value, whole, factor
