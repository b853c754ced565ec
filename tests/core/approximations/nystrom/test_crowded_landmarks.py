"""Landmarks so near each other that their order decides what rounding makes of them."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.approximations.nystrom.landmarks import LandmarkCovariance
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

TEXTS = ("rbf(0.4)", "rational_quadratic(1)", "matern52(1)")


@pytest.mark.parametrize("text", TEXTS)
def test_that_what_crowded_landmarks_miss_is_hardly_ever_below_nought(text: str) -> None:
    """Factored as they come, some were off by a hundredth of the variance."""
    kernel, inputs = build_kernel(parse(text), 1), np.linspace(-2.0, 2.0, 40)[:, None]
    exact, worst = kernel.block(inputs, inputs), []
    for seed in range(60):
        random = np.random.default_rng(seed)
        places = random.uniform(-2.0, 2.0, 4)[random.integers(0, 4, 12)]
        places = places + 10.0 ** random.uniform(-5.0, -0.5, 12) * random.standard_normal(12)
        features = LandmarkCovariance(kernel, inputs, places[:, None]).features_at(inputs)
        worst.append(np.linalg.eigvalsh(exact - features @ features.T)[0])
    assert min(worst) > -1e-3


def test_that_draws_through_crowded_points_are_made() -> None:
    """One reading far off draws learnt points together."""
    random = np.random.default_rng(0)
    inputs = random.uniform(-2.0, 2.0, (40, 1))
    values = np.sin(1.5 * inputs[:, 0]) + 0.1 * random.standard_normal(40)
    values[3] = 1e6
    written = "inducing(points=8, bound='fitc', learn='yes')"
    model = GPRegressor("rbf", written, learning="fixed", noise="0.02").fit(inputs, values)
    mean, std = model.predict(inputs, return_std=True)
    draws = model.sample_y(inputs, 400)
    assert np.isfinite(draws).all()
    assert (abs(draws.mean(axis=1) - mean) < 6.0 * np.maximum(std, 1e-3) / 20.0).all()
