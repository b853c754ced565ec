"""Many readings of several inputs without the matrix: time, error and memory.

X ~ N(0, I₈), RBF of length 3, noise 0.01, numbers fixed, randomly pivoted Cholesky of rank 1,000.
10,000 readings: fit and 1,000 predictions against Cholesky's, and against GPyTorch's default CG
where a Python that has it is named by GPSTUDIO_GPYTORCH_PYTHON. 50,000 (`python matrix_free.py
50000`, a process of its own): seconds and peak memory, checked against a much tighter solve.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import time

import numpy as np

from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers.cg import ConjugateGradients
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.task import QUIET

INPUTS, LENGTH, NOISE, RANK = 8, 3.0, 0.01, 1_000
KERNEL = build_kernel(parse(f"rbf({LENGTH})"))
THEIRS = """
import json, sys, time
import numpy as np, torch, gpytorch
data = np.load(sys.argv[1])
x, y, asked = (torch.tensor(data[name]) for name in ("x", "y", "asked"))
class Model(gpytorch.models.ExactGP):
    def __init__(self, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.ZeroMean()
        self.covar_module = gpytorch.kernels.RBFKernel()
    def forward(self, a):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(a), self.covar_module(a))
likelihood = gpytorch.likelihoods.GaussianLikelihood()
model = Model(likelihood).double()
likelihood.double()
model.covar_module.lengthscale, likelihood.noise = float(sys.argv[2]), float(sys.argv[3])
model.eval(), likelihood.eval()
began = time.perf_counter()
settings = gpytorch.settings
with torch.no_grad(), settings.max_cholesky_size(0), settings.fast_pred_var(False):
    told = model(asked)
    mean, variance = told.mean.numpy(), told.variance.numpy()
seconds = time.perf_counter() - began
print(json.dumps([seconds, mean.tolist(), np.sqrt(np.maximum(variance, 0)).tolist()]))
"""


def readings(n: int, targets: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(6)
    x, asked = random.standard_normal((n, INPUTS)), random.standard_normal((targets, INPUTS))
    waves = random.standard_normal((60, INPUTS)) / LENGTH
    y = np.sqrt(2.0 / 60) * np.cos(x @ waves.T + random.uniform(0, 2 * np.pi, 60)).sum(axis=1)
    return x, y + np.sqrt(NOISE) * random.standard_normal(n), asked


def off(told: np.ndarray, exact: np.ndarray) -> float:
    """The largest error, of a mean as a share of the largest."""
    return float(np.abs(told - exact).max() / np.abs(exact).max())


def off_each(told: np.ndarray, exact: np.ndarray) -> float:
    return float(np.abs(told / exact - 1.0).max())


def ten_thousand(n: int = 10_000, targets: int = 1_000) -> None:
    x, y, asked = readings(n, targets)
    noise = np.full(n, NOISE)
    answers, seconds = {}, {}
    solvers = {
        "cg, default tolerance": ConjugateGradients(rank=RANK),
        "cg, tolerance 1e-4": ConjugateGradients(tolerance=1e-4, rank=RANK),
        "cholesky": Cholesky(),
    }
    small = slice(0, 1_500)
    for solver in solvers.values():  # loads what is compiled
        made = solver.condition(
            DenseCovariance(KERNEL, x[small]), noise[small], y[small, None], QUIET
        )
        made.predict(asked[:40], QUIET)
    for name, solver in solvers.items():
        began = time.perf_counter()
        solution = solver.condition(DenseCovariance(KERNEL, x), noise, y[:, None], QUIET)
        mean, variance = solution.predict(asked, QUIET)
        seconds[name] = time.perf_counter() - began
        answers[name] = mean[:, 0], np.sqrt(variance)
        notes = solution.notes
        print(f"  {name}: {seconds[name]:.1f} s, {notes.iterations} iterations", flush=True)
    began = time.perf_counter()
    solution = solvers["cg, default tolerance"].condition(
        DenseCovariance(KERNEL, x), noise, y[:, None], QUIET
    )
    value = solution.log_determinant
    print(f"  cg with the evidence (log |A| = {value:.4f}): {time.perf_counter() - began:.1f} s")
    exact = answers["cholesky"]
    for name in list(solvers)[:2]:
        told = answers[name]
        print(
            f"  {name}: mean off by {off(told[0], exact[0]):.1e}, std by "
            f"{off_each(told[1], exact[1]):.1e} (bar 1e-4)"
        )
    theirs = gpytorch(x, y, asked)
    if theirs is not None:
        taken, mean, std = theirs
        ratio = taken / seconds["cg, default tolerance"]
        print(
            f"  GPyTorch, default CG: {taken:.1f} s, mean off by {off(mean, exact[0]):.1e}, std by "
            f"{off_each(std, exact[1]):.1e}; it takes {ratio:.1f} × our time (bar 3)"
        )


def gpytorch(
    x: np.ndarray, y: np.ndarray, asked: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray] | None:
    python = os.environ.get("GPSTUDIO_GPYTORCH_PYTHON")
    if python is None and importlib.util.find_spec("gpytorch"):
        python = sys.executable
    if python is None:
        print("  GPyTorch left out: name a Python that has it by GPSTUDIO_GPYTORCH_PYTHON")
        return None
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "data.npz")
        np.savez(path, x=x, y=y, asked=asked)
        run = subprocess.run(
            [python, "-c", THEIRS, path, str(LENGTH), str(NOISE)],
            capture_output=True, check=True, text=True,
        )  # fmt: skip
    seconds, mean, std = json.loads(run.stdout.strip().splitlines()[-1])
    return seconds, np.array(mean), np.array(std)


def many(n: int, targets: int = 200) -> None:
    x, y, asked = readings(n, targets)
    noise, covariance = np.full(n, NOISE), DenseCovariance(KERNEL, x)
    began, worked = time.perf_counter(), time.process_time()
    solver = ConjugateGradients(rank=RANK)
    solution = solver.condition(covariance, noise, y[:, None], QUIET)
    mean = covariance.cross_times(asked, solution.weights(QUIET), QUIET)[:, 0]
    at_mean = time.perf_counter() - began
    notes = solution.notes
    print(
        f"  mean: {at_mean:.1f} s (bar 90; {time.process_time() - worked:.1f} s of processors), "
        f"{notes.iterations} iterations, {notes.stopped}",
        flush=True,
    )
    began, worked = time.perf_counter(), time.process_time()
    _, variance = solution.predict(asked, QUIET)
    at_std = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(
        f"  {targets} std: {at_std:.1f} s (bar 180); peak memory {peak:.2f} GiB (bar 2)", flush=True
    )
    tight = ConjugateGradients(tolerance=1e-9, rank=RANK)
    exact = tight.condition(covariance, noise, y[:, None], QUIET)
    some = asked[:24]
    true_mean = covariance.cross_times(asked, exact.weights(QUIET), QUIET)[:, 0]
    _, true_variance = exact.predict(some, QUIET)
    print(
        f"  against a solve to 1e-9: mean off by {off(mean, true_mean):.1e} (bar 1e-6), std of "
        f"{len(some)} by {off_each(np.sqrt(variance[:24]), np.sqrt(true_variance)):.1e}"
    )


def main() -> None:
    sizes = [int(word) for word in sys.argv[1:]] or [10_000]
    for n in sizes:
        print(f"n = {n}", flush=True)
        ten_thousand(n) if n <= 20_000 else many(n)


if __name__ == "__main__":
    main()
