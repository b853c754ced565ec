"""Sites that take away from what others say, by the factor and along time: against the side of the
precisions, and against each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.likelihoods.sites import Sites
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.solvers import kalman
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.solvers.kalman import Kalman
from gpstudio.core.solvers.solution import Solution
from gpstudio.core.task import QUIET

KERNEL = build_kernel(parse("1.3 * matern32(3)"))
INPUTS = np.sort(np.random.default_rng(2).uniform(0.0, 20.0, 25))[:, None]
TARGETS = np.linspace(-2.0, 22.0, 9)[:, None]
VARIANCE = np.where(np.arange(25) % 6 == 2, -4.0, 0.3)
VALUES = np.column_stack([np.sin(INPUTS[:, 0]), np.ones(25)])


Solved: TypeAlias = Callable[[Floats, Floats, Floats], Solution]


def by_factor(inputs: Floats, variance: Floats, values: Floats) -> Solution:
    return Cholesky().condition(DenseCovariance(KERNEL, inputs), variance, values, QUIET)


def along_time(inputs: Floats, variance: Floats, values: Floats) -> Solution:
    order = np.argsort(inputs[:, 0], kind="stable")
    operator = MarkovCovariance(KERNEL, inputs[order])
    return Kalman().condition(operator, variance[order], values[order], QUIET)


both_ways = pytest.mark.parametrize("solved", [by_factor, along_time])


@both_ways
def test_that_negative_sites_are_solved_as_their_precisions_say(solved: Solved) -> None:
    found = solved(INPUTS, VARIANCE, VALUES)
    K = KERNEL.block(INPUTS, INPUTS)
    within = np.linalg.inv(np.linalg.inv(K) + np.diag(1.0 / VARIANCE))
    assert np.linalg.eigvalsh(within).min() > 0.0, "a covariance, with these sites"
    curve = within @ (VALUES / VARIANCE[:, None])
    mean, variance = found.predict(INPUTS, QUIET)
    np.testing.assert_allclose(mean, curve, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(variance, np.diag(within), rtol=1e-8)
    np.testing.assert_allclose(found.covariance(INPUTS, QUIET), within, atol=1e-9)
    A = K + np.diag(VARIANCE)
    np.testing.assert_allclose(found.precisions(QUIET), np.diag(np.linalg.inv(A)), rtol=1e-9)
    assert found.log_determinant == pytest.approx(np.linalg.slogdet(A)[1], rel=1e-11)
    np.testing.assert_allclose(found.quadratic, VALUES.T @ np.linalg.solve(A, VALUES), rtol=1e-9)


@both_ways
def test_that_what_is_given_and_taken_away_again_is_as_if_it_had_never_been(
    solved: Solved,
) -> None:
    """Two sites of one place with precisions p and −q are one of p − q."""
    given, taken = np.full(25, 0.2), np.where(np.arange(25) < 8, -0.5, np.inf)
    both = np.concatenate([INPUTS, INPUTS])
    found = solved(both, np.concatenate([given, taken]), np.concatenate([VALUES, 0.0 * VALUES]))
    left = 1.0 / (1.0 / given + 1.0 / taken)
    alone = solved(INPUTS, left, VALUES * (left / given)[:, None])
    for mine, other in zip(
        found.predict(TARGETS, QUIET), alone.predict(TARGETS, QUIET), strict=True
    ):
        np.testing.assert_allclose(mine, other, rtol=1e-9, atol=1e-12)


@both_ways
def test_that_the_evidence_and_its_slope_take_negative_sites(solved: Solved) -> None:
    def evidence(scale: float) -> Trended:
        variance = scale * VARIANCE
        sites = Sites(VALUES[:, 0], variance, 0.0, np.zeros(1))
        return Trended.of(solved(INPUTS, variance, VALUES), sites)

    step = 1e-5
    ends = [evidence(float(np.exp(by))).log_evidence for by in (step, -step)]
    slope = evidence(1.0).gradient(QUIET)[-1]
    assert slope == pytest.approx((ends[0] - ends[1]) / (2.0 * step), rel=1e-6)


@pytest.mark.parametrize(
    ("solved", "said"), [(by_factor, "positive definite"), (along_time, "take away more")]
)
def test_that_what_takes_away_more_than_there_is_is_refused(solved: Solved, said: str) -> None:
    with pytest.raises(InputError, match=said):
        solved(INPUTS, np.where(VARIANCE < 0.0, -0.05, 0.3), VALUES)


@pytest.mark.parametrize("kept", [True, False])
def test_that_what_is_taken_before_it_is_given_is_solved_along_time_too(
    kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first reading takes more than the prior has, the next ones at once make up for it."""
    if not kept:
        monkeypatch.setattr(kalman, "KEPT_BYTES", 0.0)
        monkeypatch.setattr(kalman, "LEG", 4)
    inputs = np.concatenate([[[0.0], [1e-3], [2e-3]], 1.0 + INPUTS])
    variance = np.concatenate([[-0.5, 0.1, 0.2], VARIANCE])
    values = np.concatenate([np.ones((3, 2)), VALUES])
    assert KERNEL.block(inputs[:1], inputs[:1])[0, 0] > -variance[0]
    mine, other = (way(inputs, variance, values) for way in (along_time, by_factor))
    assert mine.log_determinant == pytest.approx(other.log_determinant, rel=1e-10)
    np.testing.assert_allclose(mine.quadratic, other.quadratic, rtol=1e-8)
    np.testing.assert_allclose(mine.weights(QUIET), other.weights(QUIET), rtol=1e-8, atol=1e-10)
    for here, there in zip(
        mine.predict(TARGETS, QUIET), other.predict(TARGETS, QUIET), strict=True
    ):
        np.testing.assert_allclose(here, there, rtol=1e-8, atol=1e-10)
    slopes = (way.gradient(np.eye(2), QUIET) for way in (mine, other))
    np.testing.assert_allclose(*slopes, rtol=1e-7)


@both_ways
def test_that_draws_vary_as_the_curve_does(solved: Solved) -> None:
    found = solved(INPUTS, VARIANCE, VALUES)
    draws = found.draws(TARGETS, 6_000, 1, QUIET)
    (window,) = found.draws_in([TARGETS[:, 0]], 6_000, 1, QUIET)
    _, variance = found.predict(TARGETS, QUIET)
    for curves in (draws, window.curves):
        np.testing.assert_allclose(np.var(curves, axis=1), variance, rtol=0.12)
