"""Finite numbers in their order, as numpy finds and sorts them."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.quantiles import ascending

NUMBERS = np.random.default_rng(1).standard_normal(50)


@pytest.mark.parametrize("odd", [(), (np.nan,), (np.inf,), (-np.inf,), (np.nan, np.inf, -np.inf)])
@pytest.mark.parametrize("count", [0, 1, 50])
def test_that_only_finite_numbers_are_put_in_order(odd: tuple[float, ...], count: int) -> None:
    values = np.concatenate([odd, NUMBERS[:count], odd])
    expected = np.sort(NUMBERS[:count])
    np.testing.assert_array_equal(ascending(values), expected)
