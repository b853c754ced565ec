"""What cannot end is refused with its cost, unless somebody says that it may take so long."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.errors import InputError
from gpstudio.core.inference import regression
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.cost import PATIENCE, human_seconds, seconds
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning import LEARNERS
from gpstudio.core.recipe import Recipe

X = np.linspace(0.0, 400.0, 60)
Y = 0.4 + 0.2 * np.sin(X / 40.0) + 0.03 * np.random.default_rng(0).standard_normal(60)


def told(n: int = 133, dimensions: int = 1, **words: str) -> float:
    return seconds(choose(Recipe.of(**words), n, dimensions), n, dimensions)


ENDLESS: list[dict[str, str]] = [
    {"kernel": "+".join(["rbf"] * 1900)},
    {"kernel": "*".join(["rbf"] * 1900)},
    {"kernel": "+".join(["periodic*matern52"] * 500)},
    {"learning": "mcmc(samples=100000, chains=32)", "kernel": "rbf"},
    {"learning": "cross_validation(folds=1000, restarts=100)", "kernel": "rbf"},
]


@pytest.mark.parametrize("words", ENDLESS, ids=[str(w)[:40] for w in ENDLESS])
def test_that_what_cannot_end_is_refused_with_its_cost(words: dict[str, str]) -> None:
    readings = Readings.of(X[:, None], Y)
    with pytest.raises(InputError, match=r"would take about .*Fit anyway, --anyway") as caught:
        regression.fit(Recipe.of(**words), readings, patience=PATIENCE)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kernel", ["auto", "matern32", "rbf * periodic + matern32 + linear"])
@pytest.mark.parametrize("learning", ["auto", "ml2", "map", "leave_one_out", "averaged"])
def test_that_usual_fits_are_far_from_being_refused(kernel: str, learning: str) -> None:
    if kernel == "auto":
        kernel = "periodic * matern32 + matern32"
    assert told(133, kernel=kernel, learning=learning) < 0.5 * PATIENCE


def test_that_a_million_readings_along_time_are_not_refused() -> None:
    assert told(1_000_000, kernel="matern32") < PATIENCE
    assert told(100_000, kernel="matern32 + matern52", learning="ml2(restarts=0)") < PATIENCE


def test_that_the_estimate_grows_as_the_work_does() -> None:
    """By what rules it: readings cubed along the matrix, readings and states along time."""
    dense = {"kernel": "rbf", "approximation": "exact", "learning": "ml2(restarts=0)"}
    assert told(8_000, **dense) / told(4_000, **dense) == pytest.approx(8.0, rel=0.2)
    along = {"kernel": "matern32", "learning": "ml2"}
    assert told(400_000, **along) / told(200_000, **along) == pytest.approx(2.0, rel=0.1)
    many = told(100_000, kernel="+".join(["matern32"] * 8), learning="fixed")
    few = told(100_000, kernel="+".join(["matern32"] * 4), learning="fixed")
    assert 3.5 < many / few < 8.0
    for name in LEARNERS.names:
        learner = LEARNERS[name]()
        assert learner.evaluations(3) <= learner.evaluations(30)
        assert math.isfinite(learner.evaluations(0))


@pytest.mark.parametrize("exponent", [2, 999_999])
def test_that_a_power_is_read_and_printed_as_one(exponent: int) -> None:
    began = time.process_time()
    recipe = Recipe.of(kernel=f"(rbf + linear + matern32)**{exponent}")
    assert recipe.text("kernel") == f"(rbf + linear + matern32)**{exponent}"
    assert told(kernel=recipe.text("kernel")) < PATIENCE
    assert time.process_time() - began < 5.0  # as an expansion it would not end at all


def test_that_states_are_counted_without_their_matrices() -> None:
    for kernel in ("matern32", "rbf + 2 * matern52", "periodic * matern32", "matern52**3"):
        plan = choose(Recipe.of(kernel=kernel), 100_000, 1)
        assert plan.states == plan.kernel.with_settings(
            [s.at(s.value or 1.0) for _, s in plan.kernel.settings]
        ).markov_form().dimension  # fmt: skip
    crowded = choose(Recipe.of(kernel="matern32**4 * matern52**4 * matern32"), 133, 1)
    assert "2592 states for 133 readings" in crowded.reason


def test_that_python_says_how_long_it_may_take() -> None:
    slow = {"kernel": "rbf", "learning": "mcmc(samples=20000)"}
    with pytest.raises(InputError, match="patience=inf"):
        GPRegressor(**slow).fit(X, Y)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="would take about"):
        GPRegressor(patience=1e-9).fit(X, Y)
    for patience in (1e3, math.inf):
        assert np.isfinite(GPRegressor(patience=patience).fit(X, Y).predict(X)).all()
    for wrong in (0.0, -1.0, math.nan):
        with pytest.raises(InputError, match="patience is a number of seconds above 0"):
            GPRegressor(patience=wrong).fit(X, Y)


def test_that_costs_are_told_as_people_tell_time() -> None:
    told = [human_seconds(cost) for cost in (61.0, 600.0, 7_200.0, 1e6, 1e9, 1e12, 1e300)]
    assert told == [
        "61 seconds", "10 minutes", "2 hours", "12 days", "32 years", "31,746 years",
        "more than a hundred thousand years",
    ]  # fmt: skip


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "words",
    [
        {"likelihood": "student_t(1e-300)"},
        {"likelihood": "student_t(1e300)"},
        {"likelihood": "gaussian(1e-300)"},
        {"kernel": "1e300 * matern32(40)"},
        {"kernel": "rbf(1e-300)"},
        {"kernel": "periodic(1, period=1e300)"},
    ],
)
def test_that_numbers_far_from_the_readings_are_told_as_such(words: dict[str, str]) -> None:
    recipe = Recipe.of(**{"kernel": "matern32(40)", **words})
    with pytest.raises(InputError, match="too far from these readings"):
        regression.fit(recipe, Readings.of(X[:, None], Y))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "kernel",
    ["rbf(around(1, 1e308))", "around(1, 1e308) * matern32", "between(1, 1e-308, 1e308) * rbf"],
)
def test_that_numbers_that_are_nowhere_make_no_noise(kernel: str) -> None:
    posterior = regression.fit(Recipe.of(kernel=kernel), Readings.of(X[:, None], Y))
    assert np.isfinite(posterior.predict(X[:, None])[0]).all()
    assert np.isfinite(posterior.log_evidence)


def test_that_waves_whose_products_are_transforms_cost_no_matrix_of_features() -> None:
    waves = {"kernel": "rbf", "approximation": "equispaced", "learning": "ml2(restarts=0)"}
    assert told(100_000, **waves) < 10.0 * told(10_000, **waves) * 1.1
    assert told(100_000, **waves) < 3.0 * PATIENCE
