"""Inducing points through a whole fit: where they lie, how they are learnt, what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from references.inducing_cases import LEARNT_POINTS, learnt_data

from gpstudio import GPRegressor
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.inducing.bounds import BOUNDS
from gpstudio.core.approximations.inducing.choosing import CHOICES
from gpstudio.core.approximations.inducing.inducing import Inducing
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import RecipeError, parse
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Cancelled, Task

REFERENCES = Path(__file__).resolve().parents[3] / "references"
KERNEL = "1.3 * rbf([1.5, 2.5])"


def _table(n: int = 150) -> tuple[Floats, Floats]:
    random = np.random.default_rng(31)
    inputs = random.uniform(-3.0, 3.0, (n, 2))
    inputs = inputs[np.argsort(inputs[:, 0])]
    values = np.sin(2.0 * inputs[:, 0]) + np.cos(inputs[:, 1]) + 0.2 * random.standard_normal(n)
    return inputs, values


def _problem(
    approximation: str, readings: Readings | None = None, task: Task = QUIET, **words: str
) -> Problem:
    recipe = Recipe.of(
        kernel=KERNEL, likelihood="gaussian(0.05)", approximation=approximation, **words
    )
    readings = readings or Readings.of(*_table())
    return Problem(choose(recipe, len(readings.values), 2), readings, task)


def _evidence(approximation: str, **words: str) -> float:
    inputs, values = _table()
    model = GPRegressor(KERNEL, noise="0.05", approximation=approximation, **words)
    return float(model.fit(inputs, values).log_marginal_likelihood_)


def _places(made: Inducing) -> Floats:
    operator = made.operator(build_kernel(parse(KERNEL), 2), np.zeros((1, 2)))
    assert isinstance(operator, LowRankCovariance)
    return np.asarray(operator.landmarks)  # type: ignore[attr-defined]


def _settled(ground: Ground, *options: float | str) -> Floats:
    return _places(Inducing(*options).prepared(ground))  # type: ignore[arg-type]


@pytest.mark.parametrize("choose_by", CHOICES)
def test_that_chosen_inputs_differ_follow_their_seed_and_spread_over_the_readings(
    choose_by: str,
) -> None:
    kernel, inputs = build_kernel(parse(KERNEL), 2), _table()[0]
    ground = Ground(kernel, inputs, 0.05, 3)
    places = _settled(ground, 25, "vfe", choose_by)
    assert places.shape == (25, 2)
    assert len(np.unique(places, axis=0)) == 25
    np.testing.assert_array_equal(places, _settled(ground, 25, "vfe", choose_by))
    farthest = np.sqrt(((inputs[:, None] - places[None]) ** 2).sum(axis=2)).min(axis=1).max()
    random = np.random.default_rng(0).choice(inputs, 25, replace=False)
    by_lot = np.sqrt(((inputs[:, None] - random[None]) ** 2).sum(axis=2)).min(axis=1).max()
    assert farthest < by_lot


@pytest.mark.parametrize("choose_by", CHOICES)
def test_that_repeated_readings_are_taken_once_where_fewer_differ_than_are_wanted(
    choose_by: str,
) -> None:
    inputs = np.repeat(_table(12)[0], 5, axis=0)
    values = np.sin(inputs[:, 0]) + 0.01 * np.tile(np.arange(5.0), 12)  # of one place, no copies
    exact, near = (
        GPRegressor(KERNEL, noise="held(0.05)", learning="fixed", approximation=text)
        for text in ("exact", f"inducing(points=20, choose='{choose_by}')")
    )
    expected = np.asarray(exact.fit(inputs, values).predict(inputs))
    np.testing.assert_allclose(
        np.asarray(near.fit(inputs, values).predict(inputs)), expected, atol=1e-6
    )


@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_points_come_nearer_to_exact_the_more_there_are(bound: str) -> None:
    inputs, values = _table()
    targets = np.random.default_rng(2).uniform(-3.0, 3.0, (30, 2))
    words = {"noise": "held(0.05)", "learning": "fixed"}
    exact = np.asarray(
        GPRegressor(KERNEL, approximation="exact", **words).fit(inputs, values).predict(targets)
    )
    errors = []
    for points in (5, 20, 60, 150):
        text = f"inducing(points={points}, bound='{bound}', choose='pivoting')"
        model = GPRegressor(KERNEL, approximation=text, **words).fit(inputs, values)
        errors.append(float(abs(np.asarray(model.predict(targets)) - exact).max()))
    assert errors[0] > 4.0 * errors[1] > 40.0 * errors[2]
    assert errors[-1] < 1e-6


@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_learnt_inputs_raise_the_bound_and_never_lower_it(bound: str) -> None:
    text = f"inducing(points=8, bound='{bound}', choose='pivoting', learn='%s')"
    fixed = {"learning": "fixed"}
    chosen, learnt = _evidence(text % "no", **fixed), _evidence(text % "yes", **fixed)
    assert learnt > chosen + 1.0


def test_that_learnt_inputs_are_level_in_the_bound() -> None:
    problem = _problem("inducing(points=6, learn='yes', choose='pivoting')", learning="fixed")
    approximation = problem.approximation
    assert isinstance(approximation, Inducing)
    start = problem.search(0).starts[0]
    reached = problem.search(0).evaluate(start)[0]
    places, random = _places(approximation), np.random.default_rng(1)
    kernel, noise = problem.at(start)
    for _ in range(20):
        step = random.standard_normal(places.shape)
        step *= 0.02 / np.linalg.norm(step)
        operator = BOUNDS["vfe"](kernel, problem.readings.inputs, places + step)
        assert problem._through(operator, noise).log_evidence < reached + 1e-4


@pytest.mark.parametrize("choose_by", CHOICES)
@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_each_turn_of_learning_ends_no_lower_than_the_one_before(
    bound: str, choose_by: str
) -> None:
    text = f"inducing(points=6, bound='{bound}', learn='yes', choose='{choose_by}')"
    problem = _problem(text, learning="ml2(restarts=0)")
    search, values = problem.search(0), []
    for _ in range(3):
        learnt = problem.plan.learner.learn(search, QUIET).logs
        values.append(search.evaluate(learnt)[0])
        search = replace(search, starts=(learnt,))
        problem.prepare(learnt)
    assert (np.diff(values) >= -1e-3).all()
    assert values[-1] > values[0] + 1.0


def test_that_places_and_numbers_learnt_come_as_high_as_gpys() -> None:
    x, y = learnt_data()
    model = GPRegressor(
        "1 * rbf([1, 1])",
        noise="0.1",
        mean="zero",
        learning="ml2(restarts=0)",
        approximation=f"inducing(points={LEARNT_POINTS}, learn='yes')",
    ).fit(x, y)
    theirs = json.loads((REFERENCES / "inducing.json").read_text("utf-8"))["learnt"]["vfe"]
    assert model.log_marginal_likelihood_ == pytest.approx(theirs, abs=0.1)


def test_that_learning_of_places_and_numbers_beats_that_of_numbers_alone() -> None:
    text = "inducing(points=8, learn='%s')"
    words = {"learning": "ml2(restarts=0)"}
    exact = _evidence("exact", **words)
    numbers, both = _evidence(text % "no", **words), _evidence(text % "yes", **words)
    assert numbers + 1.0 < both < exact


def test_that_weights_missing_readings_and_trends_go_into_the_learning_of_places() -> None:
    inputs, values = _table()
    values = values + 3.0 * inputs[:, 1]
    values[::9] = np.nan
    readings = Readings.of(inputs, values, np.where(np.arange(len(values)) % 2, 1.0, 4.0))

    def evidence(learn: str) -> float:
        text = f"inducing(points=8, choose='pivoting', learn='{learn}')"
        problem = _problem(text, readings, learning="fixed", mean="linear")
        return problem.search(0).evaluate(problem.search(0).starts[0])[0]

    assert evidence("yes") > evidence("no") + 1.0


@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_slopes_are_right_of_readings_with_clouds_too(bound: str) -> None:
    """What the inputs miss counts there in each bound's own way."""
    inputs, values = _table()
    values[::11] -= 4.0
    recipe = Recipe.of(
        kernel=KERNEL,
        likelihood="student_t(0.04)",
        approximation=f"inducing(points=12, bound='{bound}')",
    )
    problem = Problem(choose(recipe, len(values), 2), Readings.of(inputs, values), QUIET)
    search = problem.search(0)
    place, step = search.starts[0] + 0.1, 1e-4
    found = search.evaluate(place)[1]
    steps = step * np.eye(len(place))
    sides = [(search.evaluate(place + up)[0], search.evaluate(place - up)[0]) for up in steps]
    expected = [(ahead - behind) / (2.0 * step) for ahead, behind in sides]
    np.testing.assert_allclose(found, expected, atol=1e-6 * abs(found).max())


def test_that_places_are_learnt_of_readings_with_clouds_too() -> None:
    inputs, values = _table()
    values[::11] -= 4.0
    words = {"noise": "student_t(0.04)", "learning": "fixed"}
    text = "inducing(points=8, choose='pivoting', learn='%s')"
    found = [
        GPRegressor(KERNEL, approximation=text % learn, **words).fit(inputs, values)
        for learn in ("no", "yes")
    ]
    assert found[1].log_marginal_likelihood_ > found[0].log_marginal_likelihood_ + 1.0


@pytest.mark.parametrize("points", [151, 5_000])
def test_that_more_points_than_readings_are_refused_naming_exact(points: int) -> None:
    with pytest.raises(InputError, match=rf"{points:,} points.*150 readings.*'exact'"):
        _evidence(f"inducing(points={points})", learning="fixed")


def test_that_no_points_are_refused() -> None:
    with pytest.raises(RecipeError, match="'points' goes from 1"):
        _evidence("inducing(points=0)")


def test_that_a_bound_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(RecipeError, match=r"'bound' cannot be 'vfr'.*vfe"):
        _evidence("inducing(bound='vfr')")


def test_that_a_solver_that_knows_no_features_is_refused() -> None:
    with pytest.raises(InputError, match=r"cannot use the approximation 'inducing'.*woodbury"):
        _evidence("inducing(points=10)", solver="cholesky")


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("patience", [0, 3, 60, 300])
def test_that_learning_the_places_can_be_stopped(patience: int) -> None:
    text = "inducing(points=8, choose='pivoting', learn='yes')"
    problem = _problem(text, task=Impatient(patience), learning="fixed")
    with pytest.raises(Cancelled):
        _ = problem.approximation
