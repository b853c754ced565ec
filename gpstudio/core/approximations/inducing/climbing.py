"""Inducing inputs moved to where the bound is highest.

Numbers and places climb together: in turns they zigzag along the ridge that joins a length to the
distance of the inputs, and stop tens of nats below. Of where they come to, the places are kept; the
numbers are the learner's to find again.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.approximations.approximation import Bound
from gpstudio.core.approximations.inducing.bounds import InducedCovariance
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.task import Task
from gpstudio.translation import tr

MOST_STEPS = 300
WALL = 1e9
"""Stands, times the best value so far, where a place has no bound: see ``learning.climb``."""


def climbed(
    covariance: type[InducedCovariance],
    inputs: Floats,
    bound: Bound,
    starts: list[Floats],
    task: Task,
) -> Floats:
    """From the best of the starts, to where the learner, from the same numbers, ends no lower than
    it began: where it would, places climb at its numbers alone."""
    way = _Way(covariance, inputs, bound, task)
    values = [way.look(bound.place, start)[0] for start in starts]
    was, start = max(zip(values, starts, strict=True), key=lambda pair: pair[0])
    if not math.isfinite(was):
        raise InputError(
            tr(
                "The bound of 'inducing' is no number wherever it starts: raise the noise, or "
                "choose approximation 'exact' with fewer readings."
            )
        )
    task.report(tr("moving inducing inputs"))
    _, reached = way.climb(start)
    found, _ = way.climb(reached, places_move=False)
    return reached if found >= was else way.climb(start, numbers_move=False)[1]


class _Way:
    """The bound as a function of numbers and places."""

    def __init__(
        self, covariance: type[InducedCovariance], inputs: Floats, bound: Bound, task: Task
    ) -> None:
        self._covariance, self._inputs, self._bound, self._task = covariance, inputs, bound, task
        spread = inputs.std(axis=0)
        self._units = np.where(spread > 0.0, spread, 1.0)

    def look(self, numbers: Floats, places: Floats) -> tuple[float, Floats]:
        """The bound there, and its slopes in the steps of ``climb``."""

        def through(kernel: Kernel) -> InducedCovariance:
            return self._covariance(kernel, self._inputs, places, by_place=True)

        self._task.check()
        try:
            value, in_numbers, in_places = self._bound.evidence(numbers, through)
        except InputError:
            return -math.inf, np.zeros(0)
        slopes = np.append(in_numbers, in_places.reshape(places.shape) * self._units)
        finite = math.isfinite(value) and bool(np.isfinite(slopes).all())
        return value if finite else -math.inf, slopes

    def climb(
        self, places: Floats, numbers_move: bool = True, places_move: bool = True
    ) -> tuple[float, Floats]:
        """From the bound's own numbers; how high it came, and the places there."""
        from scipy.optimize import minimize

        bound, count = self._bound, len(self._bound.place)
        highest, best = -math.inf, places
        steps = np.append(bound.place, places / self._units)
        low, high = steps.copy(), steps.copy()
        if numbers_move:
            low[:count], high[:count] = bound.low, bound.high
        if places_move:
            low[count:], high[count:] = -math.inf, math.inf

        def downhill(steps: Floats) -> tuple[float, Floats]:
            nonlocal highest, best
            place = steps[count:].reshape(places.shape) * self._units
            value, slopes = self.look(steps[:count], place)
            if not math.isfinite(value):
                known = highest if math.isfinite(highest) else 0.0
                return WALL * max(1.0, abs(known)), np.zeros(len(steps))
            if value > highest:
                highest, best = value, place
            return -value, -slopes

        minimize(
            downhill,
            np.clip(steps, low, high),
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(low, high, strict=True)),
            options={"maxiter": MOST_STEPS, "ftol": 1e-9, "gtol": 1e-5},
        )
        return highest, best
