"""Writes inducing.json: what GPy and GPyTorch say of the cases in inducing_cases.py.

python tests/references/make_inducing.py          (wants GPy, torch and gpytorch)

GPy's bounds without the jitter it adds to K_zz; its gradients are turned to those in logarithms.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from inducing_cases import INDUCING_CASES, LEARNT_POINTS, InducingCase, learnt_data

HERE = Path(__file__).resolve().parent


def main() -> None:
    cases = {
        name: {
            "GPy": {bound: _gpy(name, case, bound) for bound in ("vfe", "dtc", "fitc")},
            "GPyTorch": {"vfe": _gpytorch(name, case)},
        }
        for name, case in INDUCING_CASES.items()
    }
    versions = {library: version(library) for library in ("GPy", "torch", "gpytorch")}
    found = {"versions": versions, "cases": cases, "learnt": _gpy_learnt()}
    text = json.dumps(found, indent=1)
    (HERE / "inducing.json").write_text(text + "\n", encoding="utf-8")


def _gpy(name: str, case: InducingCase, bound: str) -> dict[str, Any]:
    from GPy import kern
    from GPy.core import SparseGP
    from GPy.inference.latent_function_inference import DTC, FITC, VarDTC
    from GPy.likelihoods import Gaussian

    ard = {"lengthscale": np.array([1.5, 4.0, 2.5]), "ARD": True}
    kernel = {
        "rbf": lambda: kern.RBF(1, 1.3, 1.5),
        "matern32": lambda: kern.Matern32(1, 1.3, 2.0),
        "ard rbf": lambda: kern.RBF(3, 1.3, **ard),
        "ard matern52": lambda: kern.Matern52(3, 1.3, **ard),
    }[name]()
    x, y, targets, places = case.data()
    inference = {"vfe": VarDTC, "dtc": DTC, "fitc": FITC}[bound]()
    inference.const_jitter = 0.0
    model = SparseGP(
        x, y[:, None], places, kernel, Gaussian(variance=case.noise), inference_method=inference
    )
    mean, variance = model.predict_noiseless(targets)
    slopes = [
        np.atleast_1d(kernel.variance.gradient * kernel.variance),
        np.atleast_1d(kernel.lengthscale.gradient * kernel.lengthscale),
        np.atleast_1d(model.likelihood.variance.gradient * case.noise),
    ]
    return {
        "evidence": float(np.ravel(model.log_likelihood())[0]),
        "mean": np.ravel(mean).tolist(),
        "variance": np.ravel(variance).tolist(),
        "gradient": np.concatenate(slopes).astype(float).tolist(),
        "places": np.asarray(model.Z.gradient).ravel().tolist(),
    }


def _gpy_learnt() -> dict[str, float]:
    """The highest variational bound from three choices of readings for inducing inputs."""
    from GPy.core import SparseGP
    from GPy.inference.latent_function_inference import VarDTC
    from GPy.kern import RBF
    from GPy.likelihoods import Gaussian

    x, y = learnt_data()
    highest = -np.inf
    for seed in range(3):
        places = x[np.random.default_rng(seed).choice(len(x), LEARNT_POINTS, replace=False)]
        kernel = RBF(2, 1.0, [1.0, 1.0], ARD=True)
        likelihood, inference = Gaussian(variance=0.1), VarDTC()
        model = SparseGP(x, y[:, None], places, kernel, likelihood, inference_method=inference)
        model.optimize("lbfgs", max_iters=1000)
        highest = max(highest, float(np.ravel(model.log_likelihood())[0]))
    return {"vfe": highest}


def _gpytorch(name: str, case: InducingCase) -> dict[str, Any]:
    import gpytorch
    import torch

    torch.set_default_dtype(torch.float64)
    x, y, _, places = (torch.tensor(part) for part in case.data())
    length = {"rbf": 1.5, "matern32": 2.0}.get(name, [1.5, 4.0, 2.5])
    base = gpytorch.kernels.RBFKernel(ard_num_dims=case.inputs)
    if "matern" in name:
        nu = 1.5 if "32" in name else 2.5
        base = gpytorch.kernels.MaternKernel(nu=nu, ard_num_dims=case.inputs)
    base.lengthscale = torch.tensor(length)
    scaled = gpytorch.kernels.ScaleKernel(base)
    scaled.outputscale = 1.3
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    likelihood.noise = case.noise

    class Model(gpytorch.models.ExactGP):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(x, y, likelihood)
            self.mean_module = gpytorch.means.ZeroMean()
            self.covar_module = gpytorch.kernels.InducingPointKernel(scaled, places, likelihood)

        def forward(self, inputs: Any) -> Any:
            covariance = self.covar_module(inputs)
            return gpytorch.distributions.MultivariateNormal(self.mean_module(inputs), covariance)

    model = Model().train()
    with gpytorch.settings.cholesky_jitter(0.0, 1e-12, 1e-12), torch.no_grad():
        bound = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)(model(x), y)
    return {"evidence": float(bound) * case.count}


if __name__ == "__main__":
    main()
