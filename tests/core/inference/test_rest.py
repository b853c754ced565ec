"""A curve at rest falls as far as it falls by itself and stays there, on every road; up to there
it is as it was."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe

LAST = 200.0
SEEN = np.linspace(0.0, LAST, 41)[:, None]
BEHIND = np.linspace(LAST + 1.0, LAST + 150.0, 31)[:, None]
ROWS: tuple[dict[str, str], ...] = (
    {"kernel": "matern52"},
    {"kernel": "matern32", "scale": "logit(-0.1, 1.05)"},
    {"kernel": "matern32", "scale": "log(-0.2)", "learning": "ml2(restarts=0)"},
    {"kernel": "rbf", "scale": "logit(-0.1, 1.05)", "learning": "map(restarts=0)"},
    {"kernel": "matern52", "likelihood": "clouded", "scale": "logit(-0.1, 1.05)"},
    {"kernel": "rbf", "approximation": "exact", "learning": "fixed"},
)


def fallen(**choices: str) -> Posterior:
    """A bell whose foot is read last, low in its range."""
    random = np.random.default_rng(3)
    time = np.sort(random.uniform(0.0, LAST - 1.0, 40))
    time = np.append(time, [LAST, LAST + 30.0])
    value = 0.15 + 0.6 * np.exp(-(((time - 90.0) / 35.0) ** 2)) + 0.02 * random.normal(size=42)
    value[-1] = np.nan  # no reading
    return fit(Recipe.of(**choices), Readings.of(time[:, None], value))


@pytest.fixture(scope="module", params=ROWS, ids=str)
def pair(request: pytest.FixtureRequest) -> tuple[Posterior, Posterior]:
    plain = fallen(**request.param)
    return plain, plain.resting()


def test_that_the_mean_stays_where_it_has_fallen_to(pair: tuple[Posterior, Posterior]) -> None:
    """The last reading lies low: the curve falls with it for some days."""
    plain, rested = pair
    both = np.concatenate([SEEN[-1:], BEHIND])
    level, returns = rested.predict(both)[0], plain.predict(both)[0]
    low = int(np.argmin(returns))
    assert returns[-1] > returns.min() + 0.05  # it would rise to its mean
    np.testing.assert_allclose(level[:low], returns[:low], rtol=1e-7)
    np.testing.assert_allclose(level[low + 1 :], level[-1], rtol=1e-7)
    np.testing.assert_allclose(level[-1], returns[low], atol=5e-3)
    assert np.all(np.diff(level) <= 1e-7)


def test_that_a_curve_that_would_rise_at_once_stays_at_its_last_reading() -> None:
    time = np.linspace(0.0, 60.0, 25)
    value = 0.2 + 0.5 * np.exp(-(((time - 20.0) / 12.0) ** 2)) + 0.08 * (time > 50.0)
    plain = fit(Recipe.of(kernel="matern32"), Readings.of(time[:, None], value))
    rested, ahead = plain.resting(), np.array([[60.0], [61.0], [90.0]])
    assert np.all(np.diff(plain.predict(ahead)[0]) > 0.0)
    np.testing.assert_allclose(rested.predict(ahead)[0], plain.predict(ahead[:1])[0][0], rtol=1e-7)


def test_that_it_rises_from_a_day_on_as_it_would_have_at_once(
    pair: tuple[Posterior, Posterior],
) -> None:
    plain, _ = pair
    until, days = LAST + 60.0, np.linspace(0.0, 80.0, 21)[:, None]
    ahead = np.linspace(LAST, LAST + 40.0, 401)[:, None]
    lowest = float(ahead[np.argmin(plain.predict(ahead)[0]), 0])
    risen = plain.resting(until=until).predict(until + days)[0]
    np.testing.assert_allclose(risen, plain.predict(lowest + days)[0], atol=1e-3)
    assert risen[-1] > risen[0] + 0.05
    np.testing.assert_array_equal(
        plain.resting(until=until).predict(BEHIND[:11])[0], plain.resting().predict(BEHIND[:11])[0]
    )


def test_that_nothing_changes_up_to_there(pair: tuple[Posterior, Posterior]) -> None:
    plain, rested = pair
    for mine, theirs in zip(rested.bands(SEEN)[:3], plain.bands(SEEN)[:3], strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert rested.log_evidence == plain.log_evidence
    assert rested.resting(False).predict(BEHIND)[0][-1] == plain.predict(BEHIND)[0][-1]


def test_that_it_is_as_uncertain_as_before(pair: tuple[Posterior, Posterior]) -> None:
    plain, rested = pair
    np.testing.assert_allclose(rested.latent(BEHIND)[1], plain.latent(BEHIND)[1], rtol=1e-9)


def test_that_draws_and_covariance_tell_of_the_same_curve(
    pair: tuple[Posterior, Posterior],
) -> None:
    _, rested = pair
    both = np.concatenate([SEEN[::10], BEHIND[::6]])
    mean, variance = rested.predict(both)
    np.testing.assert_allclose(np.diag(rested.covariance(both)), variance, rtol=1e-5)
    std = np.sqrt(variance)
    for drawn in (rested.draws(both, 2_000, 1), *rested.draws_in([both[:, 0]], 2_000, 1)):
        assert np.all(np.abs(drawn.mean(axis=1) - mean) < 0.12 * std)


def test_that_the_slope_is_the_curves(pair: tuple[Posterior, Posterior]) -> None:
    _, rested = pair
    inputs, step = np.concatenate([SEEN[3:7], BEHIND[4:8]]), 0.01
    if rested.plan.solver.needs != "markov":
        return
    ahead, back = (rested.latent(inputs + side * step)[0] for side in (1.0, -1.0))
    slope = rested.derivative(inputs)[0]
    np.testing.assert_allclose(slope, (ahead - back) / (2.0 * step), atol=2e-4)


def test_that_it_travels(pair: tuple[Posterior, Posterior]) -> None:
    rested = pair[1]
    again = pickle.loads(pickle.dumps(rested))
    np.testing.assert_array_equal(again.predict(BEHIND)[0], rested.predict(BEHIND)[0])


@pytest.mark.parametrize(
    ("kernel", "mean", "able"),
    [
        ("matern32", "constant", True),
        ("matern32 + rbf", "constant", True),
        ("matern32", "zero", False),
        ("matern32", "linear", False),
        ("matern32 + periodic(1, period=held(90))", "constant", False),
        ("random_walk", "constant", False),
        ("matern32 + linear(0.01)", "constant", False),
    ],
)
def test_that_neither_course_nor_trend_rests(kernel: str, mean: str, able: bool) -> None:
    assert fallen(kernel=kernel, mean=mean, learning="fixed").can_rest == able
