"""How fast a crop develops at a temperature: straight lines between cardinal temperatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.translation import tr


@dataclass(frozen=True)
class Response:
    """Degree days a day (°Cd/d) at each temperature (°C); level beyond both ends.

    APSIM writes its responses so: a triangle 0/26/37 is (0, 26, 37) → (0, 26, 0).
    """

    temperature: tuple[float, ...]
    rate: tuple[float, ...]

    def __post_init__(self) -> None:
        numbers = (*self.temperature, *self.rate)
        if len(self.temperature) != len(self.rate) or len(self.rate) < 2:
            raise InputError(
                tr("A temperature response needs as many rates as temperatures, and two at least.")
            )
        if not np.isfinite(numbers).all() or min(self.rate) < 0.0 or max(self.rate) == 0.0:
            raise InputError(
                tr("The rates of a temperature response are numbers from 0, not all 0.")
            )
        if any(after <= before for before, after in pairwise(self.temperature)):
            raise InputError(tr("The temperatures of a response must rise from one to the next."))

    def rates(self, temperature: Floats) -> Floats:
        return np.interp(temperature, self.temperature, self.rate)

    def sine_mean(self, low: Floats, high: Floats) -> Floats:
        """The mean rate of a day whose temperature is a sine between ``low`` and ``high``.

        T = m + a sin θ with θ even on [−π/2, π/2]. On a straight piece α + βT between θ₁ and θ₂
        the integral is (α + βm)(θ₂ − θ₁) − βa(cos θ₂ − cos θ₁): exact, whatever the pieces.
        """
        middle, reach = 0.5 * (low + high), 0.5 * (high - low)
        wide = np.where(reach > 0.0, reach, 1.0)
        total = np.zeros(np.broadcast(low, high).shape)
        for cold, warm, slope, level in self._pieces():
            start = np.arcsin(np.clip((cold - middle) / wide, -1.0, 1.0))
            stop = np.arcsin(np.clip((warm - middle) / wide, -1.0, 1.0))
            total += (level + slope * middle) * (stop - start)
            total -= slope * reach * (np.cos(stop) - np.cos(start))
        return np.where(reach > 0.0, total / np.pi, self.rates(middle))

    def _pieces(self) -> list[tuple[float, float, float, float]]:
        """Every straight piece: from, to, slope β and level α, with the level ends outside."""
        pieces = [(-np.inf, self.temperature[0], 0.0, self.rate[0])]
        knots = zip(self.temperature, self.rate, strict=True)
        for (cold, slow), (warm, fast) in pairwise(knots):
            slope = (fast - slow) / (warm - cold)
            pieces.append((cold, warm, slope, slow - slope * cold))
        pieces.append((self.temperature[-1], np.inf, 0.0, self.rate[-1]))
        return pieces


def triangle(base: float, optimum: float, ceiling: float) -> Response:
    """Nought at base and ceiling; one degree day per degree in between, up to the optimum."""
    return Response((base, optimum, ceiling), (0.0, optimum - base, 0.0))


def capped(base: float, cap: float) -> Response:
    """One degree day per degree above the base; from the cap on it grows no more."""
    return Response((base, cap), (0.0, cap - base))


def through(temperature: Sequence[float], rate: Sequence[float]) -> Response:
    return Response(tuple(map(float, temperature)), tuple(map(float, rate)))
