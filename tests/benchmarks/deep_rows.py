"""Deep models of many rows: 20,000 of 8 inputs, three layers, some rows at a time.

A function with a step in it and a wave; the log score of rows that were kept apart beside that of
one layer through as many inducing points.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np
from bars import held, missed

from gpstudio import GPRegressor
from gpstudio.core.task import QUIET


def made(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A function with a step and a wave."""
    random = np.random.default_rng(seed)
    x = random.uniform(-1.0, 1.0, size=(n, d))
    f = np.where(x[:, 0] + 0.5 * x[:, -1] > 0.0, 1.0, -1.0) + 0.5 * np.sin(5.0 * x.mean(axis=1))
    return x, f + 0.05 * random.standard_normal(n)


def score(fit: GPRegressor, x: np.ndarray, y: np.ndarray) -> float:
    """Mean log density of readings, of the whole mixture."""
    members = fit._posterior.members
    means, variances = members.curves(x, QUIET)
    spreads = variances + members.noises[:, None]
    logs = -0.5 * ((y - means) ** 2 / spreads + np.log(2.0 * np.pi * spreads))
    top = logs.max(axis=0)
    return float(np.mean(top + np.log(members.weights @ np.exp(logs - top))))


def many_rows() -> None:
    print("20,000 rows of 8 inputs, 3 layers, 100 inducing points, 2,000 rows kept apart")
    x, y = made(22_000, 8, 1)
    learnt, kept = slice(0, 20_000), slice(20_000, None)
    began = time.perf_counter()
    deep = GPRegressor(
        "deep(rbf, rbf, rbf)", noise="gaussian", learning="map(restarts=0)", patience=np.inf
    ).fit(x[learnt], y[learnt])
    seconds = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    held("time", f"{seconds:.0f} s (<= 600)", seconds <= 600.0)
    held("memory", f"{memory:.2f} GiB (<= 2)", memory <= 2.0)
    shallow = GPRegressor(
        "rbf", noise="gaussian", approximation="inducing(points=100)", learning="map(restarts=0)",
        patience=np.inf,
    ).fit(x[learnt], y[learnt])  # fmt: skip
    ours, theirs = score(deep, x[kept], y[kept]), score(shallow, x[kept], y[kept])
    held("log score", f"{ours:.3f}, of one layer {theirs:.3f} (>=)", ours >= theirs)


if __name__ == "__main__":
    many_rows()
    sys.exit(1 if missed else 0)
