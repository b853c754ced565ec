"""Whether some readings are clouded: what ``auto`` takes for the likelihood, and why.

Once the kernel has been chosen with Gaussian noise, each reading is looked at as the others
foretell it. Errors that are even on both sides leave these residuals about as skew as so many
normals are; clouds leave a tail below. Where there is one, clear or clouded readings are learnt
with the same kernel, and taken where they foretell clearly better: by more than ``CLEAR``, summed
over the readings.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.language import Call
from gpstudio.core.learning.starts import is_silent
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.translation import tr

FEWEST, MOST = 10, 20_000
"""Of fewer readings none can be told from the curve's own swing; of more it would take long."""
SKEW = -2.0
"""In standard deviations that the skewness of so many normals has. Of 428 drawn series without
clouds 0.9 % are looked at twice, and in 0.7 % clouds are taken. With -1 three times as
many real seasons are looked at, and what is hidden from them is told better by 0.002 a reading."""
CLEAR = 3.0
"""Twenty to one. With it readings hidden from 255 real seasons (four tables, screened for clouds by
their publishers, one reading in five) are told better by 0.009 ± 0.006 in log density each, and in
no table worse; whichever table is left out of choosing among 1 to 12, that one gains or is even."""

Fit = Callable[[Recipe, Readings, Task], Posterior]


def fit_auto_likelihood(recipe: Recipe, readings: Readings, fit: Fit, task: Task) -> Posterior:
    """``fit`` is the road for a likelihood that is written; the kernel may be left to it."""
    plain = fit(replace(recipe, likelihood=Call("gaussian")), readings, task)
    written = plain.plan.written
    if "layers" in plain.plan.kernel.offers:
        return plain
    if readings.inputs.shape[1] > 1 or written.learning == Call("fixed"):
        return plain
    alone = not readings.outputs.any() and not is_silent(readings.values[readings.here])
    if not (alone and FEWEST <= readings.present <= MOST):
        return plain
    glimpsed = plain.members.glimpsed()
    if glimpsed is not None and not skewness(glimpsed) < SKEW:
        return plain
    even = plain.left_out(task)
    if not skewness(even.residuals) < SKEW:
        return plain
    try:
        clouded = fit(replace(written, likelihood=Call("clouded")), readings, task)
    except InputError:
        return plain
    gain = clouded.left_out(task).log_score - even.log_score
    if gain > CLEAR:
        why = tr(
            "a tail of low readings, told better by {gain:.1f} in log score left out if some "
            "are clouded",
            gain=gain,
        )
        return _told(clouded, plain, why)
    why = tr(
        "a tail of low readings, yet told no better than by {gain:.1f} in log score left out if "
        "some are clouded",
        gain=gain,
    )
    return _told(plain, plain, why)


def _told(posterior: Posterior, plain: Posterior, why: str) -> Posterior:
    """With the reason for the likelihood after that for the kernel."""
    reason = f"{plain.report.reason}; {why}"
    return posterior.with_report(replace(posterior.report, reason=reason))


def skewness(residuals: Floats) -> float:
    """Of those that are numbers, in standard deviations that it has for so many normals; of fewer
    than three there is none."""
    told = residuals[np.isfinite(residuals)]
    if len(told) < 3:
        return 0.0
    off = told - told.mean()
    spread = float(np.mean(off * off))
    if not spread > 0.0:
        return 0.0
    return float(np.mean(off**3)) / math.sqrt(spread) ** 3 / _spread_of_skewness(len(told))


def _spread_of_skewness(n: int) -> float:
    """Of n normals, exactly (Fisher 1930): of 15 a sixth less than the √(6/n) of many."""
    return math.sqrt(6.0 * (n - 2) / ((n + 1) * (n + 3)))
