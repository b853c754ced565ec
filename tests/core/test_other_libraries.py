"""The same hyperparameters give the same numbers as other libraries, on every road that fits."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from references.cases import CASES
from references.noise_cases import NOISE_CASES

from gpstudio import GPRegressor
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

REFERENCES = Path(__file__).resolve().parents[1] / "references"
ANSWERS: dict[str, dict[str, Any]] = json.loads(
    (REFERENCES / "libraries.json").read_text(encoding="utf-8")
)["cases"]
DIGITS = {"tinygp": 1e-8, "GPy": 1e-6, "celerite2": 1e-6}
"""GPy adds 1e-8 to the diagonal; celerite2's Matérn 3/2 is an approximation of size eps."""
PAIRS = [(case, library) for case in CASES for library in ANSWERS[case]]


def fitted(name: str, approximation: str) -> tuple[GPRegressor, np.ndarray, np.ndarray]:
    case = CASES[name]
    x, y, targets = case.data()
    gp = GPRegressor(
        kernel=case.kernel,
        noise=f"held({case.noise})",
        mean="zero",
        learning="fixed",
        approximation=approximation,
    ).fit(x, y)
    mean, std = gp.predict(targets, return_std=True)
    return gp, np.asarray(mean), np.asarray(std) ** 2


def roads(name: str, digits: float) -> dict[str, float]:
    """Each road that can go there, with the digits it must keep: a series its own error's."""
    kernel = build_kernel(parse(CASES[name].kernel))
    if CASES[name].inputs > 1 or "markov" not in kernel.offers:
        return {"exact": digits}
    share = kernel.markov_error() / CASES[name].noise
    return {"exact": digits, "markov": max(digits, 100.0 * share)}


@pytest.mark.parametrize(("name", "library"), PAIRS)
def test_that_evidence_mean_and_variance_are_the_other_librarys(name: str, library: str) -> None:
    theirs = ANSWERS[name][library]
    prior = build_kernel(parse(CASES[name].kernel)).diagonal(CASES[name].data()[2])
    for road, digits in roads(name, DIGITS[library]).items():
        gp, mean, variance = fitted(name, road)
        assert gp.log_marginal_likelihood_ == pytest.approx(theirs["evidence"], rel=digits)
        scale = np.abs(theirs["mean"]).max()
        np.testing.assert_allclose(mean, theirs["mean"], rtol=digits, atol=digits * scale)
        # where the readings leave little open, what is left is a difference of large numbers
        np.testing.assert_allclose(
            variance, theirs["variance"], rtol=digits, atol=digits * float(prior.max())
        )


NOISES: dict[str, dict[str, Any]] = json.loads(
    (REFERENCES / "noises.json").read_text(encoding="utf-8")
)["cases"]
NOISE_PAIRS = [(case, library) for case in NOISE_CASES for library in NOISES[case]]


@pytest.mark.parametrize(("name", "library"), NOISE_PAIRS)
def test_that_an_error_for_each_reading_is_taken_as_other_libraries_do(
    name: str, library: str
) -> None:
    """Their own cases: absolute errors, and the same as relative ones of a noise that is held."""
    case, theirs = NOISE_CASES[name], NOISES[name][library]
    x, y, variance, targets = case.data()
    digits = {"GPy": 1e-6, "celerite2": 1e-6}.get(library, 1e-8)
    size, usual = np.abs(theirs["mean"]).max(), float(np.median(variance))
    absolute = {"noise_std": np.sqrt(variance)}
    relative = {"relative_noise": np.sqrt(variance / usual)}
    for noise, given in ((None, absolute), (f"held({usual!r})", relative)):
        for road in _roads_of(case.kernel, case.inputs):
            gp = GPRegressor(
                case.kernel, noise=noise, mean="zero", learning="fixed", approximation=road
            ).fit(x, y, **given)
            mean, std = gp.predict(targets, return_std=True)
            assert gp.log_marginal_likelihood_ == pytest.approx(
                theirs["evidence"], rel=digits, abs=digits * len(x)
            )
            np.testing.assert_allclose(mean, theirs["mean"], rtol=digits, atol=digits * size)
            np.testing.assert_allclose(
                np.asarray(std) ** 2, theirs["variance"], rtol=digits, atol=10.0 * digits
            )


def _roads_of(text: str, inputs: int) -> tuple[str, ...]:
    """The matrix, and the state space where that is no series."""
    kernel = build_kernel(parse(text), inputs)
    exact = inputs == 1 and "markov" in kernel.offers and kernel.markov_error() == 0.0
    return ("exact", "markov") if exact else ("exact",)


SCIKIT_LEARN = ["matern12", "matern32", "matern52", "rbf", "ard rbf", "rational_quadratic",
                "periodic", "linear"]  # fmt: skip


def theirs_of(name: str) -> Any:
    from sklearn.gaussian_process import kernels as k

    lengths = [1.5, 4.0, 2.5]
    made = {
        "matern12": k.Matern(2.0, nu=0.5),
        "matern32": k.Matern(2.0, nu=1.5),
        "matern52": k.Matern(2.0, nu=2.5),
        "rbf": k.RBF(1.5),
        "ard rbf": k.RBF(lengths),
        "rational_quadratic": k.RationalQuadratic(1.5, alpha=0.7),
    }
    if name == "periodic":
        return 1.3 * k.ExpSineSquared(1.2, periodicity=6.3) + 0.5 * k.Matern(3.0, nu=1.5)
    if name == "linear":
        # DotProduct(σ) is σ² + x·x′
        return 0.4 * k.DotProduct(np.sqrt(0.9 / 0.4)) + 0.1 * k.Matern(3.0, nu=2.5)
    return 1.3 * made[name]


@pytest.mark.parametrize("name", SCIKIT_LEARN)
def test_that_scikit_learn_says_the_same(name: str) -> None:
    from sklearn.gaussian_process import GaussianProcessRegressor

    case = CASES[name]
    x, y, targets = case.data()
    reference = GaussianProcessRegressor(theirs_of(name), alpha=case.noise, optimizer=None)
    expected, std = reference.fit(x, y).predict(targets, return_std=True)
    evidence = reference.log_marginal_likelihood_value_
    for road, digits in roads(name, 1e-8).items():
        gp, mean, variance = fitted(name, road)
        assert gp.log_marginal_likelihood_ == pytest.approx(evidence, rel=digits)
        scale = np.abs(expected).max()
        np.testing.assert_allclose(mean, expected, rtol=digits, atol=digits * scale)
        np.testing.assert_allclose(variance, std**2, rtol=digits, atol=digits * 1.3)


CO2 = (
    "4356 * rbf(67) + 5.76 * rbf(90) * periodic(1.3, period=1)"
    " + 0.4356 * rational_quadratic(1.2, alpha=0.78) + 0.0324 * rbf(1.6)"
)
PUBLISHED = -608.938634447
"""george's tutorial on hyperparameters, with the kernel of Rasmussen & Williams, section 5.4.3."""


def mauna_loa() -> tuple[np.ndarray, np.ndarray]:
    """As the tutorial takes it: finite values before 1996, every fourth."""
    with open(REFERENCES / "mauna_loa_co2_weekly.csv", encoding="utf-8") as lines:
        rows = [(row["date"], row["co2_ppm"]) for row in csv.DictReader(lines) if row["co2_ppm"]]
    julian = np.array([date.fromisoformat(day).toordinal() + 1721424.5 for day, _ in rows])
    years = 2000.0 + (julian - 2451545.0) / 365.25
    ppm = np.array([float(value) for _, value in rows])
    early = years < 1996.0
    return years[early][::4], ppm[early][::4]


def test_that_the_evidence_of_mauna_loa_is_the_published_one() -> None:
    years, ppm = mauna_loa()
    assert len(years) == 478
    gp = GPRegressor(
        kernel=CO2, noise="held(0.0361)", mean="zero", learning="fixed", approximation="exact"
    ).fit(years, ppm - ppm.mean())
    assert gp.log_marginal_likelihood_ == pytest.approx(PUBLISHED, rel=1e-9)
