"""One contract for every approximation of few features: what it is, tells and converges to.

A new approximation takes one row in ``ROWS``: how it is written with some features and with many,
and how near the many come to the exact covariance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.approximations import APPROXIMATIONS, Approximation
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


@dataclass(frozen=True)
class Row:
    some: str
    many: str
    near: float
    """How far the curve and its band with many features may be from the exact ones, in the exact
    standard deviation."""
    evidence: float = np.inf
    """How far the evidence may be, in nats."""


ROWS: dict[str, Row] = {
    "nystrom": Row("nystrom(rank=20)", "nystrom(rank=120)", 1e-4, 1e-4),
    # drawn features come near with the root of their number only, worst at the edge of the data
    "fourier": Row("fourier(features=40)", "fourier(features=1200, kind='qmc')", 0.6, 1.0),
    "equispaced": Row("equispaced(tolerance=0.01)", "equispaced(tolerance=1e-6)", 1e-4, 1e-4),
    "inducing": Row("inducing(points=20)", "inducing(points=120, choose='pivoting')", 1e-4, 1e-4),
}
KERNEL = "1.3 * rbf([1.5, 2.5])"
NOISE = "held(0.02)"


def _table() -> tuple[Floats, Floats]:
    random = np.random.default_rng(21)
    inputs = random.uniform(-2.0, 2.0, (120, 2))
    # as a fit sorts them, so that places drawn by a seed are the same
    inputs = inputs[np.argsort(inputs[:, 0])]
    values = np.sin(1.5 * inputs[:, 0]) + np.cos(inputs[:, 1]) + 0.14 * random.standard_normal(120)
    return inputs, values


def _settled(text: str, kernel: Kernel, inputs: Floats, seed: int = 0) -> Approximation:
    made: Approximation = make(APPROXIMATIONS, parse(text))
    return made.prepared(Ground(kernel, inputs, 0.02, seed))


def _operator(text: str, kernel: Kernel, inputs: Floats, seed: int = 0) -> LowRankCovariance:
    operator = _settled(text, kernel, inputs, seed).operator(kernel, inputs)
    assert isinstance(operator, LowRankCovariance)
    return operator


def _fitted(approximation: str, **words: str) -> GPRegressor:
    inputs, values = _table()
    model = GPRegressor(
        **{
            "kernel": KERNEL,
            "noise": NOISE,
            "learning": "fixed",
            "approximation": approximation,
            **words,
        }
    )
    return model.fit(inputs, values)


def test_that_every_approximation_of_features_has_a_row() -> None:
    offered = {entry.spec.name for entry in APPROXIMATIONS if "features" in entry.gives}
    assert offered == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_that_many_features_give_the_exact_curve_band_and_evidence(name: str) -> None:
    row, targets = ROWS[name], np.random.default_rng(5).uniform(-2.0, 2.0, (40, 2))
    exact, near = _fitted("exact"), _fitted(row.many)
    mean, std = exact.predict(targets, return_std=True)
    near_mean, near_std = near.predict(targets, return_std=True)
    assert (abs(near_mean - mean) / std).max() < row.near
    assert (abs(near_std - std) / std).max() < row.near
    evidence = exact.log_marginal_likelihood_
    assert abs(near.log_marginal_likelihood_ - evidence) < row.evidence
    error = near.report_.approximation_error
    assert error is not None
    assert f"{100 * error:.2g} %" in near.report_.reason or error < 1e-3


@pytest.mark.parametrize("name", ROWS)
def test_that_the_error_it_tells_is_that_of_the_dense_matrices(name: str) -> None:
    kernel, inputs = build_kernel(parse(KERNEL), 2), _table()[0]
    operator = _operator(ROWS[name].some, kernel, inputs)
    features = operator.features_at(inputs)
    exact = kernel.block(inputs, inputs)
    error = np.linalg.norm(features @ features.T - exact) / np.linalg.norm(exact)
    told = _fitted(ROWS[name].some).report_.approximation_error
    assert told == pytest.approx(error, rel=1e-6)


@pytest.mark.parametrize("name", ROWS)
def test_that_its_answers_are_those_of_its_own_matrix(name: str) -> None:
    """Whatever the approximation is, the solver's algebra must be exact for it."""
    kernel, (inputs, values) = build_kernel(parse(KERNEL), 2), _table()
    operator = _operator(ROWS[name].some, kernel, inputs)
    features = operator.features_at(inputs)
    vectors = np.random.default_rng(1).standard_normal((len(inputs), 3))
    near = features @ features.T + np.diag(
        operator.missed() if operator.misses_as_noise else np.zeros(len(inputs))
    )
    np.testing.assert_allclose(operator.times(vectors), near @ vectors, atol=1e-10)
    targets = inputs[:7] + 0.1
    cross = features @ operator.features_at(targets).T
    np.testing.assert_allclose(operator.cross(targets), cross, atol=1e-10)
    model = _fitted(ROWS[name].some, mean="zero")
    expected = cross.T @ np.linalg.solve(near + 0.02 * np.eye(len(inputs)), values)
    np.testing.assert_allclose(np.asarray(model.predict(targets)), expected, atol=1e-7)


@pytest.mark.parametrize("name", ROWS)
def test_that_the_evidence_is_smooth_and_its_gradient_right(name: str) -> None:
    inputs, values = _table()
    weights = np.ones(len(values))
    weights[:10] = 2.5
    values = values.copy()
    values[40:44] = np.nan
    recipe = Recipe.of(kernel="rbf([1.5, 2.5])", approximation=ROWS[name].some)
    problem = Problem(choose(recipe, 120, 2), Readings.of(inputs, values, weights), QUIET)
    search = problem.search(0)
    place = search.starts[0] + 0.1
    _, gradient = search.evaluate(place)
    step = 1e-4
    for i, slope in enumerate(gradient):
        ahead, behind = place.copy(), place.copy()
        ahead[i] += step
        behind[i] -= step
        expected = (search.evaluate(ahead)[0] - search.evaluate(behind)[0]) / (2 * step)
        assert slope == pytest.approx(expected, rel=2e-5, abs=2e-5 * max(1, abs(gradient).max()))


@pytest.mark.parametrize("name", ROWS)
def test_that_its_seed_decides_it(name: str) -> None:
    kernel, inputs = build_kernel(parse(KERNEL), 2), _table()[0]
    first = _operator(ROWS[name].some, kernel, inputs, seed=3).features_at(inputs)
    again = _operator(ROWS[name].some, kernel, inputs, seed=3).features_at(inputs)
    np.testing.assert_array_equal(first, again)


@pytest.mark.parametrize("name", ROWS)
def test_that_learning_through_it_comes_near_to_exact_learning(name: str) -> None:
    learnt = {"learning": "ml2(restarts=0)", "noise": "0.05", "kernel": "rbf(1)"}
    exact, near = _fitted("exact", **learnt), _fitted(ROWS[name].many, **learnt)
    evidence = exact.log_marginal_likelihood_
    assert abs(near.log_marginal_likelihood_ - evidence) < max(0.05, ROWS[name].evidence)
    assert near.noise_ == pytest.approx(exact.noise_, rel=0.1)


@pytest.mark.parametrize("name", ROWS)
def test_that_draws_and_joint_covariance_agree(name: str) -> None:
    model = _fitted(ROWS[name].some)
    targets = np.random.default_rng(8).uniform(-2.5, 2.5, (6, 2))
    _, covariance = model.predict(targets, return_cov=True)
    _, std = model.predict(targets, return_std=True)
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), std, rtol=1e-7, atol=1e-9)
    draws = model.sample_y(targets, 6_000, random_state=1)
    scale = np.outer(std, std)
    assert (abs(np.cov(draws) - covariance) < 0.09 * scale).all()


@pytest.mark.parametrize("name", ROWS)
def test_that_readings_with_clouds_pass_through_it(name: str) -> None:
    """Student-t readings: the search for the mode asks the solver for more than Gaussian ones."""
    inputs, values = _table()
    values = values.copy()
    values[::17] -= 3.0
    models = [
        GPRegressor(KERNEL, approximation=text, noise="student_t(0.02)", learning="fixed")
        for text in ("exact", ROWS[name].many)
    ]
    exact, near = (np.asarray(model.fit(inputs, values).predict(inputs[:20])) for model in models)
    assert abs(exact - near).max() < 0.1
