"""A curve that repeats, fitted alone by compiled passes: against the road of any plan."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference import auto_kernel
from gpstudio.core.inference.any_plan import AnyPlan
from gpstudio.core.inference.chooser import Plan, choose
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.roads import made_ready, road_for
from gpstudio.core.inference.together import alone
from gpstudio.core.inference.together.alone import CourseAlone
from gpstudio.core.inference.together.road import KEPT, curve_of
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task

YEARLY = "periodic(between(1, 0.2, 10), period=held(365.25)) + matern32"
TARGETS = np.linspace(-60.0, 1_200.0, 60)[:, None]


def readings(kind: str, n: int = 40) -> Readings:
    random = np.random.default_rng(3)
    time = np.sort(random.uniform(0.0, 1_000.0, n))
    values = 0.4 + 0.2 * np.sin(2.0 * np.pi * time / 365.25) + 0.05 * random.standard_normal(n)
    if kind == "plain":
        return Readings.of(time[:, None], values)
    time[5], values[7] = time[4], np.nan
    if kind == "rows twice":
        time, values = np.repeat(time, 2), np.repeat(values, 2)
        return Readings.of(time[:, None], values)
    return Readings.of(time[:, None], values, relative_noise=np.where(np.arange(n) % 3, 1.0, 2.0))


KINDS = ("plain", "noise of their own", "rows twice")


def ready(kind: str, kernel: str = YEARLY) -> tuple[Plan, Readings]:
    some = readings(kind)
    recipe = Recipe.of(kernel=kernel, likelihood="gaussian", learning="averaged")
    return made_ready(choose(recipe, len(some.values), 1), some)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kernel", [YEARLY, "matern52 + periodic(period=held(365.25))"])
def test_that_it_climbs_the_height_that_the_road_of_any_plan_climbs(kind: str, kernel: str) -> None:
    plan, about = ready(kind, kernel)
    assert isinstance(road_for(plan, about), CourseAlone)
    problem = Problem(plan, about, QUIET)
    search = problem.search(0)
    own = alone._searched(problem, curve_of(plan, about), 0)
    assert search.amplitude is not None
    assert own.amplitude is not None
    random, apart = np.random.default_rng(0), []
    for start in search.starts:
        place = np.clip(start + 0.5 * random.standard_normal(5), search.low, search.high)
        height, slopes, factor = search.amplitude.evaluate(place, True)
        found, gradient, raised = own.amplitude.evaluate(place, True)
        apart.append(found - height)
        np.testing.assert_allclose(raised, factor, atol=1e-7)
        np.testing.assert_allclose(gradient, slopes, atol=2e-5 * (1.0 + np.abs(slopes).max()))
    np.testing.assert_allclose(apart, apart[0], atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_that_it_ends_where_the_road_of_any_plan_ends(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all its members; those that are kept stand for them."""
    plan, about = ready(kind)
    few = CourseAlone().learn(plan, about, QUIET)
    monkeypatch.setattr(alone, "KEPT", 64)
    one, other = (road.learn(plan, about, QUIET) for road in (CourseAlone(), AnyPlan()))
    assert one.log_evidence == pytest.approx(other.log_evidence, abs=1e-4)
    np.testing.assert_allclose(one.coefficients, other.coefficients, atol=1e-4)
    assert one.climbs.heights
    (mean, spread), (its_mean, its_spread) = (
        told(road.members.weights, *road.members.curves(TARGETS, QUIET)) for road in (one, other)
    )
    np.testing.assert_allclose(mean, its_mean, atol=1e-3 * spread.min())
    np.testing.assert_allclose(spread, its_spread, rtol=1e-3)
    assert len(few.members.weights) <= KEPT < len(one.members.weights)
    its_mean, its_spread = told(few.members.weights, *few.members.curves(TARGETS, QUIET))
    np.testing.assert_allclose(its_mean, mean, atol=0.1 * spread.max())
    np.testing.assert_allclose(its_spread, spread, rtol=0.1)


def told(weights: Floats, means: Floats, spreads: Floats) -> tuple[Floats, Floats]:
    mean = weights @ means
    return mean, np.sqrt(weights @ (spreads + means**2) - mean**2)


def test_that_what_was_learnt_is_enough_to_make_it_again() -> None:
    recipe = Recipe.of(kernel=YEARLY, likelihood="gaussian")
    posterior = fit(recipe, readings("plain"))
    again = pickle.loads(pickle.dumps(posterior))
    for one, other in zip(posterior.predict(TARGETS), again.predict(TARGETS), strict=True):
        np.testing.assert_array_equal(one, other)
    windows = [TARGETS[10:20, 0], TARGETS[30:40, 0]]
    for one, other in zip(
        posterior.draws_in(windows, 50, 1), again.draws_in(windows, 50, 1), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_that_clouds_beside_a_course_are_told_by_it_too() -> None:
    some = readings("plain", 80)
    low = [10, 31, 50, 66]
    some.values[low] -= 0.25
    recipe = Recipe.of(kernel=YEARLY, likelihood="clouded")
    posterior = fit(recipe, some)
    shares = posterior.learned.learnt.shares
    assert shares is not None
    assert shares[low].max() < 0.5 < np.delete(shares, low).mean()


@pytest.mark.parametrize("drift", [0.0, 0.25])
def test_that_a_course_that_changes_is_climbed_where_a_look_promises_it(
    drift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(1)
    time = np.sort(random.uniform(0.0, 2_200.0, 90))
    turn = 2.0 * np.pi * time / 365.25
    values = np.sin(turn) + drift * (time / 365.25 - 3.0) * np.cos(turn)
    values += 0.1 * random.standard_normal(90)
    fitted = []

    def noted(recipe: Recipe, some: Readings, task: Task) -> Posterior:
        fitted.append(recipe.kernel)
        return fit(recipe, some, task)

    monkeypatch.setattr(auto_kernel, "trend_offered", lambda *_: False)
    recipe = replace(Recipe(), likelihood=Recipe.of(likelihood="gaussian").likelihood)
    found = auto_kernel.fit_auto(recipe, Readings.of(time[:, None], values), noted, QUIET)
    assert ("slowly changing" in found.report.reason) == bool(drift)
    assert len(fitted) >= 4 if drift else len(fitted) == 3


@pytest.mark.parametrize(
    ("changed", "quick"),
    [({}, True), ({"likelihood": "student_t"}, False), ({"mean": "linear"}, False)],
)
def test_that_auto_learns_a_course_whole_where_passes_do_it_and_quickly_elsewhere(
    changed: dict[str, str], quick: bool
) -> None:
    recipe = Recipe.of(**{"likelihood": "gaussian", **changed})  # type: ignore[arg-type]
    some = readings("plain")
    (course,) = (c for c in auto_kernel.candidates(some) if c.period and not c.drifts)
    assert auto_kernel._takes_long(recipe, course, some) != quick
