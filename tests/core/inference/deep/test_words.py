"""``deep(…)`` as people write it: fits, answers, refusals."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from gpstudio import GPClassifier, GPRegressor
from gpstudio.core.errors import InputError
from gpstudio.core.inference.deep import road, walk
from gpstudio.core.inference.deep.beforehand import drawn_beforehand
from gpstudio.core.inference.deep.effort import Effort, usual
from gpstudio.core.inference.deep.model import Model
from gpstudio.core.kernels import build_kernel
from gpstudio.core.kernels.build import with_multipliers
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.language import parse
from gpstudio.core.task import Cancelled, Task

X = np.linspace(0.0, 1.0, 24)[:, None]
Y = np.where(X[:, 0] < 0.4, -1.0, 1.0) + 0.05 * np.random.default_rng(0).normal(size=24)
THERE = np.linspace(-0.2, 1.3, 9)[:, None]
DRAWN = "mcmc(samples=30, chains=2, warm_up=10, kept=50)"
FEW = "inducing(points=8, learn='yes')"


@pytest.fixture(autouse=True)
def short_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "STEPS", 60)


@pytest.fixture
def fitted(short_ways: None) -> GPRegressor:
    return GPRegressor("deep(rbf, rbf)", approximation=FEW, learning="map(restarts=0)").fit(X, Y)


@pytest.mark.parametrize(
    ("text", "printed", "sized"),
    [
        ("deep(rbf, rbf)", "deep(rbf, rbf)", "deep(rbf, rbf)"),
        (
            'deep(rbf(0.2), 2*rbf(0.5)+linear, inputs="once", width=2)',
            'deep(rbf(0.2), 2 * rbf(0.5) + linear, inputs="once", width=2)',
            'deep(held(1) * rbf(0.2), 2 * rbf(0.5) + linear, inputs="once", width=2)',
        ),
    ],
)
def test_that_layers_are_read_and_printed(text: str, printed: str, sized: str) -> None:
    kernel = build_kernel(parse(text))
    assert str(kernel) == printed
    assert str(build_kernel(parse(printed))) == printed
    assert str(with_multipliers(kernel)) == sized


def test_that_hidden_curves_are_measured_as_inputs_are() -> None:
    kernel = with_multipliers(build_kernel(parse("deep(rbf, rbf)")))
    units = [parameter.unit for parameter, _ in kernel.settings]
    assert units == ["input²", "input", "value²", "input"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("deep()", "kernels of 1 to 5 layers"),
        ("rbf + deep(rbf)", "a whole model and no term"),
        ("2 * deep(rbf)", "a whole model and no term"),
        ("deep(deep(rbf))", "a whole model and no term"),
        ("deep(rbf, wide=2)", "has no 'wide'"),
        ("deep(rbf, width=40)", "goes from 0 to 30"),
    ],
)
def test_that_wrong_words_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        GPRegressor(text).fit(X, Y)


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"solver": "cg"}, "takes the solver 'woodbury' or 'auto'"),
        ({"approximation": "nystrom"}, "'inducing', or 'exact'"),
        ({"learning": "leave_one_out"}, "learns by 'mcmc' or 'fixed'"),
        ({"mean": "linear"}, "'constant' or 'zero'"),
        ({"noise": "clouded"}, "two sorts"),
        ({"approximation": "exact", "noise": "student_t"}, "about Gaussian readings"),
        ({"approximation": "inducing(points=30)"}, "more than the 24 readings"),
    ],
)
def test_that_what_layers_cannot_be_learnt_with_is_refused(
    choices: dict[str, str], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        GPRegressor("deep(rbf, rbf)", **choices).fit(X, Y)  # type: ignore[arg-type]


def test_that_of_many_readings_fewer_particles_are_drawn() -> None:
    assert [Effort.of(usual(n)).particles for n in (5, 50, 80, 500)] == [200, 200, 125, 100]


def test_that_data_that_do_not_suit_are_refused() -> None:
    with pytest.raises(InputError, match="All readings are at one place"):
        GPRegressor("deep(rbf, rbf)").fit(np.zeros((9, 2)), np.arange(9.0))
    with pytest.raises(InputError, match="along one input, here are 2"):
        GPRegressor("deep(rbf, rbf)", approximation="exact").fit(np.hstack([X, X]), Y)
    for more in ("inputs='beside'", "width=2"):
        with pytest.raises(InputError, match="drawn one a layer, without the inputs"):
            GPRegressor(f"deep(rbf, rbf, {more})", approximation="exact").fit(X, Y)
    with pytest.raises(InputError, match="up to 500 readings, here are 501"):
        GPRegressor("deep(rbf, rbf)", approximation="exact").fit(np.arange(501.0), np.ones(501))
    for slow in ("auto", "exact"):
        with pytest.raises(InputError, match="would take about"):
            GPRegressor("deep(rbf, rbf)", approximation=slow, patience=0.1).fit(X, Y)


def test_that_answers_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for chance: joint values are drawn through other hidden ones."""
    monkeypatch.setattr(road, "PATHS", 600)
    fitted = GPRegressor("deep(rbf, rbf)", approximation=FEW, learning="ml2(restarts=0)").fit(X, Y)
    mean, std = fitted.predict(THERE, return_std=True)
    covariance = fitted.predict(THERE, return_cov=True)[1]
    draws = fitted.sample_y(THERE, 2000)
    low, high = fitted.predict_interval(THERE, 0.9, include_noise=False)
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), std, rtol=0.15)
    np.testing.assert_allclose(draws.mean(axis=1), mean, atol=0.15 * std.max())
    np.testing.assert_allclose(draws.std(axis=1), std, rtol=0.15)
    held = ((draws > low[:, None]) & (draws < high[:, None])).mean(axis=1)
    np.testing.assert_allclose(held, 0.9, atol=0.04)


def test_that_a_report_tells_what_it_is(fitted: GPRegressor) -> None:
    report = fitted.report_
    assert report.kernel.startswith("deep(")
    assert report.evidence_error > 0.0
    assert report.design == "100 paths through the layers"
    assert any("lower bound" in remark for remark in report.remarks)
    assert len(report.climbs.heights[0]) == 60


@pytest.mark.parametrize(
    "choices",
    [
        {"approximation": FEW, "learning": "map(restarts=0)"},
        {"approximation": "exact", "learning": "mcmc(kept=16, chains=2, warm_up=10)"},
    ],
)
def test_that_what_was_learnt_makes_the_same_posterior_again(choices: dict[str, str]) -> None:
    fit = GPRegressor("deep(rbf, rbf)", random_state=3, **choices).fit(X[::3], Y[::3])  # type: ignore[arg-type]
    again = pickle.loads(pickle.dumps(fit._posterior))
    for one, other in zip(fit._posterior.predict(THERE), again.predict(THERE), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9)
    draws = fit._posterior.draws(THERE, 3, 1)
    np.testing.assert_allclose(draws, again.draws(THERE, 3, 1), rtol=1e-6, atol=1e-9)
    windows = fit._posterior.draws_in([THERE[:4, 0], THERE[4:, 0]], 50, 0)
    assert [one.shape for one in windows] == [(4, 50), (5, 50)]
    assert np.isfinite(fit._posterior.left_out().log_density)


@pytest.mark.parametrize("likelihood", ["student_t", "bernoulli"])
def test_that_other_likelihoods_are_learnt(likelihood: str) -> None:
    values = (Y > 0.0).astype(float) if likelihood == "bernoulli" else Y
    fit = GPRegressor("deep(rbf, rbf)", approximation=FEW, noise=likelihood).fit(X, values)
    low, high = fit.predict_interval(X[[2, -2]])
    assert high[0] <= low[1] + 1.0
    assert fit.predict(X[[2, -2]])[0] < fit.predict(X[[2, -2]])[1]


def test_that_constant_readings_teach_nothing() -> None:
    fit = GPRegressor("deep(rbf, rbf)", approximation=FEW).fit(X, np.ones(24))
    assert np.isfinite(fit.predict(THERE)).all()
    assert any("fewer than three distinct values" in remark for remark in fit.report_.remarks)


class Stopped(Task):
    looks = 0

    def check(self) -> None:
        self.looks += 1
        if self.looks > 40:
            raise Cancelled


@pytest.mark.parametrize("approximation", [FEW, "exact"])
def test_that_learning_stops(approximation: str) -> None:
    from gpstudio.core.inference.readings import Readings
    from gpstudio.core.inference.regression import fit
    from gpstudio.core.recipe import Recipe

    recipe = Recipe.of(kernel="deep(rbf, rbf)", approximation=approximation)
    with pytest.raises(Cancelled):
        fit(recipe, Readings.of(X, Y), Stopped())


def test_that_making_curves_of_many_draws_stops() -> None:
    from gpstudio.core.inference.deep.drawn_road import drawn_members

    fit = GPRegressor("deep(rbf, rbf)", approximation="exact", learning=DRAWN).fit(X, Y)
    members = fit._posterior.members
    stopped = Stopped()
    with pytest.raises(Cancelled):
        drawn_members(
            Model.of(members.plan, members.readings), members.learnt, members.settled[1], stopped
        )


def test_that_curves_are_drawn_before_readings() -> None:
    kernel = build_kernel(parse("deep(0.04 * rbf(0.2), 1 * rbf(0.3), 4 * rbf(0.5))"), 1)
    assert isinstance(kernel, Deep)
    found = drawn_beforehand(kernel, X, np.random.default_rng(1))
    assert [one.shape for one in found] == [(24, 1)] * 4
    plain = replace(kernel, options={**kernel.options, "inputs": "once"})
    ends = [
        drawn_beforehand(plain, X[:2], np.random.default_rng(seed))[-1][0, 0]
        for seed in range(300)
    ]  # fmt: skip
    assert 1.7 < np.std(ends) < 2.3


def test_that_classes_stand_over_layers() -> None:
    random = np.random.default_rng(4)
    x = random.uniform(-1.0, 1.0, size=(24, 2))
    few = {"kernel": "deep(rbf, rbf)", "approximation": "inducing(points=6, learn='yes')"}
    two = GPClassifier(**few).fit(x, x[:, 0] > 0.0)  # type: ignore[arg-type]
    assert two.score(x, x[:, 0] > 0.0) > 0.8
    third = np.digitize(x[:, 0], [-0.3, 0.3])
    three = GPClassifier(**few, learning="ml2(restarts=0)").fit(x, third)  # type: ignore[arg-type]
    assert three.score(x, third) > 0.6
    shares = three.predict_proba(x[:5])
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    assert shares.shape == (5, 3)
    assert "softmax" in three.report_.likelihood
    for wrong in ({"multiclass": "robustmax"}, {"inference": "laplace"}, {"kernels": "own"}):
        with pytest.raises(InputError, match="Classes over layers"):
            GPClassifier(**few, **wrong).fit(x, third)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "deep(held(0.05) * rbf(held(0.3)), held(1) * rbf(held(0.4)))",
        "deep(held(1) * rbf(held(0.3)), held(1) * rbf(held(0.7)), inputs='once')",
    ],
)
def test_that_the_bound_is_below_the_sampled_evidence(text: str) -> None:
    """With all numbers held, but for three standard errors."""
    choices = {"noise": "held(0.01)", "mean": "zero"}
    bound, drawn = (
        GPRegressor(text, approximation=by, learning=learning, **choices).fit(X[::4], Y[::4])
        for by, learning in (
            ("inducing(points=6, learn='yes')", "fixed"),
            ("exact", "mcmc(kept=48, chains=3, warm_up=10, samples=10)"),
        )
    )
    error = np.hypot(bound.report_.evidence_error, drawn.report_.evidence_error)
    assert drawn.report_.evidence_error < 1.0
    below = drawn.log_marginal_likelihood_ - bound.log_marginal_likelihood_
    assert below > -3.0 * error
