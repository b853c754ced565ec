"""Writes libraries.json: what tinygp, GPy and celerite2 say of the cases.

python tests/references/make.py          (wants tinygp, jax, GPy and celerite2)
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from cases import CASES, Case

HERE = Path(__file__).resolve().parent


def main() -> None:
    found: dict[str, Any] = {}
    for name, case in CASES.items():
        found[name] = {
            library: answer
            for library, ask in (("tinygp", _tinygp), ("GPy", _gpy), ("celerite2", _celerite2))
            if (answer := ask(name, case)) is not None
        }
    versions = {library: version(library) for library in ("tinygp", "jax", "GPy", "celerite2")}
    text = json.dumps({"versions": versions, "cases": found}, indent=1)
    (HERE / "libraries.json").write_text(text + "\n", encoding="utf-8")


def _record(evidence: Any, mean: Any, variance: Any) -> dict[str, Any]:
    return {
        "evidence": float(evidence),
        "mean": np.asarray(mean, dtype=float).ravel().tolist(),
        "variance": np.asarray(variance, dtype=float).ravel().tolist(),
    }


def _tinygp(name: str, case: Case) -> dict[str, Any] | None:
    import jax

    jax.config.update("jax_enable_x64", True)
    from tinygp import GaussianProcess, kernels, transforms

    euclid = {"distance": kernels.distance.L2Distance()}
    kernel = {
        "matern12": lambda: 1.3 * kernels.Exp(scale=2.0),
        "matern32": lambda: 1.3 * kernels.Matern32(scale=2.0),
        "matern32 quiet": lambda: 1.3 * kernels.Matern32(scale=0.3),
        "matern52": lambda: 1.3 * kernels.Matern52(scale=2.0),
        "rbf": lambda: 1.3 * kernels.ExpSquared(scale=1.5),
        "rational_quadratic": lambda: 1.3 * kernels.RationalQuadratic(scale=1.5, alpha=0.7),
        "periodic": lambda: 1.3 * kernels.ExpSineSquared(scale=6.3, gamma=2.0 / 1.2**2)
        + 0.5 * kernels.Matern32(scale=3.0),
        "cosine": lambda: 1.3 * kernels.Cosine(scale=6.3) + 0.1 * kernels.Matern32(scale=2.0),
        "linear": lambda: 0.4 * kernels.DotProduct() + kernels.Constant(0.9)
        + 0.1 * kernels.Matern52(scale=3.0),
        "sum": lambda: 1.3 * kernels.Matern32(scale=0.5) + 2.0 * kernels.Matern52(scale=5.0)
        + kernels.Constant(1.5),
        "product": lambda: 1.3 * kernels.ExpSineSquared(scale=6.0, gamma=2.0 / 1.2**2)
        * kernels.Matern52(scale=20.0),
        "ard rbf": lambda: 1.3 * transforms.Linear(
            1.0 / np.array([1.5, 4.0, 2.5]), kernels.ExpSquared(**euclid)),
        "ard matern52": lambda: 1.3 * transforms.Linear(
            1.0 / np.array([1.5, 4.0, 2.5]), kernels.Matern52(**euclid)),
        "one input of three": lambda: 1.3 * transforms.Subspace(
            1, kernels.ExpSquared(scale=1.5)) + kernels.Matern32(scale=4.0, **euclid),
    }[name]()  # fmt: skip
    x, y, targets = case.data()
    if case.inputs == 1:
        x, targets = x[:, 0], targets[:, 0]
    process = GaussianProcess(kernel, x, diag=case.noise)
    conditioned = process.condition(y, targets, diag=0.0).gp  # no jitter of its own
    return _record(process.log_probability(y), conditioned.loc, conditioned.variance)


def _gpy(name: str, case: Case) -> dict[str, Any] | None:
    from GPy import kern
    from GPy.models import GPRegression

    d = case.inputs
    ard = {"lengthscale": np.array([1.5, 4.0, 2.5]), "ARD": True}
    kernel = {
        "matern12": lambda: kern.Exponential(1, 1.3, 2.0),
        "matern32": lambda: kern.Matern32(1, 1.3, 2.0),
        "matern52": lambda: kern.Matern52(1, 1.3, 2.0),
        "rbf": lambda: kern.RBF(1, 1.3, 1.5),
        # GPy writes (1 + r²/2ℓ²)^-α
        "rational_quadratic": lambda: kern.RatQuad(1, 1.3, 1.5 * np.sqrt(0.7), 0.7),
        # GPy writes exp(-sin²/2ℓ²)
        "periodic": lambda: (
            kern.StdPeriodic(1, 1.3, period=6.3, lengthscale=0.6) + kern.Matern32(1, 0.5, 3.0)
        ),
        "linear": lambda: kern.Linear(1, 0.4) + kern.Bias(1, 0.9) + kern.Matern52(1, 0.1, 3.0),
        "sum": lambda: kern.Matern32(1, 1.3, 0.5) + kern.Matern52(1, 2.0, 5.0) + kern.Bias(1, 1.5),
        "product": lambda: (
            kern.StdPeriodic(1, 1.3, period=6.0, lengthscale=0.6) * kern.Matern52(1, 1.0, 20.0)
        ),
        "ard rbf": lambda: kern.RBF(3, 1.3, **ard),
        "ard matern52": lambda: kern.Matern52(3, 1.3, **ard),
        "one input of three": lambda: (
            kern.RBF(1, 1.3, 1.5, active_dims=[1]) + kern.Matern32(3, 1.0, 4.0)
        ),
    }.get(name)
    if kernel is None:
        return None
    x, y, targets = case.data()
    assert x.shape[1] == d
    model = GPRegression(x, y[:, None], kernel(), noise_var=case.noise)
    mean, variance = model.predict_noiseless(targets)
    return _record(model.log_likelihood(), mean, variance)


def _celerite2(name: str, case: Case) -> dict[str, Any] | None:
    from celerite2 import GaussianProcess, terms

    def matern(variance: float, length: float) -> Any:
        return terms.Matern32Term(sigma=np.sqrt(variance), rho=length, eps=1e-5)

    kernel = {
        "matern32": lambda: matern(1.3, 2.0),
        "matern12": lambda: terms.RealTerm(a=1.3, c=0.5),
    }.get(name)
    if kernel is None:
        return None
    x, y, targets = case.data()
    order, ahead = np.argsort(x[:, 0]), np.argsort(targets[:, 0])
    process = GaussianProcess(kernel())
    process.compute(x[order, 0], diag=np.full(len(x), case.noise))
    mean, variance = process.predict(y[order], targets[ahead, 0], return_var=True)
    back = np.argsort(ahead)
    return _record(process.log_likelihood(y[order]), mean[back], variance[back])


if __name__ == "__main__":
    main()
