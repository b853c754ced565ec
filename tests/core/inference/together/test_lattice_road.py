"""Fields on a shared lattice: against the full matrix, other roads, and in other processes."""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from alike_fields import field, matern32
from scipy.integrate import quad
from scipy.special import gammaln

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan, choose
from gpstudio.core.inference.members import DrawsPlan, Members
from gpstudio.core.inference.posterior import Posterior, posterior_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.inference.together import fitted as together
from gpstudio.core.inference.together.course import ERROR, SLIGHT, Course, course_of
from gpstudio.core.inference.together.curve import CourseCurve, Prepared, prepared_at
from gpstudio.core.inference.together.fitted import CLEAR, GLANCED, LOOKED, NEAR
from gpstudio.core.inference.together.road import (
    VOICES,
    LatticeMembers,
    WeighedMembers,
    curve_of,
    weighed,
)
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.learning.population import (
    Population,
    Shared,
    loosened,
    normal_steps,
    settings_of,
)
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

YEARLY = "periodic(between(1, 0.2, 10), period=held(365.25)) + matern32"
KERNELS = ("matern32", "matern52", YEARLY)
SHARED = Shared((math.log(45.0), -3.0, -3.0), ((0.1, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, 0.0, 0.3)))
POPULATION = Population("matern32", "identity", SHARED, 40, "known")
WAVING = Shared(
    (math.log(45.0), -2.0, 0.5, 0.0, -3.0), tuple(map(tuple, (0.2 * np.eye(5)).tolist()))
)
SETTINGS = np.column_stack(
    [
        np.log([30.0, 80.0, 200.0]),
        np.log([0.05, 0.2, 1e-4]),
        np.log([1.0, 4.0, 0.3]),
        np.log([1.0, 0.5, 2.0]),
        np.zeros(3),
    ]
)
TARGETS = np.linspace(-60.0, 1_200.0, 90)


def long_readings(n: int = 70) -> Readings:
    random = np.random.default_rng(3)
    time = np.sort(random.uniform(0.0, 1_000.0, n))
    time[5] = time[4]
    values = np.sin(2.0 * np.pi * time / 365.25) + 0.3 * random.standard_normal(n)
    noise = np.where(np.arange(n) % 3, 1.0, 2.0)
    return Readings.of(time[:, None], values, relative_noise=noise)


def ready(kernel: str, readings: Readings, mean: str = "constant") -> tuple[Plan, Readings]:
    recipe = Recipe.of(kernel=kernel, mean=mean, learning="together", approximation="exact")
    return made_ready(choose(recipe, len(readings.values), 1), readings)


def at(curve: CourseCurve, settings: Floats = SETTINGS) -> Floats:
    """As many numbers as the course has."""
    if curve.course.period:
        return settings
    return settings[:, [0, 1, 4]]


def fitted(seed: int = 0, **changed: float) -> Posterior:
    time, values, _ = field(seed, **changed)  # type: ignore[arg-type]
    readings = Readings.of(time[:, None], values)
    return fit(Recipe.of(scale="identity"), readings, population=POPULATION)


def on_whole_days(readings: Readings) -> Readings:
    """Steps over whole days are made once; the last of these is longer than any that is kept."""
    days = np.floor(readings.inputs[:, 0])
    days[-1] += 100.0
    return replace(readings, inputs=days[:, None])


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("kernel", KERNELS)
def test_that_evidence_and_curves_are_those_of_the_full_matrix(kernel: str, whole: bool) -> None:
    given = on_whole_days(long_readings()) if whole else long_readings()
    plan, readings = ready(kernel, given)
    curve = curve_of(plan, readings)
    settings = at(curve)
    levels = curve.levels(prepared_at(curve.course, settings))
    variances = np.log([0.5, 0.7, 0.2])
    points = curve.course.coordinates(settings, variances)
    np.testing.assert_allclose(curve.course.settings(points), settings[:, :-1], atol=1e-12)
    general = Members(plan, readings, replace(fitted().learned.learnt, points=points))
    targets = np.unique(np.append(np.floor(TARGETS), curve.time[:20])) if whole else TARGETS
    means, spreads = curve.curves(settings, np.exp(variances), targets)
    free = len(curve.time) - 1
    for place, variance in enumerate(variances):
        trended = general.problem.condition(*general.problem.at(points[place]))
        misfit = levels.misfits[place] / math.exp(variance)
        assert trended.misfit == pytest.approx(misfit, rel=1e-8)
        whole = levels.determinants[place] + free * variance + misfit
        whole += float(np.log(readings.relative_noise).sum()) * 0.0
        expected = -0.5 * (whole + free * math.log(2.0 * math.pi))
        assert trended.log_evidence == pytest.approx(expected, rel=1e-9)
        assert float(trended.coefficients[0]) == pytest.approx(levels.levels[place], abs=1e-9)
        mean, variance_there, drift = general.parts(place, targets[:, None], QUIET)
        spread = variance_there + np.einsum("nq,nq->n", drift, drift)
        np.testing.assert_allclose(means[place] + readings.centre, mean, atol=1e-9)
        np.testing.assert_allclose(spreads[place], spread, atol=1e-9)


def test_that_no_level_is_estimated_where_the_mean_is_zero() -> None:
    plan, readings = ready("matern32", long_readings(), mean="zero")
    curve = curve_of(plan, readings)
    settings = at(curve)
    levels = curve.levels(prepared_at(curve.course, settings))
    time, noise = curve.time, curve.noise
    A = matern32(time[:, None] - time, 30.0) + np.diag(0.05 * noise)
    values = readings.values
    assert levels.misfits[0] == pytest.approx(float(values @ np.linalg.solve(A, values)), rel=1e-9)
    assert levels.determinants[0] == pytest.approx(float(np.linalg.slogdet(A)[1]), rel=1e-9)


def test_that_the_variance_is_integrated_out_with_its_prior() -> None:
    """Against a quadrature over it, of normal readings with the level's density taken flat."""
    time, values, _ = field(4, n=7)
    plan, readings = ready("matern32", Readings.of(time[:, None], values))
    curve = curve_of(plan, readings)
    lattice = prepared_at(curve.course, at(curve))
    levels = curve.levels(lattice)
    found, precisions = curve.heights(levels, lattice, SHARED)
    half = 0.5 * SHARED.freedom
    for place in range(3):
        own = half * math.exp(lattice.settings[place, -1])
        free, misfit = len(time) - 1, levels.misfits[place]

        def density(
            log_c: float, own: float = own, free: int = free, misfit: float = misfit
        ) -> float:
            prior = half * math.log(own) - gammaln(half) - half * log_c - own * math.exp(-log_c)
            return math.exp(prior - 0.5 * free * log_c - 0.5 * misfit * math.exp(-log_c))

        total, _ = quad(density, -25.0, 15.0, limit=400)
        mean, _ = quad(lambda x: math.exp(-x) * density(x), -25.0, 15.0, limit=400)
        expected = math.log(total) - 0.5 * levels.determinants[place]
        assert found[place] == pytest.approx(expected, rel=1e-7)
        assert precisions[place] == pytest.approx(mean / total, rel=1e-6)


def test_that_what_is_learned_travels_without_the_population() -> None:
    time, values, _ = field(1)
    readings = Readings.of(time[:, None], values)
    here = fitted(1)
    assert isinstance(here.members, LatticeMembers)
    there = posterior_of(pickle.loads(pickle.dumps(here.learned)), readings)
    assert isinstance(there.members, LatticeMembers)
    inputs = np.linspace(-10.0, 400.0, 60)[:, None]
    for mine, other in zip(here.bands(inputs), there.bands(inputs), strict=True):
        np.testing.assert_array_equal(np.array(mine), np.array(other))
    general = Members(here.plan, here.members.readings, here.learned.learnt)
    for mine, other in zip(
        here.members.curves(inputs, QUIET), general.curves(inputs, QUIET), strict=True
    ):
        np.testing.assert_allclose(mine, other, atol=1e-9)
    trended = general.problem.condition(*here.members.at_mode)
    assert here.log_evidence == pytest.approx(trended.log_evidence, abs=1e-8)
    assert len(pickle.dumps(here.learned)) < 10_000


def test_that_readings_left_out_are_glimpsed_as_they_are() -> None:
    here = fitted(2)
    glimpsed = here.members.glimpsed()
    assert glimpsed is not None
    np.testing.assert_allclose(glimpsed, here.left_out().residuals, atol=1e-8)


def test_that_rows_that_repeat_each_other_teach_as_by_other_roads() -> None:
    time, values, _ = field(3)
    twice = Readings.of(np.repeat(time, 2)[:, None], np.repeat(values, 2))
    other = fit(Recipe.of(scale="identity"), twice, population=POPULATION)
    inputs = np.linspace(0.0, 365.0, 30)[:, None]
    copies = other.predict(inputs)
    assert abs(copies[0] - fitted(3).predict(inputs)[0]).max() < 0.05
    assert isinstance(other.members, LatticeMembers)


@pytest.mark.parametrize(("changed", "told"), [({"noise": 10.0}, True), ({"length": 4.0}, True)])
def test_that_a_field_unlike_the_others_is_told_and_fitted_alone(
    changed: dict[str, float], told: bool
) -> None:
    known = replace(
        POPULATION,
        shared=Shared(
            (math.log(40.0), math.log(0.05), math.log(0.04)),
            ((0.04, 0.0, 0.0), (0.0, 0.06, 0.0), (0.0, 0.0, 0.06)),
        ),
    )
    time, values, _ = field(11, 73, **changed)
    readings = Readings.of(time[:, None], values)
    found = fit(Recipe.of(scale="identity"), readings, population=known)
    assert ("unlike the other fields" in found.report.reason) == told
    assert isinstance(found.members, LatticeMembers) != told


@pytest.mark.parametrize(("glanced", "looks"), [(-0.5, 1), (0.5, 2), (1.5, 2), (2.5, 1)])
def test_that_a_glance_tells_where_it_is_clear(
    glanced: float, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is near the limit is looked at with all settings, and these decide."""
    asked: list[int] = []

    def unlikeness(members: WeighedMembers, shared: Shared, settings: int) -> float:
        asked.append(settings)
        return glanced if settings == GLANCED else 0.25

    monkeypatch.setattr(WeighedMembers, "unlikeness", unlikeness)
    monkeypatch.setattr(together, "DOUBTED", 0.0)
    reason = fitted(2).report.reason
    assert asked == [GLANCED, LOOKED][:looks]
    assert ("unlike the other fields" in reason) == (glanced > CLEAR + NEAR)


def test_that_fields_like_the_others_are_not_told_to_be_unlike() -> None:
    reasons = [fitted(seed).report.reason for seed in range(20, 28)]
    assert not any("unlike" in reason for reason in reasons)


def test_that_settings_are_weighed_as_by_the_whole_series() -> None:
    """A shorter one of the course changes no weight, and what is told of the likeliest not at all.
    The drawn settings have courses up to three times as fine as the population's."""
    plan, readings = ready(YEARLY, on_whole_days(long_readings()))
    curve = curve_of(plan, readings)
    settings = settings_of(WAVING.wider(1.5), 64)
    heights = []
    for error in (SLIGHT, ERROR):
        prepared = prepared_at(curve.course, settings, error)
        heights.append(curve.heights(curve.levels(prepared), prepared, WAVING)[0])
    assert np.abs(heights[0] - heights[1]).max() < 1e-3
    assert np.any(heights[0] != heights[1])
    known = Population(YEARLY, "identity", WAVING, 40, "known")
    members = weighed(plan, readings, curve, known)
    best = prepared_at(curve.course, curve.course.settings(members.learnt.logs[None]))
    told = WeighedMembers(plan, readings, members.learnt, curve, curve.levels(best), 0.0)
    assert told.fitted().log_evidence == pytest.approx(members.fitted().log_evidence, abs=1e-9)


def test_that_a_shorter_series_is_drawn_as_the_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plan, readings = ready(YEARLY, on_whole_days(long_readings()))
    curve, settings = curve_of(plan, readings), settings_of(WAVING, 24)
    times, sizes = np.linspace(0.0, 1_200.0, 60), np.full(24, 0.04)
    means, spreads = curve.curves(settings, sizes, times)

    def shorter(course: Course, settings: Floats) -> Prepared:
        return prepared_at(course, settings, SLIGHT)

    monkeypatch.setattr("gpstudio.core.inference.together.curve.prepared_at", shorter)
    drawn_about, scatter = curve.curves(settings, sizes, times)
    assert 0.0 < np.abs((drawn_about - means) / np.sqrt(spreads)).max() < 1e-3
    assert np.abs(scatter / spreads - 1.0).max() < 1e-3


def test_that_a_mode_has_the_kernel_of_its_problem() -> None:
    for posterior in (fitted(), fitted(noise=10.0)):
        members = posterior.members
        assert members.at_mode == members.problem.at(members.learnt.logs)


def test_that_without_a_population_a_field_is_averaged_by_itself() -> None:
    time, values, _ = field(5)
    readings = Readings.of(time[:, None], values)
    inputs = np.linspace(0.0, 400.0, 20)[:, None]
    one, other = (
        fit(Recipe.of(kernel="matern32", likelihood="gaussian", learning=way), readings)
        for way in ("together", "averaged")
    )
    for mine, theirs in zip(one.bands(inputs), other.bands(inputs), strict=True):
        np.testing.assert_allclose(np.array(mine), np.array(theirs), rtol=1e-9)


@pytest.mark.parametrize(
    "choices",
    [
        {"kernel": "rbf"},
        {"kernel": "matern32(held(30))"},
        {"kernel": "matern32", "likelihood": "student_t"},
        {"kernel": "matern32", "mean": "linear"},
        {"kernel": "periodic(1, period=365) + matern32"},
    ],
)
def test_that_other_choices_are_not_learnt_together(choices: dict[str, str]) -> None:
    recipe = Recipe.of(learning="together", **choices)
    assert course_of(choose(recipe, 50, 1)) is None


def test_that_a_population_goes_to_a_file_and_back() -> None:
    population = replace(POPULATION, apart=(("a", SHARED), ("b", loosened(SHARED))))
    again = Population.from_json(json.loads(json.dumps(population.as_json())))
    assert again == population
    assert again.fingerprint == population.fingerprint
    assert again.for_field("b").shared == loosened(SHARED)
    assert again.for_field("c").shared == SHARED


@pytest.mark.parametrize(
    "broken",
    [
        {"version": 99},
        {"shared": None},
        {"shared": {"centre": [0.0], "covariance": [[1.0]], "freedom": -1.0}},
        {"shared": {"centre": [0.0, 1.0], "covariance": [[1.0]], "freedom": 1.0}},
        {"shared": {"centre": [math.nan], "covariance": [[1.0]], "freedom": 1.0}},
        {"shared": {"centre": [0.0], "covariance": [[-1.0]], "freedom": 1.0}},
        {"fields": 0},
        {"kernel": 3},
    ],
)
def test_that_a_damaged_population_is_refused_in_words(broken: dict[str, object]) -> None:
    with pytest.raises(InputError, match="learn it anew"):
        Population.from_json({**POPULATION.as_json(), **broken})


@pytest.mark.parametrize("numbers", [3, 5])
def test_that_settings_have_the_populations_mean_and_covariance(numbers: int) -> None:
    shared = SHARED if numbers == 3 else WAVING
    settings = settings_of(shared, 48)
    np.testing.assert_allclose(settings.mean(axis=0), shared.centre, atol=1e-12)
    np.testing.assert_allclose(np.cov(settings.T, bias=True), shared.covariance, atol=1e-12)
    assert abs(normal_steps(48, numbers)).max() < 4.0


@pytest.mark.parametrize("kernel", KERNELS)
def test_that_draws_have_the_means_and_covariances_of_the_members(kernel: str) -> None:
    plan, readings = ready(kernel, long_readings())
    curve = curve_of(plan, readings)
    points = curve.course.coordinates(at(curve), np.log([0.5, 0.7, 0.2]))[:2]
    learnt = replace(fitted().learned.learnt, logs=points[0], points=points, freedom=np.inf)
    windows = [np.linspace(100.0, 300.0, 9), np.linspace(250.0, 1_050.0, 12)]
    count = 40_000
    for place in range(2):
        weights = np.eye(2)[place]
        members = LatticeMembers(plan, readings, replace(learnt, weights=weights), curve)
        edges = np.append(0, np.cumsum(np.array([count, 0] if place == 0 else [0, count])))
        drawn = members.drawn_in(windows, DrawsPlan(edges, np.ones(count), 3))
        for window, curves in zip(windows, drawn, strict=True):
            mean, _, drift = members.parts(place, window[:, None], QUIET)
            joint = members.trended(place, QUIET).solution.covariance(window[:, None], QUIET)
            joint = joint + drift @ drift.T
            scale = np.sqrt(np.diag(joint))
            off = (curves - mean[:, None]) / scale[:, None]
            assert abs(off.mean(axis=1)).max() < 5.0 / math.sqrt(count)
            found, expected = off @ off.T / count, joint / np.outer(scale, scale)
            assert abs(found - expected).max() < 6.0 / math.sqrt(count)


def test_that_a_few_settings_draw_for_all_in_their_shares_along_lengths(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    posterior = fitted(seed=3)
    members, plans = posterior.members, []
    assert isinstance(members, LatticeMembers)
    assert len(members.weights) > 1.3 * VOICES
    lengths = members.course.settings(members.points)[:, 0]
    assert (np.diff(lengths) > 0.0).all()

    def noted(windows: Sequence[Floats], plan: DrawsPlan) -> list[Floats]:
        plans.append(plan)
        return LatticeMembers.drawn_in(members, windows, plan)

    monkeypatch.setattr(members, "drawn_in", noted)
    (drawn,) = posterior.draws_in([np.linspace(0.0, 300.0, 7)], 1_000, 5)
    counts = np.diff(plans[0].edges)
    assert drawn.shape == (7, 1_000)
    assert np.count_nonzero(counts) <= VOICES
    off = np.cumsum(counts) / 1_000 - np.cumsum(members.weights)
    assert np.abs(off).max() <= 1.0 / VOICES + 1e-3


QUIET_AND_LONG = ((30.0, 0.05), (57.0, 0.008), (800.0, 1e-3), (40.0, 1e-7))


@pytest.mark.parametrize(("length", "ratio"), QUIET_AND_LONG)
@pytest.mark.parametrize("kernel", ["matern12", "matern32", "matern52"])
def test_that_draws_are_normals_times_a_root_of_the_covariance(
    monkeypatch: pytest.MonkeyPatch, kernel: str, length: float, ratio: float
) -> None:
    """Normals that are one in turn show the root itself; some times are close."""
    random = np.random.default_rng(5)
    time = np.sort(random.choice(200, 60, replace=False)).astype(float)
    readings = Readings.of(time[:, None], random.standard_normal(60))
    plan, readings = ready(kernel, readings)
    curve = curve_of(plan, readings)
    times = np.unique(np.concatenate([np.linspace(-20.0, 230.0, 80), [0.01, 0.02], time[7:9]]))
    states = curve.course.order + 1
    count = states * len(times) + 1

    def normals(rows: int, count: int, *seed: int) -> Floats:
        return np.eye(rows, count) if rows > 1 else np.zeros((rows, count))

    monkeypatch.setattr("gpstudio.core.inference.together.curve.standard_normals", normals)
    setting = np.array([[math.log(length), math.log(ratio), 0.0]])
    drawn_by = DrawsPlan(np.array([0, count]), np.ones(count), 0)
    drawn = curve.draws(setting, np.ones(1), times, drawn_by)
    root = drawn[:, :-1] - drawn[:, -1:]
    block = build_kernel(parse(f"{kernel}({length})"), 1).block
    between, own = block(times[:, None], time[:, None]), block(time[:, None], time[:, None])
    solved = np.linalg.solve(own + ratio * np.eye(len(time)), between.T)
    expected = block(times[:, None], times[:, None]) - between @ solved
    np.testing.assert_allclose(root @ root.T, expected, atol=1e-9)


@pytest.mark.parametrize("kernel", ["matern32", YEARLY])
def test_that_fields_with_clouded_readings_are_weighed_too(kernel: str) -> None:
    random = np.random.default_rng(0)
    readings, deep = long_readings(), 3.0
    if kernel != YEARLY:
        time, levels, _ = field(3, 60)
        readings, deep = Readings.of(time[:, None], levels), 0.3
    values = readings.values.copy()
    away = random.permutation(len(values))[:10]
    values[away] -= deep * (1.0 + random.exponential(0.3, 10))
    clouded = replace(readings, values=values)
    population = replace(POPULATION, kernel=kernel, shared=SHARED if kernel != YEARLY else WAVING)
    recipe = Recipe.of(scale="identity")
    here = fit(recipe, clouded, population=population)
    assert here.report.likelihood.startswith("clouded")
    assert isinstance(here.members, LatticeMembers)
    assert here.members.numbers.shape[1] == len(here.plan.likelihood.settings)
    inputs = np.linspace(0.0, 1_000.0, 40)[:, None]
    there = posterior_of(pickle.loads(pickle.dumps(here.learned)), clouded)
    assert isinstance(there.members, LatticeMembers)
    for mine, other in zip(here.bands(inputs), there.bands(inputs), strict=True):
        np.testing.assert_array_equal(np.array(mine), np.array(other))
    shares = here.learned.learnt.shares
    assert shares is not None
    assert (shares[away] < 0.5).mean() > 0.6
    general = Members(here.plan, here.members.readings, here.learned.learnt)
    for mine, other in zip(
        here.members.curves(inputs, QUIET), general.curves(inputs, QUIET), strict=True
    ):
        np.testing.assert_allclose(mine, other, atol=1e-8)
