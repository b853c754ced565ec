"""Curves for the tests of measures, and the shortest way to measure them."""

from __future__ import annotations

import numpy as np
from phenology.rules_table import double_logistic

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.language import parse
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import MEASURES, Measure
from gpstudio.phenology.season import Season

DAYS = np.arange(0.0, 301.0)
FINE = np.arange(0.0, 300.25, 0.5)
DATES = [entry.spec.name for entry in MEASURES if entry.unit == "date"]
MIRRORED = {
    "rise": "fall",
    "rise_to": "fall_to",
    "steepest_rise": "steepest_fall",
    "rate_of_rise": "rate_of_fall",
    "curvature_onset": "curvature_dormancy",
    "curvature_maturity": "curvature_senescence",
    "tangent_upturn": "tangent_recession",
    "tangent_stabilisation": "tangent_downturn",
}


def measure(text: str) -> Measure:
    made = make(MEASURES, parse(text))
    assert isinstance(made, Measure)
    return made


def drawn(curves: Floats, time: Floats = DAYS, cut: str = "") -> SeasonCurves:
    season = Season("1", time[0], 150.0, time[-1], "left" in cut, "right" in cut)
    return SeasonCurves(season, time, curves if curves.ndim == 2 else curves[:, None])


def number(text: str, curve: Floats, time: Floats = DAYS, cut: str = "") -> float:
    (found,) = measure(text).of(drawn(curve, time, cut))
    return float(found)


def rough(draws: int, seed: int = 0) -> Floats:
    """Season curves about a double logistic that have a slope everywhere and a bend nowhere."""
    random = np.random.default_rng(seed)
    pace = np.zeros((301, draws))
    for day in range(1, 301):
        pace[day] = 0.9 * pace[day - 1] + 0.0003 * random.standard_normal(draws)
    shifts = random.normal(0.0, 4.0, draws)
    return np.asarray(double_logistic(DAYS[:, None] - shifts) + np.cumsum(pace, axis=0))
