"""What the plot shows of a fit beyond its curve: pure functions, for work away from the window."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.session.fitting import Fit

HALF = 0.5
HALF_OF_BAND = 0.6744897501960817 / 1.959963984540054
"""Of a normal's 95 % interval, what holds half of it."""
DRAWS = 20
DRAWN_TIMES = 1_500
"""Times of each draw: twice the pixels of a window's plot."""


@dataclass(frozen=True, eq=False)
class HalfBand:
    """Between which two values the curve lies as often as not."""

    lower: Floats
    upper: Floats


@dataclass(frozen=True, eq=False)
class Draws:
    """Curves that could have made these readings, (times, curves)."""

    time: Floats
    curves: Floats


def is_normal(fit: Fit) -> bool:
    """Whether the curve's bands are those of one normal distribution, so that any of them gives
    all others."""
    members = fit.posterior.members
    return len(members.weights) == 1 and math.isinf(members.freedom)


def half_band_at_once(fit: Fit) -> HalfBand | None:
    """The 50 % band from the 95 % one, where that is exact: on the scale where it is a normal's."""
    if not is_normal(fit):
        return None
    link = fit.posterior.link
    lower, upper = link.inside(fit.curve.lower), link.inside(fit.curve.upper)
    middle, half = 0.5 * (upper + lower), 0.5 * HALF_OF_BAND * (upper - lower)
    return HalfBand(link.outside(middle - half), link.outside(middle + half))


def half_band(fit: Fit, task: Task = QUIET) -> HalfBand:
    """The 50 % band by quantiles of the mixture."""
    return half_band_at_once(fit) or HalfBand(
        *fit.posterior.interval(fit.curve.time[:, None], HALF, task=task)
    )


def some_draws(fit: Fit, task: Task = QUIET) -> Draws:
    """Joint draws over all that is drawn."""
    every = 1 + len(fit.curve.time) // DRAWN_TIMES
    time = np.asarray(fit.curve.time[::every])
    (curves,) = fit.posterior.draws_in([time], DRAWS, fit.recipe.seed, task)
    return Draws(time, curves)
