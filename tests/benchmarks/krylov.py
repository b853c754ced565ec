"""Iterative solvers: time of a product, and how much a preconditioner saves.

Products: nanoseconds for each pair of readings that a tile is made of, on one thread, with the
matrix never stored; a pair above the diagonal is used twice. Iterations: RBF, 10,000 readings,
noise 1e-4; plain conjugate gradients are stopped at five times as many as with the preconditioner.
"""

from __future__ import annotations

import os
import time

os.environ.setdefault("OMP_NUM_THREADS", str(os.cpu_count() or 1))

import numpy as np

from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers.cg import ConjugateGradients
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.task import QUIET

NOISE = 1e-4
CASES = {3: "rbf(1)", 8: "rbf(3)"}
RANKS = (500, 1_000)
BAR = 5


def rows(n: int, inputs: int) -> np.ndarray:
    return np.random.default_rng([6, inputs]).standard_normal((n, inputs))


def values(x: np.ndarray) -> np.ndarray:
    random = np.random.default_rng(7)
    return np.sin(x.sum(axis=1)) + np.sqrt(NOISE) * random.standard_normal(len(x))


def products(n: int = 6_000, repeats: int = 5) -> None:
    threads = os.environ["OMP_NUM_THREADS"]
    os.environ["OMP_NUM_THREADS"] = "1"
    print(f"products, n = {n}, one thread: ns a pair for 1, 2, 8, 24 and 192 vectors")
    kernels = ("rbf(3)", "matern12(3)", "matern32(3)", "matern52(3)", "rbf(3) * matern32(5)")
    for inputs in (1, 3, 8):
        for text in kernels:
            times = [taken(build_kernel(parse(text)), n, inputs, k, repeats) for k in WIDTHS]
            bar = " (bar 1.5 for one vector)" if (inputs, text) == (8, "rbf(3)") else ""
            told = ", ".join(f"{seconds / (0.5 * n * n) * 1e9:.2f}" for seconds in times)
            print(f"  d = {inputs}, {text}: {told}{bar}", flush=True)
    os.environ["OMP_NUM_THREADS"] = threads


WIDTHS = (1, 2, 8, 24, 192)


def taken(kernel: Kernel, n: int, inputs: int, count: int, repeats: int) -> float:
    covariance = DenseCovariance(kernel, rows(n, inputs))
    vectors = np.random.default_rng(0).standard_normal((count, n)).T
    best = np.inf
    for _ in range(repeats if "*" not in str(kernel) else 1):
        began = time.perf_counter()
        covariance.times(vectors)
        best = min(best, time.perf_counter() - began)
    return best


def iterations(n: int, inputs: int, targets: int = 100) -> None:
    x, noise = rows(n, inputs), np.full(n, NOISE)
    y = values(x)[:, None]
    asked = np.random.default_rng(8).standard_normal((targets, inputs))
    covariance = DenseCovariance(build_kernel(parse(CASES[inputs])), x)
    exact = Cholesky().condition(covariance, noise, y, QUIET).predict(asked, QUIET)
    used = []
    for rank in RANKS:
        solution = ConjugateGradients(rank=rank).condition(covariance, noise, y, QUIET)
        mean, variance = solution.predict(asked, QUIET)
        used.append(solution.notes.iterations or 0)
        off = np.abs(mean - exact[0]).max() / np.abs(exact[0]).max()
        std = np.abs(np.sqrt(variance) / np.sqrt(exact[1]) - 1.0).max()
        print(
            f"  d = {inputs}, rank {rank}: {used[-1]} iterations; against Cholesky's, mean off by "
            f"{off:.1e}, std by {std:.1e} (bar 1e-6)",
            flush=True,
        )
    most = BAR * max(used)
    plain = ConjugateGradients(preconditioner="none", iterations=most)
    notes = plain.condition(covariance, noise, y, QUIET).notes
    count = notes.iterations or 0
    enough = "still going at" if "most" in notes.stopped else "done after"
    ratios = ", ".join(
        f"{count / some:.1f} × for rank {r}" for r, some in zip(RANKS, used, strict=True)
    )
    print(f"  d = {inputs}, plain: {enough} {count}: at least {ratios} (bar {BAR})", flush=True)


def main(n: int = 10_000) -> None:
    products()
    print(f"iterations, n = {n}, noise {NOISE:g}")
    for inputs in CASES:
        iterations(n, inputs)


if __name__ == "__main__":
    main()
