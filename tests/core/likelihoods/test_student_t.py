"""The Student-t likelihood's formulas, and where a new reading may lie, against other sources."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from gpstudio.core.likelihoods.convolution import TABLE, foretold, half_width
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.likelihoods.student_t import StudentT, log_gamma_step
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Setting

MISFIT = np.array([-7.0, -0.3, 0.0, 0.02, 1.0, 40.0])
SCALE = np.array([0.5, 0.01, 0.2, 3.0, 1.0, 0.1])


def likelihood(freedom: float) -> StudentT:
    return StudentT(Setting(0.1), freedom)


@pytest.mark.parametrize("freedom", [1.0, 2.0, 4.0, 30.0, 1e4])
def test_that_the_density_is_scipys(freedom: float) -> None:
    expected = stats.t.logpdf(MISFIT, freedom, scale=np.sqrt(SCALE))
    np.testing.assert_allclose(
        likelihood(freedom).log_density(MISFIT, np.zeros(6), SCALE, (1.0,)),
        expected,
        rtol=1e-9,
        atol=1e-11,
    )


@pytest.mark.parametrize("a", [0.5, 3.0, 39.0, 41.0, 1e3, 5e7, 1e12])
def test_that_the_step_of_log_gamma_keeps_its_digits(a: float) -> None:
    with mpmath.workdps(50):
        expected = float(mpmath.loggamma(mpmath.mpf(a) + 0.5) - mpmath.loggamma(mpmath.mpf(a)))
    assert log_gamma_step(a) == pytest.approx(expected, rel=1e-14, abs=1e-14)


@pytest.mark.parametrize("freedom", [1.5, 4.0, 20.0])
def test_that_the_dulled_noise_holds_fishers_information_on_average(freedom: float) -> None:
    found = likelihood(freedom)

    def information(misfit: float) -> float:
        one = np.ones(1)
        density = stats.t.pdf(misfit, freedom)
        return float(density / found.expansion(misfit * one, 0.0 * one, one, (1.0,)).variance[0])

    def squared_slope(misfit: float) -> float:
        slope = (freedom + 1) * misfit / (freedom + misfit**2)
        return float(stats.t.pdf(misfit, freedom) * slope**2)

    mean = quad(information, -np.inf, np.inf)[0]
    assert mean == pytest.approx(quad(squared_slope, -np.inf, np.inf)[0], rel=1e-6)


def test_that_the_variance_of_a_reading_is_scipys_and_infinite_up_to_two() -> None:
    assert likelihood(4.0).variance(0.3) == pytest.approx(stats.t.var(4.0, scale=math.sqrt(0.3)))
    assert likelihood(2.0).variance(0.3) == math.inf
    assert likelihood(1.0).variance(0.3) == math.inf


@pytest.mark.parametrize("freedom", [1.0, 1.5, 4.0, 50.0])
@pytest.mark.parametrize("probability", [0.5, 0.9, 0.999])
def test_that_the_half_width_holds_so_much_of_a_curve_and_a_reading(
    freedom: float, probability: float
) -> None:
    """Against the convolution integral, done over the curve in place of the precision."""
    scale = 0.04
    for variance in (1e-3, 0.04, 2.0):
        width = half_width(np.array([variance]), scale, freedom, probability)[0]
        assert np.isfinite(width)

        def inside(curve: float, width: float = width, variance: float = variance) -> float:
            below = stats.t.cdf((np.array([-width, width]) - curve) / 0.2, freedom)
            return float(stats.norm.pdf(curve, scale=math.sqrt(variance)) * (below[1] - below[0]))

        reach = 12.0 * math.sqrt(variance)
        held = quad(inside, -reach, reach, points=[-width, width], limit=400, epsabs=1e-11)[0]
        assert held == pytest.approx(probability, abs=1e-8)


@pytest.mark.parametrize("freedom", [1.0, 4.0, 50.0])
def test_that_what_is_foretold_is_the_convolutions_density_and_rarity(freedom: float) -> None:
    off, variance, scale = np.array([-6.0, 0.1, 2.0]), np.array([0.3, 0.01, 2.0]), 0.04
    found = likelihood(freedom).foretold(off, np.zeros(3), variance, np.full(3, scale), (1.0,))
    for place in range(3):
        size = math.sqrt(variance[place])

        def density(curve: float, size: float = size, place: int = place) -> float:
            of_reading = stats.t.pdf(off[place] - curve, freedom, scale=0.2)
            return float(stats.norm.pdf(curve, scale=size) * of_reading)

        def below(curve: float, size: float = size, place: int = place) -> float:
            of_reading = stats.t.cdf(off[place] - curve, freedom, scale=0.2)
            return float(stats.norm.pdf(curve, scale=size) * of_reading)

        span = {"points": [0.0, off[place]], "limit": 400, "epsabs": 0.0}
        expected = quad(density, -14 * size, 14 * size, **span)[0]
        assert found[0][place] == pytest.approx(math.log(expected), abs=1e-7)
        share = quad(below, -14 * size, 14 * size, **span)[0]
        assert stats.norm.cdf(found[1][place]) == pytest.approx(share, rel=1e-6)


def test_that_a_gaussian_foretells_as_scipys_normal() -> None:
    off, variance, scale = np.array([-6.0, 0.1]), np.array([0.3, 0.01]), np.array([0.1, 0.2])
    density, residual = Gaussian(Setting(0.1)).foretold(off, np.zeros(2), variance, scale, (1.0,))
    spread = np.sqrt(variance + scale)
    np.testing.assert_allclose(density, stats.norm.logpdf(off, scale=spread), rtol=1e-12)
    np.testing.assert_allclose(residual, off / spread, rtol=1e-12)


def test_that_sampled_readings_lie_within_the_half_width_as_often_as_it_says() -> None:
    random = np.random.default_rng(3)
    curve = 0.3 * random.standard_normal(400_000)
    readings = curve + 0.2 * random.standard_t(3.0, 400_000)
    width = likelihood(3.0).half_width(np.array([0.09]), 0.04, 0.95)[0]
    assert np.mean(abs(readings) <= width) == pytest.approx(0.95, abs=5 * 0.00035)


def test_that_a_known_curve_leaves_the_t_and_a_wide_one_the_normal() -> None:
    widths = half_width(np.array([0.0, 1e12]), 0.25, 4.0, 0.95)
    assert widths[0] == pytest.approx(0.5 * stats.t.ppf(0.975, 4.0), rel=1e-12)
    assert widths[1] == pytest.approx(1e6 * stats.norm.ppf(0.975), rel=1e-6)


def test_that_with_boundless_freedom_the_half_width_is_the_gaussians() -> None:
    variances = np.array([0.0, 1e-3, 0.1, 5.0])
    np.testing.assert_allclose(
        likelihood(1e8).half_width(variances, 0.1, 0.95),
        Gaussian(Setting(0.1)).half_width(variances, 0.1, 0.95),
        rtol=1e-7,
    )


def test_that_many_half_widths_are_those_of_a_few() -> None:
    variances = np.geomspace(1e-8, 1e3, TABLE + 500)
    many = half_width(variances, 0.01, 2.5, 0.95)
    few = half_width(variances[::40], 0.01, 2.5, 0.95)
    np.testing.assert_allclose(many[::40], few, rtol=1e-8)


def test_that_a_recipe_writes_its_likelihood_back() -> None:
    recipe = Recipe.of(likelihood="student_t(0.01, freedom=3)")
    assert Recipe.from_json(recipe.as_json()) == recipe
    assert Recipe.of(likelihood="student_t").text("likelihood") == "student_t"
    with pytest.raises(ValueError, match="freedom"):
        Recipe.of(likelihood="student_t(freedom=0.5)")


@pytest.mark.parametrize("freedom", [4.0, 20.0, 100.0, 1e4])
def test_that_readings_far_off_a_known_curve_are_as_rare_as_scipy_says(freedom: float) -> None:
    off, scale = np.array([0.3, 5.0, -20.0]), np.full(3, 0.2)
    told = foretold(off, np.full(3, 1e-14), scale, freedom)[0]
    expected = stats.t.logpdf(off, freedom, scale=math.sqrt(0.2))
    np.testing.assert_allclose(told, expected, rtol=1e-9)
