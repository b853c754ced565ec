"""One contract for what every solver reports of how its answer was reached: products counted, the
residual, the error that is said and that of the evidence, each against a dense solution.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
import pytest

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers import SOLVERS, Solution, companions, toeplitz
from gpstudio.core.solvers.iterative import reason
from gpstudio.core.solvers.krylov import Stop
from gpstudio.core.task import QUIET, Task

N = 150
KRYLOV = [entry.spec.name for entry in SOLVERS if entry.method]
SYSTEMS = {
    "smooth": ("2 * rbf(1.2)", 0.01),
    "rough": ("matern12(2)", 1e-3),
    "noisy": ("rbf(1) * matern32(3) + constant(1)", 1.0),
}
WAYS = {
    "to the end": {"preconditioner": "none"},
    "each by its variance": {"preconditioner": "jacobi"},
    "with features": {"preconditioner": "rpcholesky", "rank": 20},
    "loosely": {"preconditioner": "none", "tolerance": 1e-3},
    "cut short": {"preconditioner": "none", "iterations": 6},
}


@dataclass(frozen=True, eq=False)
class Counted(DenseCovariance):
    """Notes how many products are asked of it."""

    asked: list[int] = field(default_factory=list)

    def times(self, vectors: Floats, task: Task = QUIET) -> Floats:
        self.asked.append(vectors.shape[1])
        return super().times(vectors, task)


@dataclass(frozen=True)
class Solved:
    solution: Solution
    products: int
    matrix: Floats
    columns: Floats


def _readings(inputs: int = 2) -> tuple[Floats, Floats]:
    random = np.random.default_rng(6)
    x = random.standard_normal((N, inputs))
    y = np.sin(2.0 * x[:, 0]) + 0.1 * random.standard_normal(N)
    return x, np.column_stack([y, np.ones(N)])


def _solved(name: str, system: str, way: str) -> Solved:
    text, noise = SYSTEMS[system]
    x, columns = _readings()
    kernel: Kernel = build_kernel(parse(text))
    operator = Counted(kernel, x)
    solver = SOLVERS[name](**WAYS[way])  # type: ignore[call-arg]
    solution = solver.condition(operator, np.full(N, noise), columns, QUIET)
    matrix = kernel.block(x, x) + noise * np.eye(N)
    return Solved(solution, len(operator.asked), matrix, columns)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", KRYLOV)
def test_that_what_is_reported_of_an_answer_is_so(name: str, system: str, way: str) -> None:
    found = _solved(name, system, way)
    notes, answer = found.solution.notes, found.solution.weights(QUIET)
    looks = 1 if SOLVERS[name].trusts_symmetry else 0
    assert notes.jitter == 0.0
    assert notes.iterations == found.products - looks, (
        f"'{name}' reports {notes.iterations} iterations and asked for {found.products - looks} "
        f"products besides the look at symmetry"
    )

    left = found.columns - found.matrix @ answer
    share = np.linalg.norm(left, axis=0) / np.linalg.norm(found.columns, axis=0)
    assert notes.residual == pytest.approx(share.max(), rel=1e-3, abs=1e-13), (
        "the residual reported"
    )
    assert len(notes.residuals) <= notes.iterations

    ended = reason(Stop.MOST if way == "cut short" else Stop.REACHED)
    assert notes.stopped.startswith(ended), f"'{name}' says '{notes.stopped}'"
    if way == "with features":
        return  # errors of lengths are then as that preconditioner measures
    measure = found.matrix if SOLVERS[name].follows_energy else np.eye(N)
    off = answer - np.linalg.solve(found.matrix, found.columns)
    squares = [np.einsum("nk,nk->k", v, measure @ v) for v in (off, answer)]
    true = float(np.sqrt(squares[0] / squares[1]).max())
    said = re.search(r"estimated error ([\d.e+-]+)", notes.stopped)
    assert said is not None
    assert 0.9 * true - 1e-12 <= float(said[1]) <= 900.0 * true + 1e-12, (
        f"'{name}' says an error of {said[1]}, and the true one is {true:.1e}"
    )


def _scores(solution: Solution, matrix: Floats) -> float:
    off = solution.log_determinant - np.linalg.slogdet(matrix)[1]
    error = solution.notes.evidence_error
    assert error > 0.0
    return float(off / error)


def _is_honest(scores: list[float], name: str) -> None:
    """As standard errors of some 16 probes are: a mean square of about one."""
    size = float(np.sqrt(np.mean(np.square(scores))))
    assert 0.2 < size < 2.5, (
        f"the evidence of '{name}' is off by {size:.1e} of the errors that it reports"
    )


@pytest.mark.parametrize("name", KRYLOV)
def test_that_the_error_of_a_probed_evidence_is_the_true_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companions, "LARGEST_MATRIX", 0)
    scores = []
    for system in SYSTEMS:
        for way in ("each by its variance", "with features"):
            found = _solved(name, system, way)
            scores.append(_scores(found.solution, found.matrix))
    _is_honest(scores, name)


@pytest.mark.parametrize("name", [entry.spec.name for entry in SOLVERS if not entry.method])
def test_that_a_solver_without_iterations_reports_none(name: str) -> None:
    solution, matrix, _ = _through_structure(name, 40.0, {})
    assert solution.notes.iterations is None
    assert solution.notes.evidence_error == 0.0
    assert solution.log_determinant == pytest.approx(np.linalg.slogdet(matrix)[1], rel=1e-9)


def _through_structure(
    name: str, length: float, options: dict[str, float]
) -> tuple[Solution, Floats, Floats]:
    x = np.sort(np.random.default_rng(2).uniform(0.0, 100.0, N))[:, None]
    columns = np.random.default_rng(3).standard_normal((N, 1))
    needs = SOLVERS[name].needs
    kernel = build_kernel(parse(f"{'matern32' if needs == 'markov' else 'rbf'}({length})"))
    maker = next(entry for entry in APPROXIMATIONS if needs in entry.gives)
    tight = {"tolerance": 1e-12} if needs == "toeplitz" else {}
    made = maker(**tight).prepared(Ground(kernel, x, 0.1, 0))  # type: ignore[call-arg]
    operator = made.operator(kernel, x)
    noise = np.full(N, 0.1)
    solver = SOLVERS[name](**options)  # type: ignore[call-arg]
    return (
        solver.condition(operator, noise, columns, QUIET),
        kernel.block(x, x) + 0.1 * np.eye(N),
        columns,
    )


def test_that_toeplitz_reports_its_steps_its_residual_and_the_error_of_its_evidence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It descends only where a factor of its waves would be too large."""
    asked: list[int] = []
    descend = toeplitz.descend

    def watched(product, right, enough, task):  # type: ignore[no-untyped-def]
        class Watched:
            level = product.level

            def times(self, rows: Floats, task: Task = QUIET) -> Floats:
                asked.append(len(rows))
                return product.times(rows, task)  # type: ignore[no-any-return]

        return descend(Watched(), right, enough, task)

    monkeypatch.setattr(toeplitz, "descend", watched)
    scores = []
    for length in (5.0, 8.0, 12.0, 20.0):
        asked.clear()
        solution, matrix, columns = _through_structure("toeplitz", length, {"factored": 0.0})
        notes = solution.notes
        assert notes.iterations is not None
        assert notes.iterations < len(asked) <= notes.iterations + 3, "a look at the truth a sweep"
        left = columns - matrix @ solution.weights(QUIET)
        share = np.linalg.norm(left) / np.linalg.norm(columns)
        assert notes.residual == pytest.approx(share, rel=0.5, abs=1e-9)
        scores.append(_scores(solution, matrix))
    _is_honest(scores, "toeplitz")
