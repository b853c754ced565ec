"""Several inputs: the full matrix against scikit-learn.

Both sides run in one process, in turn, with the BLAS threads that a user gets by default; a ratio
is that of the fastest runs. Learning: one start, the same for both, L-BFGS-B with analytic
gradients on both sides, each stopping by its own default; the evidence reached is computed by the
same code for both, and so is the time of one evaluation of evidence and gradient.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from gpstudio import GPRegressor

INPUTS = 7
LENGTHS = np.array([1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0])
NOISE = 0.01
FIXED = {"mean": "zero", "approximation": "exact", "solver": "cholesky", "learning": "fixed"}


def readings(n: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(n)
    x = random.uniform(-2.0, 2.0, (n, INPUTS))
    waves = random.standard_normal((40, INPUTS)) / LENGTHS
    y = np.sqrt(2.0 / 40) * np.cos(x @ waves.T + random.uniform(0, 2 * np.pi, 40)).sum(axis=1)
    return x, y + np.sqrt(NOISE) * random.standard_normal(n)


def ours(lengths: np.ndarray, variance: float, noise: float, **choices: str) -> GPRegressor:
    listed = ", ".join(repr(float(length)) for length in lengths)
    kernel = f"{variance!r} * rbf([{listed}])"
    return GPRegressor(kernel=kernel, noise=noise, **(FIXED | choices))


def fixed_numbers(n: int, targets: int, repeats: int) -> None:
    x, y = readings(n)
    asked = np.random.default_rng(1).uniform(-2.0, 2.0, (targets, INPUTS))
    theirs = GaussianProcessRegressor(1.0 * RBF(LENGTHS), alpha=NOISE, optimizer=None)
    sides = {"gpstudio": ours(LENGTHS, 1.0, NOISE), "scikit-learn": theirs}

    def work(side: str) -> tuple[np.ndarray, np.ndarray]:
        return sides[side].fit(x, y).predict(asked, return_std=True)

    seconds, answers = in_turn({side: lambda side=side: work(side) for side in sides}, repeats)
    off = [np.abs(a - b).max() for a, b in zip(*answers.values(), strict=True)]
    print(f"n = {n}, d = {INPUTS}, RBF, numbers fixed: fit + {targets} predictions with std")
    tell(seconds)
    print(f"  largest difference: mean {off[0]:.1e}, std {off[1]:.1e}")


def learnt_numbers(n: int) -> None:
    x, y = readings(n)
    start = np.ones(INPUTS)
    kernel = ConstantKernel(1.0) * RBF(start) + WhiteKernel(0.1)
    theirs = GaussianProcessRegressor(kernel, alpha=0.0, n_restarts_optimizer=0)
    mine = ours(start, 1.0, 0.1, learning="ml2(restarts=0)")
    work = {"gpstudio": lambda: mine.fit(x, y), "scikit-learn": lambda: theirs.fit(x, y)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seconds, _ = in_turn(work, 1)
        each, _ = in_turn(
            {
                "gpstudio": lambda: evaluate_ours(x, y),
                "scikit-learn": lambda: theirs.log_marginal_likelihood(
                    theirs.kernel_.theta, eval_gradient=True
                ),
            },
            2,
        )
    found = np.exp(theirs.kernel_.theta)
    at_theirs = ours(found[1:-1], float(found[0]), float(found[-1])).fit(x, y)
    print(f"n = {n}, d = {INPUTS}, learn ARD RBF, variance and noise: 9 numbers")
    tell(seconds)
    print(
        f"  evidence: {mine.log_marginal_likelihood_:.6f}, "
        f"theirs {at_theirs.log_marginal_likelihood_:.6f}; "
        f"our evaluations: {mine.report_.evaluations}"
    )
    print("  one evaluation of evidence and gradient:")
    tell(each)


def evaluate_ours(x: np.ndarray, y: np.ndarray) -> None:
    from gpstudio.core.kernels import build_kernel
    from gpstudio.core.language import parse
    from gpstudio.core.operators.dense import DenseCovariance
    from gpstudio.core.solvers.cholesky import Cholesky
    from gpstudio.core.task import QUIET

    kernel = build_kernel(parse(ours(LENGTHS, 1.0, NOISE).kernel))
    noise = np.full(len(y), NOISE)
    solution = Cholesky().condition(DenseCovariance(kernel, x), noise, y[:, None], QUIET)
    solution.gradient(np.eye(1), QUIET)


def in_turn(
    work: dict[str, Callable[[], object]], repeats: int
) -> tuple[dict[str, list[float]], dict[str, object]]:
    seconds: dict[str, list[float]] = {name: [] for name in work}
    answers: dict[str, object] = {}
    for _ in range(repeats):
        for name, run in work.items():
            began = time.perf_counter()
            answers[name] = run()
            seconds[name].append(time.perf_counter() - began)
    return seconds, answers


def tell(seconds: dict[str, list[float]]) -> None:
    for name, taken in seconds.items():
        print(f"  {name:13} {min(taken):8.3f} s   (median {np.median(taken):.3f})")
    mine, theirs = (min(taken) for taken in seconds.values())
    print(f"  ours / theirs: {mine / theirs:.3f};  theirs / ours: {theirs / mine:.1f}")


def main() -> None:
    ours(LENGTHS, 1.0, NOISE).fit(*readings(300)).predict(readings(300)[0], return_std=True)
    evaluate_ours(*readings(300))
    fixed_numbers(4_000, 1_000, 7)
    learnt_numbers(2_000)


if __name__ == "__main__":
    main()
