"""A log scale by evidence: for long series that grow by shares, and for no others."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.auto_scale import log_offered, swings_with_level
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe

TIMES = np.arange(40.0)
PERIOD = 5.0
WAVE = np.sin(2.0 * np.pi * TIMES / PERIOD)
QUICK = "map(restarts=0)"


def steps(seed: int = 0) -> Floats:
    return np.random.default_rng(seed).standard_normal(len(TIMES))


def by_shares() -> Floats:
    return np.asarray(100.0 * np.exp(0.03 * TIMES + 0.25 * WAVE + 0.02 * steps()))


def by_amounts() -> Floats:
    return np.asarray(100.0 + 4.0 * TIMES + 25.0 * WAVE + 3.0 * steps())


def found(values: Floats, **words: str) -> Posterior:
    recipe = Recipe.of(**{"learning": QUICK, "likelihood": "gaussian", **words})
    return fit(recipe, Readings.of(TIMES[:, None], values))


def offered(values: Floats, period: float = PERIOD, **words: str) -> bool:
    return log_offered(Recipe.of(**words), Readings.of(TIMES[:, None], values), period)


def test_that_a_series_that_grows_by_shares_gets_a_log_and_is_told_why() -> None:
    told = found(by_shares())
    assert told.plan.written.text("scale") == "log"
    assert told.report.reason.startswith("it grows by shares: log evidence")
    ahead = np.arange(40.0, 45.0)
    low, high = told.interval(ahead[:, None], 0.95, include_noise=True)
    truth = 100.0 * np.exp(0.03 * ahead + 0.25 * np.sin(2.0 * np.pi * ahead / PERIOD))
    assert ((truth > low) & (truth < high)).all()


def test_that_evidence_decides_where_a_log_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "gpstudio.core.inference.auto_kernel.log_offered"
    monkeypatch.setattr(module, lambda recipe, *rest: recipe.text("scale") == "auto")
    assert found(by_amounts()).plan.written.text("scale") == "identity"


def test_that_it_is_offered_to_long_series_above_zero_alone() -> None:
    values = by_shares()
    assert offered(values)
    assert not offered(values, period=0.0), "nothing repeats"
    assert not offered(values, period=9.0), "fewer than five periods"
    for wrong in (0.0, -1.0):
        assert not offered(np.where(TIMES == 3, wrong, values)), "a log has no place for it"
    assert not offered(by_amounts())


@pytest.mark.parametrize(
    "words",
    [
        {"scale": "identity"},
        {"scale": "log(-1)"},
        {"likelihood": "gaussian(held(4))"},
        {"likelihood": "poisson"},
    ],
)
def test_that_what_is_written_stays(words: dict[str, str]) -> None:
    assert not offered(np.round(by_shares()), **words)


def test_that_a_written_kernel_keeps_the_readings_as_they_are() -> None:
    kernel = "periodic(1, period=held(5)) + matern32 + local_linear_trend(0)"
    assert found(by_shares(), kernel=kernel).plan.written.text("scale") == "identity"


@pytest.mark.parametrize("times", [1e-3, 1e6])
def test_that_which_scale_is_likelier_does_not_depend_on_the_unit(times: float) -> None:
    """Evidence with a level of which nothing is held likely is per unit of that too."""

    def gain(values: Floats) -> float:
        words = {"kernel": "periodic(1, period=held(5)) + matern32"}
        log, given = (found(values, scale=text, **words) for text in ("log", "identity"))
        return log.log_evidence - given.log_evidence

    assert gain(times * by_shares()) == pytest.approx(gain(by_shares()), abs=1e-4)


def test_that_swings_are_compared_with_the_level_of_their_period() -> None:
    assert swings_with_level(TIMES, by_shares(), PERIOD)
    assert swings_with_level(TIMES, by_shares()[::-1], PERIOD), "falling by shares too"
    assert not swings_with_level(TIMES, by_amounts(), PERIOD)
    assert not swings_with_level(TIMES, np.ones(40), PERIOD)
    assert not swings_with_level(TIMES[:11], by_shares()[:11], PERIOD)
