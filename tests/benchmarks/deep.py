"""Deep models: time, and bounds beside sampled evidence.

Curves that jump are drawn from three layers (RBF, lengths 0.2, 0.2, 0.5) on 200 places of 0…1, some
kept with noise of 0.05; time is of a function with a step in it. The sampled evidence is of hidden
curves with the numbers held, by runs of particles that know nothing of each other; its error is
from how they differ. Where GPyTorch is to be had (its own Python in GPSTUDIO_GPYTORCH), its deep
model of two layers with as many inducing points climbs for as long as ours took.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from bars import held, missed

from gpstudio import GPRegressor
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.deep.effort import Effort
from gpstudio.core.inference.deep.model import Model
from gpstudio.core.inference.deep.particles import clouds, of_runs
from gpstudio.core.inference.deep.walk import walked
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.language import parse
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.lab.studies.depth import jumps


def made(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A function with a step and a wave."""
    random = np.random.default_rng(seed)
    x = random.uniform(-1.0, 1.0, size=(n, d))
    f = np.where(x[:, 0] + 0.5 * x[:, -1] > 0.0, 1.0, -1.0) + 0.5 * np.sin(5.0 * x.mean(axis=1))
    return x, f + 0.05 * random.standard_normal(n)


def two_layers() -> None:
    print("Two layers, 1,000 readings along one input, 50 inducing points a layer")
    x, y = made(1_000, 1, 0)
    began = time.perf_counter()
    fit = GPRegressor("deep(rbf, rbf)", learning="map(restarts=0)", noise="gaussian").fit(x, y)
    seconds = time.perf_counter() - began
    report = fit.report_
    held("time", f"{seconds:.1f} s (<= 60)", seconds <= 60.0)
    shallow = GPRegressor("rbf", approximation="inducing(points=50, learn='yes')").fit(x, y)
    print(f"  bound {report.log_evidence:.1f} ± {report.evidence_error:.1f}; one layer through as "
          f"many inducing points {shallow.log_marginal_likelihood_:.1f}")  # fmt: skip
    beside_gpytorch(x, y, seconds, report.log_evidence)


CASES = (
    ("deep(0.02 * rbf(0.1), rbf(0.15))", 40),
    ("deep(0.05 * rbf(0.2), 2 * matern52(0.3))", 40),
    ("deep(0.02 * rbf(0.3), 0.02 * rbf(0.3), rbf(0.3))", 25),
    ('deep(rbf(0.3), rbf(0.7), inputs="once")', 25),
)


def bounds() -> None:
    print("The bound beside the sampled evidence, numbers held, noise 0.05")
    for text, n in CASES:
        told = jumps(n, 0.05, 3)
        recipe = Recipe.of(
            kernel=text, mean="zero", likelihood="gaussian(held(0.0025))", learning="fixed",
            approximation=f'inducing(points={n}, learn="yes")',
        )  # fmt: skip
        plan, ready = made_ready(choose(recipe, n, 1), told.readings)
        found = walked(replace(Model.of(plan, ready).begun(QUIET), steps=600), QUIET)
        drawn = replace(recipe, approximation=parse("exact"), solver=parse("auto"))
        plan, ready = made_ready(choose(drawn, n, 1), told.readings)
        runs = clouds(Model.of(plan, ready).density(), 3, Effort(300, 60), 0, QUIET)
        evidence = of_runs(np.array([run.log_integral for run in runs]))
        span = np.ptp([run.log_integral for run in runs])
        error = float(np.hypot(evidence.error, found.error))
        said = (
            f"bound {found.bound:.2f} ± {found.error:.2f}, evidence "
            f"{evidence.log_evidence:.2f} ± {evidence.error:.2f} (3 runs within {span:.1f})"
        )  # fmt: skip
        held(f"{text}, {n} readings", said, found.bound <= evidence.log_evidence + 3.0 * error)


GPYTORCH = """
import sys, time, math
import numpy as np, torch, gpytorch
from gpytorch.models.deep_gps import DeepGP, DeepGPLayer
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy
torch.set_num_threads(1); torch.manual_seed(0); torch.set_default_dtype(torch.float64)
data = np.load(sys.argv[1]); seconds = float(sys.argv[2])
x, y = torch.tensor(data["x"]), torch.tensor(data["y"])
class One(DeepGPLayer):
    def __init__(self, last):
        size = None if last else 1
        batch = torch.Size([]) if last else torch.Size([1])
        z = torch.linspace(-1, 1, 50)[:, None]
        z = z if last else z[None]
        d = CholeskyVariationalDistribution(50, batch_shape=batch)
        super().__init__(VariationalStrategy(self, z, d, learn_inducing_locations=True), 1, size)
        self.mean_module = gpytorch.means.ConstantMean() if last else gpytorch.means.LinearMean(1)
        inner = gpytorch.kernels.RBFKernel(batch_shape=batch)
        self.covar_module = gpytorch.kernels.ScaleKernel(inner, batch_shape=batch)
    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))
class Two(DeepGP):
    def __init__(self):
        super().__init__(); self.a = One(False); self.b = One(True)
        self.likelihood = gpytorch.likelihoods.GaussianLikelihood()
    def forward(self, x): return self.b(self.a(x))
m = Two(); m.train()
mll = gpytorch.mlls.DeepApproximateMLL(gpytorch.mlls.VariationalELBO(m.likelihood, m, len(x)))
o = torch.optim.Adam(m.parameters(), lr=0.01)
start = time.time(); n = 0
with gpytorch.settings.num_likelihood_samples(3):
    while time.time() - start < seconds:
        o.zero_grad(); loss = -mll(m(x), y); loss.backward(); o.step(); n += 1
with torch.no_grad(), gpytorch.settings.num_likelihood_samples(50):
    print(float(mll(m(x), y)) * len(x), n)
"""


def beside_gpytorch(x: np.ndarray, y: np.ndarray, seconds: float, bound: float) -> None:
    python = os.environ.get("GPSTUDIO_GPYTORCH", "")
    if not python:
        print("  GPyTorch: not here (GPSTUDIO_GPYTORCH names a Python that has it)")
        return
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data.npz"
        np.savez(data, x=x, y=y)
        run = subprocess.run(
            [python, "-c", GPYTORCH, str(data), str(seconds)], capture_output=True, text=True,
            check=False,
        )  # fmt: skip
    if run.returncode != 0:
        print(f"  GPyTorch broke off: {run.stderr.strip().splitlines()[-1:]}")
        return
    theirs, steps = (float(part) for part in run.stdout.split())
    held("bound", f"{bound:.1f}, GPyTorch's at equal time {theirs:.1f} ({steps:.0f} steps) (>=)",
         bound >= theirs)  # fmt: skip


if __name__ == "__main__":
    two_layers()
    bounds()
    sys.exit(1 if missed else 0)
