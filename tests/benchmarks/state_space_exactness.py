"""Predictions by state space against the matrix's, by kernel and noise; and what it costs.

By noise over signal, how far mean (in the curve's own spread) and standard deviation (of itself)
are off at most, over lengths and two ways in which readings lie; "matrix" where the rule takes it.
Then the time of one evidence with its gradient for a field of three seasons, with as many terms as
the noise asks for, against as many as leave 1e-8 of the variance whatever the noise.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import statistics
import time
from collections.abc import Callable

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.accuracy import along_time
from gpstudio.core.language import parse
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.solvers.kalman import Kalman, KalmanSolution
from gpstudio.core.task import QUIET

MUST = 1e-6
NOISES = (1e-1, 1e-2, 1e-3, 3e-4, 1e-4)
LENGTHS = ((5.0, 0.6), (40.0, 1.0), (150.0, 3.0))
KERNELS = (
    "rbf({0})",
    "rational_quadratic({0}, alpha=1)",
    "rational_quadratic({0}, alpha=30)",
    "periodic({1}, period={0})",
    "rbf({0}) + 0.3 * periodic({1}, period=20)",
    "periodic({1}, period={0}) * matern32(80) + 0.3 * matern32(3)",
)
SEASONS = "periodic(1, period=365.25) * matern32(1461) + 0.1 * matern32(30)"
ROUNDS = 15


def readings() -> tuple[tuple[Floats, Floats], ...]:
    rng = np.random.default_rng(5)
    heaps = np.repeat(np.arange(0.0, 30.0, 3.0), 9) + np.tile(np.linspace(0, 1e-2, 9), 10)
    times = (np.sort(rng.uniform(0, 100, 120)), np.append(heaps, 90.0))
    return tuple((t, np.sin(t / 5) + 0.1 * rng.standard_normal(len(t))) for t in times)


def off(kernel: Kernel, noise: float, times: Floats, values: Floats) -> float | None:
    if not along_time(kernel, times[:, None], noise).holds:
        return None
    wanted = np.linspace(-10.0, 120.0, 66)
    operator, noises = MarkovCovariance(kernel, times[:, None]), np.full(len(times), noise)
    solution = Kalman().condition(operator, noises, values[:, None], QUIET)
    mean, variance = solution.predict(wanted[:, None], QUIET)
    covariance = kernel.block(times[:, None], times[:, None]) + np.diag(noises)
    root = np.linalg.cholesky(covariance)
    across = np.linalg.solve(root, kernel.block(times[:, None], wanted[:, None]))
    level = kernel.diagonal(wanted[:, None])
    std = np.sqrt(level - (across**2).sum(axis=0))
    missed = np.abs(mean[:, 0] - across.T @ np.linalg.solve(root, values)) / np.sqrt(level)
    return float(max(missed.max(), np.abs(np.sqrt(variance) / std - 1.0).max()))


def exactness() -> bool:
    worst = 0.0
    for text in KERNELS:
        told = []
        for noise in NOISES:
            cases = [
                off(build_kernel(parse(text.format(*numbers))), noise, *each)
                for numbers in LENGTHS
                for each in readings()
            ]
            held = [case for case in cases if case is not None]
            worst = max([worst, *held])
            told.append(f"{noise:.0e} " + (f"{max(held):.0e}" if held else "matrix"))
        print(f"{text}: {', '.join(told)}")
    print(f"worst {worst:.1e}   (must be ≤ {MUST:.0e})")
    return worst <= MUST


def median(work: Callable[[], object]) -> float:
    work()
    spent = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        spent.append(time.perf_counter() - began)
    return statistics.median(spent)


def cost() -> None:
    rng = np.random.default_rng(1)
    times = np.sort(rng.uniform(0.0, 3 * 365.25, 3 * 73))
    values = np.sin(2 * np.pi * times / 365.25)[:, None]
    kernel = build_kernel(parse(SEASONS))
    for noise in (0.1, 0.01, 1e-3, 1e-4):
        noises = np.full(len(times), noise)

        def asked(finer: Kernel, noises: Floats = noises) -> float:
            form = finer.markov_form()
            work = lambda: KalmanSolution(form, times, noises, values, QUIET).gradient(  # noqa: E731
                np.eye(1), QUIET
            )
            return median(work)

        finer = along_time(kernel, times[:, None], noise).kernel
        before = kernel.within(1e-8)
        seconds, fixed = asked(finer), asked(before)
        print(
            f"noise {noise:g}: {finer.states()} states against {before.states()}, "
            f"{1e3 * seconds:.2f} ms against {1e3 * fixed:.2f} ms, ratio {seconds / fixed:.2f}"
        )


if __name__ == "__main__":
    good = exactness()
    cost()
    raise SystemExit(0 if good else 1)
