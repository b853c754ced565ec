"""What must not matter does not, to eight digits: nought, unit and order of everything given."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats

random = np.random.default_rng(5)
TIMES = np.round(np.sort(random.uniform(0.0, 40.0, 24)) * 64) / 64
TIMES[7] = TIMES[6]
VALUES = np.sin(TIMES / 3.0) + 0.2 * random.standard_normal(24)
PLACES = np.column_stack([TIMES, np.round(random.uniform(-3.0, 3.0, (24, 2)) * 64) / 64])
WEIGHTS = random.uniform(0.5, 2.0, 24)

FIXED = {
    "matern32": lambda s, t, o: f"{s} * matern32({5 * t})",
    "rbf": lambda s, t, o: f"{s} * rbf({5 * t})",
    "season and departure": lambda s, t, o: (
        f"{s} * periodic(1, period={9 * t}) + {0.3 * s} * matern52({4 * t})"
    ),
    "season that changes": lambda s, t, o: (
        f"{s} * periodic(1, period={9 * t}) * matern32({30 * t})"
    ),
    "trend": lambda s, t, o: (
        f"linear({0.01 * s / t**2}, offset={s}, centre=held({20 * t + o}))"
        f" + {s} * matern32({3 * t})"
    ),
    "length that changes": lambda s, t, o: (
        f"{s} * gibbs({3 * t}, after={6 * t}, at={20 * t + o}, width={2 * t})"
    ),
    "change": lambda s, t, o: (
        f"{s} * changepoint(rbf({3 * t}), 3 * matern32({6 * t}), at={20 * t + o}, width={2 * t})"
    ),
    "heavy tail": lambda s, t, o: f"{s} * rational_quadratic({4 * t}, alpha=0.8)",
}
"""As texts of a size (variance), a unit of time and a nought of time."""
fixed = pytest.mark.parametrize("name", FIXED)


def answers(gp: GPRegressor, X: Floats) -> tuple[Floats, Floats]:
    mean, std = gp.predict(X, return_std=True)
    return mean, std


def along_time(name: str, size: float = 1.0, unit: float = 1.0, nought: float = 0.0) -> GPRegressor:
    text = FIXED[name](size**2, unit, nought)
    gp = GPRegressor(text, learning="fixed", noise=0.05 * size**2)
    return gp.fit(TIMES * unit + nought, VALUES * size, WEIGHTS)


TARGETS = np.linspace(-10.0, 60.0, 71)


@fixed
@pytest.mark.parametrize("size", [1e-12, 1e-3, 1e12])
def test_that_the_unit_of_the_readings_does_not_matter(name: str, size: float) -> None:
    for one, other in zip(
        answers(along_time(name, size=size), TARGETS), answers(along_time(name), TARGETS),
        strict=True,
    ):  # fmt: skip
        np.testing.assert_allclose(one / size, other, rtol=1e-8, atol=1e-10)


@fixed
@pytest.mark.parametrize("unit", [1 / 365.25, 86_400.0, 1e9])
def test_that_the_unit_of_time_does_not_matter(name: str, unit: float) -> None:
    for one, other in zip(
        answers(along_time(name, unit=unit), TARGETS * unit), answers(along_time(name), TARGETS),
        strict=True,
    ):  # fmt: skip
        np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-10)


@fixed
@pytest.mark.parametrize("nought", [-1e3, 1e6, 1e9])
def test_that_the_nought_of_time_does_not_matter(name: str, nought: float) -> None:
    for one, other in zip(
        answers(along_time(name, nought=nought), TARGETS + nought),
        answers(along_time(name), TARGETS),
        strict=True,
    ):
        np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-10)


LEARNT = {
    "auto": ("auto", TIMES),
    "season and departure": ("periodic + matern32", TIMES),
    "rbf": ("rbf", TIMES),
    "auto, three inputs": ("auto", PLACES),
    "sum, three inputs": ("matern52 + linear", PLACES),
}
learnt = pytest.mark.parametrize(("kernel", "X"), list(LEARNT.values()), ids=list(LEARNT))


@learnt
def test_that_the_order_of_the_readings_does_not_matter(kernel: str, X: Floats) -> None:
    order = np.random.default_rng(1).permutation(len(X))
    first = GPRegressor(kernel).fit(X, VALUES, WEIGHTS)
    second = GPRegressor(kernel).fit(X[order], VALUES[order], WEIGHTS[order])
    np.testing.assert_allclose(answers(second, X), answers(first, X), rtol=1e-8, atol=1e-10)
    assert second.log_marginal_likelihood_ == pytest.approx(first.log_marginal_likelihood_)


@learnt
def test_that_learning_knows_no_unit_and_no_nought(kernel: str, X: Floats) -> None:
    """Powers of two cost no digit, so that learning takes the same way."""
    first = GPRegressor(kernel).fit(X, VALUES, WEIGHTS)
    second = GPRegressor(kernel).fit(X * 2.0**10 + 2.0**20, VALUES * 2.0**-20, WEIGHTS)
    mean, std = answers(second, X * 2.0**10 + 2.0**20)
    right, spread = answers(first, X)
    np.testing.assert_allclose(mean * 2.0**20, right, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(std * 2.0**20, spread, rtol=1e-8)


def test_that_the_order_of_the_inputs_does_not_matter() -> None:
    first = GPRegressor("2 * rbf([3, 1, 2])", learning="fixed", noise=0.05).fit(PLACES, VALUES)
    turned = PLACES[:, [2, 0, 1]]
    second = GPRegressor("2 * rbf([2, 3, 1])", learning="fixed", noise=0.05).fit(turned, VALUES)
    targets = PLACES + 0.3
    np.testing.assert_allclose(
        answers(second, targets[:, [2, 0, 1]]), answers(first, targets), rtol=1e-8, atol=1e-10
    )
