"""One contract for how every Krylov method says that it stopped: by the name of what happened.

Each way to stop is provoked, and what its name promises is looked up in the matrix itself,
whichever solver gives it; a new solver is asked the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import signature
from typing import Any

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers import SOLVERS
from gpstudio.core.solvers.iterative import reason
from gpstudio.core.solvers.krylov import PRECONDITIONERS, Outcome, Stop
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal
from gpstudio.core.task import QUIET, Task

N = 40
KRYLOV = [entry for entry in SOLVERS if entry.method]


def with_values(values: Floats) -> Floats:
    random = np.random.default_rng(7)
    basis = np.linalg.qr(random.standard_normal((N, N)))[0]
    matrix = (basis * values) @ basis.T
    return 0.5 * (matrix + matrix.T)


class Negative(Diagonal):
    def solve(self, vectors: Floats, task: Task = QUIET) -> Floats:
        return -super().solve(vectors, task)


@dataclass(frozen=True)
class Case:
    """A system, and how it is asked for."""

    values: Floats
    """The eigenvalues of its matrix."""
    options: dict[str, Any] = field(default_factory=dict)
    spoilt: bool = False
    """Whether its products are no numbers."""

    @property
    def matrix(self) -> Floats:
        return with_values(self.values)

    @property
    def right(self) -> Floats:
        return np.random.default_rng(8).standard_normal((2, N)).T

    @property
    def solvable(self) -> bool:
        return bool((self.values != 0.0).all())

    def least(self, outcome: Outcome) -> bool:
        """Whether no x is nearer."""
        slope = self.matrix @ (self.right - self.matrix @ outcome.answer)
        return bool(np.abs(slope).max() < 1e-7)


HALF = np.concatenate([np.linspace(1.0, 4.0, N // 2), np.zeros(N // 2)])
CASES = {
    "an easy system": Case(np.linspace(1.0, 20.0, N), {"tolerance": 1e-9}),
    "three steps alone": Case(np.linspace(1.0, 20.0, N), {"tolerance": 1e-9, "iterations": 3}),
    "more digits than there are": Case(
        np.geomspace(1e-9, 1.0, N), {"tolerance": 1e-13, "floor": 1e-9, "iterations": 30_000}
    ),
    "values on both sides of nought": Case(
        np.concatenate([np.linspace(1.0, 9.0, N // 2), -np.linspace(1.0, 5.0, N // 2)]),
        {"tolerance": 1e-9},
    ),
    "a negative preconditioner": Case(
        np.linspace(1.0, 20.0, N), {"preconditioner": Negative(np.ones(N), 1.0)}
    ),
    "products that are no numbers": Case(np.linspace(1.0, 20.0, N), spoilt=True),
    "no solution": Case(HALF, {"tolerance": 1e-9}),
    "a solution too long": Case(
        np.concatenate([[1e-9], np.linspace(1.0, 3.0, N - 1)]),
        {"tolerance": 1e-10, "longest": 1e3},
    ),
}


def residuals(case: Case, outcome: Outcome) -> Floats:
    left = case.right - case.matrix @ outcome.answer
    return np.asarray(np.linalg.norm(left, axis=0) / np.linalg.norm(case.right, axis=0))


def reached(case: Case, outcome: Outcome) -> bool:
    tolerance = case.options.get("tolerance", 1e-6)
    return outcome.converged and bool((residuals(case, outcome) <= 1.001 * tolerance).all())


Promise = Callable[[Case, Outcome], bool]
PROMISES: dict[Stop, tuple[str, Promise]] = {
    Stop.REACHED: ("every residual is within the tolerance", reached),
    Stop.MOST: (
        "it went on as often as it might, and is not there",
        lambda case, told: (
            len(told.trace) >= case.options.get("iterations", 10 * N + 10)
            and not reached(case, told)
        ),
    ),
    Stop.STUCK: (
        "it might have gone on, the system is sound, and it is not there",
        lambda case, told: (
            len(told.trace) < case.options.get("iterations", 10 * N + 10)
            and not (reached(case, told) or case.spoilt)
            and bool((case.values > 0.0).all())
            and not isinstance(case.options.get("preconditioner"), Negative)
        ),
    ),
    Stop.INDEFINITE: (
        "the matrix has an eigenvalue that is not positive",
        lambda case, told: bool((case.values <= 0.0).any()) and not case.spoilt,
    ),
    Stop.UNLIKE: (
        "the preconditioner is not positive definite",
        lambda case, told: isinstance(case.options.get("preconditioner"), Negative),
    ),
    Stop.NOT_FINITE: ("a product is not finite", lambda case, told: case.spoilt),
    Stop.LONG: (
        "the solution is longer than allowed and the answer is not",
        lambda case, told: (
            "longest" in case.options
            and bool((np.linalg.norm(told.answer, axis=0) <= case.options["longest"]).all())
            and float(np.linalg.norm(np.linalg.solve(case.matrix, case.right), axis=0).max())
            > case.options["longest"]
        ),
    ),
    Stop.SHORTEST: (
        "there is no solution, and none is as near and as short",
        lambda case, told: (
            not case.solvable
            and case.least(told)
            and np.allclose(told.answer, np.linalg.pinv(case.matrix, 1e-10) @ case.right)
        ),
    ),
    Stop.LEAST_SQUARES: (
        "there is no solution, none is as near, and a shorter one is",
        lambda case, told: (
            not case.solvable
            and case.least(told)
            and not np.allclose(told.answer, np.linalg.pinv(case.matrix, 1e-10) @ case.right)
        ),
    ),
}
"""What is so where a method says that it stopped for this reason."""


def solved(method: Callable[..., Outcome], case: Case) -> Outcome:
    matrix = case.matrix * (np.nan if case.spoilt else 1.0)
    return method(lambda vectors: matrix @ vectors, case.right, **case.options)


PAIRS = [
    pytest.param(entry, name, id=f"{entry.spec.name}-{name}")
    for entry in KRYLOV
    for name, case in CASES.items()
    if case.options.keys() <= signature(entry.method).parameters.keys()
]
"""Not every method can be told how long an answer may be."""


@pytest.mark.parametrize(("entry", "name"), PAIRS)
def test_that_it_stops_for_the_reason_that_it_says(entry: Any, name: str) -> None:
    case = CASES[name]
    outcome = solved(entry.method, case)
    said, (promise, holds) = outcome.stopped.name, PROMISES[outcome.stopped]
    assert holds(case, outcome), (
        f"'{entry.spec.name}' says {said} of {name}, where it is not so that {promise}"
    )
    assert outcome.converged == (
        outcome.stopped in (Stop.REACHED, Stop.SHORTEST, Stop.LEAST_SQUARES)
    )
    definite = bool((case.values > 0.0).all())
    if name == "values on both sides of nought":
        assert (outcome.stopped is Stop.REACHED) == entry.takes_indefinite, "as it is declared"
    if not case.solvable and entry.takes_indefinite:
        assert (outcome.stopped is Stop.SHORTEST) == entry.finds_shortest, "as it is declared"
    assert definite or entry.takes_indefinite or outcome.stopped is Stop.INDEFINITE


def test_that_every_way_to_stop_is_provoked() -> None:
    pairs = [pair.values for pair in PAIRS if pair.values[1] != "more digits than there are"]
    seen = {solved(entry.method, CASES[name]).stopped for entry, name in pairs}
    seen.add(solved(KRYLOV[0].method, CASES["more digits than there are"]).stopped)
    assert seen == set(Stop) == set(PROMISES)


SAYS = {
    Stop.REACHED: "reached the tolerance",
    Stop.MOST: "the most iterations",
    Stop.STUCK: "no further progress",
    Stop.INDEFINITE: "the matrix is not positive definite",
    Stop.UNLIKE: "the preconditioner is not positive definite",
    Stop.NOT_FINITE: "not finite",
    Stop.LONG: "longer than allowed",
    Stop.SHORTEST: "singular: the shortest least-squares solution",
    Stop.LEAST_SQUARES: "singular: a least-squares solution",
}


@pytest.mark.parametrize("stop", Stop, ids=lambda stop: stop.name)
def test_that_a_reason_is_said_in_its_own_words_with_those_that_would_do(stop: Stop) -> None:
    said = reason(stop)
    assert [other for other, words in SAYS.items() if words in said] == [stop]
    able = {
        Stop.INDEFINITE: [entry.spec.name for entry in SOLVERS if entry.takes_indefinite],
        Stop.LEAST_SQUARES: [entry.spec.name for entry in SOLVERS if entry.finds_shortest],
        Stop.UNLIKE: [entry.spec.name for entry in PRECONDITIONERS if not entry.takes_rank],
    }.get(stop, [])
    named = [name for name in (*SOLVERS.names, *PRECONDITIONERS.names) if f"'{name}'" in said]
    assert named == able
