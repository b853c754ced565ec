"""Readings of any size that a double holds have the same answers, in their own unit."""

from __future__ import annotations

import math
import sys
import warnings
from functools import cache

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.unit import FAR, Unit

random = np.random.default_rng(3)
X = np.sort(random.uniform(0.0, 100.0, 30))
Y = 0.4 + 0.2 * np.sin(X / 10.0) + 0.03 * random.standard_normal(30)
TARGETS = np.linspace(-10.0, 115.0, 40)
WEIGHTS = random.uniform(0.5, 2.0, 30)
RECIPES = {
    "auto": {},
    "state space": {"kernel": "matern32", "learning": "ml2(restarts=0)"},
    "full matrix": {"kernel": "rbf", "solver": "cholesky"},
    "course": {"kernel": "periodic(1, period=62) * matern32 + linear", "learning": "map"},
    "robust": {"kernel": "matern32", "noise": "student_t", "learning": "map(restarts=0)"},
    "of no level": {"kernel": "matern32", "mean": "zero"},
}
by_recipe = pytest.mark.parametrize("name", RECIPES)


def fitted(words: dict[str, str], values: Floats) -> GPRegressor:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return GPRegressor(**words).fit(X, values, WEIGHTS)  # type: ignore[arg-type]


def answers(gp: GPRegressor, draws: bool = False) -> Floats:
    """Draws of a smooth curve's near-singular covariance are the same only where no digit is
    another."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mean, std = gp.predict(TARGETS, return_std=True)
        _, noisy = gp.predict(TARGETS, return_std=True, include_noise=True)
        smooth = gp.kernel_.count("rbf") == 1 and "change" not in gp.kernel_
        slopes = gp.predict_derivative(TARGETS) if smooth else ()
        drawn = gp.sample_y(TARGETS, 2).T if draws else ()
        return np.array([mean, std, noisy, *gp.predict_interval(TARGETS), *slopes, *drawn])


@cache
def of_usual_size(name: str) -> tuple[GPRegressor, Floats]:
    gp = fitted(RECIPES[name], Y)
    return gp, answers(gp, True)


@by_recipe
@pytest.mark.parametrize("exponent", [-990, 500])
def test_that_powers_of_two_cost_no_digit(name: str, exponent: int) -> None:
    _, first = of_usual_size(name)
    second = answers(fitted(RECIPES[name], np.ldexp(Y, exponent)), True)
    np.testing.assert_allclose(np.ldexp(second, -exponent), first, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["auto", "full matrix", "of no level"])
@pytest.mark.parametrize("power", [-300, -150, -100, -40, 40, 100, 155, 300])
def test_that_every_size_has_the_answers_of_one(name: str, power: int) -> None:
    factor = 10.0**power
    first, expected = of_usual_size(name)
    second = fitted(RECIPES[name], Y * factor)
    found = answers(second)
    np.testing.assert_allclose(found / factor, expected[: len(found)], rtol=1e-9, atol=1e-12)
    if abs(power) < 150:
        assert second.noise_ / factor**2 == pytest.approx(first.noise_, rel=1e-9)
    units = first.log_marginal_likelihood_ - second.log_marginal_likelihood_
    count = len(Y) - (name != "of no level")
    assert units == pytest.approx(count * math.log(10.0) * power, rel=1e-9)


@pytest.mark.parametrize("power", [-60, -40, 40, 60])
def test_that_written_variances_are_in_the_readings_own_unit(power: int) -> None:
    """Also where they are too far from one to be computed with; priors and bounds go along."""
    size = 10.0 ** (2 * power)
    kernels = [
        f"{0.04 * size!r} * matern32(9)",
        f"held({0.04 * size!r}) * rbf(9) + constant({0.3 * size!r})",
        f"changepoint({0.04 * size!r} * rbf(9), {0.1 * size!r} * matern32(5), at=50, width=4)",
        f"linear({1e-5 * size!r}, offset={0.1 * size!r}, centre=held(50)) + {size!r} * matern12",
    ]
    plain = [
        "0.04 * matern32(9)",
        "held(0.04) * rbf(9) + constant(0.3)",
        "changepoint(0.04 * rbf(9), 0.1 * matern32(5), at=50, width=4)",
        "linear(1e-5, offset=0.1, centre=held(50)) + 1 * matern12",
    ]
    for ours, theirs in zip(kernels, plain, strict=True):
        for noise, noises in (
            (1e-3, 1e-3 * size),
            ("student_t(0.01)", f"student_t({0.01 * size!r})"),
        ):
            first = GPRegressor(theirs, learning="fixed", noise=noise).fit(X, Y)
            second = GPRegressor(ours, learning="fixed", noise=noises).fit(X, Y * 10.0**power)
            np.testing.assert_allclose(
                answers(second) / 10.0**power, answers(first), rtol=1e-9, atol=1e-12
            )
    alone = GPRegressor("matern32(9)", learning="fixed", noise=1e-3 * size)
    if abs(power) < 50:  # of variance one, and so are the readings' units
        assert alone.fit(X, Y * 10.0**power).kernel_ == "1 * matern32(9)"
    else:
        with pytest.raises(InputError, match="too far from these readings"):
            alone.fit(X, Y * 10.0**power)


def test_that_priors_and_bounds_are_changed_with_the_numbers() -> None:
    unit = Unit(200)
    recipe = Recipe.of(
        kernel="between(8, 4, 16) * rbf(5) + around(2, 0.5) * matern32 + matern52",
        likelihood="gaussian(held(1))",
    )
    part = 2.0**-400
    changed = unit.recipe(recipe)
    assert changed == Recipe.of(
        kernel=f"between({8 * part!r}, {4 * part!r}, {16 * part!r}) * rbf(5)"
        f" + around({2 * part!r}, 0.5) * matern32 + matern52",
        likelihood=f"gaussian(held({part!r}))",
    )
    assert Unit(0).recipe(recipe) is recipe


def test_that_what_no_double_holds_is_told_as_the_nearest() -> None:
    assert fitted({}, Y * 1e200).noise_ == sys.float_info.max
    assert fitted({}, Y * 1e-200).noise_ == math.ulp(0.0)
    assert "units of 2**" in fitted({}, Y * 1e200).report_.remarks[-1]


def test_that_readings_of_usual_size_are_computed_with_as_they_are() -> None:
    for size in (0.0, 1.0, 2.0 ** (FAR - 1), -(2.0 ** (1 - FAR)), math.nan):
        assert Unit.of(np.array([size, 0.0, math.nan]), Recipe()) == Unit()
    assert Unit.of(np.array([2.0 ** (FAR + 1), math.inf]), Recipe()).exponent == FAR + 2
