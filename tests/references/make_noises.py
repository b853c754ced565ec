"""Writes noises.json: what celerite2, tinygp, george and GPy say of the cases in noise_cases.py.

python tests/references/make_noises.py          (wants those four, and jax)

george's Matérn takes squared lengths, and tinygp's distances in several inputs are of another kind:
it answers those of one input.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from make import _record
from noise_cases import METRICS, NOISE_CASES, NoiseCase

HERE = Path(__file__).resolve().parent


def main() -> None:
    ways: dict[str, Callable[[str, NoiseCase], dict[str, Any] | None]] = {
        "celerite2": _celerite2, "tinygp": _tinygp, "george": _george, "GPy": _gpy,
    }  # fmt: skip
    found: dict[str, Any] = {}
    for name, case in NOISE_CASES.items():
        answers = {library: ask(name, case) for library, ask in ways.items()}
        found[name] = {library: answer for library, answer in answers.items() if answer is not None}
    versions = {library: version(library) for library in ("celerite2", "tinygp", "george", "GPy")}
    text = json.dumps({"versions": versions, "cases": found}, indent=1)
    (HERE / "noises.json").write_text(text + "\n", encoding="utf-8")


def _celerite2(name: str, case: NoiseCase) -> dict[str, Any] | None:
    from celerite2 import GaussianProcess, terms

    kernel = {
        "real": lambda: terms.RealTerm(a=2.5, c=1.1123),
        "two reals": lambda: terms.RealTerm(a=12.345, c=1.5) + terms.RealTerm(a=0.5, c=1.1234),
        "complex": lambda: terms.ComplexTerm(a=10.0, b=0.0, c=5.6, d=2.1),
        # of their default 0.01 the answer is another kernel's
        "Matern32Term": lambda: terms.Matern32Term(
            sigma=np.exp(0.1), rho=np.exp(0.4), eps=1e-5),
    }.get(name)  # fmt: skip
    if kernel is None:
        return None
    x, y, variance, targets = case.data()
    process = GaussianProcess(kernel())
    process.compute(x[:, 0], diag=variance)
    return _record(process.log_likelihood(y), *process.predict(y, targets[:, 0], return_var=True))


def _tinygp(name: str, case: NoiseCase) -> dict[str, Any] | None:
    import jax

    jax.config.update("jax_enable_x64", True)
    from tinygp import GaussianProcess, kernels

    kernel = {
        "Constant": lambda: kernels.Constant(1.5),
        "Cosine": lambda: kernels.Cosine(scale=2.3),
        "ExpSineSquared": lambda: kernels.ExpSineSquared(scale=2.3, gamma=1.3),
        "Exp, one input": lambda: kernels.Exp(scale=0.5),
        "ExpSquared, one input": lambda: kernels.ExpSquared(scale=0.5),
        "Matern32, one input": lambda: kernels.Matern32(scale=0.5),
        "Matern52, one input": lambda: kernels.Matern52(scale=0.5),
        "RationalQuadratic, one input": lambda: kernels.RationalQuadratic(scale=0.5, alpha=1.5),
        "tutorial": lambda: kernels.Matern32(scale=1.0) + kernels.Constant(0.001),
    }.get(name)
    if kernel is None:
        return None
    x, y, variance, targets = case.data()
    process = GaussianProcess(kernel(), x[:, 0], diag=variance)
    conditioned = process.condition(y, targets[:, 0], diag=0.0).gp
    return _record(process.log_probability(y), conditioned.loc, conditioned.variance)


def _george(name: str, case: NoiseCase) -> dict[str, Any] | None:
    from george import GP, kernels

    radial, _, metric = name.partition(", ")
    made = {
        "Exp": kernels.ExpKernel,
        "ExpSquared": kernels.ExpSquaredKernel,
        "Matern32": kernels.Matern32Kernel,
        "Matern52": kernels.Matern52Kernel,
        "RationalQuadratic": kernels.RationalQuadraticKernel,
    }
    if radial in made:
        lengths = METRICS.get(metric, [0.5])
        more = {"log_alpha": np.log(1.5)} if radial == "RationalQuadratic" else {}
        squares = [length**2 for length in lengths]
        kernel = made[radial](metric=squares, ndim=len(lengths), **more)
    elif name == "Cosine":
        kernel = kernels.CosineKernel(log_period=np.log(2.3))
    elif name == "ExpSineSquared":
        kernel = kernels.ExpSine2Kernel(gamma=1.3, log_period=np.log(2.3))
    elif name == "tutorial":
        kernel = 1.0 * kernels.Matern32Kernel(1.0) + 0.001
    else:
        return None
    x, y, variance, targets = case.data()
    process = GP(kernel)
    process.compute(x, np.sqrt(variance))
    return _record(process.log_likelihood(y), *process.predict(y, targets, return_var=True))


def _gpy(name: str, case: NoiseCase) -> dict[str, Any] | None:
    from GPy import kern
    from GPy.models import GPHeteroscedasticRegression

    radial, _, metric = name.partition(", ")
    made = {
        "Exp": kern.Exponential,
        "ExpSquared": kern.RBF,
        "Matern32": kern.Matern32,
        "Matern52": kern.Matern52,
    }
    if radial in made:
        lengths = np.array(METRICS.get(metric, [0.5]))
        kernel = made[radial](len(lengths), 1.0, lengths, ARD=len(lengths) > 1)
    elif name == "tutorial":
        kernel = kern.Matern32(1, 1.0, 1.0) + kern.Bias(1, 0.001)
    else:
        return None
    x, y, variance, targets = case.data()
    model = GPHeteroscedasticRegression(x, y[:, None], kernel)
    model.het_Gauss.variance = variance[:, None]
    mean, spread = model._raw_predict(targets)
    return _record(model.log_likelihood(), mean, spread)


if __name__ == "__main__":
    main()
