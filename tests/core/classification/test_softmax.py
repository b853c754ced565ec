"""Coupled classes: against the whole matrix by the book, against quadrature, and differences."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.special import logsumexp

from gpstudio import GPClassifier
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.averaging import Averaging, softmax
from gpstudio.core.classification.softmax.evidence import Evidence
from gpstudio.core.classification.softmax.learning import Gaussian, SoftmaxProblem
from gpstudio.core.classification.softmax.mode import STATIONARY, Labelled
from gpstudio.core.classification.softmax.nearest import SETTLED, Nearest
from gpstudio.core.kernels import build_kernel
from gpstudio.core.kernels.build import with_multipliers
from gpstudio.core.language import parse
from gpstudio.core.task import QUIET

CLASSES = 3


def drawn(n: int, seed: int = 0) -> tuple[Floats, Integers, Floats]:
    """Inputs, classes and weights."""
    random = np.random.default_rng(seed)
    x = random.uniform(-2.0, 2.0, (n, 2))
    y = np.digitize(x[:, 0] + 0.4 * random.standard_normal(n), [-0.6, 0.7])
    return x, y, random.uniform(0.5, 2.0, n)


def problem(
    n: int, own: bool, level: float = 10.0, nearest: bool = False
) -> tuple[SoftmaxProblem, Labelled, Floats]:
    x, y, weights = drawn(n)
    labelled = Labelled(np.eye(CLASSES)[y], weights)
    by: Gaussian = "variational" if nearest else "laplace"
    kernel = with_multipliers(build_kernel(parse("rbf([1, 2])")))
    return SoftmaxProblem(kernel, x, labelled, level, own, by, by, QUIET), labelled, x


class Dense:
    """Newton on one matrix of n C rows (Rasmussen & Williams, section 3.5)."""

    def __init__(self, covariances: list[Floats], labelled: Labelled) -> None:
        n, self.n = len(labelled.weights), len(labelled.weights)
        self.K = np.zeros((n * CLASSES, n * CLASSES))
        for c, matrix in enumerate(covariances):
            self.K[c * n : (c + 1) * n, c * n : (c + 1) * n] = matrix
        y, w = labelled.ones.T.ravel(), np.tile(labelled.weights, CLASSES)
        f = np.zeros(n * CLASSES)
        for _ in range(100):
            shares = softmax(f.reshape(CLASSES, n).T).T.ravel()
            W = np.diag(w * shares)
            for i in range(n):
                some = i + n * np.arange(CLASSES)
                W[np.ix_(some, some)] -= labelled.weights[i] * np.outer(shares[some], shares[some])
            b = W @ f + w * (y - shares)
            f = self.K @ np.linalg.solve(np.eye(len(f)) + W @ self.K, b)
        self.pull = w * (y - shares)
        np.testing.assert_allclose(self.K @ self.pull, f, atol=1e-8)  # it is a mode
        density = labelled.log_density(f.reshape(CLASSES, n).T)
        size = np.linalg.slogdet(np.eye(len(f)) + self.K @ W)[1]
        self.evidence = density - 0.5 * f @ self.pull - 0.5 * size
        self.inner = W @ np.linalg.inv(np.eye(len(f)) + self.K @ W)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("level", [0.0, 10.0])
def test_that_all_is_as_by_newton_on_the_whole_matrix(own: bool, level: float) -> None:
    asked, labelled, _ = problem(14, own, level)
    logs = np.random.default_rng(1).normal(0.3, 0.4, len(asked.numbers.places))
    found = asked.conditioned(logs)
    assert found.mode.left <= STATIONARY
    dense = Dense(list(found.covariances), labelled)
    assert found.log_evidence == pytest.approx(dense.evidence, rel=1e-10)
    np.testing.assert_allclose(found.mode.pull.T.ravel(), dense.pull, atol=1e-9)
    covariance = dense.K - dense.K @ dense.inner @ dense.K
    between = found._between(found._halves(QUIET), QUIET)
    for i in range(14):
        some = i + 14 * np.arange(CLASSES)
        np.testing.assert_allclose(between[i], covariance[np.ix_(some, some)], atol=1e-9)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("nearest", [False, True])
def test_that_the_evidence_has_its_slope_in_every_number(own: bool, nearest: bool) -> None:
    asked, _, _ = problem(20, own, nearest=nearest)
    search = asked.search(0)
    logs = np.random.default_rng(2).normal(0.3, 0.4, len(asked.numbers.places))
    value, slope = search.evaluate(logs)
    assert value == pytest.approx(asked.conditioned(logs).log_evidence, rel=1e-12)
    step = 1e-4
    expected = [
        (
            asked.conditioned(logs + step * e).log_evidence
            - asked.conditioned(logs - step * e).log_evidence
        )
        / (2.0 * step)
        for e in np.eye(len(logs))
    ]
    np.testing.assert_allclose(slope, expected, rtol=1e-5, atol=2e-6)


def test_that_predictions_are_the_dense_ones() -> None:
    x, y, _ = drawn(15)
    model = GPClassifier("3 * rbf([1, 2])", learning="fixed", inference="laplace").fit(x, y)
    posterior = model._model.fit.posterior
    targets = np.array([[0.0, 0.0], [-3.0, 1.0], [9.0, 9.0]])
    mean, covariance = posterior.latent(targets)

    def kernel(a: Floats, b: Floats) -> Floats:
        off = (a[:, None] - b) / [1.0, 2.0]
        return np.asarray(3.0 * np.exp(-0.5 * (off**2).sum(-1)) + 10.0)

    dense = Dense([kernel(x, x)] * CLASSES, Labelled(np.eye(CLASSES)[y], np.ones(15)))
    for place, target in enumerate(targets):
        cross = np.kron(np.eye(CLASSES), kernel(x, target[None]))
        own = kernel(target[None], target[None])[0, 0] * np.eye(CLASSES)
        np.testing.assert_allclose(mean[place], cross.T @ dense.pull, atol=1e-8)
        expected = own - cross.T @ dense.inner @ cross
        np.testing.assert_allclose(covariance[place], expected, atol=1e-8)
    shares = model.predict_proba(targets)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)
    assert shares[2].max() < 0.5, "far off little is known"


def test_that_the_evidence_is_near_the_integral_of_a_tiny_case() -> None:
    """Three readings, three classes: six curves' values by Gauss and Hermite, weak kernel."""
    x = np.array([[0.0], [0.7], [2.0]])
    ones = np.eye(CLASSES)
    K = 0.1 * np.exp(-0.5 * (x - x.T) ** 2)
    found = Evidence.of([K] * CLASSES, Labelled(ones, np.ones(3)), np.zeros((3, 3)), QUIET)
    nodes, shares = np.polynomial.hermite_e.hermegauss(4)
    shares = shares / shares.sum()
    lower = np.linalg.cholesky(K)
    grid = np.array(list(itertools.product(range(4), repeat=3)))
    draws, logs = nodes[grid] @ lower.T, np.log(shares)[grid].sum(axis=1)
    total = []
    for a, b in itertools.product(range(len(draws)), repeat=2):
        # the third curve at once
        curves = np.stack(
            [np.tile(draws[a], (len(draws), 1)), np.tile(draws[b], (len(draws), 1)), draws], axis=-1
        )
        density = (ones * curves).sum(axis=(1, 2)) - logsumexp(curves, axis=2).sum(axis=1)
        total.append(logsumexp(density + logs) + logs[a] + logs[b])
    assert found.log_evidence == pytest.approx(float(logsumexp(total)), abs=2e-3)


def test_that_the_bound_is_a_gaussians_and_below_the_integral() -> None:
    """What two Gaussian curves leave of a tiny case, by Gauss and Hermite, and that nothing near
    the nearest Gaussian is higher."""
    x = np.array([[0.0], [1.0]])
    K = 2.0 * np.exp(-0.5 * (x - x.T) ** 2)
    labelled = Labelled(np.eye(CLASSES)[:2], np.array([1.0, 2.0]))
    found = Nearest.of([K] * CLASSES, labelled, None, QUIET)
    assert found.left <= SETTLED
    nodes, shares = np.polynomial.hermite_e.hermegauss(7)
    lower, logs = np.linalg.cholesky(K), np.log(shares / shares.sum())
    grid = np.array(list(itertools.product(range(7), repeat=6)))
    curves = nodes[grid].reshape(-1, CLASSES, 2) @ lower.T
    density = (labelled.ones.T * curves).sum(axis=1) - logsumexp(curves, axis=1)
    evidence = logsumexp(density @ labelled.weights + logs[grid].sum(axis=1))
    assert evidence - 0.2 < found.log_evidence < evidence
    random = np.random.default_rng(5)
    for _ in range(10):
        pull = found.pull + 0.01 * random.standard_normal(found.pull.shape)
        precision = found.precision * np.exp(0.05 * random.standard_normal(found.pull.shape))
        other = Nearest._at([K] * CLASSES, labelled, pull, precision, QUIET)
        assert other.log_evidence < found.log_evidence


def test_that_the_nearest_gaussian_is_surer_of_classes_far_apart() -> None:
    x = np.linspace(-3.0, 3.0, 30)[:, None]
    y = np.digitize(x[:, 0], [-1.0, 1.0])
    shares = [
        GPClassifier("50 * rbf(1.5)", learning="fixed", inference=by).fit(x, y).predict_proba(x)
        for by in ("laplace", "variational")
    ]
    inside = np.arange(30), y
    even, sure = (-np.log(share[inside]).mean() for share in shares)
    assert sure < 0.5 * even


def test_that_probabilities_are_averages_over_the_curves() -> None:
    """Against draws, and for two coupled classes against the logistic function's own rule."""
    random = np.random.default_rng(4)
    mean = random.normal(0.0, 1.5, (4, 3))
    half = random.normal(0.0, 1.0, (4, 3, 3))
    covariance = half @ half.transpose(0, 2, 1)
    found = Averaging().softmax(mean, covariance)
    for place in range(4):
        draws = random.multivariate_normal(mean[place], covariance[place], 200_000)
        np.testing.assert_allclose(found[place], softmax(draws).mean(axis=0), atol=3e-3)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, atol=1e-12)
    sure = Averaging().softmax(mean, np.zeros((4, 3, 3)))
    np.testing.assert_allclose(sure, softmax(mean), atol=1e-12)
    np.testing.assert_allclose(Averaging("plug_in").softmax(mean, covariance), softmax(mean))
    shrunk = Averaging("corrected").softmax(mean[:1], 4.0 * np.eye(3)[None])
    expected = softmax(mean[:1] / math.sqrt(1.0 + math.pi / 2.0))
    np.testing.assert_allclose(shrunk, expected, rtol=1e-12)
