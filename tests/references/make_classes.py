"""Writes classes.json: what GPy's expectation propagation says of the cases in class_cases.py.

python tests/references/make_classes.py          (wants GPy)

The link is the probit: for it GPy's moments are exact. Its steps are asked to be finer than they
usually are.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import GPy
from class_cases import CLASS_CASES, ClassCase

HERE = Path(__file__).resolve().parent


def main() -> None:
    found = {name: _asked(case) for name, case in CLASS_CASES.items()}
    text = json.dumps({"versions": {"GPy": version("GPy")}, "cases": found}, indent=1)
    (HERE / "classes.json").write_text(text + "\n", encoding="utf-8")


def _asked(case: ClassCase) -> dict[str, Any]:
    x, y, targets = case.data()
    kernel = GPy.kern.RBF(2, variance=case.variance, lengthscale=list(case.lengths), ARD=True)
    inference = GPy.inference.latent_function_inference.EP(epsilon=1e-10)
    model = GPy.core.GP(
        x, y[:, None].astype(float), kernel=kernel, likelihood=GPy.likelihoods.Bernoulli(),
        inference_method=inference,
    )  # fmt: skip
    mean, variance = model._raw_predict(targets)
    return {
        "evidence": float(model.log_likelihood()),
        "mean": mean[:, 0].tolist(),
        "variance": variance[:, 0].tolist(),
        "probabilities": model.predict(targets)[0][:, 0].tolist(),
    }


if __name__ == "__main__":
    main()
