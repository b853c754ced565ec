"""Two older methods are special cases, and must give the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

NOISE = 0.3


def data(inputs: int, count: int = 30) -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(0)
    X = random.uniform(0.0, 5.0, (count, inputs))
    y = 1.0 + X @ np.arange(1.0, inputs + 1.0) + np.sqrt(NOISE) * random.standard_normal(count)
    return X, y, random.uniform(-3.0, 9.0, (7, inputs))


@pytest.mark.parametrize("inputs", [1, 3])
@pytest.mark.parametrize("approximation", ["auto", "exact"])
def test_that_a_linear_kernel_is_bayesian_linear_regression(
    inputs: int, approximation: str
) -> None:
    """Rasmussen & Williams, equations 2.7 to 2.9, with a prior variance for each weight."""
    X, y, Z = data(inputs)
    offset, variances, centre = 4.0, np.arange(1.0, inputs + 1.0) / 2.0, 1.5
    listed = ", ".join(map(str, variances))
    gp = GPRegressor(
        f"linear([{listed}], offset={offset}, centre=held({centre}))",
        approximation=approximation,
        learning="fixed",
        noise=NOISE,
        mean="zero",
    ).fit(X, y)
    phi = np.column_stack([np.ones(len(X)), X - centre])
    psi = np.column_stack([np.ones(len(Z)), Z - centre])
    precision = phi.T @ phi / NOISE + np.diag(1.0 / np.array([offset, *variances]))
    weights = np.linalg.solve(precision, phi.T @ y / NOISE)
    mean, covariance = gp.predict(Z, return_cov=True)
    np.testing.assert_allclose(mean, psi @ weights, rtol=1e-10)
    expected = psi @ np.linalg.solve(precision, psi.T)
    np.testing.assert_allclose(covariance, expected, rtol=1e-7, atol=1e-10)
    # and the evidence, from the weights' side
    prior = np.diag([offset, *variances])
    total = phi @ prior @ phi.T + NOISE * np.eye(len(X))
    density = y @ np.linalg.solve(total, y) + np.linalg.slogdet(2 * np.pi * total)[1]
    assert gp.log_marginal_likelihood_ == pytest.approx(-0.5 * density, rel=1e-10)


@pytest.mark.parametrize("text", ["basis([1, x, x**2, sin(x)], variance=[1, 2, 0.5, 3])"])
def test_that_basis_functions_are_bayesian_regression_on_them(text: str) -> None:
    X, y, Z = data(1)
    gp = GPRegressor(text, learning="fixed", noise=NOISE, mean="zero").fit(X, y)

    def columns(A: Floats) -> Floats:
        x = A[:, 0]
        return np.column_stack([np.ones(len(x)), x, x**2, np.sin(x)])

    precision = columns(X).T @ columns(X) / NOISE + np.diag(1.0 / np.array([1, 2, 0.5, 3]))
    weights = np.linalg.solve(precision, columns(X).T @ y / NOISE)
    mean, std = gp.predict(Z, return_std=True)
    np.testing.assert_allclose(mean, columns(Z) @ weights, rtol=1e-9)
    variance = np.einsum("mj,mj->m", columns(Z), np.linalg.solve(precision, columns(Z).T).T)
    np.testing.assert_allclose(std**2, variance, rtol=1e-7)


def test_that_a_vague_linear_kernel_is_the_linear_mean() -> None:
    X, y, Z = data(1)
    settled = GPRegressor("matern32(2)", learning="fixed", noise=NOISE, mean="linear").fit(X, y)
    vague = GPRegressor(
        "matern32(2) + linear(1e4, offset=1e4, centre=held(2))",
        learning="fixed",
        noise=NOISE,
        mean="zero",
    ).fit(X, y)
    for one, other in zip(
        settled.predict(Z, return_std=True), vague.predict(Z, return_std=True), strict=True
    ):
        np.testing.assert_allclose(one, other, rtol=1e-3)


KERNELS = [
    ("rbf(1.4)", 1),
    ("rbf(1.4)", 3),
    ("matern32(2)", 1),
    ("2 * matern52([1, 2, 3])", 3),
    ("polynomial(2, length=2, offset=1, centre=held(1))", 3),
    ("linear(0.5, offset=2, centre=held(0))", 1),
    ("gibbs(1, after=3, at=2, width=0.5)", 1),
    ("changepoint(rbf(1), 3 * matern32(2), at=2, width=0.5)", 1),
]


@pytest.mark.parametrize(("text", "inputs"), KERNELS)
def test_that_kernel_ridge_regression_is_the_posterior_mean(text: str, inputs: int) -> None:
    X, y, Z = data(inputs)
    kernel = build_kernel(parse(text))
    ridge = np.linalg.solve(kernel.block(X, X) + NOISE * np.eye(len(X)), y)
    gp = GPRegressor(text, learning="fixed", noise=NOISE, mean="zero").fit(X, y)
    np.testing.assert_allclose(gp.predict(Z), kernel.block(Z, X) @ ridge, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("length", [0.7, 3.0])
def test_that_kernel_ridge_regression_is_that_of_scikit_learn_too(length: float) -> None:
    ridge = pytest.importorskip("sklearn.kernel_ridge")
    X, y, Z = data(3)
    theirs = ridge.KernelRidge(alpha=NOISE, kernel="rbf", gamma=0.5 / length**2).fit(X, y)
    gp = GPRegressor(f"rbf({length})", learning="fixed", noise=NOISE, mean="zero").fit(X, y)
    np.testing.assert_allclose(gp.predict(Z), theirs.predict(Z), rtol=1e-8, atol=1e-10)
