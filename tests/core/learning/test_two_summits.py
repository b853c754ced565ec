"""Readings told as well by a short length with little noise as by a long one with much: both
summits weigh what a fine grid over the numbers says, whatever road learning takes."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.one_matern.curve import MaternCurve
from gpstudio.core.inference.one_matern.data import roomy
from gpstudio.core.inference.one_matern.driver import value_for
from gpstudio.core.inference.one_matern.road import MaternMembers
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.learning import averaged
from gpstudio.core.recipe import Recipe

LENGTHS, RATIOS = np.linspace(-1.0, 6.0, 71), np.linspace(-11.0, 1.0, 71)
BETWEEN = 2.4
"""A log length between the two summits' 1.4 and 3.5."""
SEEDS = (285, 324, 1989)


def two_swings(seed: int) -> tuple[Floats, Floats]:
    """A slow one and a quick one, which may as well be noise."""
    random = np.random.default_rng(seed)
    count = int(random.integers(8, 60))
    random.integers(3)
    x = np.sort(random.uniform(0.0, 100.0, count))
    quick = 0.4 * np.sin(x / random.uniform(1.0, 3.0))
    return x, np.sin(x / 16.0) + quick + 0.05 * random.standard_normal(count)


def by_fine_grid(x: Floats, y: Floats) -> tuple[float, float, float]:
    """Share of the short lengths, mean and standard deviation of the log length."""
    data = roomy(MaternCurve.of(1, Readings.of(x[:, None], y), True).data)
    value = value_for(2)
    logs = np.array([[value(data, np.array([a, b])) for b in RATIOS] for a in LENGTHS])
    shares = np.exp(logs - logs.max()).sum(axis=1)
    return moments(LENGTHS, shares / shares.sum())


def moments(lengths: Floats, weights: Floats) -> tuple[float, float, float]:
    mean = float(weights @ lengths)
    spread = float(weights @ (lengths - mean) ** 2) ** 0.5
    return float(weights[lengths < BETWEEN].sum()), mean, spread


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("road", ["compiled", "matrix", "drawn"])
def test_that_both_summits_weigh_what_a_fine_grid_says(
    seed: int, road: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if road == "drawn":
        monkeypatch.setattr(averaged, "LATTICE_UP_TO", 0)
    x, y = two_swings(seed)
    words = {} if road == "compiled" else {"approximation": "exact"}
    recipe = Recipe.of(kernel="matern32", learning="averaged", **words)
    members = fit(recipe, Readings.of(x[:, None], y)).members
    assert isinstance(members, MaternMembers) is (road == "compiled")
    short, mean, spread = moments(members.points[:, 1], members.weights)
    expected_short, expected_mean, expected_spread = by_fine_grid(x, y)
    assert 0.1 < expected_short < 0.9
    # 64 draws know a share of a third to 0.06, and a mean to an eighth of the spread
    share, far = (0.12, 0.25) if road == "drawn" else (0.01, 0.02)
    assert short == pytest.approx(expected_short, abs=share)
    assert mean == pytest.approx(expected_mean, abs=far * expected_spread)
    assert spread == pytest.approx(expected_spread, rel=2.0 * far)
