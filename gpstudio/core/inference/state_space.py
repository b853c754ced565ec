"""State space or full matrix, where both could go: which is cheaper, and which is true.

Sums lay the states of their terms side by side and products multiply them, so that a kernel can
have a hundred states. A state space costs the readings times the states squared, the full matrix
the cube of the readings: with few readings and many states the matrix is quicker.

Where a series or a fit stands for the covariance (RBF, rational quadratic, periodic), it must be
finer than the readings can see: see ``kernels.accuracy``.
"""

from __future__ import annotations

from dataclasses import replace

from gpstudio.core.kernels import Kernel

FEW_STATES = 6
"""So many states are compiled as constants, and cheaper than any matrix."""
READINGS_A_STATE = 6
"""Below so many readings a state the matrix is cheaper (measured: an evidence with its gradient
takes about 12 ns a reading and state squared, or a third of a nanosecond times n³)."""


def states(kernel: Kernel) -> int:
    """How many numbers the state holds, with 1 where a number is still to be found."""
    settings = [s if s.value is not None else replace(s, value=1.0) for _, s in kernel.settings]
    return kernel.with_settings(settings).states()


def is_crowded(states: int, readings: int) -> bool:
    """Whether the full matrix is cheaper."""
    return states > FEW_STATES and readings < READINGS_A_STATE * states
