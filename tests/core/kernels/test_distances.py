"""Distances between rows: by differences, so that large inputs keep their digits."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from gpstudio.core.kernels.distances import FARTHEST, inner, pulled_squares, squares

RANDOM = np.random.default_rng(0)
LENGTHS = np.array([0.5, 2.0, 30.0])


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (7, 5), (40, 129), (0, 3), (3, 0)])
def test_that_squares_are_scipys(rows: int, columns: int) -> None:
    a, b = RANDOM.standard_normal((rows, 3)), RANDOM.standard_normal((columns, 3))
    expected = cdist(a, b, "seuclidean", V=LENGTHS**2) ** 2
    np.testing.assert_allclose(squares(a, b, 1.0 / LENGTHS), expected, rtol=1e-13)


def test_that_dates_far_from_nought_lose_nothing() -> None:
    a, b = RANDOM.integers(0, 100, (30, 1)) / 4.0, RANDOM.integers(0, 100, (20, 1)) / 4.0
    near, far = squares(a, b, np.ones(1)), squares(a + 1e9, b + 1e9, np.ones(1))
    np.testing.assert_array_equal(near, far)


def test_that_squares_are_symmetric_and_nought_at_the_same_place() -> None:
    a = RANDOM.standard_normal((50, 3))
    found = squares(a, a, 1.0 / LENGTHS)
    np.testing.assert_array_equal(found, found.T)
    assert not found.diagonal().any()


def test_that_what_is_out_of_reach_is_far_and_what_is_no_number_stays_none() -> None:
    a = np.array([[0.0], [1e200], [-1.7e308], [np.nan]])
    found = squares(a, np.array([[1.7e308]]), np.array([1.0]))
    np.testing.assert_array_equal(found[:3, 0], FARTHEST)
    assert np.isnan(found[3, 0])


@pytest.mark.parametrize("order", ["C", "F"])
def test_that_weighed_squares_are_the_plain_sum(order: str) -> None:
    a, b = RANDOM.standard_normal((31, 3)), RANDOM.standard_normal((17, 3))
    pull = np.array(RANDOM.standard_normal((31, 17)), order=order)  # type: ignore[call-overload]
    gaps = (a[:, None, :] - b[None, :, :]) / LENGTHS
    expected = np.einsum("ij,ijd->d", pull, gaps**2)
    found = pulled_squares(a, b, 1.0 / LENGTHS, pull)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_that_rows_may_be_laid_out_in_any_way() -> None:
    wide = RANDOM.standard_normal((20, 6))
    strided, plain = wide[::2, ::2], np.ascontiguousarray(wide[::2, ::2])
    expected = squares(plain, plain, 1.0 / LENGTHS)
    for layout in (strided, np.asfortranarray(plain)):
        np.testing.assert_array_equal(squares(layout, layout, 1.0 / LENGTHS), expected)
    whole = np.arange(6).reshape(2, 3)
    assert squares(whole, whole, np.ones(3))[0, 1] == 27.0


def test_that_the_inner_product_is_the_plain_sum() -> None:
    a, b = RANDOM.standard_normal((9, 8)), RANDOM.standard_normal((8, 9)).T
    assert inner(a, b) == pytest.approx((a * b).sum(), rel=1e-13)
