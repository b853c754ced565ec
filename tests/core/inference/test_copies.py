"""Weights are repeats, and agreement of copies does not teach that there is no noise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.one_matern.road import MaternMembers
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

TARGETS = np.linspace(-10.0, 110.0, 25)
ROADS = {
    "compiled": {"kernel": "matern32"},
    "ml2": {"kernel": "matern32", "learning": "ml2(restarts=0)"},
    "matrix": {"kernel": "matern32", "learning": "map(restarts=0)", "solver": "cholesky"},
    "left out": {"kernel": "matern32", "learning": "leave_one_out"},
    "robust": {"kernel": "matern32", "learning": "ml2(restarts=0)", "noise": "student_t"},
}


def data(n: int = 60) -> tuple[Floats, Floats]:
    random = np.random.default_rng(8)
    x = np.sort(random.uniform(0.0, 100.0, n))
    return x, 0.4 + 0.2 * np.sin(x / 15.0) + 0.05 * random.standard_normal(n)


def bands(gp: GPRegressor) -> Floats:
    return np.concatenate(gp.predict(TARGETS, return_std=True))


@pytest.mark.parametrize("road", ROADS)
def test_that_a_weight_the_row_twice_and_the_row_once_tell_the_same_curve(road: str) -> None:
    x, y = data()
    once = GPRegressor(**ROADS[road]).fit(x, y)
    weighted = GPRegressor(**ROADS[road]).fit(x, y, np.full(len(x), 2.0))
    twice = GPRegressor(**ROADS[road]).fit(np.tile(x, 2), np.tile(y, 2))
    assert isinstance(once._posterior.members, MaternMembers) is (road == "compiled")
    np.testing.assert_array_equal(
        bands(twice), bands(weighted), err_msg="weight 2 is the row twice"
    )
    assert twice.log_marginal_likelihood_ == weighted.log_marginal_likelihood_
    np.testing.assert_allclose(bands(weighted), bands(once), rtol=1e-5, err_msg="copies taught")
    assert weighted.noise_ == pytest.approx(2.0 * once.noise_, rel=1e-4)


def test_that_some_copies_among_others_teach_as_little() -> None:
    x, y = data()
    once = GPRegressor("matern32").fit(x, y)
    rows = np.sort(np.append(np.arange(60), np.arange(0, 60, 2)))
    some = GPRegressor("matern32").fit(x[rows], y[rows])
    assert 0.8 < some.noise_ / once.noise_ < 2.0
    assert (bands(some)[25:] > 0.7 * bands(once)[25:]).all()


@pytest.mark.parametrize("solver", ["kalman", "cholesky"])
def test_that_a_noise_that_is_held_counts_every_row(solver: str) -> None:
    """The density of all rows, whether they are written or weighed."""
    x, y = data(12)
    counts = np.array([1, 3, 2, 1, 1, 5, 1, 2, 2, 1, 1, 4])
    many, told = np.repeat(x, counts), np.repeat(y, counts)
    kernel = "0.3 * matern32(20)"
    covariance = build_kernel(parse(kernel)).block(many[:, None], many[:, None])
    expected = multivariate_normal(cov=covariance + 0.01 * np.eye(len(many))).logpdf(told)
    for words in ({"learning": "fixed", "noise": "0.01"}, {"noise": "held(0.01)"}):
        for given in ((x, y, counts), (many, told)):
            asked = {"kernel": "held(0.3) * matern32(held(20))", **words}
            gp = GPRegressor(**asked, mean="zero", solver=solver).fit(*given)
            assert gp.log_marginal_likelihood_ == pytest.approx(float(expected), rel=1e-10)


def test_that_readings_with_few_values_agree_by_chance() -> None:
    """Pixels of one day in whole per cent: were they copies, too much noise would be learnt."""
    random = np.random.default_rng(3)
    days = np.repeat(np.arange(0.0, 120.0, 6.0), 40)
    pixels = np.round(0.4 + 0.2 * np.sin(days / 15.0) + 0.05 * random.standard_normal(800), 2)
    gp = GPRegressor("matern32").fit(days, pixels)
    assert 0.9 < np.sqrt(gp.noise_) / 0.05 < 1.1
    places, counts = np.unique(np.column_stack([days, pixels]), axis=0, return_counts=True)
    weighted = GPRegressor("matern32").fit(places[:, 0], places[:, 1], counts)
    assert weighted.noise_ == pytest.approx(gp.noise_, rel=0.02)
    # where readings of one place differ but values do not recur, what agrees is a copy
    fine = pixels + 1e-3 * random.standard_normal(800)
    once, twice = (GPRegressor("matern32").fit(np.tile(days, k), np.tile(fine, k)) for k in (1, 2))
    assert twice.noise_ == pytest.approx(2.0 * once.noise_, rel=1e-4)


def test_that_rows_are_gathered_by_all_that_they_say() -> None:
    inputs = np.array([[1.0, 5.0], [1.0, 6.0], [1.0, 5.0], [2.0, 5.0], [1.0, 5.0], [1.0, 5.0]])
    values = np.array([3.0, 3.5, 3.0, 3.2, np.nan, 4.0])
    found = Readings.of(inputs, values, np.array([1.0, 2.0, 0.5, 1.0, 1.0, 1.0]))
    np.testing.assert_array_equal(found.inputs[:, 1], [5.0, 6.0, 5.0, 5.0, 5.0])
    np.testing.assert_array_equal(found.as_given, [3.0, 3.5, np.nan, 4.0, 3.2])
    np.testing.assert_allclose(1.0 / found.relative_noise, [1.5, 2.0, 0.0, 1.0, 1.0])
    assert found.copied
    same = np.array([[1.0], [1.0]]), np.array([3.0, 3.0])
    apart = Readings.of(*same, outputs=np.array([0, 1]))
    assert apart.present == 2, "one value of two outputs is no repeat"
    assert Readings.of(*same, noise_std=0.1).present == 2, "readings of known noise are each one"
    assert Readings.of(*same).present == 1
