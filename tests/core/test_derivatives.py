"""The slope and the bend of a fitted curve, as Python asks for them."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.errors import InputError

X = np.sort(np.random.default_rng(3).uniform(0.0, 10.0, 40))
Y = np.sin(X) + 0.2 * X + 0.05 * np.random.default_rng(4).standard_normal(40)
INSIDE = np.linspace(0.55, 9.45, 23)


@pytest.mark.parametrize("mean", ["zero", "constant", "linear", "trends([x, x**2])"])
@pytest.mark.parametrize("kernel", ["matern52", "rbf", "matern32 + matern52(4)"])
@pytest.mark.parametrize("learning", ["averaged", "ml2"])
def test_that_the_slope_is_what_the_mean_changes_by(kernel: str, mean: str, learning: str) -> None:
    gp = GPRegressor(kernel, mean=mean, learning=learning).fit(X, Y)
    slope, std = gp.predict_derivative(INSIDE)
    step = 1e-4
    change = (gp.predict(INSIDE + step) - gp.predict(INSIDE - step)) / (2 * step)
    np.testing.assert_allclose(slope, change, atol=2e-3 * np.abs(change).max())
    assert (std > 0.0).all()
    assert (abs(slope - np.cos(INSIDE) - 0.2) < 6 * std).all()


def test_that_the_slopes_spread_is_that_of_drawn_curves() -> None:
    gp = GPRegressor("matern52", learning="ml2").fit(X, Y)
    _, std = gp.predict_derivative(INSIDE)
    step = 1e-3
    ends = np.sort(np.concatenate([INSIDE - step, INSIDE + step]))
    curves = gp.sample_y(ends, 4_000, random_state=0)
    drawn = (curves[1::2] - curves[::2]) / (2 * step)
    np.testing.assert_allclose(drawn.std(axis=1), std, rtol=0.06)


def test_that_the_bend_is_what_the_slope_changes_by() -> None:
    gp = GPRegressor("matern52", approximation="markov").fit(X, Y)
    bend, _ = gp.predict_derivative(INSIDE, order=2)
    step = 1e-4
    ahead, behind = (gp.predict_derivative(INSIDE + s)[0] for s in (step, -step))
    change = (ahead - behind) / (2 * step)
    np.testing.assert_allclose(bend, change, atol=1e-2 * np.abs(change).max())


@pytest.mark.parametrize(
    ("kernel", "mean", "order", "said"),
    [
        ("matern12", "constant", 1, "derivative"),
        ("matern32", "constant", 2, "derivative"),
        ("matern52", "trends([x, x**2])", 2, "derivative of order 2"),
        ("matern52", "constant", 3, "1 or 2"),
    ],
)
def test_that_what_has_no_derivative_says_so(kernel: str, mean: str, order: int, said: str) -> None:
    gp = GPRegressor(kernel, mean=mean).fit(X, Y)
    with pytest.raises(InputError, match=said):
        gp.predict_derivative(INSIDE, order)


def test_that_several_inputs_have_no_single_slope() -> None:
    gp = GPRegressor("rbf(2)", learning="fixed", noise=0.1).fit(np.column_stack([X, X]), Y)
    with pytest.raises(InputError, match="along one input"):
        gp.predict_derivative(np.ones((2, 2)))
