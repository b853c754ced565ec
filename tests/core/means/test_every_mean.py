"""One contract for every mean: its columns, their slopes, and what becomes of them in a fit.

A new mean takes one row in ``ROWS``: how it is written.
"""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.language import parse
from gpstudio.core.means import MEANS, Mean
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

ROWS = {
    "constant": "constant",
    "zero": "zero",
    "linear": "linear",
    "trends": "trends([x, x**2, sin(x / 3)])",
}
VARIANCE, LENGTH, NOISE = 0.9, 4.0, 0.05
SOLVERS = ("kalman", "cholesky")

each = pytest.mark.parametrize("text", ROWS.values(), ids=ROWS)


def mean(text: str) -> Mean:
    made: Mean = make(MEANS, parse(text))
    return made


def kernel(a: Floats, b: Floats) -> Floats:
    r = np.sqrt(3.0) * abs(a[:, None] - b) / LENGTH
    return np.asarray(VARIANCE * (1.0 + r) * np.exp(-r))


def data(n: int = 20) -> tuple[Floats, Floats]:
    random = np.random.default_rng(6)
    x = np.sort(random.uniform(30.0, 50.0, n))
    return x, 7.0 + 0.2 * x + np.sin(x) + 0.2 * random.standard_normal(n)


def posterior(text: str, x: Floats, y: Floats, **words: str) -> Posterior:
    choices = {
        "kernel": f"{VARIANCE} * matern32({LENGTH})", "likelihood": f"gaussian({NOISE})",
        "learning": "fixed", "mean": text,
    } | words  # fmt: skip
    return fit(Recipe.of(**choices), Readings.of(x[:, None], y))


def test_that_every_mean_has_a_row() -> None:
    assert set(ROWS) == set(MEANS.names), "each mean takes a row in ROWS"


@each
@pytest.mark.parametrize("inputs", [1, 3])
def test_that_trends_are_columns_and_the_levels_stands_first(text: str, inputs: int) -> None:
    some = np.random.default_rng(0).uniform(0.0, 9.0, (7, inputs))
    found = mean(text)
    columns = found.trends(some)
    assert columns.shape[0] == 7
    assert np.isfinite(columns).all()
    assert found.trends(some[:1]).shape == (1, columns.shape[1])
    if columns.shape[1]:
        np.testing.assert_array_equal(columns[:, 0], 1.0, err_msg="the level's column is first")
        assert np.linalg.matrix_rank(columns) == min(columns.shape)
    np.testing.assert_array_equal(found.trends(some[::-1]), columns[::-1], err_msg="row by row")


@each
def test_that_slopes_are_those_of_the_trends(text: str) -> None:
    """Of the mean as it is written, and as a fit prepares it."""
    x, step = np.linspace(31.0, 49.0, 9)[:, None], 1e-5
    for found in (mean(text), mean(text).prepared(x)):
        expected = (found.trends(x + step) - found.trends(x - step)) / (2.0 * step)
        np.testing.assert_allclose(found.slopes(x, 1), expected, rtol=1e-6, atol=1e-8)


@each
def test_that_it_is_flat_where_it_says_so(text: str) -> None:
    found, x = mean(text), np.linspace(31.0, 49.0, 9)[:, None]
    assert found.is_flat == (not np.ptp(found.trends(x), axis=0).any())


@each
def test_that_the_prepared_mean_spans_the_same_trends_and_keeps_the_evidence(text: str) -> None:
    x, _ = data()
    written, ready = mean(text), mean(text).prepared(x[:, None])
    targets = np.array([[20.0], [40.5], [70.0]])
    H, P = written.trends(targets), ready.trends(targets)
    assert H.shape == P.shape
    coefficients = np.arange(1.0, 1 + H.shape[1])
    np.testing.assert_allclose(P @ coefficients, H @ ready.as_written(coefficients), rtol=1e-8)
    A = kernel(x, x) + NOISE * np.eye(len(x))
    sizes = [
        np.linalg.slogdet(H.T @ np.linalg.solve(A, H))[1]
        for H in (written.trends(x[:, None]), ready.trends(x[:, None]))
    ]
    assert sizes[0] == pytest.approx(sizes[1], rel=1e-6, abs=1e-9)


@each
@pytest.mark.parametrize("solver", SOLVERS)
def test_that_a_fit_is_the_books_by_every_solver(text: str, solver: str) -> None:
    """Rasmussen & Williams 2.42 and 2.45, dense, with the columns as they are written."""
    x, y = data()
    found = posterior(text, x, y, solver=solver)
    H, A = mean(text).trends(x[:, None]), kernel(x, x) + NOISE * np.eye(len(x))
    G = H.T @ np.linalg.solve(A, H)
    beta = np.linalg.solve(G, H.T @ np.linalg.solve(A, y))
    rest = y - H @ beta
    evidence = -0.5 * (
        rest @ np.linalg.solve(A, rest)
        + np.linalg.slogdet(A)[1]
        + np.linalg.slogdet(G)[1]
        + (len(x) - len(beta)) * np.log(2.0 * np.pi)
    )
    assert found.log_evidence == pytest.approx(evidence, rel=1e-6)
    np.testing.assert_allclose(found.report.mean, beta, rtol=1e-5, atol=1e-7)
    targets = np.array([28.0, 41.0, 60.0])
    cross = kernel(x, targets)
    loose = mean(text).trends(targets[:, None]) - cross.T @ np.linalg.solve(A, H)
    level = cross.T @ np.linalg.solve(A, y) + loose @ beta
    spread = np.diag(
        kernel(targets, targets)
        - cross.T @ np.linalg.solve(A, cross)
        + loose @ np.linalg.solve(G, loose.T)
    )
    told, variance = found.predict(targets[:, None])
    np.testing.assert_allclose(told, level, rtol=1e-6)
    np.testing.assert_allclose(variance, spread, rtol=1e-5)


@each
def test_that_both_solvers_tell_the_same_where_readings_are_not_gaussian(text: str) -> None:
    x, y = data()
    for likelihood, values in (("student_t(0.05)", y), ("poisson", np.floor(abs(y)))):
        first, second = (
            posterior(text, x, values, solver=solver, likelihood=likelihood) for solver in SOLVERS
        )
        assert first.log_evidence == pytest.approx(second.log_evidence, rel=1e-8)
        targets = np.array([[28.0], [41.0], [60.0]])
        np.testing.assert_allclose(first.predict(targets), second.predict(targets), rtol=1e-5)
        gradients = (found._trended.gradient(QUIET) for found in (first, second))
        np.testing.assert_allclose(*gradients, rtol=1e-5, atol=1e-6)


@each
def test_that_readings_may_be_counted_from_any_level_where_the_mean_has_one(text: str) -> None:
    """Only then are they centred: about zero a mean without a level means just that."""
    x, y = data()
    found, moved = posterior(text, x, y), posterior(text, x, y + 1e6)
    targets = np.array([[28.0], [41.0]])
    told, away = found.predict(targets)[0], moved.predict(targets)[0] - 1e6
    levelled = mean(text).trends(targets).shape[1] > 0
    centre = found.members.readings.centre
    assert (centre != 0.0) == levelled
    if levelled:
        np.testing.assert_allclose(away, told, atol=1e-8)
    counted = posterior(text, x, np.floor(abs(y)), likelihood="poisson")
    assert counted.members.readings.centre == 0.0, "counts are never centred"
