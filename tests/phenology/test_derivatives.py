"""Local polynomials: exact where they must be, and the least squares they claim to be."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.derivatives import derivative

UNEVEN = np.sort(np.random.default_rng(3).uniform(0.0, 100.0, 160))


@pytest.mark.parametrize(("order", "degree"), [(0, 2), (1, 2), (2, 3), (3, 4)])
def test_that_polynomials_keep_their_derivatives_up_to_the_ends(order: int, degree: int) -> None:
    random = np.random.default_rng(degree)
    exact = [np.polynomial.Polynomial(random.normal(size=degree + 1)) for _ in range(3)]
    scaled = UNEVEN / 50.0 - 1.0
    curves = np.column_stack([p(scaled) for p in exact])
    found = derivative(UNEVEN, curves, order, degree, 12.0)
    expected = np.column_stack([p.deriv(order)(scaled) / 50.0**order for p in exact])
    np.testing.assert_allclose(found, expected, atol=1e-7 * np.abs(expected).max())


@pytest.mark.parametrize("place", [0, 1, 60, 158, 159])
def test_that_it_is_the_weighted_fit_of_numpy(place: int) -> None:
    noise = np.random.default_rng(1).standard_normal((160, 1))
    found = derivative(UNEVEN, noise, 1, 2, 30.0)[place, 0]
    distance = UNEVEN - UNEVEN[place]
    near = np.abs(distance) < 15.0
    tricube = (1.0 - np.abs(distance[near] / 15.0) ** 3) ** 3
    _, slope, _ = np.polynomial.polynomial.polyfit(
        distance[near], noise[near, 0], 2, w=np.sqrt(tricube)
    )
    assert found == pytest.approx(slope, rel=1e-8)


def test_that_a_window_narrower_than_the_grid_is_widened() -> None:
    found = derivative(UNEVEN, np.sin(UNEVEN / 10.0)[:, None], 1, 2, 1e-6)
    np.testing.assert_allclose(found[:, 0], np.cos(UNEVEN / 10.0) / 10.0, atol=2e-2)


def test_that_too_few_times_have_no_derivative() -> None:
    assert np.isnan(derivative(np.arange(3.0), np.ones((3, 2)), 3, 4, 10.0)).all()
