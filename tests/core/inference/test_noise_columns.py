"""Noise that is known, reading by reading: relative to the rest, or absolutely."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference import roads
from gpstudio.core.inference.one_matern.road import MaternMembers, OneMatern
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

TARGETS = np.linspace(-3.0, 25.0, 30)


def data(n: int = 40) -> tuple[Floats, Floats, Floats]:
    """With rows that are written twice: of known noise each is a reading."""
    random = np.random.default_rng(4)
    x = np.sort(random.uniform(0.0, 20.0, n))
    std = random.choice([0.05, 0.1, 0.4], n)
    y = np.sin(x / 2.0) + std * random.standard_normal(n)
    x[7], y[7], std[7] = x[6], y[6], std[6]
    return x, y, std


def evidence(kernel: str, x: Floats, y: Floats, variances: Floats) -> float:
    covariance = build_kernel(parse(kernel)).block(x[:, None], x[:, None])
    return float(multivariate_normal(cov=covariance + np.diag(variances)).logpdf(y))


@pytest.mark.parametrize("solver", ["kalman", "cholesky"])
@pytest.mark.parametrize(
    ("kernel", "theirs"),
    [
        ("1.3 * matern32(3)", ConstantKernel(1.3) * Matern(3.0, nu=1.5)),
        ("1.3 * matern52(3) + 0.2 * matern12(1)",
         ConstantKernel(1.3) * Matern(3.0, nu=2.5) + ConstantKernel(0.2) * Matern(1.0, nu=0.5)),
    ],
)  # fmt: skip
def test_that_curve_and_evidence_are_those_of_the_noises_alone(
    solver: str, kernel: str, theirs: Any
) -> None:
    x, y, std = data()
    fixed = {"learning": "fixed", "mean": "zero", "solver": solver}
    process = GaussianProcessRegressor(theirs, alpha=std**2, optimizer=None).fit(x[:, None], y)
    expected = process.predict(TARGETS[:, None], return_std=True)
    known = GPRegressor(kernel, **fixed).fit(x, y, noise_std=std)
    relative = GPRegressor(kernel, noise=0.04, **fixed).fit(x, y, relative_noise=std / 0.2)
    for gp in (known, relative):
        assert gp.log_marginal_likelihood_ == pytest.approx(
            evidence(kernel, x, y, std**2), rel=1e-11
        )
        assert gp.log_marginal_likelihood_ == pytest.approx(
            process.log_marginal_likelihood_value_, rel=1e-9
        )
        for mine, other in zip(gp.predict(TARGETS, return_std=True), expected, strict=True):
            np.testing.assert_allclose(mine, other, rtol=1e-8, atol=1e-9)


def test_that_several_inputs_take_noises_too() -> None:
    random = np.random.default_rng(1)
    X, std = random.uniform(0.0, 5.0, (30, 2)), random.uniform(0.1, 0.5, 30)
    y = np.sin(X[:, 0]) + std * random.standard_normal(30)
    process = GaussianProcessRegressor(RBF(1.5), alpha=std**2, optimizer=None).fit(X, y)
    gp = GPRegressor("rbf(1.5)", learning="fixed", mean="zero").fit(X, y, noise_std=std)
    assert gp.log_marginal_likelihood_ == pytest.approx(
        process.log_marginal_likelihood_value_, rel=1e-9
    )


@pytest.mark.parametrize("mean", ["zero", "constant"])
@pytest.mark.parametrize("name", ["sample_weight", "relative_noise", "noise_std", "held"])
def test_that_noises_take_the_compiled_road_and_mean_the_same_there(
    name: str, mean: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y, std = data()
    words = {"kernel": "matern32", "mean": mean} | (
        {"noise": "held(0.03)"} if name == "held" else {}
    )
    given = {} if name == "held" else {name: std}
    fast = GPRegressor(**words).fit(x, y, **given)
    assert isinstance(fast._posterior.members, MaternMembers)
    others = tuple(one for one in roads.ROADS if not isinstance(one, OneMatern))
    monkeypatch.setattr(roads, "ROADS", others)
    general = GPRegressor(**words).fit(x, y, **given)
    assert not isinstance(general._posterior.members, MaternMembers)
    for mine, other in zip(
        (*fast.predict_interval(TARGETS), *fast.predict(TARGETS, return_std=True)),
        (*general.predict_interval(TARGETS), *general.predict(TARGETS, return_std=True)),
        strict=True,
    ):
        np.testing.assert_allclose(mine, other, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(fast.sample_y(TARGETS, 3), general.sample_y(TARGETS, 3), atol=1e-6)
    assert fast.log_marginal_likelihood_ == pytest.approx(general.log_marginal_likelihood_)
    assert fast.noise_ == pytest.approx(general.noise_, rel=1e-7)
    assert fast.report_.members == general.report_.members
    if name == "relative_noise" and mean == "zero":
        told = evidence(fast.kernel_, x, y, fast.noise_ * std**2)
        assert fast.log_marginal_likelihood_ == pytest.approx(told, rel=1e-9)


def test_that_only_the_ratios_of_relative_noise_matter() -> None:
    x, y, std = data()
    first, second = (
        GPRegressor("matern32").fit(x, y, relative_noise=factor * std) for factor in (1.0, 1e-4)
    )
    for mine, other in zip(
        first.predict(TARGETS, return_std=True), second.predict(TARGETS, return_std=True),
        strict=True,
    ):  # fmt: skip
        np.testing.assert_allclose(mine, other, rtol=1e-7)
    assert second.noise_ == pytest.approx(1e8 * first.noise_, rel=1e-6)


@pytest.mark.parametrize("learning", ["auto", "ml2(restarts=0)", "map(restarts=0)"])
def test_that_nothing_is_learnt_of_a_noise_that_is_known(learning: str) -> None:
    x, y, std = data()
    gp = GPRegressor("matern32", learning=learning, mean="zero").fit(x, y, noise_std=std)
    told = evidence(gp.kernel_, x, y, std**2)
    assert gp.log_marginal_likelihood_ == pytest.approx(told, rel=1e-9)
    assert gp.noise_ == pytest.approx(float(np.median(std)) ** 2, rel=1e-12), "a new reading's"
    _, curve = gp.predict(TARGETS, return_std=True)
    _, reading = gp.predict(TARGETS, return_std=True, include_noise=True)
    np.testing.assert_allclose(reading**2 - curve**2, gp.noise_, rtol=1e-6)


@pytest.mark.parametrize("unit", [1e-200, 1e200])
def test_that_known_noise_has_the_unit_of_the_readings(unit: float) -> None:
    x, y, std = data()
    words = {"kernel": "matern32", "learning": "ml2(restarts=0)", "mean": "zero"}
    usual = GPRegressor(**words).fit(x, y, noise_std=std)
    far = GPRegressor(**words).fit(x, unit * y, noise_std=unit * std)
    mean, spread = far.predict(TARGETS, return_std=True)
    np.testing.assert_allclose(spread / unit, usual.predict(TARGETS, return_std=True)[1], rtol=1e-6)
    moved = usual.log_marginal_likelihood_ - len(x) * math.log(unit)
    assert far.log_marginal_likelihood_ == pytest.approx(moved, rel=1e-9)
    assert np.isfinite(mean).all()


def test_that_robust_readings_keep_the_scale_they_are_given() -> None:
    x, y, std = data()
    gp = GPRegressor("matern32", noise="student_t", learning="ml2(restarts=0)")
    gp.fit(x, y, noise_std=std)
    assert gp.noise_ == pytest.approx(float(np.median(std)) ** 2, rel=1e-12)


def changed(column: Floats, place: int, number: float) -> Floats:
    other = column.copy()
    other[place] = number
    return other


X, Y, STD = 3.0 * np.arange(6.0), np.arange(6.0), np.full(6, 0.1)


@pytest.mark.parametrize(
    ("words", "given", "sentence"),
    [
        ({}, {"noise_std": changed(STD, 3, 0.0)}, r"noise_std\[3\] is 0, and a standard deviation"),
        ({}, {"noise_std": changed(STD, 2, -0.1)}, r"noise_std\[2\] is -0.1, and"),
        ({}, {"noise_std": changed(STD, 4, np.nan)}, r"noise_std\[4\] is missing: give every"),
        ({}, {"relative_noise": changed(STD, 0, np.inf)}, r"relative_noise\[0\] is inf, and"),
        ({}, {"relative_noise": changed(STD, 5, 0.0)}, r"relative_noise\[5\] is 0, and"),
        ({}, {"noise_std": STD[:5]}, r"noise_std has shape \(5,\) and there are 6 readings"),
        ({}, {"noise_std": changed(STD, 1, 1e-200)}, "lie too far apart"),
        ({}, {"noise_std": STD, "relative_noise": STD}, "Both relative_noise and noise_std are"),
        ({}, {"noise_std": STD, "sample_weight": STD}, "and noise_std .* are both given"),
        ({}, {"relative_noise": STD, "sample_weight": STD}, "and relative_noise .* are both"),
        ({"noise": 0.1}, {"noise_std": STD}, "a noise is written beside it"),
        ({"kernel": "matern32 + white(0.1)"}, {"noise_std": STD}, "a noise is written beside it"),
        ({"noise": "poisson"}, {"noise_std": STD}, "'poisson' has no noise of its own"),
        ({}, {"noise_std": ["a"] * 6}, "noise_std is not all numbers"),
    ],
)  # fmt: skip
def test_that_what_cannot_be_a_noise_is_refused_in_one_sentence(
    words: dict[str, Any], given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        GPRegressor(**{"kernel": "matern32", **words}).fit(X, Y, **given)
    assert "\n" not in str(caught.value)


def test_that_a_missing_reading_needs_no_noise() -> None:
    gaps, std = changed(Y, 2, np.nan), changed(STD, 2, np.nan)
    rest = np.arange(6) != 2
    words = {"kernel": "matern32(3)", "learning": "fixed"}
    whole = GPRegressor(**words).fit(X, gaps, noise_std=std)
    part = GPRegressor(**words).fit(X[rest], Y[rest], noise_std=STD[rest])
    np.testing.assert_allclose(whole.predict(X), part.predict(X), rtol=1e-10)
