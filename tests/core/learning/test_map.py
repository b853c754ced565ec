"""MAP and its priors: slopes against differences, what stands where nothing is written."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.learning.learner import Search
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


def data(scale: float = 1.0) -> tuple[Floats, Floats]:
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(0.0, 100.0, 40))
    return x[:, None], scale * (np.sin(x / 10.0) + 0.2 * random.standard_normal(40))


def fitted(learning: str, scale: float = 1.0, **words: str) -> Posterior:
    return fit(Recipe.of(learning=learning, **words), Readings.of(*data(scale)))


def search_of(kernel: str, noise: str = "gaussian") -> Search:
    readings = Readings.of(*data())
    plan = choose(Recipe.of(kernel=kernel, likelihood=noise), len(readings.values), 1)
    return Problem(plan, readings, QUIET).search(0)


def numbers(posterior: Posterior) -> list[float]:
    return [setting.number for _, setting in posterior.kernel.settings] + [posterior.noise]


@pytest.mark.parametrize(
    ("kernel", "noise"),
    [
        ("matern32", "gaussian"),
        ("matern32 + rbf(30)", "gaussian"),
        ("held(0.3) * matern32 + around(2, 0.7) * matern52 + rbf", "gaussian(around(0.1, 0.5))"),
        ("held(0.3) * matern32(around(20, 0.2))", "gaussian(held(0.1))"),
        ("rational_quadratic(10)", "gaussian"),
        ("periodic * matern32 + linear", "gaussian"),
        ("changepoint(matern32, rbf)", "gaussian"),
        ("spectral_mixture([auto, auto], [auto, auto], [auto, auto])", "gaussian"),
    ],
)
@pytest.mark.parametrize("which", ["prior", "written"])
def test_that_the_slope_of_the_prior_is_its_slope(kernel: str, noise: str, which: str) -> None:
    search = search_of(kernel, noise)
    prior = getattr(search, which)
    here = search.starts[0] + 0.1 * np.cos(np.arange(len(search.starts[0])))
    value, slope = prior(here)
    assert np.isfinite(value)
    for place in range(len(here)):
        step = 1e-5 * search.units[place] * (np.arange(len(here)) == place)
        difference = (prior(here + step)[0] - prior(here - step)[0]) / (2.0 * step[place])
        assert slope[place] == pytest.approx(difference, rel=1e-6, abs=1e-8)


def test_that_the_weak_priors_are_those_that_are_stated() -> None:
    """One term: N(log 0.3 range, 1) of length, N(log 0.05, 1.5) of noise/signal, signal flat."""
    search = search_of("matern32")
    reach = float(np.ptp(data()[0]))

    def stated(theta: Floats) -> float:
        length, ratio = (
            theta[1] - math.log(0.3 * reach),
            (theta[2] - theta[0] - math.log(0.05)) / 1.5,
        )
        return -0.5 * (length**2 + ratio**2)

    one, other = np.array([0.3, 2.0, -3.0]), np.array([2.0, 4.0, 0.5])
    found = search.prior(one)[0] - search.prior(other)[0]
    assert found == pytest.approx(stated(one) - stated(other), rel=1e-12)


def test_that_a_written_prior_is_normal_in_the_logarithm() -> None:
    search = search_of("matern32(around(20, 0.5))")
    theta = np.array([0.0, math.log(20.0) + 1.0, -2.0])
    assert search.written(theta)[0] == pytest.approx(-0.5 * (1.0 / 0.5) ** 2)


def test_that_with_flat_priors_it_is_most_probable_numbers() -> None:
    here, there = fitted("map(priors='written')"), fitted("ml2")
    np.testing.assert_allclose(numbers(here), numbers(there), rtol=1e-6)
    assert here.log_evidence == pytest.approx(there.log_evidence, abs=1e-9)


def test_that_it_ends_where_evidence_and_prior_are_level_together() -> None:
    posterior = fitted("map", kernel="matern32")
    search = search_of("matern32")
    theta = np.log(numbers(posterior))
    slope = search.evaluate(theta)[1] + search.prior(theta)[1]
    np.testing.assert_allclose(slope, 0.0, atol=1e-3)
    assert np.abs(search.evaluate(theta)[1]).max() > 0.1


def test_that_a_sure_prior_holds_its_number() -> None:
    posterior = fitted("map", kernel="matern32(around(40, 0.001))")
    assert numbers(posterior)[1] == pytest.approx(40.0, rel=1e-3)
    assert numbers(fitted("map", kernel="matern32"))[1] < 30.0


@pytest.mark.parametrize("kernel", ["matern32", "matern32 + rbf"])
def test_that_the_unit_of_the_readings_does_not_matter(kernel: str) -> None:
    one, other = (numbers(fitted("map", scale, kernel=kernel)) for scale in (1.0, 1e3))
    variances = [place for place in range(len(one)) if kernel == "matern32" or place != 1]
    lengths = [1] if kernel == "matern32" else [1, 3]
    for place in range(len(one)):
        factor = 1.0 if place in lengths else 1e6
        assert other[place] == pytest.approx(factor * one[place], rel=1e-4), variances
