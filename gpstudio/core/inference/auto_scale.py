"""Whether a series grows by shares: when ``auto`` takes a log scale, and why.

Where a year with twice the passengers has twice the swing, steps are shares of the level, and on a
log scale they are alike. Asked are series of one input that

- lie above zero, every reading;
- repeat, over ``PERIODS_NEEDED`` periods or more, as those that are offered a trend do: of less
  nobody can tell a scale;
- swing the more in a period the higher it lies (``swings_with_level``).

The kernel that won is then learnt on the log as well. The log is taken where its evidence, of the
readings' own numbers as all evidence is, is clearly higher, and kernels are compared anew on it. A
column that is known to be an index has limits, and is not asked; nor is a recipe that keeps
variances, which are in the unit of the readings.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import is_auto, make
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.trend_candidates import trend_offered
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import Call
from gpstudio.core.likelihoods import LIKELIHOODS, Likelihood
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Setting

LOG = Call("log")
ALIKE = 0.5
"""Correlation, over the periods, of the logarithms of level and swing."""
FEWEST = 4
"""Readings of a period that tell its swing."""
HEIGHTS = ("variance", "noise", "size")
"""Roles of numbers that are in the unit of the readings."""


def log_offered(recipe: Recipe, readings: Readings, period: float) -> bool:
    """To a course that repeats after so long; zero: to none."""
    if not is_auto(recipe.scale) or not trend_offered(readings, period):
        return False
    if keeps_unit(recipe) or not likelihood_of(recipe).shifts:
        return False
    here = readings.here
    values = readings.outside[here]
    return bool((values > 0.0).all()) and swings_with_level(
        readings.inputs[here, 0], values, period
    )


def swings_with_level(time: Floats, values: Floats, period: float) -> bool:
    """Whether it swings the more in a period, counted from the last reading, the higher it lies."""
    turns = np.floor((time[-1] - time) / period).astype(int)
    parts = [values[turns == turn] for turn in range(int(turns[0]) + 1)]
    told = [part for part in parts if len(part) >= FEWEST and np.ptp(part) > 0.0]
    if len(told) < 3:
        return False
    levels, swings = (np.log([of(part) for part in told]) for of in (np.mean, np.std))
    if np.ptp(levels) == 0.0 or np.ptp(swings) == 0.0:
        return False
    return bool(np.corrcoef(levels, swings)[0, 1] > ALIKE)


def likelihood_of(recipe: Recipe) -> Likelihood:
    """What is written, or what is taken first."""
    made: Likelihood = make(LIKELIHOODS, recipe.filled(likelihood="gaussian").likelihood)
    return made


def keeps_unit(recipe: Recipe) -> bool:
    """Whether numbers are kept that are in the unit of the readings."""
    settings = likelihood_of(recipe).settings
    if not is_auto(recipe.kernel):
        settings += build_kernel(recipe.kernel).settings
    fixed = recipe.learning == Call("fixed")
    return any(_binds(setting, fixed) for one, setting in settings if one.role in HEIGHTS)


def _binds(setting: Setting, fixed: bool) -> bool:
    """Whether what is written of a number is more than where learning starts."""
    kept = setting.held or (fixed and setting.value is not None)
    return kept or (setting.low, setting.high, setting.centre) != (None, None, None)
