"""``GPClassifier``: scikit-learn's manners and numbers, odd labels, several classes."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, Matern
from sklearn.utils.estimator_checks import parametrize_with_checks

from gpstudio import GPClassifier
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.against import of_pairs, of_rest, pairs


def moons(n: int, seed: int = 0) -> tuple[Floats, Integers]:
    """Two classes that a straight line does not tell apart."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 2))
    chance = 1.0 / (1.0 + np.exp(-3.0 * np.sin(1.5 * x[:, 0]) * np.cos(x[:, 1])))
    return x, (random.random(n) < chance).astype(int)


def bands(n: int, seed: int = 0) -> tuple[Floats, Integers]:
    """Three classes along the first input."""
    random = np.random.default_rng(seed)
    x = random.uniform(-3.0, 3.0, (n, 2))
    return x, np.digitize(x[:, 0] + 0.2 * random.standard_normal(n), [-1.0, 1.0])


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("4 * rbf(0.8)", 4.0 * RBF(0.8)),
        ("4 * rbf([0.8, 2])", 4.0 * RBF([0.8, 2.0])),
        ("2 * matern32(1.5)", 2.0 * Matern(1.5, nu=1.5)),
    ],
)
def test_that_fixed_numbers_give_scikit_learns_answers(text: str, kernel: Any) -> None:
    x, y = moons(120)
    targets = np.random.default_rng(5).normal(size=(30, 2))
    theirs = GaussianProcessClassifier(kernel, optimizer=None).fit(x, y)
    ours = GPClassifier(text, learning="fixed", mean="zero", inference="laplace").fit(x, y)
    assert ours.log_marginal_likelihood_ == pytest.approx(
        theirs.log_marginal_likelihood_value_, rel=1e-8
    )
    mean, std = ours.predict_latent(targets)
    base = theirs.base_estimator_
    cross = base.kernel_(base.X_train_, targets)
    np.testing.assert_allclose(mean, cross.T @ (base.y_train_ - base.pi_), atol=1e-6)
    half = np.linalg.solve(base.L_, base.W_sr_[:, None] * cross)
    variance = base.kernel_.diag(targets) - (half**2).sum(axis=0)
    np.testing.assert_allclose(std**2, variance, atol=1e-6)
    # theirs is an approximation of the average by five error functions
    np.testing.assert_allclose(
        ours.predict_proba(targets), theirs.predict_proba(targets), atol=1e-3
    )


def test_that_learning_ends_no_lower_than_scikit_learns() -> None:
    x, y = moons(80)
    theirs = GaussianProcessClassifier(1.0 * RBF(1.0), n_restarts_optimizer=2, random_state=0).fit(
        x, y
    )
    ours = GPClassifier("1 * rbf(1)", learning="ml2", mean="zero", inference="laplace").fit(x, y)
    assert ours.log_marginal_likelihood_ >= theirs.log_marginal_likelihood_value_ - 1e-5


@pytest.mark.parametrize("link", ["logistic", "probit"])
@pytest.mark.parametrize(
    "inference", ["ep(sweeps='sequential')", "ep('sequential', 0.3)", "ep(damping=0.5)"]
)
def test_that_sites_one_after_the_other_lead_where_all_at_once_do(
    inference: str, link: str
) -> None:
    x, y = moons(40)
    words = {"learning": "fixed", "link": link}
    at_once, in_turn = (
        GPClassifier("4 * rbf([0.8, 2])", inference=one, **words).fit(x, y)  # type: ignore[arg-type]
        for one in ("ep", inference)
    )
    assert in_turn.log_marginal_likelihood_ == pytest.approx(
        at_once.log_marginal_likelihood_, abs=1e-9
    )
    np.testing.assert_allclose(in_turn.predict_proba(x), at_once.predict_proba(x), atol=1e-8)


@pytest.mark.parametrize("inference", ["laplace", "ep", "variational"])
@pytest.mark.parametrize(
    ("approximation", "solver", "off"),
    [
        ("exact", "cg", 1e-9),
        ("exact", "minres", 1e-9),
        ("exact", "minres_qlp", 1e-9),
        ("nystrom(rank=60)", "auto", 1e-6),
        ("nystrom(rank=60)", "minres", 1e-6),
        ("fourier(features=1200)", "auto", 0.05),
    ],
)
def test_that_any_solver_and_approximation_finds_the_same_curve(
    inference: str, approximation: str, solver: str, off: float
) -> None:
    """Inside each step is the covariance with the rows' own variances: symmetric and definite."""
    x, y = moons(60)
    words = {"learning": "fixed", "inference": inference}
    whole = GPClassifier("4 * rbf([0.8, 2])", **words).fit(x, y)  # type: ignore[arg-type]
    other = GPClassifier("4 * rbf([0.8, 2])", approximation, solver, **words).fit(x, y)  # type: ignore[arg-type]
    np.testing.assert_allclose(other.predict_proba(x), whole.predict_proba(x), atol=off)
    assert other.log_marginal_likelihood_ == pytest.approx(
        whole.log_marginal_likelihood_, abs=60.0 * off
    )


@pytest.mark.parametrize("multiclass", ["softmax", "robustmax", "one-vs-rest", "one-vs-one"])
def test_that_three_classes_are_told_apart(multiclass: str) -> None:
    x, y = bands(90)
    names = np.array(["maize", "soy", "cotton"])
    model = GPClassifier(multiclass=multiclass, learning="map(restarts=0)").fit(x, names[y])
    assert list(model.classes_) == ["cotton", "maize", "soy"]
    fresh, truth = bands(200, seed=1)
    shares = model.predict_proba(fresh)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)
    assert model.score(fresh, names[truth]) > 0.85
    columns = np.searchsorted(model.classes_, names[truth])
    assert -np.mean(np.log(shares[np.arange(200), columns])) < 0.45
    again = clone(model).fit(x, names[y])
    np.testing.assert_array_equal(again.predict_proba(fresh), shares, err_msg="the same again")


def test_that_two_coupled_classes_are_nearly_one_of_yes_or_no() -> None:
    """A difference of two curves is a curve of twice the variance."""
    x, y = moons(60)
    labels = np.r_[y, [2]]  # a third class far away, which nobody sees
    far = np.vstack([x, [[60.0, 60.0]]])
    coupled = GPClassifier("2 * rbf(0.8)", learning="fixed", mean="zero").fit(far, labels)
    yes = GPClassifier("4 * rbf(0.8)", learning="fixed", mean="zero").fit(x, y)
    targets = np.random.default_rng(7).normal(size=(20, 2))
    shares = coupled.predict_proba(targets)
    found = shares[:, 1] / shares[:, :2].sum(axis=1)
    np.testing.assert_allclose(found, yes.predict_proba(targets)[:, 1], atol=0.06)


def test_that_weights_are_repeats() -> None:
    x, y = bands(40)
    weights = np.resize([1.0, 2.0, 3.0], 40)
    for multiclass in ("softmax", "robustmax", "one-vs-rest"):
        model = GPClassifier("3 * rbf([1, 2])", learning="fixed", multiclass=multiclass)
        repeated = clone(model).fit(np.repeat(x, weights.astype(int), axis=0),
                                    np.repeat(y, weights.astype(int)))  # fmt: skip
        once = model.fit(x, y, sample_weight=weights)
        np.testing.assert_allclose(once.predict_proba(x), repeated.predict_proba(x), atol=1e-6)
        assert once.log_marginal_likelihood_ == pytest.approx(
            repeated.log_marginal_likelihood_, rel=1e-6
        )


def test_that_pairs_whose_chances_agree_give_those_back() -> None:
    shares = np.array([[0.5, 0.3, 0.2], [0.9, 0.06, 0.04]])
    each = [shares[:, b] / (shares[:, a] + shares[:, b]) for a, b in pairs(3)]
    np.testing.assert_allclose(of_pairs(each, 3), shares, atol=1e-9)
    np.testing.assert_allclose(of_rest(list(shares.T)), shares, atol=1e-12)


X = np.array([[0.0], [1.0], [2.0], [3.0]])


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([1, 1, 1, 1], "one class"),
        ([0.5, 1.0, 2.0, 3.0], "continuous"),
        (["a", None, "b", "b"], "Row 1 has no label"),
        ([1.0, np.nan, 0.0, 0.0], "Row 1 has no label"),
        (["a", 1, "b", 2], "several kinds"),
        ([1, 2], "one label a row"),
    ],
)
def test_that_labels_which_are_none_get_one_sentence(labels: Any, words: str) -> None:
    given = np.array(labels, dtype=object if "a" in labels else None)
    with pytest.raises(ValueError, match=words) as caught:
        GPClassifier().fit(X, given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "labels", [[True, False, True, False], ["ja", "nein", "ja", "nein"], [7, -3, 7, -3]]
)
def test_that_labels_may_be_texts_numbers_and_booleans(labels: list[Any]) -> None:
    model = GPClassifier("matern32(1)", learning="fixed").fit(X, np.array(labels))
    assert set(model.predict(X)) <= set(labels)
    assert model.predict(X).dtype == np.array(labels).dtype


@pytest.mark.parametrize("multiclass", ["softmax", "robustmax", "one-vs-rest"])
def test_that_odd_tables_get_probabilities(multiclass: str) -> None:
    """Separable classes, equal rows of different classes, one row of a class, huge variance."""
    x = np.vstack([np.zeros((6, 1)), np.ones((6, 1)), [[2.0]]])
    y = np.r_[np.zeros(6), np.ones(3), np.zeros(3), [2]].astype(int)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kernel, learning in (("rbf(1)", "map(restarts=0)"), ("1e8 * rbf(0.5)", "fixed")):
            model = GPClassifier(kernel, learning=learning, multiclass=multiclass).fit(x, y)
            shares = model.predict_proba(np.array([[0.0], [1.0], [2.0], [1e6]]))
            assert np.isfinite(shares).all()
            assert shares[0, 0] > 0.6
            # one Gaussian of RobustMax may take the mistakes to be all on one side
            if multiclass != "robustmax":
                assert abs(shares[1, 0] - shares[1, 1]) < 0.2, "half of them are of either"


def test_that_rare_classes_stay_rare_far_away() -> None:
    random = np.random.default_rng(3)
    x = random.normal(size=(400, 1))
    y = np.zeros(400, dtype=int)
    y[::100] = 1
    model = GPClassifier("rbf", learning="map(restarts=0)").fit(x, y)
    assert model.predict_proba(np.array([[0.0], [50.0]]))[:, 1].max() < 0.15


@pytest.mark.parametrize(
    "words", [{"inference": "laplace"}, {"approximation": "inducing(points=20)"}]
)
def test_that_one_in_a_thousand_is_told(words: dict[str, str]) -> None:
    x = np.random.default_rng(3).normal(size=(1_001, 2))
    y = np.zeros(1_001, dtype=int)
    y[7] = 1
    kind = {"inference": "variational", "learning": "fixed", "patience": np.inf, **words}
    model = GPClassifier("rbf([1, 1])", **kind).fit(x, y)  # type: ignore[arg-type]
    shares = model.predict_proba(x)[:, 1]
    assert 0.0 < shares.mean() < 0.02


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"inference": "guess"}, "laplace"),
        ({"inference": "ep(damping=2)"}, "damping"),
        ({"inference": "ep(rounds=2)"}, "sweeps"),
        ({"multiclass": "all"}, "softmax"),
        ({"link": "log"}, "probit"),
        ({"probability": "mean"}, "quadrature"),
        ({"multiclass": "softmax", "solver": "woodbury"}, "one-vs-rest"),
        ({"multiclass": "softmax", "mean": "linear"}, "constant"),
        ({"kernel": "rbff"}, "rbf"),
        ({"multiclass": "softmax", "inference": "ep"}, "variational"),
    ],
)
def test_that_wrong_words_get_one_sentence(words: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told) as caught:
        GPClassifier(**words).fit(X, [0, 1, 2, 0])
    assert "\n" not in str(caught.value)


WHY_NOT = {"check_fit1d": "one input may be a plain list of numbers: dates and days most often are"}


@parametrize_with_checks(
    [GPClassifier(kernel="1 * rbf(1)", learning="fixed")],
    expected_failed_checks=lambda estimator: WHY_NOT,
)
@pytest.mark.filterwarnings("ignore")
def test_that_scikit_learn_takes_it_for_one_of_its_own(estimator: object, check: object) -> None:
    check(estimator)  # type: ignore[operator]
