"""Quantiles of new readings and of the curve, of any likelihood."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from gpstudio import GPRegressor

X = np.linspace(0.0, 9.0, 30)
Y = np.sin(X) + 2.0 + 0.1 * np.random.default_rng(0).normal(size=30)


def test_that_one_normal_has_the_quantiles_that_tables_have() -> None:
    gp = GPRegressor("1 * rbf(1)", noise="held(0.04)", learning="fixed", mean="zero").fit(X, Y)
    mean, std = gp.predict(X, return_std=True, include_noise=True)
    for share in (0.01, 0.3, 0.5, 0.9):
        found = gp.predict_quantile(X, share)
        np.testing.assert_allclose(found, mean + norm.ppf(share) * std, atol=1e-8)


@pytest.mark.parametrize("noise", ["gaussian", "student_t", "poisson"])
@pytest.mark.parametrize("include", [True, False])
def test_that_quantiles_are_edges_of_intervals(noise: str, include: bool) -> None:
    values = np.round(Y * 3.0) if noise == "poisson" else Y
    gp = GPRegressor("1 * rbf(1)", noise=noise).fit(X, values)
    found = gp.predict_quantile(X, [0.05, 0.5, 0.95], include)
    low, high = gp.predict_interval(X, 0.9, include)
    np.testing.assert_allclose(found[:, [0, 2]], np.column_stack([low, high]), rtol=1e-12)
    assert (np.diff(found, axis=1) >= 0.0).all()
    if not include:
        near = gp.predict_quantile(X, [0.4999, 0.5001], False)
        assert (near[:, 0] < found[:, 1]).all()
        assert (found[:, 1] < near[:, 1]).all()
