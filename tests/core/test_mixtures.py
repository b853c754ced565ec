"""Quantiles of mixtures against scipy's distributions and a bisection of their sum."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import norm
from scipy.stats import t as student

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.mixtures import mixture_level, mixture_quantile

FREEDOMS = (3.0, 9.0, 72.0, 12_345.6, math.inf)
PROBABILITIES = (1e-4, 0.025, 0.5, 0.9, 0.975)


def mixture(members: int = 9, places: int = 12) -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(members)
    means = 5.0 + random.standard_normal((members, places))
    scales = np.exp(1.5 * random.standard_normal((members, places)))
    return means, scales, random.dirichlet(np.ones(members))


def below(q: float, means: Floats, scales: Floats, weights: Floats, freedom: float) -> float:
    steps = (q - means) / scales
    each = student.cdf(steps, freedom) if math.isfinite(freedom) else norm.cdf(steps)
    return float(weights @ each)


def above(q: float, probability: float, *column: Floats) -> float:
    return below(q, *column) - probability  # type: ignore[arg-type]


@pytest.mark.parametrize("freedom", FREEDOMS)
@pytest.mark.parametrize("probability", PROBABILITIES)
def test_that_a_quantile_has_its_probability_below_it(freedom: float, probability: float) -> None:
    means, scales, weights = mixture()
    found = mixture_quantile(means, scales, weights, freedom, probability)
    for place, q in enumerate(found):
        column = means[:, place], scales[:, place], weights, freedom
        assert below(q, *column) == pytest.approx(probability, abs=1e-9)
        exact = brentq(above, -1e4, 1e4, args=(probability, *column), xtol=1e-12)
        if 0.01 < probability < 0.99:
            assert q == pytest.approx(exact, abs=1e-7 * scales[:, place].max())


def test_that_two_far_apart_members_leave_a_gap_between_them() -> None:
    means, scales = np.array([[-100.0], [100.0]]), np.array([[1.0], [1.0]])
    weights = np.array([0.3, 0.7])
    for probability in (0.1, 0.29, 0.31, 0.9):
        q = mixture_quantile(means, scales, weights, math.inf, probability)[0]
        assert below(q, means[:, 0], scales[:, 0], weights, math.inf) == pytest.approx(probability)


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_that_one_member_alone_is_its_own_distribution(freedom: float) -> None:
    means, scales, _ = mixture(1)
    found = mixture_quantile(means, scales, np.ones(1), freedom, 0.975)
    away = student.ppf(0.975, freedom) if math.isfinite(freedom) else norm.ppf(0.975)
    np.testing.assert_allclose(found, means[0] + away * scales[0], rtol=1e-12)


def test_that_members_without_any_spread_are_steps() -> None:
    means = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    scales = np.array([[0.0, 0.0], [0.0, 0.5], [0.0, 0.0]])
    weights = np.array([0.2, 0.5, 0.3])
    low = mixture_quantile(means, scales, weights, 5.0, 0.1)
    high = mixture_quantile(means, scales, weights, 5.0, 0.9)
    np.testing.assert_allclose(low, 1.0, atol=1e-9)
    np.testing.assert_allclose(high, 3.0, atol=1e-9)


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1e12])
def test_that_the_unit_does_not_matter(scale: float) -> None:
    means, scales, weights = mixture()
    found = mixture_quantile(means * scale, scales * scale, weights, 9.0, 0.975)
    expected = mixture_quantile(means, scales, weights, 9.0, 0.975)
    np.testing.assert_allclose(found / scale, expected, rtol=1e-10)


def test_that_the_level_of_a_quantile_is_its_probability() -> None:
    means, scales, weights = mixture()
    for freedom in FREEDOMS:
        q = mixture_quantile(means, scales, weights, freedom, 0.3)
        np.testing.assert_allclose(
            mixture_level(q, means, scales, weights, freedom), 0.3, rtol=1e-8
        )


@pytest.mark.parametrize("probability", [0.0, 1.0, -0.1, math.nan])
def test_that_no_quantile_is_made_of_what_is_no_probability(probability: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        mixture_quantile(*mixture(), 3.0, probability)
