"""No band is narrower than what the readings' digits and their number can tell."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.inference.one_matern.road import MaternMembers
from gpstudio.core.learning.starts import SWING
from gpstudio.core.resolution import rounding

ROADS: dict[str, dict[str, Any]] = {
    "auto": {},
    "compiled": {"kernel": "matern32"},
    "state space": {"kernel": "matern32", "learning": "map"},
    "matrix": {"kernel": "rbf", "approximation": "exact"},
    "student_t": {"kernel": "matern52", "noise": "student_t"},
    "logit": {"kernel": "matern32", "scale": "logit(-0.1, 1.05)"},
    "log": {"kernel": "matern52", "scale": "log(-0.5)", "learning": "map"},
    "ml2": {"kernel": "matern32", "learning": "ml2(restarts=1)"},
    "map": {"kernel": "rbf", "approximation": "exact", "learning": "map(restarts=1)"},
    "mcmc": {"kernel": "matern32", "learning": "mcmc(samples=20, chains=2, warm_up=15)"},
    "leave_one_out": {"kernel": "matern32", "learning": "leave_one_out(restarts=0)"},
    "cross_validation": {"kernel": "matern32", "learning": "cross_validation(folds=3, restarts=0)"},
}
roads = pytest.mark.parametrize("road", ROADS)
LEVEL = 0.5
X = np.sort(np.random.default_rng(0).uniform(0.0, 300.0, 60))[:, None]
FLICKER = np.where(np.random.default_rng(1).random(60) < 0.3, 0.51, LEVEL)
SILENT = {
    "one": (X[:1], np.array([LEVEL])),
    "two": (X[:2], np.array([0.3, 0.7])),
    "four equal": (X[:4], np.full(4, LEVEL)),
    "sixty equal": (X, np.full(60, LEVEL)),
    "sixty with two values": (X, FLICKER),
}
TRUTH = LEVEL + 0.3 * np.sin(X[:, 0] / 50.0)
WRITTEN = np.round(TRUTH, 2)
ROUNDED = {
    "written with two decimals": (X, WRITTEN),
    "doubled": (np.repeat(X, 2, axis=0), np.repeat(WRITTEN, 2)),
    "flickering": (X, np.where(np.arange(60) == 30, 0.52, FLICKER)),
}


SLOPES = {
    "logit": lambda y: 1.15 / ((y + 0.1) * (1.05 - y)),
    "log": lambda y: 1.0 / (y + 0.5),
}
"""How much longer a step is inside, at a reading. Not of few readings: of an even number the
middle slope is between two."""


@cache
def fitted(road: str, name: str) -> GPRegressor:
    return GPRegressor(**ROADS[road]).fit(*{**SILENT, **ROUNDED}[name])


def of_learning(gp: GPRegressor) -> list[str]:
    return [remark for remark in gp.report_.remarks if "three distinct values" in remark]


@roads
@pytest.mark.parametrize("name", SILENT)
def test_that_fewer_than_three_values_teach_no_band(road: str, name: str) -> None:
    """The curve swings as series of that size do, and a sentence says where the band is from."""
    gp = fitted(road, name)
    last = X[-1] + 100.0 * np.ptp(X)
    std = gp.predict(last[None], return_std=True)[1][0]
    assert 0.4 * SWING * LEVEL <= std <= 8.0 * SWING * LEVEL
    low, high = gp.predict_interval(X)
    assert (high - low >= 0.2 * SWING * LEVEL).all()
    assert len(of_learning(gp)) == 1


@roads
@pytest.mark.parametrize("name", ROUNDED)
def test_that_no_noise_is_below_that_of_rounding(road: str, name: str) -> None:
    gp = fitted(road, name)
    least = rounding(0.01 * SLOPES.get(road, lambda y: 1.0)(float(np.median(ROUNDED[name][1]))))
    assert least * (1.0 - 1e-9) <= gp.noise_ < 8.0 * least
    members = gp._posterior.members
    assert (members.noises >= least * (1.0 - 1e-9)).all()
    assert not of_learning(gp)


def test_that_both_roads_know_the_floor() -> None:
    """Rounded readings go the compiled road; silent ones go where nothing is learnt."""
    assert isinstance(fitted("compiled", "doubled")._posterior.members, MaternMembers)
    assert not isinstance(fitted("compiled", "sixty equal")._posterior.members, MaternMembers)


@pytest.mark.parametrize("road", ["compiled", "matrix", "ml2"])
def test_that_bands_cover_what_was_rounded(road: str) -> None:
    """Of slow waves written with one decimal: half a step is a tenth of what they swing."""
    held = []
    for seed in range(12):
        random = np.random.default_rng(seed)
        x = np.sort(random.uniform(0.0, 300.0, 40))
        truth = 0.5 + 0.4 * np.sin(x / random.uniform(30.0, 60.0) + random.uniform(0.0, 6.0))
        gp = GPRegressor(**ROADS[road]).fit(x, np.round(truth, 1))
        low, high = gp.predict_interval(x, include_noise=True)
        held.append(np.mean((low <= truth) & (truth <= high)))
    assert np.mean(held) >= 0.95


@pytest.mark.parametrize("true", [0.5049, 0.4951])
def test_that_the_interval_of_a_constant_covers_it(true: float) -> None:
    low, high = (
        GPRegressor().fit(X, np.full(60, np.round(true, 2))).predict_interval(X, 0.95, False)
    )
    assert ((low <= true) & (true <= high)).all()


def test_that_numbers_held_by_hand_stay() -> None:
    X_, y = SILENT["sixty equal"]
    gp = GPRegressor("held(0.04) * matern32(held(30))", noise="held(0.0001)").fit(X_, y)
    assert gp.noise_ == 1e-4
    assert "0.04" in gp.kernel_
    fixed = GPRegressor("0.04 * matern32(30)", learning="fixed", noise=1e-4).fit(X_, y)
    assert fixed.noise_ == 1e-4
    assert not of_learning(fixed)


def test_that_a_written_start_below_rounding_is_only_a_start() -> None:
    gp = GPRegressor("matern32", noise="gaussian(1e-9)", learning="ml2").fit(X, WRITTEN)
    assert gp.noise_ >= rounding(0.01) * (1.0 - 1e-9)
    told = "so few digits"
    assert any(told in remark for remark in gp.report_.remarks)


def test_that_the_unit_of_silent_readings_does_not_matter() -> None:
    x, y = SILENT["sixty equal"]
    std = fitted("auto", "sixty equal").predict(x, return_std=True)[1]
    for unit in (1e-3, 2.0, 1e60):
        other = GPRegressor().fit(x, unit * y).predict(x, return_std=True)[1]
        np.testing.assert_allclose(other, unit * std, rtol=1e-6)


def test_that_noughts_have_a_band_of_one_unit() -> None:
    gp = GPRegressor().fit(X, np.zeros(60))
    std = gp.predict(X[-1:] + 1e5, return_std=True)[1]
    assert 0.5 <= std[0] <= 8.0
    assert len(of_learning(gp)) == 1


def test_that_counts_tell_by_their_number() -> None:
    """Sixty counts of one level scatter as that level says; two of them say nothing of swings."""
    many = GPRegressor("matern32", noise="poisson").fit(X, np.full(60, 9.0))
    few = GPRegressor("matern32", noise="poisson").fit(X[:2], np.full(2, 9.0))
    assert not of_learning(many)
    assert len(of_learning(few)) == 1
