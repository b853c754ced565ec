"""Two classes as elsewhere: GPy's expectation propagation, and what makes a mode one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from references.class_cases import CLASS_CASES
from scipy.special import expit
from scipy.stats import norm

from gpstudio import GPClassifier
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

SAID = json.loads((Path(__file__).resolve().parents[2] / "references/classes.json").read_text())
OFF = 1e-4
"""GPy's own steps leave some 1e-5 of a mean that is large."""


@pytest.mark.parametrize("sweeps", ["parallel", "sequential"])
@pytest.mark.parametrize("name", CLASS_CASES)
def test_that_expectation_propagation_is_as_gpy_says(name: str, sweeps: str) -> None:
    case, theirs = CLASS_CASES[name], SAID["cases"][name]
    x, y, targets = case.data()
    kernel = f"{case.variance} * rbf([{case.lengths[0]}, {case.lengths[1]}])"
    ours = GPClassifier(
        kernel, learning="fixed", mean="zero", link="probit", inference=f"ep(sweeps='{sweeps}')"
    ).fit(x, y)
    assert ours.log_marginal_likelihood_ == pytest.approx(theirs["evidence"], abs=OFF)
    mean, deviation = ours.predict_latent(targets)
    np.testing.assert_allclose(mean, theirs["mean"], atol=OFF, rtol=OFF)
    np.testing.assert_allclose(deviation**2, theirs["variance"], atol=OFF, rtol=OFF)
    shares = ours.predict_proba(targets)
    np.testing.assert_allclose(shares[:, 1], theirs["probabilities"], atol=OFF)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)


@pytest.mark.parametrize("link", ["logistic", "probit"])
@pytest.mark.parametrize("name", CLASS_CASES)
def test_that_the_most_probable_curve_is_pulled_as_it_lies(name: str, link: str) -> None:
    """f = K d log p/df at every row, to 1e-9 of the curve's own size."""
    case = CLASS_CASES[name]
    x, y, _ = case.data()
    text = f"{case.variance} * rbf([{case.lengths[0]}, {case.lengths[1]}])"
    model = GPClassifier(text, learning="fixed", mean="zero", inference="laplace", link=link)
    curve, _ = model.fit(x, y).predict_latent(x)
    sign = 2.0 * y - 1.0
    if link == "logistic":
        pull = sign * expit(-sign * curve)
    else:
        pull = sign * np.exp(norm.logpdf(curve) - norm.logcdf(sign * curve))
    covariance = build_kernel(parse(text), 2).block(x, x)
    np.testing.assert_allclose(curve, covariance @ pull, atol=1e-9 * np.sqrt(case.variance))
