"""What readings say of an uncertain curve, whatever their likelihood: averages by Gauss–Hermite.

With f ~ N(m, s) at a reading, E log p(y | f) is a sum over places m + √s z. Its slope in m is the
average of log p's slope, that in s half the average curvature, which integration by parts makes the
average of slope × z/√s: no second derivative is asked for. Of Gaussian readings all are exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.sparse.bound import Tellers, Told
from gpstudio.core.likelihoods import Likelihood, Numbers
from gpstudio.core.spec import Setting

PLACES = 20
NARROWEST = 1e-12


@lru_cache(maxsize=4)
def rule(places: int = PLACES) -> tuple[Floats, Floats]:
    nodes, shares = np.polynomial.hermite_e.hermegauss(places)
    return nodes, shares / shares.sum()


@dataclass(frozen=True, eq=False)
class OfReadings:
    """Readings that are there, one curve."""

    likelihood: Likelihood
    values: Floats
    relative_noise: Floats
    repeats: Floats
    settings: tuple[Setting, ...]
    """The likelihood's numbers; those that are not held are learnt."""
    curves = 1
    share = 1.0
    level = True
    before = None

    @classmethod
    def of(cls, likelihood: Likelihood, readings: Readings) -> OfReadings:
        here = readings.here
        return cls(
            likelihood.of_outputs(readings.outputs[here]), readings.values[here],
            readings.relative_noise[here], readings.repeats[here],
            tuple(setting for _, setting in likelihood.settings),
        )  # fmt: skip

    @property
    def rows(self) -> int:
        return len(self.values)

    @property
    def numbers(self) -> Numbers:
        return tuple(setting.number for setting in self.settings)

    @property
    def coordinates(self) -> Floats:
        pairs = zip(self.likelihood.parameters, self.settings, strict=True)
        return np.array([p.coordinate(s.number) for p, s in pairs if not s.held])

    def with_coordinates(self, coordinates: Floats) -> OfReadings:
        waiting = iter(coordinates.tolist())
        pairs = zip(self.likelihood.parameters, self.settings, strict=True)
        moved = (s if s.held else s.at(p.at_coordinate(next(waiting))) for p, s in pairs)
        return self.with_settings(tuple(moved))

    def with_settings(self, settings: tuple[Setting, ...]) -> OfReadings:
        return replace(self, settings=settings)

    def roughly(self) -> OfReadings:
        return self

    @property
    def left_out(self) -> float:
        """What rows that stand for several readings leave out of the density of all those."""
        return self.likelihood.repeated(self.relative_noise, self.repeats, self.numbers)[0]

    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told:
        values, relative = self.values[some], self.relative_noise[some]
        nodes, shares = rule(3 if self.likelihood.closed else PLACES)
        root = np.sqrt(np.maximum(variance[:, 0], NARROWEST))
        shape = (len(nodes), len(values))
        curve = (mean[:, 0] + nodes[:, None] * root).ravel()
        # of as many rows as there are places for each
        given = np.broadcast_to(values, shape).ravel()
        loud = np.broadcast_to(relative, shape).ravel()
        found = self.likelihood.expansion(given, curve, loud, self.numbers)
        slope = found.pull.reshape(shape)
        pull, bend = shares @ slope, 0.5 * ((shares * nodes) @ slope) / root
        density = float(np.sum(shares @ found.log_density.reshape(shape)))
        return Told(
            density, pull[:, None], bend[:, None], self._in_numbers(given, curve, loud, shares)
        )

    def _in_numbers(self, values: Floats, curve: Floats, loud: Floats, shares: Floats) -> Floats:
        free = [not setting.held for setting in self.settings]
        if not any(free):
            return np.zeros(0)
        found = self.likelihood.slopes(values, curve, loud, self.numbers).in_numbers
        each = [float(np.sum(shares @ one.log_density.reshape(len(shares), -1))) for one in found]
        _, by_repeats = self.likelihood.repeated(self.relative_noise, self.repeats, self.numbers)
        share = values.size / len(shares) / self.rows
        return np.array(
            [slope + share * more for slope, more, moves in zip(each, by_repeats, free, strict=True)
             if moves]
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Repeated:
    """The same readings of several drawn curves, each drawing counting for its share."""

    tellers: Tellers
    draws: int

    @property
    def rows(self) -> int:
        return self.draws * self.tellers.rows

    @property
    def curves(self) -> int:
        return self.tellers.curves

    @property
    def share(self) -> float:
        return self.tellers.share

    @property
    def level(self) -> bool:
        return self.tellers.level

    @property
    def coordinates(self) -> Floats:
        return np.zeros(0)

    def with_coordinates(self, coordinates: Floats) -> Repeated:
        return self

    def roughly(self) -> Repeated:
        return self

    before = None

    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told:
        rows = np.arange(self.rows)[some] % self.tellers.rows
        found, each = self.tellers.told(rows, mean, variance), 1.0 / self.draws
        return Told(found.log_density * each, found.pull * each, found.bend * each)
