"""Which road ``auto`` takes where a kernel has both a state space and a matrix."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.state_space import is_crowded, states
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.recipe import Recipe


def wave(n: int, noise: float) -> tuple[np.ndarray, np.ndarray]:
    x = np.linspace(0.0, 10.0, n)
    return x, np.sin(x) + noise * np.random.default_rng(0).standard_normal(n)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("matern32", 2), ("matern52 + matern32(3)", 5), ("rbf", 12), ("matern32 * matern52", 6)],
)
def test_that_states_are_counted_before_numbers_are_known(text: str, expected: int) -> None:
    assert states(build_kernel(parse(text))) == expected


def test_that_few_states_are_never_crowded() -> None:
    assert not is_crowded(6, 1)
    assert is_crowded(50, 299)
    assert not is_crowded(50, 300)


def test_that_few_readings_of_many_states_take_the_matrix_and_many_do_not() -> None:
    kernel = "periodic(1, period=held(5)) * matern52(20)"
    few = GPRegressor(kernel=kernel, learning="fixed", noise=0.1).fit(*wave(60, 0.1))
    many = GPRegressor(kernel=kernel, learning="fixed", noise=0.1).fit(*wave(600, 0.1))
    assert few.report_.approximation == "exact"
    assert "states for 60 readings" in few.report_.reason
    assert many.report_.approximation == "markov"
    assert 0.0 < many.report_.covariance_error < 1e-7


def test_that_noise_too_quiet_for_a_fitted_kernel_takes_the_matrix() -> None:
    x, y = wave(200, 0.0)
    fixed = {"kernel": "rbf(1)", "learning": "fixed", "mean": "zero"}
    loud = GPRegressor(noise=0.1, **fixed).fit(x, y)
    clear = GPRegressor(noise=1e-3, **fixed).fit(x, y)
    quiet = GPRegressor(noise=1e-7, **fixed).fit(x, y)
    written = GPRegressor(noise=1e-7, approximation="markov", **fixed).fit(x, y)
    assert loud.report_.approximation == "markov"
    assert loud.report_.covariance_error == pytest.approx(4e-10, rel=0.5)
    assert clear.report_.approximation == "markov"
    assert 0.0 < clear.report_.covariance_error < 1e-11
    assert quiet.report_.approximation == "exact"
    assert quiet.report_.covariance_error == 0.0
    assert "too coarse for the noise" in quiet.report_.reason
    assert any("too coarse for the noise" in remark for remark in written.report_.remarks)


def test_that_a_weighty_reading_wants_as_fine_a_series_as_its_own_noise() -> None:
    x, y = wave(200, 0.0)
    weights = np.where(np.arange(200) == 50, 1e6, 1.0)
    made = GPRegressor("rbf(1)", learning="fixed", mean="zero", noise=0.1)
    assert made.fit(x, y, sample_weight=weights).report_.approximation == "exact"


def test_that_no_matrix_is_taken_that_would_outlast_the_patience() -> None:
    x, y = wave(2000, 0.0)
    recipe = Recipe.of(kernel="rbf(1)", mean="zero", likelihood="gaussian(1e-7)", learning="fixed")
    found = fit(recipe, Readings.of(x[:, None], y), patience=0.1)
    assert found.report.approximation == "markov"
    assert any("too coarse for the noise" in remark for remark in found.report.remarks)
