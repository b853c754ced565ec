"""Every approximation comes to the exact fit as it is given more to work with, whatever the kernel.

A row for each way of writing one; a row for each sort of kernel. What counts is what a person sees:
curve and band, in the exact standard deviation, and the log evidence.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.approximations.fourier.kinds import KINDS
from gpstudio.core.approximations.inducing.bounds import BOUNDS
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS
from gpstudio.core.arrays import Floats

N, NOISE = 60, "held(0.05)"
STATIONARY = {
    "rbf": "1.3 * rbf(1.5)",
    "matern12": "1.3 * matern12(3)",
    "matern32": "1.3 * matern32(2)",
    "matern52": "1.3 * matern52(2)",
    "rational quadratic": "1.3 * rational_quadratic(1.5, alpha=1.2)",
    "sum": "0.8 * rbf(2) + 0.5 * matern32(1.5)",
    "a length an input": "1.3 * rbf([1, 3])",
    "an input each": "rbf(1, dims=[0]) + 0.5 * matern52(2, dims=[1])",
}
OTHERS = {
    "product": "1.3 * rbf(2) * matern32(3)",
    "linear": "0.7 * linear(1, offset=1) + rbf(1.5)",
    "periodic": "periodic(1, period=3) * rbf(4)",
    "polynomial": "polynomial(1)",
    "constant": "constant(2) + matern32(2)",
}
KERNELS = {**STATIONARY, **OTHERS}
WHOLE = [bound.spec.name for bound in BOUNDS if not bound.degenerate]
ALL_RANKS = {
    **{name: f"nystrom(rank={{rank}}, sampling='{name}')" for name in SAMPLINGS.names},
    **{bound: f"inducing(points={{rank}}, bound='{bound}')" for bound in WHOLE},
    "pivoting": "inducing(points={rank}, choose='pivoting')",
}


@cache
def _table() -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(17)
    inputs = random.uniform(-2.0, 2.0, (N, 2))
    values = np.sin(1.5 * inputs[:, 0]) + 0.5 * inputs[:, 1] + 0.2 * random.standard_normal(N)
    return inputs, values, random.uniform(-2.0, 2.0, (25, 2))


@cache
def _fitted(kernel: str, approximation: str, seed: int = 0) -> tuple[Floats, Floats, float]:
    inputs, values, targets = _table()
    model = GPRegressor(kernel, approximation, learning="fixed", noise=NOISE, random_state=seed)
    mean, std = model.fit(inputs, values).predict(targets, return_std=True)
    return np.asarray(mean), np.asarray(std), model.log_marginal_likelihood_


def _apart(kernel: str, approximation: str, seed: int = 0) -> tuple[float, float]:
    """How far curve and band, and the evidence, are from the exact ones."""
    mean, std, evidence = _fitted(kernel, "exact")
    near, band, other = _fitted(kernel, approximation, seed)
    off = np.maximum(abs(near - mean), abs(band - std)) / std
    return float(off.max()), abs(other - evidence)


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
@pytest.mark.parametrize("written", ALL_RANKS.values(), ids=ALL_RANKS)
def test_that_landmarks_and_points_come_to_the_exact_fit_as_the_rank_grows(
    written: str, kernel: str
) -> None:
    few, some, all_of_them = (_apart(kernel, written.format(rank=r)) for r in (6, 30, N))
    assert all_of_them[0] < 2e-6
    assert all_of_them[1] < 2e-5
    # kernels of few directions are exact long before
    assert some[0] <= max(few[0], 2e-6)


@pytest.mark.parametrize("kernel", STATIONARY.values(), ids=STATIONARY)
@pytest.mark.parametrize("kind", KINDS.names)
def test_that_waves_come_to_the_exact_fit_as_they_grow_more(kind: str, kernel: str) -> None:
    """As the root of their number, or quicker: 32 times as many err at most half as much."""

    def missed(features: int) -> float:
        """Of the evidence, over some draws."""
        written = f"fourier(features={features}, kind='{kind}')"
        return float(np.mean([_apart(kernel, written, seed)[1] for seed in range(10)]))

    assert missed(1600) < max(0.5 * missed(50), 0.05)


@pytest.mark.parametrize("kernel", ["1.3 * rbf(1.5)", "0.8 * rbf(2) + 0.5 * rbf(1)"])
def test_that_equispaced_waves_come_to_the_exact_fit_with_the_tolerance(kernel: str) -> None:
    errors = [_apart(kernel, f"equispaced(tolerance={t}, room=1)") for t in (1e-2, 1e-4, 1e-6)]
    assert errors[-1][0] < 1e-3
    assert errors[-1][1] < 1e-2
    assert errors[0][0] >= errors[1][0] >= errors[2][0]
