"""Where learning starts and how far it may go, for every role a number may have."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.learning.learner import Search
from gpstudio.core.learning.ml2 import SMALL_NOISE, Ml2
from gpstudio.core.learning.rhythm import YEAR, course_power, power, start_period, strongest
from gpstudio.core.learning.starts import LENGTHS_TO_TRY, SHAPED_TO_TRY
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


def readings(n: int = 60, reach: float = 100.0, inputs: int = 1) -> Readings:
    random = np.random.default_rng(3)
    x = reach * random.random((n, inputs)) * 10.0 ** np.arange(inputs)
    return Readings.of(x, np.sin(x[:, 0] / (0.1 * reach)) + 0.1 * random.standard_normal(n))


def search_of(kernel: str, data: Readings) -> Search:
    plan = choose(Recipe.of(kernel=kernel), len(data.values), data.inputs.shape[1])
    return Problem(plan, data, QUIET).search(0)


def test_that_each_length_of_a_list_starts_from_its_own_inputs_range() -> None:
    data = readings(inputs=3)
    search = search_of("rbf([auto, auto, auto])", data)
    spans = np.ptp(data.inputs, axis=0)
    np.testing.assert_allclose(np.exp(search.starts[0][1:4]), 0.1 * spans)
    np.testing.assert_allclose(np.exp(search.high[1:4]), 10.0 * spans)
    gaps = [np.median(np.diff(np.sort(column))) for column in data.inputs.T]
    np.testing.assert_allclose(np.exp(search.low[1:4]), 0.3 * np.array(gaps))


def test_that_two_terms_alike_start_apart() -> None:
    for start in search_of("matern32 + matern32", readings()).starts:
        assert start[1] != start[3]


def test_that_a_place_starts_inside_its_input_and_stays_there() -> None:
    data = readings()
    search = search_of("changepoint(matern32, rbf)", data)
    place = search.names.index("place")
    low, high = data.inputs.min(), data.inputs.max()
    assert (search.low[place], search.high[place]) == (low, high)
    assert search.starts[0][place] == pytest.approx(0.5 * (low + high))
    assert len({start[place] for start in search.starts}) > 2
    assert search.units[place] == pytest.approx(0.1 * (high - low))


def test_that_the_place_of_a_change_is_found() -> None:
    random = np.random.default_rng(0)
    x = np.linspace(0.0, 100.0, 120)
    y = np.where(x < 70.0, np.sin(x / 20.0), np.sin(x / 1.5)) + 0.05 * random.standard_normal(120)
    kernel = "changepoint(rbf, rbf, width=held(1))"
    recipe = Recipe.of(kernel=kernel, learning="ml2(restarts=4)", approximation="exact")
    posterior = fit(recipe, Readings.of(x[:, None], y))
    found = {p.name: s.number for p, s in posterior.kernel.settings}
    assert found["at"] == pytest.approx(70.0, abs=4.0)


def test_that_a_slopes_variance_is_measured_per_square_of_the_input() -> None:
    small, large = readings(reach=1.0), readings(reach=1000.0)
    starts = [search_of("linear", data).starts[0][0] for data in (small, large)]
    assert starts[0] - starts[1] == pytest.approx(math.log(1e6))


def test_that_what_is_held_without_a_number_gets_it_from_the_data() -> None:
    data = readings()
    posterior = fit(Recipe.of(kernel="linear + matern32", learning="ml2(restarts=0)"), data)
    (centre,) = [s.number for p, s in posterior.kernel.settings if p.name == "centre"]
    assert centre == pytest.approx(0.5 * (data.inputs.min() + data.inputs.max()))


def wave(period: float, reach: float, n: int = 150) -> tuple[Floats, Floats]:
    random = np.random.default_rng(7)
    time = 1e4 + np.sort(reach * random.random(n))
    values = 2.0 + 0.01 * time + np.sin(2.0 * np.pi * time / period)
    return time, values + 0.3 * random.standard_normal(n)


def test_that_a_waves_power_is_what_least_squares_explains() -> None:
    time, values = wave(7.0, 50.0)
    centred = time - time.mean()
    line = np.column_stack([np.ones(len(time)), centred])
    for frequency in (0.05, 1.0 / 7.0, 0.9):
        both = np.column_stack(
            [line, *(f(2.0 * np.pi * frequency * centred) for f in (np.cos, np.sin))]
        )
        left = [
            np.sum((values - design @ np.linalg.lstsq(design, values)[0]) ** 2)
            for design in (line, both)
        ]
        (found,) = power(time, values, np.array([frequency]))
        assert found == pytest.approx(1.0 - left[1] / left[0], rel=1e-8)


def test_that_the_strongest_wave_is_found_also_among_thousands_of_readings() -> None:
    for n in (60, 150, 5_000):
        time, values = wave(13.0, 300.0, n)
        assert 1.0 / strongest(time, values)[0] == pytest.approx(13.0, rel=0.02)


def test_that_a_year_is_taken_where_readings_rise_and_fall_with_it() -> None:
    assert start_period(*wave(350.0, 3 * YEAR)) == YEAR
    assert start_period(*wave(80.0, 3 * YEAR)) == pytest.approx(80.0, rel=0.02)
    assert start_period(*wave(350.0, 1.2 * YEAR)) != YEAR


def test_that_two_crops_a_year_are_a_yearly_course() -> None:
    """The second of them higher: half a year's wave is the strongest, the year's hardly there."""
    time = np.linspace(0.0, 3 * YEAR, 48)
    turns = 2.0 * math.pi * time / YEAR
    half, year = np.cos(2.0 * turns), np.sin(turns)
    assert power(time, half + 0.5 * year, np.array([1.0 / YEAR]))[0] < 0.25
    assert course_power(time, half + 0.5 * year, YEAR) == pytest.approx(1.0)
    assert start_period(time, half + 0.5 * year) == YEAR
    assert start_period(time, half) == pytest.approx(0.5 * YEAR, rel=0.02)
    few = slice(None, None, 4)
    assert start_period(time[few], half[few] + 0.5 * year[few]) != YEAR


def test_that_a_course_explains_what_least_squares_do() -> None:
    random = np.random.default_rng(5)
    time = np.sort(random.uniform(0.0, 1000.0, 40))
    values = random.standard_normal(40) + 0.002 * time
    line = np.vander(time, 2)
    turns = 2.0 * math.pi * np.outer(time, [1.0, 2.0]) / 300.0
    whole = np.column_stack([line, np.cos(turns), np.sin(turns)])
    left = [values - columns @ np.linalg.lstsq(columns, values)[0] for columns in (line, whole)]
    expected = 1.0 - (left[1] @ left[1]) / (left[0] @ left[0])
    assert course_power(time, values, 300.0) == pytest.approx(expected)
    assert course_power(time, 3.0 + 2.0 * time, 300.0) == 0.0


@pytest.mark.parametrize("n", [1, 2, 5])
def test_that_few_or_level_readings_have_a_period_to_start_from(n: int) -> None:
    time = np.arange(float(n))
    assert 0.0 < start_period(time, np.zeros(n)) < np.inf
    assert 0.0 < start_period(np.zeros(n), time) < np.inf
    assert 0.0 < start_period(np.arange(50.0), np.ones(50)) < np.inf


def test_that_frequencies_start_at_the_strongest_waves() -> None:
    time = np.arange(200.0)
    values = np.sin(2.0 * np.pi * time / 20.0) + 0.6 * np.sin(2.0 * np.pi * time / 7.0)
    data = Readings.of(time[:, None], values)
    search = search_of("spectral_mixture([auto, auto], [auto, auto], [auto, auto])", data)
    found = np.exp(search.starts[0])
    np.testing.assert_allclose(found[2:4], [1.0 / 20.0, 1.0 / 7.0], rtol=0.02)
    assert (found[4:6] < found[2:4]).all()
    assert (np.exp(search.high[2:6]) == 0.5).all()


def test_that_every_start_of_every_kernel_is_within_its_bounds() -> None:
    for kernel in (
        "periodic * matern32 + linear", "rational_quadratic", "gibbs", "polynomial", "cosine",
        "changepoint(matern12, constant)", "spectral_mixture", "matern32(1e9)",
    ):  # fmt: skip
        for data in (readings(), readings(1), readings(2)):
            search = search_of(kernel, data)
            assert np.isfinite(search.low).all()
            assert (search.low <= search.high).all(), kernel
            for start in search.starts:
                assert np.isfinite(start).all(), kernel


def failing(beyond: float) -> Search:
    def evaluate(logs: Floats) -> tuple[float, Floats]:
        if logs[0] > beyond:
            raise InputError("The covariance cannot be factored.")
        return -float((logs[0] - 0.9) ** 2), -2.0 * (logs - 0.9)

    starts = (np.array([2.0]), np.array([-1.0]))
    return Search(evaluate, starts, np.array([-5.0]), np.array([5.0]), 0)


def test_that_a_start_that_fails_does_not_end_the_fit() -> None:
    assert Ml2(restarts=1).learn(failing(1.0), QUIET).logs[0] == pytest.approx(0.9, abs=1e-3)


def test_that_the_problem_is_told_where_every_start_fails() -> None:
    with pytest.raises(InputError, match="cannot be factored"):
        Ml2(restarts=1).learn(failing(-9.0), QUIET)


def test_that_a_warm_up_holds_the_noise_small_first_and_is_never_worse() -> None:
    data = readings(25)
    search = search_of("rbf", data)
    assert search.noise == 2
    small = search.starts[0][2] + math.log(SMALL_NOISE)
    seen: list[Floats] = []

    def evaluate(logs: Floats) -> tuple[float, Floats]:
        seen.append(logs.copy())
        return search.evaluate(logs)

    watched = Search(evaluate, search.starts, search.low, search.high, 0, noise=search.noise)
    plain = Ml2(restarts=0).learn(watched, QUIET)
    assert not any(logs[2] == small for logs in seen)
    seen.clear()
    warm = Ml2(restarts=0, warm_up="yes").learn(watched, QUIET)
    held = [logs for logs in seen if logs[2] == small]
    assert len(held) > 3
    assert warm.evaluations == len(seen)
    assert search.evaluate(warm.logs)[0] >= search.evaluate(plain.logs)[0] - 1e-9


def test_that_shape_and_length_vary_together_where_both_are_learnt() -> None:
    """Lengths alone, with one shape, miss the best summit of a course that repeats."""
    search = search_of("matern32 + periodic(period=held(20))", readings())
    length, shape = search.names.index("length 1"), search.names.index("length 2")
    found = [(start[length] - search.starts[0][length], start[shape]) for start in search.starts]
    expected = [(math.log(a / 0.1), math.log(b)) for a, b in SHAPED_TO_TRY]
    np.testing.assert_allclose(found, expected, atol=1e-12)
    held = search_of("matern32 + periodic(held(1), period=held(20))", readings())
    reach = held.starts[0][1] - math.log(LENGTHS_TO_TRY[0])
    np.testing.assert_allclose(
        [start[1] for start in held.starts], reach + np.log(LENGTHS_TO_TRY), atol=1e-12
    )
