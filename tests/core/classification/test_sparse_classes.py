"""Classes of many rows through inducing inputs, as ``GPClassifier`` gives them."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPClassifier
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification import model
from gpstudio.core.classification.asked import Rows, Wanted
from gpstudio.core.classification.labels import Labels
from gpstudio.core.inference.sparse import walk
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task

QUICK = "inducing(points=30)"


def bands(n: int, seed: int = 0) -> tuple[Floats, Integers]:
    """Three classes along the first of two inputs."""
    random = np.random.default_rng(seed)
    x = random.uniform(-3.0, 3.0, (n, 2))
    return x, np.digitize(x[:, 0] + 0.2 * random.standard_normal(n), [-1.0, 1.0])


@pytest.fixture
def few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "FEWEST_STEPS", 60)


@pytest.mark.usefixtures("few_steps")
def test_that_many_rows_are_seen_through_inducing_inputs_and_why_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model, "MANY_ROWS", 100)
    monkeypatch.setattr(model, "MANY_COUPLED", 100)
    x, y = bands(110)
    for labels in (y, y > 0):
        found = GPClassifier("1 * rbf([1, 1])").fit(x, labels)
        assert "110 rows: sparse variational inference with 110 inducing" in found.report_.reason
        assert found.report_.approximation == "inducing(points=110)"
        assert "lower bound" in found.report_.remarks[0]
        assert found.score(x, labels) > 0.9
    few = GPClassifier("1 * rbf([1, 1])", learning="fixed").fit(x[:90], y[:90])
    assert few.report_.approximation == "exact"
    along = GPClassifier("matern32(1)", learning="fixed").fit(x[:, :1], y > 0)
    assert along.report_.approximation == "markov", "one input stays with its state space"


@pytest.mark.usefixtures("few_steps")
@pytest.mark.parametrize("multiclass", ["softmax", "robustmax"])
@pytest.mark.parametrize("kernels", ["shared", "own"])
def test_that_a_seed_says_all_and_learning_raises_the_bound(multiclass: str, kernels: str) -> None:
    x, y = bands(120)

    def fitted(learning: str, seed: int = 0) -> GPClassifier:
        return GPClassifier(
            "1 * rbf([1, 1])", QUICK, learning=learning, multiclass=multiclass,
            kernels=kernels, inference="variational", random_state=seed,
        ).fit(x, y)  # fmt: skip

    one, two, other = fitted("ml2"), fitted("ml2"), fitted("ml2", seed=1)
    assert any("one start" in said for said in one.report_.remarks)
    np.testing.assert_array_equal(one.predict_proba(x), two.predict_proba(x))
    assert (one.predict_proba(x) != other.predict_proba(x)).any()
    assert one.log_marginal_likelihood_ > fitted("fixed").log_marginal_likelihood_ + 5.0
    assert len(one.kernel_.split(";")) == (3 if kernels == "own" else 1)
    mean, std = one.predict_latent(x[:4])
    assert mean.shape == std.shape == (4, 3)


@pytest.mark.parametrize(
    ("approximation", "off"),
    [("nystrom(60)", 0.03), ("fourier(features=600)", 0.15), ("inducing(points=60)", 0.03)],
)
def test_that_features_stand_for_the_whole_matrix_of_coupled_classes(
    approximation: str, off: float
) -> None:
    x, y = bands(80)
    words = {"learning": "fixed", "inference": "variational"}
    whole = GPClassifier("4 * rbf([1, 3])", **words).fit(x, y)  # type: ignore[arg-type]
    few = GPClassifier("4 * rbf([1, 3])", approximation, **words).fit(x, y)  # type: ignore[arg-type]
    assert few.report_.approximation.startswith(approximation[:5])
    assert few.log_marginal_likelihood_ == pytest.approx(whole.log_marginal_likelihood_, rel=off)
    fresh = bands(40, seed=3)[0]
    np.testing.assert_allclose(few.predict_proba(fresh), whole.predict_proba(fresh), atol=off)


@pytest.mark.usefixtures("few_steps")
def test_that_features_learn_too() -> None:
    x, y = bands(120)
    for approximation in ("fourier(features=100)", "nystrom(30)"):
        fixed, learnt = (
            GPClassifier("1 * rbf([1, 1])", approximation, learning=learning).fit(x, y)
            for learning in ("fixed", "ml2")
        )
        assert learnt.log_marginal_likelihood_ > fixed.log_marginal_likelihood_ + 5.0


def test_that_few_rows_at_a_time_do_not_mislead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beliefs that know one row a number find that curves foretell nothing."""
    monkeypatch.setattr(walk, "ROWS", 20)
    x, _ = bands(1_500)
    learnt, fixed = (
        GPClassifier(
            "1 * rbf([1, 1])", "inducing(points=20)", learning=learning, inference="variational"
        ).fit(x, np.sin(2.0 * x[:, 0]) + np.cos(x[:, 1]) > 0.3)
        for learning in ("ml2", "fixed")
    )
    assert learnt.log_marginal_likelihood_ > fixed.log_marginal_likelihood_ + 20.0


@pytest.mark.usefixtures("few_steps")
def test_that_what_is_held_likely_counts() -> None:
    x, y = bands(100)
    lengths = {}
    for learning in ("map", "ml2"):
        found = GPClassifier(
            "4 * rbf(around(0.3, 0.02))", QUICK, learning=learning, inference="variational"
        ).fit(x, y > 0)
        lengths[learning] = float(found.kernel_.split("(")[-1].rstrip(")").split(",")[0])
    assert lengths["map"] == pytest.approx(0.3, rel=0.1)
    assert lengths["ml2"] > 0.5


def test_that_places_which_move_raise_the_bound() -> None:
    x, _ = bands(150)
    bounds = [
        GPClassifier(
            "1 * rbf([1, 1])", f"inducing(points=6, learn='{learn}')", inference="variational"
        ).fit(x, np.sin(2.5 * x[:, 0]) > 0.0).log_marginal_likelihood_
        for learn in ("no", "yes")
    ]  # fmt: skip
    assert bounds[1] > bounds[0] + 1.0


def test_that_no_class_is_given_up_for_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six curves of which one is highest (of these, some in short stretches): from beliefs that
    know nothing, 5 of 100 rows would be taken for mistakes for good."""
    monkeypatch.setattr(walk, "FEWEST_STEPS", 120)
    random = np.random.default_rng(1)
    x = random.uniform(0.0, 1.0, (500, 1))
    covariance = 7.0 * np.exp(-0.5 * ((x - x.T) / 0.2) ** 2) + 1e-8 * np.eye(500)
    y = (np.linalg.cholesky(covariance) @ random.normal(size=(500, 6))).argmax(axis=1)
    some = random.permutation(500)[:100]
    found = GPClassifier("7 * rbf(0.2)", learning="ml2", multiclass="robustmax(held(1e-9))").fit(
        x[some], y[some]
    )
    assert found.score(x, y) > 0.97


@pytest.mark.usefixtures("few_steps")
def test_that_mistakes_are_learnt_or_held() -> None:
    """One row in ten is of another class than its place says."""
    x, y = bands(200)
    random = np.random.default_rng(5)
    wrong = random.uniform(size=200) < 0.1
    y = np.where(wrong, (y + random.integers(1, 3, 200)) % 3, np.digitize(x[:, 0], [-1.0, 1.0]))
    learnt = GPClassifier("4 * rbf([1, 9])", QUICK, multiclass="robustmax(0.03)").fit(x, y)
    told = learnt.report_.likelihood
    assert 0.06 < float(told.removeprefix("robustmax(").removesuffix(")")) < 0.15
    held = GPClassifier(
        "4 * rbf([1, 9])", QUICK, learning="fixed", multiclass="robustmax(held(1e-9))"
    ).fit(x, y)
    assert held.report_.likelihood == "robustmax(1e-09)"
    assert held.log_marginal_likelihood_ < learnt.log_marginal_likelihood_
    shares = held.predict_proba(x)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"multiclass": "robustmax(0.9)"}, "up to 0.5"),
        ({"multiclass": "robustmax(share=0.1)"}, "epsilon"),
        ({"multiclass": "robustmax", "inference": "ep"}, "variational"),
        ({"multiclass": "robustmax", "approximation": "exact"}, "inducing"),
        ({"multiclass": "robustmax", "approximation": "nystrom(4)", "solver": "cg"}, "solver"),
        ({"approximation": "equispaced"}, "drawn waves"),
        ({"approximation": "nystrom(3, sampling='sketch')"}, "landmarks"),
        ({"approximation": "inducing(points=3)", "learning": "averaged"}, "ml2"),
        ({"approximation": "inducing(points=3)", "mean": "linear"}, "zero"),
        ({"approximation": "inducing(points=99)"}, "at most 4"),
        ({"approximation": "inducing(points=3)", "patience": 1e-9}, "patience"),
    ],
)
def test_that_what_cannot_be_gets_one_sentence(words: dict[str, object], told: str) -> None:
    x = np.array([[0.0], [1.0], [2.0], [3.0]])
    with pytest.raises(ValueError, match=told) as caught:
        GPClassifier("rbf", **{"inference": "variational", **words}).fit(x, [0, 1, 2, 0])  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("multiclass", "inference"),
    [
        ("softmax", "ep"),
        ("robustmax(0.001)", "variational"),
        ("robustmax(held(1e-09))", "auto"),
        ("one-vs-rest", "ep(sweeps='sequential', damping=0.5)"),
    ],
)
def test_that_what_is_wanted_is_written_as_it_is_read(multiclass: str, inference: str) -> None:
    words = {
        "multiclass": multiclass, "kernels": "own", "inference": inference, "link": "probit",
        "metric": "within",
    }  # fmt: skip
    wanted = Wanted.of(**words)
    assert Wanted.of(**wanted.words) == wanted
    assert wanted.words["multiclass"] == multiclass
    assert wanted.words["inference"].replace('"', "'") == inference


class Stopping(Task):
    """Stops at the so manieth look."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("looks", [3, 200, 2_000])
def test_that_it_stops_where_it_is_asked(looks: int) -> None:
    x, y = bands(300)
    rows = Rows.of(x, Labels.of(y, np.ones(300)), np.ones(300))
    recipe = Recipe.of(kernel="rbf", approximation=QUICK)
    with pytest.raises(Cancelled):
        model.learnt(recipe, rows, Wanted(inference="variational"), task=Stopping(looks))
