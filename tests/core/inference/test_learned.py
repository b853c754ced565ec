"""A posterior made again from what was kept: the very same numbers, and nothing learnt."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.posterior import posterior_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.learning.learner import LEARNERS, Learner
from gpstudio.core.recipe import Recipe

LEARNED_BYTES = 20_000
ML2, MAP = "ml2(restarts=0)", "map(restarts=0)"
ROWS: tuple[dict[str, str], ...] = (
    {},
    {"kernel": "matern32"},
    {"kernel": "matern52", "mean": "zero"},
    {"kernel": "rbf", "mean": "linear"},
    {"kernel": "matern32(around(40, 0.5))"},
    {"kernel": "matern32(between(40, 10, 41)) + rbf", "learning": ML2},
    {"kernel": "0.1 * matern32(held(40)) + white(0.01)", "learning": "ml2(restarts=1)"},
    {"kernel": "matern32", "learning": "fixed"},
    {"kernel": "matern32", "learning": "mcmc(samples=40, warm_up=40)"},
    {"kernel": "matern32", "likelihood": "student_t(freedom=3)", "learning": MAP},
    {"kernel": "rbf", "approximation": "exact"},
    {"kernel": "rbf", "approximation": "exact", "solver": "cg", "learning": ML2},
    {"kernel": "rbf", "approximation": "nystrom(rank=20, sampling='kmeans')", "learning": ML2},
    {"kernel": "rbf", "approximation": "nystrom(rank=20)", "learning": "fixed"},
    {"kernel": "rbf", "approximation": "fourier(features=64)", "learning": ML2},
    {"kernel": "rbf", "approximation": "equispaced", "learning": ML2},
    {"kernel": "rbf", "approximation": "inducing(points=9, learn='yes')", "learning": ML2},
    {"kernel": "rbf", "approximation": "inducing(points=9)", "learning": MAP},
)
TARGETS = np.linspace(17_990.0, 19_050.0, 90)[:, None]
WINDOWS = [TARGETS[5:30, 0], TARGETS[40:60, 0]]


def readings() -> Readings:
    random = np.random.default_rng(5)
    time = np.sort(random.uniform(18_000.0, 19_000.0, 60))
    value = 0.4 + 0.3 * np.sin(2.0 * np.pi * time / 365.25) + 0.03 * random.normal(size=60)
    value[7] = np.nan
    return Readings.of(time[:, None], value, random.uniform(0.5, 1.0, 60))


def answers(posterior: Posterior) -> Sequence[Floats]:
    """Everything that anybody asks of a posterior."""
    mean, variance, new, curve, reading = posterior.bands(TARGETS)
    return (
        mean, variance, new, *curve, *reading,
        *posterior.predict(TARGETS, include_noise=True),
        posterior.covariance(TARGETS[::9]),
        posterior.draws(TARGETS, 12, seed=4),
        *posterior.draws_in(WINDOWS, 12, seed=4),
        posterior.left_out().residuals,
        np.array([posterior.noise, posterior.log_evidence]),
    )  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_that_what_is_remembered_answers_as_what_was_fitted(
    row: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted = fit(Recipe.of(3, **row), readings())
    kept = fitted.learned
    for learner in LEARNERS:
        monkeypatch.setattr(learner, "learn", _refuse)
    again = pickle.loads(pickle.dumps(fitted))
    for one, other in zip(answers(fitted), answers(again), strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-12, atol=1e-12)
    assert again.kernel == fitted.kernel
    assert again.report == fitted.report
    assert len(pickle.dumps(kept)) <= LEARNED_BYTES
    assert posterior_of(kept, readings).learned is kept


def test_that_nothing_is_made_before_it_is_asked_for() -> None:
    kept = fit(Recipe.of(kernel="matern32"), readings()).learned
    asked = []

    def given() -> Readings:
        asked.append(1)
        return readings()

    again = posterior_of(kept, given)
    assert again.report.readings == 59
    assert again.log_evidence == kept.report.log_evidence
    assert not asked
    again.predict(TARGETS)
    again.draws(TARGETS, 3, seed=0)
    assert asked == [1]


def test_that_what_is_kept_leaves_nothing_to_be_chosen() -> None:
    """The same on a machine with less memory, or with another list of automatic kernels."""
    kept = fit(Recipe(), readings()).learned
    written = kept.written.as_json()
    assert "auto" not in {written[slot] for slot in ("approximation", "solver", "learning")}
    assert written["kernel"] != "auto"


def _refuse(*_: object) -> Learner:
    raise AssertionError("nothing is to be learnt")
