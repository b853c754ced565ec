"""The logistic step and its slopes, which six of the curves are made of."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats

FAR = 500.0
"""Beyond so many widths the step is flat to the last digit."""


class Step(NamedTuple):
    """(starts, times): the step, and its slopes along its date and the logarithm of its width."""

    value: Floats
    along_date: Floats
    along_width: Floats


class BentStep(NamedTuple):
    """A step raised to a power; with the slope along that power's logarithm."""

    value: Floats
    along_date: Floats
    along_width: Floats
    along_power: Floats


def logistic(time: Floats, date: Floats, width: Floats) -> Step:
    """1 / (1 + exp(−(t − date) / width)); a negative width falls. One row a date."""
    far = np.clip((time - date[:, None]) / width[:, None], -FAR, FAR)
    step = 1.0 / (1.0 + np.exp(-far))
    slope = step * (1.0 - step)
    return Step(step, -slope / width[:, None], -far * slope)


def bent_logistic(time: Floats, date: Floats, width: Floats, power: Floats) -> BentStep:
    """The same to the power of ``power``, which moves its steepest point off its middle."""
    far = np.clip((time - date[:, None]) / width[:, None], -FAR, FAR)
    fading = np.logaddexp(0.0, -far)
    bent = np.exp(-power[:, None] * fading)
    slope = power[:, None] * bent * np.exp(-np.logaddexp(0.0, far))
    return BentStep(bent, -slope / width[:, None], -far * slope, -power[:, None] * fading * bent)
