"""How finely a state space stands for a kernel, by what the readings can see."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.kernel import Kernel
from gpstudio.core.kernels.states.exponentials import FINEST, error_allowed


class AlongTime(NamedTuple):
    kernel: Kernel
    """With as many terms in its series as it takes, or as there are."""
    holds: bool
    """Whether they are enough: that no prediction shows what is left out."""


def along_time(kernel: Kernel, inputs: Floats, noise: float) -> AlongTime:
    """The kernel as its state space is made for readings of which the most certain has this noise
    variance; by numbers it has, so that learning too has the terms it needs and no more."""
    if kernel.markov_error() == 0.0:
        return AlongTime(kernel, True)
    variance = float(np.max(kernel.diagonal(inputs), initial=0.0))
    allowed = error_allowed(noise, variance)
    finer = kernel.within(max(allowed, FINEST))
    return AlongTime(finer, finer.markov_error() <= allowed)
