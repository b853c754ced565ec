"""What ``likelihood="auto"`` takes, and that it says why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.inference.any_plan import AnyPlan
from gpstudio.core.inference.auto_likelihood import skewness
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.one_matern.road import OneMatern
from gpstudio.core.inference.posterior import Posterior, posterior_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.road import GaussianRoad
from gpstudio.core.inference.sorting import others
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

NOISE, COUNT = 0.02, 73


Season = tuple[Floats, Floats, Floats, Flags]


def season(clouded: float, seed: int = 0, times: Floats | None = None) -> Season:
    """Times, readings, the truth there, and which of them are clouded."""
    random = np.random.default_rng(seed)
    time = np.sort(random.uniform(0.0, 365.0, COUNT)) if times is None else times
    truth = 0.2 + 0.5 / (1.0 + np.exp(-(time - 90) / 12.0))
    truth -= 0.5 / (1.0 + np.exp(-(time - 240) / 15.0))
    low = random.random(len(time)) < clouded
    values = truth + NOISE * random.standard_normal(len(time))
    return time, values - low * random.uniform(0.1, 0.5, len(time)), truth, low


def fitted(clouded: float, seed: int = 0, **words: str) -> tuple[Posterior, Floats]:
    time, values, truth, _ = season(clouded, seed)
    choices = {"kernel": "matern32"} | words
    return fit(Recipe.of(0, **choices), Readings.of(time[:, None], values)), truth


def taken(posterior: Posterior) -> str:
    return posterior.plan.likelihood.spec.name


def test_that_clouds_are_taken_where_they_are_and_that_it_says_so() -> None:
    with_clouds, _ = fitted(0.15)
    assert taken(with_clouds) == "clouded"
    assert "tail of low readings" in with_clouds.report.reason
    assert with_clouds.report.reason.startswith("one time input"), "first why the rest"
    assert any("taken for clouded" in remark for remark in with_clouds.report.remarks)
    clean, _ = fitted(0.0)
    assert taken(clean) == "gaussian"
    assert "low readings" not in clean.report.reason


def test_that_clouds_do_not_pull_the_curve() -> None:
    for seed in range(3):
        time = season(0.15, seed)[0][:, None]
        found, truth = fitted(0.15, seed)
        plain, _ = fitted(0.15, seed, likelihood="gaussian")
        missed, before = (
            np.sqrt(np.mean((p.predict(time)[0] - truth) ** 2)) for p in (found, plain)
        )
        assert missed < 0.5 * before
        assert missed < NOISE


def test_that_what_is_written_stays_and_fixed_numbers_are_not_asked() -> None:
    assert taken(fitted(0.15, likelihood="gaussian")[0]) == "gaussian"
    assert taken(fitted(0.15, likelihood="student_t")[0]) == "student_t"
    assert taken(fitted(0.15, kernel="0.05 * matern32(40)", learning="fixed")[0]) == "gaussian"


def test_that_several_inputs_and_few_readings_are_gaussian() -> None:
    time, values, _, _ = season(0.15)
    both = np.column_stack([time, time[::-1]])
    assert taken(fit(Recipe.of(kernel="rbf(40)"), Readings.of(both, values))) == "gaussian"
    few = Readings.of(time[:9, None], values[:9])
    assert taken(fit(Recipe.of(kernel="matern32"), few)) == "gaussian"


def test_that_the_regressor_asks_too_and_a_number_as_noise_is_gaussian() -> None:
    time, values, truth, low = season(0.15)
    found = GPRegressor().fit(time, values)
    assert found.report_.likelihood.startswith("clouded(")
    assert np.abs(found.predict(time) - truth).max() < 0.1
    assert GPRegressor(noise=0.0004).fit(time, values).report_.likelihood.startswith("gaussian(")
    # in a unit far from one
    far = GPRegressor().fit(time, 2.0**200 * values)
    assert far.report_.likelihood.startswith("clouded(")
    np.testing.assert_allclose(far.predict(time), 2.0**200 * found.predict(time), rtol=1e-9)
    depths = (float(r.report_.likelihood.partition("depth=")[2][:-1]) for r in (far, found))
    np.testing.assert_allclose(next(depths), 2.0**200 * next(depths), rtol=1e-9)
    assert low.sum() > 5


def test_that_a_new_readings_interval_reaches_down_to_the_clouds() -> None:
    time, values, _, low = season(0.15, seed=4)
    found = fit(Recipe.of(kernel="matern32"), Readings.of(time[:, None], values))
    curve = found.interval(time[:, None])
    reading = found.interval(time[:, None], include_noise=True)
    assert (reading[0] < curve[0]).all()
    assert (values > curve[0])[low].mean() < 0.2, "the curve's band says nothing of clouds"
    assert (values > reading[0])[low].mean() > 0.6
    assert (curve[0] - reading[0]).min() > 2.0 * (reading[1] - curve[1]).max(), "it is lopsided"


@pytest.mark.parametrize(
    "kernel", ["matern32", "matern32 + periodic(1, period=held(365.25))"], ids=["quick", "any"]
)
def test_that_what_was_learnt_makes_the_same_posterior_again(kernel: str) -> None:
    """With a reading missing; draws, derivative and joint covariance belong to the bands."""
    time, values, _, _ = season(0.15, 2)
    values = values.copy()
    values[[5, 30]] = np.nan
    readings = Readings.of(time[:, None], values)
    recipe = Recipe.of(kernel=kernel, likelihood="clouded", learning="map(restarts=0)")
    if kernel == "matern32":
        recipe = Recipe.of(kernel=kernel, likelihood="clouded")
    found = fit(recipe, readings)
    again = posterior_of(found.learned, readings)
    inputs = np.linspace(-5.0, 380.0, 40)[:, None]
    for one, other in zip(found.bands(inputs), again.bands(inputs), strict=True):
        np.testing.assert_array_equal(one, other)
    assert found.left_out().log_score == again.left_out().log_score
    mean, variance = found.predict(inputs)
    drawn = found.draws(inputs, 2_000, 0)
    np.testing.assert_allclose(drawn.mean(axis=1), mean, atol=5.0 * np.sqrt(variance.max() / 2_000))
    np.testing.assert_allclose(drawn.std(axis=1), np.sqrt(variance), rtol=0.15)
    np.testing.assert_allclose(np.diag(found.covariance(inputs)), variance, rtol=1e-6)


def test_that_shares_are_judged_as_the_others_tell() -> None:
    """Nothing changes where a low reading lies still lower; what hardly counts stays out."""
    time, values, _, low = season(0.15, 3)
    found = fit(
        Recipe.of(kernel="matern32", likelihood="clouded"), Readings.of(time[:, None], values)
    )
    shares = found.learned.learnt.shares
    assert shares is not None
    assert (shares[low] < 0.5).mean() > 0.8
    assert (shares[~low] > 0.5).all()
    lower = np.where(shares < 0.01, values - 0.3, values)
    other = fit(
        Recipe.of(kernel="matern32", likelihood="clouded"), Readings.of(time[:, None], lower)
    )
    means = (p.predict(time[:, None])[0] for p in (found, other))
    assert np.abs(next(means) - next(means)).max() < 0.2 * NOISE


@pytest.mark.parametrize("kernel", ["matern32", "matern32 + rbf(200)"], ids=["quick", "any"])
def test_that_a_reading_counts_for_its_share(kernel: str) -> None:
    """As in a Gaussian fit with these weights and the very numbers."""
    time, values, _, _ = season(0.15, 5)
    recipe = Recipe.of(kernel=kernel, likelihood="clouded", learning="map(restarts=0)")
    found = fit(recipe, Readings.of(time[:, None], values))
    shares = found.learned.learnt.shares
    numbers = Recipe.of(
        kernel=found.report.kernel, likelihood=f"gaussian({found.noise!r})", learning="fixed"
    )
    plain = fit(numbers, Readings.of(time[:, None], values, shares))
    inputs = np.linspace(-5.0, 380.0, 40)[:, None]
    for one, other in zip(found.predict(inputs), plain.predict(inputs), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("road", [OneMatern(), AnyPlan()], ids=["quick", "any"])
def test_that_readings_are_judged_about_what_the_others_tell(road: GaussianRoad) -> None:
    time, values, _, _ = season(0.0, 6, np.linspace(0.0, 365.0, 12))
    readings = Readings.of(time[:, None], values).centred()
    plan = choose(Recipe.of(kernel="matern32", likelihood="gaussian"), len(time), 1)
    seen = road.glance(plan, readings, None, True, QUIET)
    again = road.glance(plan, readings, seen.place, False, QUIET)
    np.testing.assert_array_equal(seen.mean, again.mean)
    mean, variance = others(seen, readings.values, seen.noise * np.ones(12))
    odd = np.arange(12) == 7
    without = replace(readings, relative_noise=np.where(odd, 1e9, 1.0))
    about = road.glance(plan, without, seen.place, False, QUIET)
    # the quick road's variance is that of the readings it sees: a twelfth of them is out
    np.testing.assert_allclose(mean[7], about.mean[7], rtol=1e-6)
    assert variance[7] == pytest.approx(about.variance[7], rel=0.3)


def test_that_numbers_that_are_held_stay() -> None:
    time, values, _, _ = season(0.15)
    written = "clouded(held(0.0009), held(0.2), held(0.25))"
    found = fit(
        Recipe.of(kernel="matern32", likelihood=written), Readings.of(time[:, None], values)
    )
    np.testing.assert_allclose(found.numbers, (0.0009, 0.2, 0.25))
    np.testing.assert_allclose(
        found.members.numbers, np.tile(found.numbers, (len(found.members.weights), 1))
    )
    half = "clouded(clouds=held(0.2), depth=between(0.22, 0.2, 0.25))"
    bound = fit(Recipe.of(kernel="matern32", likelihood=half), Readings.of(time[:, None], values))
    assert bound.numbers[1] == pytest.approx(0.2)
    assert 0.2 <= bound.numbers[2] <= 0.25


@pytest.mark.parametrize("count", [10, 15, 60])
def test_that_skewness_is_in_standard_deviations_of_normals(count: int) -> None:
    """Of few too: √(6/n) is a sixth too much of 15."""
    random = np.random.default_rng(0)
    told = [skewness(random.standard_normal(count)) for _ in range(2_000)]
    assert np.std(told) == pytest.approx(1.0, abs=0.05)


def test_that_skewness_is_there_whatever_the_residuals() -> None:
    assert skewness(np.array([1.0, 2.0, np.nan, 4.0])) > 0.0
    assert skewness(np.full(5, 3.0)) == 0.0
    assert skewness(np.array([1.0, 2.0, np.nan])) == 0.0
