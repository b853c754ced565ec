"""Two halves of a pass side by side: the very numbers of one after the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.solvers import SOLVERS, halves, kalman
from gpstudio.core.solvers.halves import Carried, Leg, walked
from gpstudio.core.task import QUIET

LEGS = [(0, 100), (100, 200), (200, 300), (300, 400)]
RUN_UP = 60


def sums(keeps: float, fades: bool) -> tuple[list[float], Floats, list[Leg]]:
    """Of numbers, each with what is kept of the sum before it; how it ended, what was walked."""
    numbers = np.random.default_rng(1).standard_normal(400)
    seen: list[Leg] = []

    def on(start: int, stop: int, carried: Carried) -> float:
        for number in numbers[start:stop]:
            carried[0][0] = keeps * carried[0][0] + number
        return float(carried[0][0])

    def walk(leg: Leg, carried: Carried) -> float:
        seen.append(leg)
        return on(*leg, carried)

    def run_up(leg: Leg) -> Carried:
        begun = (np.zeros(1),)
        on(leg[0] - RUN_UP, leg[0], begun)
        return begun

    ended = (np.zeros(1),)
    found = walked(LEGS, ended, walk, run_up if fades else None)
    return found, ended[0], seen


@pytest.fixture(params=[1, 2])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(halves, "workers", lambda: request.param)
    monkeypatch.setattr("gpstudio.core.threads.workers", lambda: request.param)
    return int(request.param)


@pytest.mark.parametrize(("keeps", "again"), [(0.3, 0), (1.0, 2)])
def test_what_forgets_is_walked_once_and_what_does_not_again(
    threads: int, keeps: float, again: int
) -> None:
    in_turn, last, _ = sums(keeps, fades=False)
    found, ended, seen = sums(keeps, fades=True)
    assert found == in_turn
    assert ended == last
    assert len(seen) == len(LEGS) + (again if threads == 2 else 0)


KERNELS = {
    "forgets": "matern32(3)",
    "two states a length": "0.5 * matern52(2) + matern12(4)",
    "never forgets": "matern32(3) + constant(2)",
    "not between readings": "matern32(3) + linear(0.0001, 0.1, held(0))",
}


def answers(kernel: str) -> list[Floats]:
    random = np.random.default_rng(3)
    time: Floats = np.sort(random.integers(0, 3_000, 3_000)) / 10.0  # many at the same time
    columns = np.column_stack([np.sin(time) + random.normal(0.0, 0.3, 3_000), np.ones(3_000)])
    noise = np.where(random.random(3_000) < 0.05, np.inf, random.uniform(0.05, 0.2, 3_000))
    operator = APPROXIMATIONS["markov"]().operator(build_kernel(parse(kernel)), time[:, None])
    solution = SOLVERS["kalman"]().condition(operator, noise, columns, QUIET)
    asked = np.sort(np.concatenate([time[::7], random.uniform(-20.0, 330.0, 500)]))
    told = np.array([solution.log_determinant])
    return [
        told, solution.quadratic, *solution.predict(asked[:, None], QUIET),
        solution.weights(QUIET), solution.gradient(np.eye(2), QUIET),
    ]  # fmt: skip


@pytest.mark.parametrize("name", KERNELS)
def test_a_long_series_has_the_same_bits_in_one_thread_and_in_two(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(kalman, "RUN_UP", 600)
    found = []
    for looks, threads in ((10**6, 1), (500, 1), (500, 2)):
        monkeypatch.setattr(kalman, "STRETCH", looks)
        monkeypatch.setattr(halves, "workers", lambda count=threads: count)
        monkeypatch.setattr("gpstudio.core.threads.workers", lambda count=threads: count)
        found.append(answers(KERNELS[name]))
    whole, legs, side_by_side = found
    for one, other in zip(legs, side_by_side, strict=True):
        np.testing.assert_array_equal(one, other)
    for one, other in zip(whole, legs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)


def test_the_second_half_of_a_long_filter_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kalman, "STRETCH", 500)
    monkeypatch.setattr(kalman, "RUN_UP", 600)
    monkeypatch.setattr(halves, "workers", lambda: 2)
    monkeypatch.setattr("gpstudio.core.threads.workers", lambda: 2)
    walks: list[tuple[int, int]] = []
    passed: Callable[..., object] = kalman.KalmanSolution._forward

    def counted(self: object, start: int, stop: int, *rest: object) -> object:
        walks.append((start, stop))
        return passed(self, start, stop, *rest)

    monkeypatch.setattr(kalman.KalmanSolution, "_forward", counted)
    answers(KERNELS["forgets"])
    assert len(walks) == len({*walks}) == 7  # six legs, and the run-up of the fourth
