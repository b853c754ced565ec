"""Scales for the contracts: how each is written, levels it holds, and levels it does not.

A new scale takes one row in ``ROWS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from gpstudio.core.arrays import Floats


@dataclass(frozen=True)
class Row:
    text: str
    formula: Callable[[Floats], Floats]
    """The way outside once more, written by somebody else."""
    levels: Floats
    """Ascending, to near the limits."""
    beyond: tuple[float, ...] = ()
    """At a limit, and past it."""


def _logit(low: float, high: float) -> Callable[[Floats], Floats]:
    return lambda x: low + (high - low) * expit(x)


NEAR = np.array([1e-9, 1e-4, 0.03, 0.2, 0.5, 0.8, 0.97, 0.9999, 1.0 - 1e-9])
ROWS: dict[str, Row] = {
    "identity": Row("identity", lambda x: x, np.array([-1e30, -2.0, 0.0, 1e-8, 3.0, 1e30])),
    "logit": Row("logit", _logit(0.0, 1.0), NEAR, (0.0, 1.0, -0.2, 7.0)),
    "logit, of an index": Row(
        "logit(-0.1, 1.05)", _logit(-0.1, 1.05), -0.1 + 1.15 * NEAR, (-0.1, 1.05, -0.2, 1.4)
    ),
    "logit, large": Row(
        "logit(1000, high=3e4)", _logit(1e3, 3e4), 1e3 + 2.9e4 * NEAR, (1e3, 3e4, 0.0)
    ),
    "log": Row("log", np.exp, np.array([1e-30, 0.2, 1.0, 7.0, 1e30]), (0.0, -1.0)),
    "log, above a limit": Row(
        "log(-0.5)", lambda x: np.exp(x) - 0.5, np.array([-0.4999, 0.0, 2.0, 40.0]),
        (-0.5, -0.6),
    ),
}  # fmt: skip
