"""Quantiles by sorting are numpy's, NaN or not."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from gpstudio.core.quantiles import median_of, quantiles, quantiles_of

LEVELS = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@pytest.mark.parametrize("shape", [(1,), (2,), (7, 1), (30, 400), (3, 4, 11)])
def test_that_they_are_those_of_numpy(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(0).normal(size=shape)
    wanted = np.quantile(values, LEVELS, axis=-1)
    np.testing.assert_allclose(quantiles(values, LEVELS), wanted, rtol=0.0, atol=1e-14)


def test_that_what_is_not_there_is_left_out() -> None:
    random = np.random.default_rng(1)
    values = random.normal(size=(60, 9))
    values[random.uniform(size=values.shape) < 0.4] = np.nan
    values[7] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of the row that is empty
        wanted = np.nanquantile(values, LEVELS, axis=-1)
    np.testing.assert_allclose(quantiles(values, LEVELS), wanted, rtol=0.0, atol=1e-14)
    assert np.isnan(quantiles(values, LEVELS)[:, 7]).all()


@pytest.mark.parametrize("count", [1, 2, 7, 1_000])
def test_that_those_of_numbers_that_ascend_are_the_same(count: int) -> None:
    ordered = np.sort(np.random.default_rng(2).normal(size=count))
    np.testing.assert_allclose(
        quantiles_of(ordered, LEVELS), quantiles(ordered, LEVELS), atol=1e-14
    )


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_that_the_median_of_a_few_is_numpys(count: int) -> None:
    values = np.random.default_rng(count).standard_normal(count)
    assert median_of(values) == median_of(values.tolist()) == float(np.median(values))
