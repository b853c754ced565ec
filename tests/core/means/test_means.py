"""Means: their columns, their coefficients, evidence and prediction, against 50-digit algebra."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.language import RecipeError, parse
from gpstudio.core.means import MEANS, Mean

LENGTH, VARIANCE, NOISE = 40.0, 1.3, 0.2
KERNEL = f"{VARIANCE} * matern32({LENGTH})"


def mean(text: str) -> Mean:
    made: Mean = make(MEANS, parse(text))
    return made


def matern32(x: mp.mpf, z: mp.mpf) -> mp.mpf:
    s = mp.sqrt(3) * abs(x - z) / mp.mpf(LENGTH)
    return mp.mpf(VARIANCE) * (1 + s) * mp.exp(-s)


COLUMNS = {
    "zero": lambda x: [],
    "constant": lambda x: [mp.mpf(1)],
    "linear": lambda x: [mp.mpf(1), x],
    "trends([x, x**2])": lambda x: [mp.mpf(1), x, x**2],
    "trends([x, x**2, sin(0.0172 * x)])": lambda x: [
        mp.mpf(1), x, x**2, mp.sin(mp.mpf(0.0172) * x)
    ],
    "trends(hinge(x, 19900))": lambda x: [mp.mpf(1), max(x - 19900, mp.mpf(0))],
}  # fmt: skip


def data(offset: float, count: int = 12) -> tuple[Floats, Floats]:
    random = np.random.default_rng(1)
    x = offset + np.sort(random.uniform(0.0, 300.0, count))
    return x, 5.0 + 0.02 * (x - offset) + random.standard_normal(count)


def exact(name: str, x: Floats, y: Floats, z: Floats) -> tuple[float, Floats, Floats, Floats]:
    """Evidence (Rasmussen & Williams 2.45), coefficients, mean and variance (2.42)."""
    with mp.workdps(60):
        X, Z = ([mp.mpf(float(v)) for v in w] for w in (x, z))
        n = len(X)
        A = mp.matrix(n, n)
        for i in range(n):
            for j in range(n):
                A[i, j] = matern32(X[i], X[j]) + (mp.mpf(NOISE) if i == j else 0)
        Y = mp.matrix([mp.mpf(float(v)) for v in y])
        rows = [COLUMNS[name](v) for v in X]
        q = len(rows[0])
        inverse = A**-1
        evidence = -(Y.T * inverse * Y)[0] - mp.log(mp.det(A)) - (n - q) * mp.log(2 * mp.pi)
        beta, G, H = mp.matrix(0, 1), None, None
        if q:
            H = mp.matrix(rows)
            G = H.T * inverse * H
            beta = G**-1 * (H.T * inverse * Y)
            evidence += ((Y.T * inverse * H) * beta)[0] - mp.log(mp.det(G))
        means, variances = [], []
        for v in Z:
            k = mp.matrix([matern32(v, u) for u in X])
            level, variance = (k.T * inverse * Y)[0], matern32(v, v) - (k.T * inverse * k)[0]
            if q:
                r = mp.matrix(COLUMNS[name](v)) - H.T * inverse * k
                level += (r.T * beta)[0]
                variance += (r.T * (G**-1) * r)[0]
            means.append(float(level))
            variances.append(float(variance))
        coefficients = np.array([float(number) for number in beta])
        return float(evidence / 2), coefficients, np.array(means), np.array(variances)


@pytest.mark.parametrize("approximation", ["markov", "exact"])
@pytest.mark.parametrize(
    ("name", "offset"),
    [(name, at) for name in COLUMNS for at in (0.0, 19_800.0) if at > 0.0 or "hinge" not in name],
)
def test_that_evidence_and_prediction_are_those_of_the_books(
    name: str, offset: float, approximation: str
) -> None:
    x, y = data(offset)
    z = offset + np.array([-50.0, 33.0, 150.0, 900.0])
    gp = GPRegressor(
        KERNEL, learning="fixed", noise=NOISE, mean=name, approximation=approximation
    ).fit(x, y)
    evidence, beta, level, variance = exact(name, x, y, z)
    assert gp.log_marginal_likelihood_ == pytest.approx(evidence, rel=1e-9)
    found, std = gp.predict(z, return_std=True)
    np.testing.assert_allclose(found, level, rtol=1e-8)
    np.testing.assert_allclose(std**2, variance, rtol=1e-8)
    np.testing.assert_allclose(gp.report_.mean, beta, rtol=1e-5)


@pytest.mark.parametrize("offset", [1e9, -1e9])
def test_that_seconds_since_1970_lose_no_digits_that_they_have(offset: float) -> None:
    x, y = data(offset)
    z = offset + np.array([-50.0, 33.0, 900.0])
    gp = GPRegressor(KERNEL, learning="fixed", noise=NOISE, mean="linear").fit(x, y)
    evidence, beta, level, variance = exact("linear", x, y, z)
    assert gp.log_marginal_likelihood_ == pytest.approx(evidence, rel=1e-9)
    found, std = gp.predict(z, return_std=True)
    np.testing.assert_allclose(found, level, rtol=1e-8)
    np.testing.assert_allclose(std**2, variance, rtol=1e-8)
    assert gp.report_.mean[1] == pytest.approx(beta[1], rel=1e-9)


def test_that_a_slope_an_input_is_estimated() -> None:
    random = np.random.default_rng(0)
    X = random.uniform(0.0, 1.0, (40, 3)) * [1.0, 1e3, 1e-3] + [0.0, 1e6, 5.0]
    y = 2.0 + X @ [3.0, -0.01, 400.0]
    gp = GPRegressor("rbf(1e5)", learning="fixed", noise=1e-6, mean="linear").fit(X, y)
    np.testing.assert_allclose(gp.report_.mean, [2.0, 3.0, -0.01, 400.0], rtol=1e-3)


@pytest.mark.parametrize("text", ["linear", "trends([x, x**2, sin(x)])", "constant", "zero"])
def test_that_prepared_columns_span_the_written_ones_and_keep_their_determinant(text: str) -> None:
    x = np.linspace(50.0, 60.0, 9)[:, None]
    written, ready = mean(text), mean(text).prepared(x)
    z = np.array([[40.0], [55.5], [61.0], [70.0]])
    H, P = written.trends(z), ready.trends(z)
    assert H.shape == P.shape
    coefficients = np.arange(1.0, 1 + H.shape[1])
    np.testing.assert_allclose(P @ coefficients, H @ ready.as_written(coefficients), rtol=1e-9)
    square = P[: H.shape[1]]
    assert np.linalg.det(square) == pytest.approx(np.linalg.det(H[: H.shape[1]]), rel=1e-9)
    gram = ready.trends(x).T @ ready.trends(x)
    size = np.sqrt(np.diag(gram))
    assert (abs(gram / np.outer(size, size) - np.eye(len(gram))) < 1e-9).all()


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ("linear", [3.0]),
        ("linear", [3.0, 3.0, 3.0]),
        ("trends([x, 2 * x])", [1.0, 2.0, 3.0, 4.0]),
        ("trends([x, x**2])", [1.0, 2.0]),
        ("trends([step(x, 9)])", [1.0, 2.0, 3.0]),
        ("trends([x, x**2])", [1e9, 1e9 + 20, 1e9 + 50, 1e9 + 90]),
    ],
)
def test_that_trends_that_cannot_be_told_apart_are_refused(text: str, x: list[float]) -> None:
    with pytest.raises(InputError, match="apart: choose the mean 'constant'") as caught:
        GPRegressor("matern32(9)", mean=text, learning="fixed", noise=0.1).fit(x, x)
    assert "\n" not in str(caught.value)


def test_that_the_advice_to_count_from_a_near_place_helps() -> None:
    x = 1e9 + np.array([1.0, 20.0, 50.0, 90.0])
    gp = GPRegressor(
        "matern32(9)", mean="trends([x, (x - 1e9)**2])", learning="fixed", noise=1e-6
    ).fit(x, 2.0 + 0.3 * (x - 1e9) ** 2)
    assert gp.predict([1e9 + 200.0])[0] == pytest.approx(2.0 + 0.3 * 200.0**2, rel=1e-6)


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("linera", 0, "did you mean 'linear'"),
        ("trends([x], 3)", 12, "'trends' is written trends(functions=[x, x**2])"),
        ("trends([x, sine(x)])", 11, "did you mean 'sin'"),
        ("trends([])", 7, "list of formulas is empty"),
    ],
)
def test_that_a_wrong_mean_is_pointed_at(text: str, place: int, sentence: str) -> None:
    with pytest.raises(RecipeError) as caught:
        mean(text)
    assert sentence in str(caught.value)
    assert caught.value.span.start == place


def test_that_trends_without_formulas_bend_once() -> None:
    x = np.array([[2.0], [3.0]])
    np.testing.assert_array_equal(mean("trends").trends(x), [[1, 2, 4], [1, 3, 9]])


def test_that_a_formula_of_an_input_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="looks at x2, and the inputs are x0"):
        GPRegressor(mean="trends(x2)").fit([1.0, 2.0], [1.0, 2.0])
