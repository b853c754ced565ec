"""State space against celerite2 on a million irregular readings, in one run; then ten million.

Ours: evidence, and mean and variance at every reading; and the whole call, `GPRegressor` with its
checks, evidence, mean and standard deviation, with a mean of zero as theirs has. Theirs: evidence
and mean, told that the readings are in order. Their Matérn 3/2 is an approximation (eps = 0.01,
their default), ours is exact. What is compared is the time that somebody waits: long passes take
two threads of ours, theirs have one; processor times are printed beside. Ten million readings are
solved in a process of their own, whose peak memory, Python and the inputs included, is what is
printed.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import celerite2
import numpy as np
from celerite2 import terms

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.regressor import GPRegressor
from gpstudio.core.solvers import SOLVERS, Solution
from gpstudio.core.task import QUIET
from gpstudio.core.threads import SETTINGS

READINGS = 1_000_000
MANY = 10_000_000
LENGTH = 10.0
NOISE = 0.01
ROUNDS = 9


def readings(count: int) -> tuple[Floats, Floats]:
    random = np.random.default_rng(0)
    inputs = np.sort(random.uniform(0.0, count / 10.0, count))
    return inputs, np.sin(inputs / 20.0) + np.sqrt(NOISE) * random.standard_normal(count)


def solved(inputs: Floats, values: Floats, noise: Floats) -> Solution:
    kernel = build_kernel(parse(f"1 * matern32({LENGTH})"))
    operator = APPROXIMATIONS["markov"]().operator(kernel, inputs[:, None])
    return SOLVERS["kalman"]().condition(operator, noise, values[:, None], QUIET)


def many() -> None:
    """In a process of its own."""
    inputs, values = readings(MANY)
    began = time.perf_counter()
    solution = solved(inputs, values, np.full(MANY, NOISE))
    evidence = -0.5 * (solution.quadratic[0, 0] + solution.log_determinant)
    mean, variance = solution.predict(inputs[:, None], QUIET)
    seconds = time.perf_counter() - began
    assert np.isfinite([evidence, mean.sum()]).all()
    assert (variance > 0).all()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"n = {MANY:,}, evidence, mean, variance: {seconds:.2f} s, peak {peak:.2f} GiB", end="")
    print("   (must be < 2)")


def main() -> None:
    for setting in SETTINGS:
        os.environ.pop(setting, None)  # as for who has said nothing of threads
    inputs, values = readings(READINGS)
    noise = np.full(READINGS, NOISE)

    def evidence() -> float:
        solution = solved(inputs, values, noise)
        return -0.5 * float(solution.quadratic[0, 0] + solution.log_determinant)

    def everything() -> None:
        solved(inputs, values, noise).predict(inputs[:, None], QUIET)

    def call() -> None:
        gp = GPRegressor(
            f"1 * matern32({LENGTH})", learning="fixed", noise=f"held({NOISE})", mean="zero"
        )
        gp.fit(inputs, values).predict(inputs, return_std=True)

    def slope() -> None:
        solved(inputs, values, noise).gradient(np.eye(1), QUIET)

    def theirs() -> None:
        process = celerite2.GaussianProcess(terms.Matern32Term(sigma=1.0, rho=LENGTH), mean=0.0)
        process.compute(inputs, diag=noise, check_sorted=False)
        process.log_likelihood(values)
        process.predict(values)

    works: dict[str, Callable[[], object]] = {
        "ours: evidence": evidence,
        "ours: evidence and gradient": slope,
        "ours: evidence, mean, variance": everything,
        "ours: GPRegressor, fit, mean, std": call,
        "celerite2: evidence, mean": theirs,
    }
    for work in works.values():
        work()
    seconds: dict[str, list[float]] = {name: [] for name in works}
    worked: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):  # in turn, so that a busy moment hits all alike
        for name, work in works.items():
            began, spent = time.perf_counter(), time.process_time()
            work()
            seconds[name].append(time.perf_counter() - began)
            worked[name].append(time.process_time() - spent)
    print(f"n = {READINGS:,}, Matérn 3/2, medians of {ROUNDS} rounds")
    for name in works:
        waited, spent = (1e3 * statistics.median(times[name]) for times in (seconds, worked))
        print(f"  {name:<34} {waited:7.1f} ms, {spent:6.1f} ms of processor")
    theirs_told = "celerite2: evidence, mean"
    bars = (
        ("ours: evidence, mean, variance", theirs_told, 0.6),
        ("ours: GPRegressor, fit, mean, std", theirs_told, 0.6),
        ("ours: evidence and gradient", "ours: evidence", 2.5),
    )
    held = [_holds(seconds, *bar) for bar in bars]
    subprocess.run([sys.executable, __file__, "many"], check=True)
    if not all(held):
        raise SystemExit(1)


def _holds(seconds: dict[str, list[float]], one: str, other: str, most: float) -> bool:
    ratio = statistics.median(a / b for a, b in zip(seconds[one], seconds[other], strict=True))
    print(f"  {one} / {other} = {ratio:.2f}   (must be ≤ {most})", flush=True)
    return ratio <= most


if __name__ == "__main__":
    many() if "many" in sys.argv else main()
