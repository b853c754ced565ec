"""Student-t readings by expectation propagation, whose sites may take away: against quadrature over
the precisions of all readings, and along time against the matrix."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.inference.test_laplace import (
    MEANS,
    NUMBERS,
    SOLVERS,
    Dense,
    data,
    exact,
    posterior,
    slope_of_evidence_is_told,
)
from scipy import stats

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.laplace import Laplace
from gpstudio.core.inference.regression import Posterior
from gpstudio.core.inference.signed_propagation import SignedPropagated
from gpstudio.core.likelihoods.foretelling import Tilted
from gpstudio.core.likelihoods.student_t import StudentT
from gpstudio.core.regressor import GPRegressor
from gpstudio.core.spec import Setting
from gpstudio.core.task import QUIET


def propagated(found: Posterior) -> Posterior:
    assert isinstance(found._trended, SignedPropagated)
    assert found.report.remarks == ()
    return found


def by_ep(
    x: Floats, y: Floats, weights: Floats | None = None, numbers: tuple[float, ...] = NUMBERS,
    freedom: float = 4.0, **choices: str,
) -> Posterior:  # fmt: skip
    named = f"student_t({float(numbers[2])!r}, freedom={freedom!r}, inference='ep')"
    return posterior(x, y, weights, numbers, likelihood=named, **choices)


def four(seed: int) -> tuple[Floats, Floats]:
    """Readings, one in seven ten times off."""
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 6.0, 4))
    off = np.where(random.random(4) < 0.15, 10.0, 1.0)
    return x, np.sin(x) + math.sqrt(NUMBERS[2]) * off * random.standard_t(4.0, 4)


def test_that_evidence_and_variance_are_nearer_the_truth_than_laplaces() -> None:
    """Brute force over the precisions of all four readings."""
    evidence: dict[str, list[float]] = {"laplace": [], "ep": []}
    spread: dict[str, list[float]] = {"laplace": [], "ep": []}
    for seed in range(8):
        x, y = four(seed)
        targets = np.append(x, [1.0, 9.0])
        truth, _, variance = exact(Dense(x, y), targets, 15)
        by = {"laplace": posterior(x, y, mean="zero"), "ep": propagated(by_ep(x, y, mean="zero"))}
        for name, found in by.items():
            evidence[name].append(found.log_evidence - truth)
            told = found.predict(targets[:, None])[1]
            spread[name].append(float(np.mean(abs(np.log(told / variance)))))
    off_by = {name: float(np.sqrt(np.mean(np.square(some)))) for name, some in evidence.items()}
    assert off_by["ep"] < 0.1 * off_by["laplace"]
    assert np.mean(spread["ep"]) < 0.3 * np.mean(spread["laplace"])


def test_that_two_summits_are_told_and_left_to_laplace() -> None:
    x, y = four(10)
    found, plain = by_ep(x, y, mean="zero"), posterior(x, y, mean="zero")
    assert isinstance(found._trended, Laplace)
    assert found.log_evidence == plain.log_evidence
    assert any("did not settle" in said for said in found.report.remarks)


@pytest.mark.parametrize("mean", MEANS)
def test_that_sites_below_zero_are_along_time_as_in_the_matrix(mean: str) -> None:
    x, y = data(60)
    first, second = (propagated(by_ep(x, y, mean=mean, solver=solver)) for solver in SOLVERS)
    assert (first._trended.sites.variance < 0.0).sum() >= 3, "clouds take away"
    assert first.log_evidence == pytest.approx(second.log_evidence, rel=1e-9)
    targets = np.linspace(-5.0, 25.0, 40)[:, None]
    for one, other in zip(first.predict(targets), second.predict(targets), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
    gradients = (found._trended.gradient(QUIET) for found in (first, second))
    np.testing.assert_allclose(*gradients, rtol=1e-5, atol=1e-7)
    scores = [found.left_out().log_densities for found in (first, second)]
    np.testing.assert_allclose(*scores, rtol=1e-6)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("freedom", [1.5, 4.0])
def test_that_the_gradient_is_the_evidences_slope(solver: str, mean: str, freedom: float) -> None:
    """With weights, a missing reading and one time twice."""
    x, y = data(24)
    x[7], y[11] = x[6], np.nan
    weights = np.linspace(0.2, 3.0, len(x))

    def at(logs: Floats) -> Posterior:
        numbers = tuple(np.exp(logs))
        return by_ep(x, y, weights, numbers, freedom=freedom, mean=mean, solver=solver)

    slope_of_evidence_is_told(at, atol=1e-5)


@pytest.mark.parametrize("freedom", [1.5, 4.0, 30.0])
def test_that_moments_are_those_of_sums_over_curves(freedom: float) -> None:
    likelihood = StudentT(Setting(), freedom)
    values = np.array([0.3, -2.0, 9.0, -20.0, 0.0])
    mean, variance = np.array([0.1, 0.4, 0.0, 1.0, 0.0]), np.array([0.01, 3.0, 0.5, 0.2, 50.0])
    relative = np.array([1.0, 0.5, 2.0, 1.0, 1.0])

    def tilted(noise: float) -> Tilted:
        return likelihood.tilted(values, mean, variance, relative, (noise,))

    own, size = tilted(0.2), np.sqrt(variance)
    off = np.linspace(-14.0, 14.0, 100_001)[:, None] * size
    scale = np.sqrt(0.2 * relative)
    density = stats.t.pdf(values - mean - off, freedom, scale=scale) * stats.norm.pdf(off / size)
    total, first, second = ((density * off**power).sum(axis=0) for power in range(3))
    step = 28.0 / 100_000
    np.testing.assert_allclose(own.log_total, np.log(total * step), atol=1e-9)
    np.testing.assert_allclose(own.mean - mean, first / total, atol=1e-9)
    spread = second / total - (first / total) ** 2
    np.testing.assert_allclose(own.variance, spread, rtol=1e-8)
    above, below = (tilted(0.2 * math.exp(by)).log_total for by in (1e-5, -1e-5))
    np.testing.assert_allclose(own.slopes[0], (above - below) / 2e-5, rtol=1e-6, atol=1e-8)


def test_that_learning_climbs_its_evidence() -> None:
    """Higher than with the numbers that are best about the mode, and not far from those."""
    x, y = data(24, seed=3)
    climbed = {"learning": "ml2(restarts=0)"}
    mode = GPRegressor("matern32", noise="student_t", **climbed).fit(x, y)
    own = GPRegressor("matern32", noise="student_t(inference='ep')", **climbed).fit(x, y)
    there = f"student_t({mode.noise_!r}, inference='ep')"
    beside = GPRegressor(mode.kernel_, noise=there, learning="fixed").fit(x, y)
    assert own.report_.remarks == ()
    assert own.log_marginal_likelihood_ > beside.log_marginal_likelihood_ + 1e-3
    assert own.noise_ == pytest.approx(mode.noise_, rel=0.3)


@pytest.mark.parametrize(
    "asked", [{"solver": "cg"}, {"approximation": "nystrom"}, {"approximation": "inducing"}]
)
def test_that_a_solver_that_cannot_follow_is_refused(asked: dict[str, str]) -> None:
    with pytest.raises(InputError, match="cannot follow: choose"):
        by_ep(*data(24), **asked)


def test_that_minres_follows() -> None:
    x, y = data(24)
    first, second = (propagated(by_ep(x, y, solver=solver)) for solver in ("cholesky", "minres"))
    assert second.log_evidence == pytest.approx(first.log_evidence, rel=1e-8)
