"""Learning: never worse than its start, the same for the same seed, and within what is written."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.learning import LEARNERS
from gpstudio.core.learning.learner import Search
from gpstudio.core.learning.ml2 import Ml2
from gpstudio.core.learning.starts import Scales, bounds, start
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Setting
from gpstudio.core.task import QUIET, Cancelled, Task


def data(n: int = 40, seed: int = 0) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 100.0, n))
    return x, np.sin(x / 10.0) + 0.2 * random.standard_normal(n)


def fitted(x: Floats, y: Floats, seed: int = 0, **words: str) -> Posterior:
    return fit(Recipe.of(seed, **words), Readings.of(x[:, None], y))


def numbers(posterior: Posterior) -> list[float]:
    return [setting.number for _, setting in posterior.kernel.settings]


@pytest.mark.parametrize("kernel", ["matern32(5)", "2 * rbf(8) + white(0.3)", "matern32(500)"])
@pytest.mark.parametrize("restarts", [0, 4])
def test_that_learning_never_ends_below_its_start(kernel: str, restarts: int) -> None:
    x, y = data()
    written = kernel if "*" in kernel else f"{np.var(y)} * {kernel}"
    noise = f"gaussian({0.05 * np.var(y)})"
    before = fitted(x, y, kernel=written, likelihood=noise, learning="fixed")
    after = fitted(x, y, kernel=written, likelihood=noise, learning=f"ml2(restarts={restarts})")
    assert after.log_evidence >= before.log_evidence
    assert after.report.evaluations > 1


def test_that_more_starts_are_never_worse() -> None:
    x, y = data(25, seed=3)
    found = [fitted(x, y, learning=f"ml2(restarts={count})").log_evidence for count in (0, 1, 3, 8)]
    assert found == sorted(found)


def test_that_learning_ends_where_the_evidence_is_level() -> None:
    x, y = data()
    posterior = fitted(x, y, kernel="matern32(5)", learning="ml2")
    np.testing.assert_allclose(posterior._trended.gradient(QUIET), 0.0, atol=1e-3)


def test_that_the_seed_decides_and_nothing_else() -> None:
    x, y = data(12, seed=5)
    words = {"kernel": "matern32(3) + rbf(50)", "learning": "ml2(restarts=6)"}
    first, again = fitted(x, y, 1, **words), fitted(x, y, 1, **words)
    assert numbers(first) == numbers(again)
    assert first.log_evidence == again.log_evidence


def test_that_the_numbers_a_model_was_drawn_with_are_found_again() -> None:
    random = np.random.default_rng(2)
    x = np.arange(1_500.0)
    K = build_kernel(parse("2 * matern32(20)")).block(x[:, None], x[:, None])
    y = np.linalg.cholesky(K + 0.1 * np.eye(1_500)) @ random.standard_normal(1_500)
    variance, length = numbers(found := fitted(x, y))
    # thirty lengths of series: the numbers are known to a factor of 1.7 or so
    assert 1.1 < variance < 3.5
    assert 12 < length < 32
    assert 0.08 < found.noise < 0.12


@pytest.mark.parametrize("solver", ["kalman", "cholesky"])
def test_that_held_numbers_are_kept_to_the_last_bit(solver: str) -> None:
    x, y = data()
    held = 0.1 + 0.2  # no short decimal
    posterior = fitted(
        x,
        y,
        kernel=f"held({held!r}) * matern32(held(7.3))",
        likelihood="gaussian(0.1)",
        solver=solver,
    )
    assert numbers(posterior) == [held, 7.3]
    assert posterior.noise != 0.1
    kept = fitted(x, y, kernel="matern32(5)", likelihood="gaussian(held(0.07))", solver=solver)
    assert kept.noise == 0.07
    assert f"held({held!r})" in posterior.report.kernel


def test_that_everything_held_is_nothing_to_learn() -> None:
    x, y = data()
    posterior = fitted(
        x, y, kernel="held(2) * matern32(held(7))", likelihood="gaussian(held(0.07))"
    )
    assert numbers(posterior) == [2.0, 7.0]
    assert posterior.noise == 0.07


@pytest.mark.parametrize(
    ("low", "start_at", "high"),
    [(20.0, 30.0, 90.0), (0.1, 0.3, 0.7), (33.3, 33.3, 33.3), (1 / 3, 0.5, 0.7)],
)
def test_that_a_number_stays_between_its_bounds_to_the_last_bit(
    low: float, start_at: float, high: float
) -> None:
    x, y = data()
    posterior = fitted(x, y, kernel=f"matern32(between({start_at!r}, {low!r}, {high!r}))")
    assert low <= numbers(posterior)[1] <= high


def test_that_fixed_numbers_are_used_as_written() -> None:
    x, y = data()
    posterior = fitted(
        x, y, kernel="0.3 * matern32(7.7)", likelihood="gaussian(0.0123)", learning="fixed"
    )
    assert numbers(posterior) == [0.3, 7.7]
    assert posterior.noise == 0.0123
    assert posterior.report.evaluations == 0


def test_that_a_number_at_its_bound_is_told() -> None:
    x, y = data()
    posterior = fitted(x, y, kernel="matern32(between(0.5, 0.1, 0.7))", learning="ml2")
    assert any("length 0.7 lies at its bound" in remark for remark in posterior.report.remarks)


def test_that_stop_is_heard_between_two_evaluations() -> None:
    class Third(Task):
        checks = 0

        def check(self) -> None:
            self.checks += 1
            if self.checks == 9:
                raise Cancelled

    x, y = data()
    with pytest.raises(Cancelled):
        fit(Recipe.of(kernel="matern32", learning="ml2"), Readings.of(x[:, None], y), Third())


def search(evaluate: object, count: int = 1) -> Search:
    starts = tuple(np.array([float(i)]) for i in range(count))
    return Search(evaluate, starts, np.array([-5.0]), np.array([5.0]), 0)  # type: ignore[arg-type]


def test_that_the_best_place_ever_seen_wins_even_if_the_climb_leaves_it() -> None:
    seen = []

    def evaluate(logs: Floats) -> tuple[float, Floats]:
        seen.append(float(logs[0]))
        return (10.0 if len(seen) == 1 else -float(logs[0] ** 2)), -2 * logs

    learnt = Ml2(restarts=2).learn(search(evaluate, 3), QUIET)
    assert learnt.logs[0] == seen[0]
    assert learnt.evaluations == len(seen)


def test_that_evidence_that_is_no_number_is_walked_around() -> None:
    def evaluate(logs: Floats) -> tuple[float, Floats]:
        if logs[0] > 1.0:
            return np.nan, np.array([np.nan])
        return -float((logs[0] - 0.9) ** 2), -2 * (logs - 0.9)

    learnt = Ml2(restarts=0).learn(search(evaluate), QUIET)
    assert learnt.logs[0] == pytest.approx(0.9, abs=1e-3)


def test_that_evidence_that_is_nowhere_a_number_leaves_the_start() -> None:
    nowhere = search(lambda logs: (np.nan, np.zeros(1)))
    assert Ml2(restarts=0).learn(nowhere, QUIET).logs[0] == 0.0


LENGTH = Parameter("length", "Length", "", role="length")
VARIANCE = Parameter("variance", "Variance", "", role="variance")
NOISE = Parameter("noise", "Noise", "", role="variance")


@pytest.mark.parametrize(
    ("inputs", "values"),
    [
        ([1.0, 2.0, 3.0], [1.0, 2.0, 5.0]),
        ([1.0, 1.0, 1.0], [1.0, 2.0, 5.0]),
        ([1.0, 2.0, 3.0], [7.0, 7.0, 7.0]),
        ([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]),
        ([1.0], [7.0]),
        ([0.0, 1e-9, 365_000.0], [1e-12, 2e-12, 1e12]),
    ],
)
def test_that_every_data_set_gives_a_start_within_bounds(
    inputs: list[float], values: list[float]
) -> None:
    scales = Scales.of(np.array(inputs)[:, None], np.array(values))
    for parameter in (LENGTH, VARIANCE, NOISE):
        low, high = bounds(parameter, Setting(), scales)
        assert 0.0 < low < high < np.inf
        for attempt in range(7):
            assert 0.0 < start(parameter, Setting(), scales, attempt) < np.inf
        written = bounds(parameter, Setting(1e-9), scales)
        assert written[0] <= 1e-9 <= written[1]
        assert bounds(parameter, Setting(2.0, False, 1.0, 3.0), scales) == (1.0, 3.0)


def test_that_every_learner_says_whether_it_moves_the_numbers() -> None:
    assert {entry.spec.name for entry in LEARNERS if not entry.moves} == {"fixed"}
