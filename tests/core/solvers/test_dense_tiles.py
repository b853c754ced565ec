"""The full matrix made tile by tile: the same numbers as made at once, and a task looked at."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators import dense, products
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.solvers.linear import LinearSolution
from gpstudio.core.task import QUIET, Cancelled, Task

KERNELS = ("1.5 * rbf([1, 2, 3])", "0.7 * rbf(1) * matern32(9) + constant(4)")
RANDOM = np.random.default_rng(4)
N = 83


@pytest.fixture(params=[20, 256])
def tile(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(dense, "TILE", request.param)
    return int(request.param)


def covariance(text: str, inputs: int = 3) -> DenseCovariance:
    x = np.random.default_rng(5).uniform(0.0, 6.0, (N, inputs))
    return DenseCovariance(build_kernel(parse(text)), x)


def solution(text: str, inputs: int = 3, task: Task = QUIET) -> tuple[LinearSolution, Floats]:
    """With the two columns [sin, 1], noise of its own each and two readings missing."""
    operator = covariance(text, inputs)
    noise = np.linspace(0.05, 0.2, N)
    noise[[3, 50]] = np.inf
    columns = np.column_stack([np.sin(operator.inputs[:, 0]), np.ones(N)])
    answer = Cholesky().condition(operator, noise, columns, task)
    assert isinstance(answer, LinearSolution)
    return answer, noise


@pytest.mark.usefixtures("tile")
@pytest.mark.parametrize("text", KERNELS)
def test_that_tiles_make_up_the_whole(text: str) -> None:
    operator = covariance(text)
    whole = operator.kernel.block(operator.inputs, operator.inputs)
    entries = operator.entries()
    assert entries.flags.f_contiguous
    np.testing.assert_array_equal(entries, entries.T)
    np.testing.assert_allclose(entries, whole, rtol=1e-14)
    targets = RANDOM.uniform(0, 6, (45, 3))
    expected = operator.kernel.block(operator.inputs, targets)
    np.testing.assert_allclose(operator.cross(targets), expected, rtol=1e-14)


@pytest.mark.usefixtures("tile")
@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("columns", [1, 3])
def test_that_the_pull_of_all_tiles_is_that_of_the_matrix(text: str, columns: int) -> None:
    operator = covariance(text)
    half = RANDOM.standard_normal((N, N))
    inverse, weights = half @ half.T, RANDOM.standard_normal((N, columns))
    pull = weights @ weights.T - inverse
    slopes = operator.kernel.gradients(operator.inputs, operator.inputs)
    expected = [np.sum(pull * slope) for slope in slopes]
    # only the lower triangle of the inverse is looked at
    spoiled = np.asfortranarray(np.tril(inverse) + np.triu(np.full((N, N), 7.0), 1))
    np.testing.assert_allclose(operator.pulled(weights, spoiled), expected, rtol=1e-11)


@pytest.mark.usefixtures("tile")
def test_that_precisions_are_the_diagonal_of_the_inverse() -> None:
    answer, noise = solution(KERNELS[0])
    here = np.isfinite(noise)
    x = covariance(KERNELS[0]).inputs[here]
    A = build_kernel(parse(KERNELS[0])).block(x, x) + np.diag(noise[here])
    expected = np.zeros(N)
    expected[here] = np.linalg.inv(A).diagonal()
    np.testing.assert_allclose(answer.precisions(QUIET), expected, rtol=1e-11)


@pytest.mark.usefixtures("tile")
@pytest.mark.parametrize(
    "text",
    [
        "1.5 * rbf(2)",
        "1.5 * matern32(2) + constant(3)",
        "1.5 * matern52(2)",
        "rbf(3) * matern52(2)",
        "1.5 * rational_quadratic(2, alpha=0.7)",
    ],
)
def test_that_the_derivative_is_the_limit_of_differences(text: str) -> None:
    """The mean's by differences; the variance's by those of the joint covariance."""
    answer, _ = solution(text, inputs=1)
    targets, h = np.linspace(-1.0, 7.0, 23)[:, None], 1e-4
    mean, variance = answer.derivative(targets, 1, QUIET)
    above, _ = answer.predict(targets + h, QUIET)
    below, _ = answer.predict(targets - h, QUIET)
    np.testing.assert_allclose(mean, (above - below) / (2 * h), rtol=1e-3, atol=1e-4)
    for place, target in enumerate(targets):
        pair = answer.covariance(np.array([target - h, target + h]), QUIET)
        expected = (pair[0, 0] + pair[1, 1] - 2 * pair[0, 1]) / (2 * h) ** 2
        assert variance[place] == pytest.approx(expected, rel=2e-3, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "inputs", "order", "words"),
    [
        ("1 * matern12(2)", 1, 1, "has no derivative"),
        ("1 * rbf(2)", 1, 2, "first derivative only"),
        ("1 * rbf(2)", 2, 1, "one input"),
        ("1 * rbf(2) + gibbs(1, 2, 3, 1)", 1, 1, "the same everywhere"),
    ],
)
def test_that_a_derivative_there_is_not_is_refused(
    text: str, inputs: int, order: int, words: str
) -> None:
    answer, _ = solution(text, inputs)
    with pytest.raises(InputError, match=words) as caught:
        answer.derivative(np.zeros((1, inputs)), order, QUIET)
    assert "\n" not in str(caught.value)


class Counting(Task):
    def __init__(self, patience: float = np.inf) -> None:
        self.checks, self.patience = 0, patience

    def check(self) -> None:
        self.checks += 1
        if self.checks > self.patience:
            raise Cancelled


TARGETS = np.linspace(-1.0, 7.0, 45)[:, None]
QUESTIONS: dict[str, Callable[[LinearSolution, Task], object]] = {
    "gradient": lambda answer, task: answer.gradient(np.eye(2), task),
    "predict": lambda answer, task: answer.predict(TARGETS, task),
    "covariance": lambda answer, task: answer.covariance(TARGETS, task),
    "draws": lambda answer, task: answer.draws(TARGETS, 5, 0, task),
    "derivative": lambda answer, task: answer.derivative(TARGETS, 1, task),
    "precisions": lambda answer, task: answer.precisions(task),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_that_every_question_looks_at_the_task_between_tiles(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "TILE", 20)
    for side in ("height", "width"):
        monkeypatch.setattr(products.FromTerms, side, 20)
    answer, _ = solution("1.5 * matern32(2)", inputs=1)
    task = Counting()
    first = QUESTIONS[question](answer, task)
    assert task.checks >= (2 if question == "precisions" else 15)
    for patience in (0, task.checks // 2, task.checks - 1):
        with pytest.raises(Cancelled):
            QUESTIONS[question](answer, Counting(patience))
    again = QUESTIONS[question](answer, QUIET)
    np.testing.assert_equal(first, again)


def test_that_the_matrix_is_made_under_the_tasks_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "TILE", 20)
    task = Counting()
    solution(KERNELS[0], task=task)
    assert task.checks >= 15
    with pytest.raises(Cancelled):
        solution(KERNELS[0], task=Counting(12))


def test_that_places_asked_twice_have_one_value_in_a_draw() -> None:
    answer, _ = solution("1.5 * rbf(2)", inputs=1)
    draws = answer.draws(np.array([[3.0], [1.0], [3.0]]), 8, 1, QUIET)
    np.testing.assert_array_equal(draws[0], draws[2])
