"""The state space keeps its promise in predictions, not only in covariance."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.accuracy import along_time
from gpstudio.core.kernels.states.exponentials import PROMISE
from gpstudio.core.language import parse
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.solvers.kalman import Kalman
from gpstudio.core.task import QUIET

KERNELS = {
    "rbf": "rbf({0})",
    "rational quadratic": "rational_quadratic({0}, alpha=1)",
    "nearly an rbf": "rational_quadratic({0}, alpha=30)",
    "spectral mixture": "",
    "periodic": "periodic({1}, period={0})",
    "sum": "periodic({1}, period={0}) + 0.5 * rbf({0})",
    "three": "rbf({0}) + 0.3 * rbf(9) + 0.1 * matern32(3)",
    "course and departure": "periodic({1}, period={0}) * matern32(80) + 0.3 * matern32(3)",
}
LENGTHS = ((5.0, 0.6), (40.0, 1.0), (150.0, 3.0))
"""In time, and of a shape."""
NOISES = (10.0, 1e-1, 1e-2, 1e-3, 3e-4, 1e-4)
ALWAYS = ("periodic", "course and departure")
"""Their series reach as far as they must."""


def kernel_of(name: str, length: float, shape: float) -> Kernel:
    if name == "spectral mixture":
        return build_kernel(
            parse(f"spectral_mixture(1, frequencies=0.04, scales={0.16 / length:.4g})")
        )
    return build_kernel(parse(KERNELS[name].format(length, shape)))


def readings(kind: str) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(5)
    times = {
        "scattered": np.sort(rng.uniform(0, 100, 90)),
        "heaps and a gap": np.concatenate(
            [np.repeat(np.arange(0.0, 30.0, 3.0), 9) + np.tile(np.linspace(0, 1e-2, 9), 10), [90.0]]
        ),
    }[kind]
    values = np.sin(times / 5) + 0.1 * rng.standard_normal(len(times))
    return times, values, np.linspace(-10.0, 120.0, 53)


def dense(kernel: Kernel, noise: float, kind: str) -> tuple[Floats, Floats]:
    times, values, wanted = readings(kind)
    covariance = kernel.block(times[:, None], times[:, None]) + noise * np.eye(len(times))
    root = np.linalg.cholesky(covariance)
    across = np.linalg.solve(root, kernel.block(times[:, None], wanted[:, None]))
    variance = kernel.diagonal(wanted[:, None]) - (across**2).sum(axis=0)
    return across.T @ np.linalg.solve(root, values), np.sqrt(variance)


def worst(name: str, kind: str) -> dict[float, float]:
    """By noise, how far mean and standard deviation are off; nothing where the matrix is taken."""
    times, values, wanted = readings(kind)
    found: dict[float, float] = {}
    for (length, shape), noise in product(LENGTHS, NOISES):
        kernel = kernel_of(name, length, shape)
        if not along_time(kernel, times[:, None], noise).holds:
            continue
        operator = MarkovCovariance(kernel, times[:, None])
        noises = np.full(len(times), noise)
        solution = Kalman().condition(operator, noises, values[:, None], QUIET)
        mean, variance = solution.predict(wanted[:, None], QUIET)
        right, std = dense(kernel, noise, kind)
        off = max(
            float(np.abs(np.sqrt(variance) / std - 1.0).max()),
            float(np.abs(mean[:, 0] - right).max()),
        )
        found[noise] = max(found.get(noise, 0.0), off)
    return found


@pytest.mark.parametrize("kind", ["scattered", "heaps and a gap"])
@pytest.mark.parametrize("name", KERNELS)
def test_that_the_state_space_foretells_what_the_matrix_does(name: str, kind: str) -> None:
    found = worst(name, kind)
    assert all(off <= PROMISE for off in found.values()), found
    assert 10.0 in found
    if name in ALWAYS:
        assert set(found) == set(NOISES)
