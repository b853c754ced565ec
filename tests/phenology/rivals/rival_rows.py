"""One row a parametric rival: numbers of a season, and its formula written out independently.

Times are days, the season lasts from day 18,000 to 18,200. The formulas are those of the papers, in
the papers' numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.season import Season

START, LENGTH = 18_000.0, 200.0
RISE, FALL = 60.0, 140.0


def season_from(start: float, end: float, name: str = "2019") -> Season:
    return Season(name, start, 0.5 * (start + end), end, False, False)


SEASON = season_from(START, START + LENGTH)


def days(count: int, seed: int = 0) -> Floats:
    """Irregular days that see both ends of the season."""
    inner = np.random.default_rng(seed).uniform(0.0, LENGTH, count - 2)
    return START + np.sort(np.r_[0.0, inner, LENGTH])


def sigmoid(x: Floats) -> Floats:
    return 0.5 * (1.0 + np.tanh(0.5 * x))


def beck(t: Floats) -> Floats:
    mn, mx, m_s, s, m_a, a = 0.15, 0.85, 1 / 8.0, RISE, 1 / 12.0, FALL
    return mn + (mx - mn) * (1 / (1 + np.exp(-m_s * (t - s))) + 1 / (1 + np.exp(m_a * (t - a))) - 1)


def elmore(t: Floats) -> Floats:
    m1, m2, m3, m4, m5, m6, m7 = 0.15, 0.8, RISE, 8.0, FALL, 10.0, 0.0015
    return m1 + (m2 - m7 * t) * (sigmoid((t - m3) / m4) - sigmoid((t - m5) / m6))


def zhang(t: Floats) -> Floats:
    """c/(1 + exp(a + b·t)) + d before and after day 100, meeting there at 0.85."""
    before = 1 / (1 + np.exp((RISE - t) / 8.0))
    after = 1 / (1 + np.exp((t - FALL) / 12.0))
    c1 = 0.7 * (1 + np.exp((RISE - 100.0) / 8.0))
    c2 = 0.5 * (1 + np.exp((100.0 - FALL) / 12.0))
    return np.where(t <= 100.0, c1 * before + 0.15, c2 * after + 0.35)


def gu(t: Floats) -> Floats:
    rise = 0.7 / (1 + np.exp(-(t - RISE) / 6.0)) ** 2.0
    return 0.15 + rise - 0.6 / (1 + np.exp(-(t - FALL) / 10.0)) ** 0.6


def klosterman(t: Floats) -> Floats:
    """With q of 0.5 and 2, which only shift n."""
    rise = 1 / (1 + 0.5 * np.exp(-(t - RISE) / 6.0)) ** 2.0
    fall = 1 / (1 + 2.0 * np.exp(-(t - FALL) / 10.0)) ** 0.6
    return (2e-4 * t + 0.15) + (-8e-6 * t**2 + 5e-4 * t + 0.7) * (rise - fall)


def asymmetric_gaussian(t: Floats) -> Floats:
    side = np.where(t > 90.0, ((t - 90.0) / 60.0), ((90.0 - t) / 40.0))
    return 0.15 + 0.7 * np.exp(-(side ** np.where(t > 90.0, 2.5, 3.0)))


@dataclass(frozen=True)
class Row:
    rival: str
    formula: Callable[[Floats], Floats]
    """Of days since the season's start."""
    numbers: dict[str, float]
    close: float
    """How close numbers come, as a share: fewer digits where many numbers draw one curve."""

    def __call__(self, time: Floats) -> Floats:
        return self.formula(time - START)


SIDES = {"rise": START + RISE, "fall": START + FALL}
ROWS = (
    Row(
        "beck",
        beck,
        {"base": 0.15, "height": 0.7, "rise_width": 8.0, "fall_width": 12.0, **SIDES},
        1e-8,
    ),
    Row(
        "elmore",
        elmore,
        {
            "base": 0.15,
            "height": 0.8,
            "rise_width": 8.0,
            "fall_width": 10.0,
            "fading": 0.0015,
            **SIDES,
        },
        1e-6,
    ),
    Row(
        "zhang",
        zhang,
        {
            "top": 0.85,
            "rise_height": 0.7,
            "rise_width": 8.0,
            "fall_height": 0.5,
            "fall_width": 12.0,
            "turn": START + 100.0,
            **SIDES,
        },
        1e-6,
    ),
    Row(
        "gu",
        gu,
        {
            "base": 0.15,
            "rise_height": 0.7,
            "rise_width": 6.0,
            "rise_power": 2.0,
            "fall_height": 0.6,
            "fall_width": 10.0,
            "fall_power": 0.6,
            **SIDES,
        },
        1e-5,
    ),
    Row(
        "klosterman",
        klosterman,
        {
            "drift": 2e-4,
            "base": 0.15,
            "bend": -8e-6,
            "lean": 5e-4,
            "height": 0.7,
            "rise": START + RISE + 6.0 * np.log(0.5),
            "rise_width": 6.0,
            "rise_power": 2.0,
            "fall": START + FALL + 10.0 * np.log(2.0),
            "fall_width": 10.0,
            "fall_power": 0.6,
        },
        1e-3,
    ),
    Row(
        "asymmetric_gaussian",
        asymmetric_gaussian,
        {
            "base": 0.15,
            "height": 0.7,
            "peak": START + 90.0,
            "rise_width": 40.0,
            "rise_power": 3.0,
            "fall_width": 60.0,
            "fall_power": 2.5,
        },
        1e-6,
    ),
)
