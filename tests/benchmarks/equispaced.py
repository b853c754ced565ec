"""Equispaced waves: a million readings of one and two inputs, fixed numbers, 1,000 predictions.

The error is that of curve and band against the exact fit, both on the same 3,000 of the readings.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio import GPRegressor
from gpstudio.core.approximations.fourier.nufft import Nufft, library
from gpstudio.core.approximations.fourier.nufft_plain import Waves

MANY, SOME, TARGETS = 1_000_000, 3_000, 1_000
NOISE = 0.1
ROWS = (
    (1, "rbf(0.02)", "equispaced(room=1)", "auto"),
    (1, "rbf(0.02)", "equispaced(room=1)", "toeplitz(factored=0, probes=8)"),
    (2, "rbf(0.2)", "equispaced(room=1)", "auto"),
    (2, "rbf(0.2)", "equispaced(tolerance=1e-3, room=1)", "auto"),
)


def table(dimensions: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(6)
    inputs = random.uniform(-1.0, 1.0, (n, dimensions))
    curve = np.sin(9.0 * inputs[:, 0]) + np.cos(7.0 * inputs[:, -1] + inputs[:, 0])
    return inputs, curve + np.sqrt(NOISE) * random.standard_normal(n)


def fitted(kernel: str, approximation: str, solver: str, n: int, dimensions: int) -> GPRegressor:
    words = {"kernel": kernel, "noise": f"held({NOISE})", "learning": "fixed"}
    model = GPRegressor(**words, approximation=approximation, solver=solver)
    return model.fit(*table(dimensions, n))


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def fits() -> None:
    print("n = 1,000,000; seconds of the fit and of 1,000 predictions with their band")
    for dimensions, kernel, approximation, solver in ROWS:
        targets = np.random.default_rng(1).uniform(-1.0, 1.0, (TARGETS, dimensions))
        # the first call compiles
        near = fitted(kernel, approximation, solver, SOME, dimensions)
        exact = fitted(kernel, "exact", "cholesky", SOME, dimensions)
        mean, std = exact.predict(targets, return_std=True)
        near_mean, near_std = near.predict(targets, return_std=True)
        off = float((abs(near_mean - mean) / std).max())
        wide = float(abs(near_std / std - 1.0).max())
        fit, model = seconds(lambda a=(kernel, approximation, solver, MANY, dimensions): fitted(*a))
        ask, _ = seconds(lambda m=model, t=targets: m.predict(t, return_std=True))
        report = model.report_
        steps = "" if report.iterations is None else f", {report.iterations:,} iterations"
        print(
            f"{dimensions} input(s), {kernel}, {approximation}, solver {solver}: "
            f"{waves(model):,} waves, fit {fit:.2f} s, predictions {ask:.2f} s{steps}; on 3,000 "
            f"rows mean off by {off:.1e} of the std, std by {wide:.1e}"
        )


def waves(model: GPRegressor) -> int:
    lattice = model._posterior.members.problem.approximation._lattice
    return int(lattice.waves)


def sums() -> None:
    print("\nsums over 1,000,000 points, tolerance 1e-13, seconds: type 1, type 2")
    for most in ((2_000,), (150, 150), (25, 25, 25)):
        random = np.random.default_rng(2)
        inputs = random.uniform(-1.0, 1.0, (MANY, len(most)))
        inputs = inputs[np.argsort(inputs[:, 0])]
        strengths, step = random.standard_normal(MANY), np.full(len(most), 2.0)
        for own in (True, False) if library() is not None else (True,):
            plan = Nufft(inputs, step, most, own=own)
            found: Waves = plan.gathered(strengths)
            plan.spread(found)
            first = min(seconds(lambda p=plan, s=strengths: p.gathered(s))[0] for _ in range(3))
            second = min(seconds(lambda p=plan, f=found: p.spread(f))[0] for _ in range(3))
            print(f"{most}: {'own' if own else 'finufft'} {first:.3f}, {second:.3f}")
    if library() is None:
        print("finufft is not installed: no comparison")


if __name__ == "__main__":
    fits()
    sums()
