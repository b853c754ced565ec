"""Classes coupled by an iterative solver: against the factors, for every solver of the house."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPClassifier
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.softmax import products
from gpstudio.core.classification.softmax.evidence import Evidence
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.softmax.posterior import Member, SoftmaxPosterior
from gpstudio.core.classification.softmax.products import ByProducts, Operators
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers import SOLVERS
from gpstudio.core.solvers.iterative import IterativeSolver
from gpstudio.core.task import QUIET

ITERATIVE = [entry.spec.name for entry in SOLVERS if entry.needs == "products"]
CLASSES, LEVEL = 3, 10.0


def drawn(n: int, seed: int = 0) -> tuple[Floats, Integers]:
    random = np.random.default_rng(seed)
    x = random.uniform(-2.0, 2.0, (n, 2))
    return x, np.digitize(x[:, 0] + 0.4 * random.standard_normal(n), [-0.6, 0.7])


def kernels(own: bool) -> tuple[Kernel, ...]:
    texts = ("4*rbf([0.8, 1.2])", "2*matern32(2)", "linear(0.5, offset=1, centre=held(0))")
    return tuple(build_kernel(parse(text), 2) for text in texts[: CLASSES if own else 1])


def solver(name: str) -> IterativeSolver:
    made = SOLVERS[name]()
    assert isinstance(made, IterativeSolver)
    return made


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("name", ITERATIVE)
def test_that_products_lead_where_factors_do(name: str, own: bool) -> None:
    x, y = drawn(40)
    labelled = Labelled(np.eye(CLASSES)[y], np.random.default_rng(1).uniform(0.5, 3.0, 40))
    each, targets = kernels(own), np.random.default_rng(2).normal(size=(7, 2))
    matrices = [DenseCovariance(kernel, x).entries() + LEVEL for kernel in each]
    covariances = [matrices[place % len(matrices)] for place in range(CLASSES)]
    factors = Evidence.of(covariances, labelled, np.zeros((40, CLASSES)), QUIET)
    direct = SoftmaxPosterior(x, LEVEL, (Member(1.0, each, factors),))
    operators = tuple(DenseCovariance(kernel, x) for kernel in each)
    found = ByProducts.of(Operators(operators, LEVEL, solver(name)), labelled, QUIET)
    np.testing.assert_allclose(found.mode.pull, factors.pull, atol=1e-9)
    assert found.log_evidence == pytest.approx(factors.log_evidence, rel=1e-9)
    assert found.error == 0.0
    for mine, other in zip(found.latent(targets), direct.latent(targets), strict=True):
        np.testing.assert_allclose(mine, other, atol=1e-6)
    shares = found.probabilities(targets, Averaging())
    np.testing.assert_allclose(shares, direct.probabilities(targets, Averaging()), atol=1e-6)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)


def test_that_the_system_is_symmetric_with_no_eigenvalue_below_one() -> None:
    """Also where a class is next to impossible."""
    x, y = drawn(12)
    operator = DenseCovariance(kernels(False)[0], x)
    shares = np.full((12, CLASSES), 1e-14)
    shares[np.arange(12), y] = 1.0 - 2e-14
    shares[:4] = 1.0 / CLASSES
    even = Operators((operator,), LEVEL, solver("cg")).bent(shares, np.full(12, 2.0), QUIET)
    matrix = even.product(np.eye(12 * CLASSES, order="F"))
    np.testing.assert_allclose(matrix, matrix.T, atol=1e-10)
    assert np.linalg.eigvalsh(matrix).min() >= 1.0 - 1e-10
    whole = np.kron(operator.entries() + LEVEL, np.eye(CLASSES))
    weights = [2.0 * (np.diag(row) - np.outer(row, row)) for row in shares]
    bent = np.zeros_like(whole)
    for place, block in enumerate(weights):
        some = slice(place * CLASSES, (place + 1) * CLASSES)
        bent[some, some] = block
    size = np.linalg.slogdet(np.eye(len(whole)) + whole @ bent)[1]
    assert even.log_determinant()[0] == pytest.approx(size, rel=1e-9)


def test_that_a_probed_evidence_is_within_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = drawn(120)
    labelled = Labelled(np.eye(CLASSES)[y], np.ones(120))
    prior = Operators((DenseCovariance(kernels(False)[0], x),), LEVEL, solver("cg"))
    exact = ByProducts.of(prior, labelled, QUIET)
    monkeypatch.setattr(products, "FEW", 0)
    probed = ByProducts.of(prior, labelled, QUIET)
    assert 0.0 < probed.error < 5.0
    assert abs(probed.log_evidence - exact.log_evidence) < 4.0 * probed.error


@pytest.mark.parametrize(
    "approximation", ["exact", "nystrom(40)", "inducing(points=40)", "fourier(400)"]
)
def test_that_a_classifier_takes_a_solver_with_any_approximation(approximation: str) -> None:
    x, y = drawn(150)
    words = {"multiclass": "softmax", "learning": "fixed", "kernel": "4*rbf([0.8, 1.2])"}
    direct = GPClassifier(inference="laplace", **words).fit(x, y)
    found = GPClassifier(solver="cg", approximation=approximation, **words).fit(x, y)
    assert found.report_.solver == "cg"
    off = 1e-6 if approximation == "exact" else 0.1
    np.testing.assert_allclose(found.predict_proba(x), direct.predict_proba(x), atol=off)


def test_that_numbers_are_learnt_by_some_of_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpstudio.core.classification import by_products

    monkeypatch.setattr(by_products, "SOME", 60)
    x, y = drawn(150)
    found = GPClassifier("rbf", solver="minres", multiclass="softmax").fit(x, y)
    assert any("learnt by 50 of the rows" in said for said in found.report_.remarks)
    assert found.score(x, y) > 0.75


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"inference": "variational"}, "found about the mode"),
        ({"mean": "linear"}, "take the mean"),
        ({"patience": 1e-9}, "would take about"),
        ({"learning": "averaged"}, "take numbers one way"),
    ],
)
def test_that_what_it_does_not_do_is_refused_in_a_sentence(
    words: dict[str, str], said: str
) -> None:
    x, y = drawn(30)
    with pytest.raises(InputError, match=said):
        GPClassifier("rbf", solver="cg", multiclass="softmax", **words).fit(x, y)
