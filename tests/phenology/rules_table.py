"""One row a stage rule: a curve whose date can be computed by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats

RISE, FALL, STEEPNESS, BASE, TOP = 100.0, 200.0, 5.0, 0.15, 0.85


def double_logistic(time: Floats) -> Floats:
    up = 1.0 / (1.0 + np.exp(-(time - RISE) / STEEPNESS))
    down = 1.0 / (1.0 + np.exp((time - FALL) / STEEPNESS))
    return BASE + (TOP - BASE) * (up + down - 1.0)


def bell(time: Floats) -> Floats:
    return BASE + (TOP - BASE) * np.exp(-0.5 * ((time - 150.0) / 25.0) ** 2)


@dataclass(frozen=True)
class Row:
    rule: str
    curve: Callable[[Floats], Floats]
    date: float
    """By the rule's own definition, on the exact curve."""


HALF_WIDTH = 25.0 * np.sqrt(2.0 * np.log(2.0))

RULES_TABLE = (
    Row("mid_green_up", double_logistic, RISE),
    Row("mid_green_up", bell, 150.0 - HALF_WIDTH),
    Row("peak", bell, 150.0),
    Row("peak", double_logistic, 150.0),
    Row("senescence", double_logistic, FALL),
    Row("senescence", bell, 150.0 + HALF_WIDTH),
)
