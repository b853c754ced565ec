"""CG, MINRES and MINRES-QLP against the number of iterations, with and without preconditioner."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers import SOLVERS
from gpstudio.core.solvers.krylov import PRECONDITIONERS
from gpstudio.core.spec import Parameter, Spec, integer
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures.chart import Figure
from gpstudio.lab.kernels import rbf
from gpstudio.lab.rows import Row, number
from gpstudio.lab.settings import Settings
from gpstudio.lab.sources import WITH_TARGET
from gpstudio.lab.splits import DISTINCT, LEARNT, LearntNumbers, Split, learn, split
from gpstudio.lab.studies import asked
from gpstudio.lab.studies.krylov_figures import drawn, said
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.translation import tr

LABELS, LEARNED = "label variance", "learnt"
NOISES = (LABELS, LEARNED)
BELOW_ALL = 1e-15
"""A tolerance that is never reached: the iterations asked for are what ends it."""


@dataclass(eq=False)
class _Bench:
    """One system, with what its solution predicts."""

    at: tuple[str, int, str]
    matrix: Floats
    """Of the readings, noise included."""
    noise: Floats
    operator: DenseCovariance
    cross: Floats
    """Readings by targets."""
    parts: Split
    exact: Floats
    """The exact model's mean at the test part."""
    learnt: LearntNumbers
    made: dict[str, tuple[object, float]] = field(default_factory=dict)
    """Preconditioners, and the seconds they took."""


@STUDIES.register
class Krylov(Study):
    spec = Spec(
        "krylov",
        tr("Krylov"),
        tr(
            "Residual and prediction error of iterative solvers against the number of iterations, "
            "on the exact kernel matrix, with and without preconditioner."
        ),
        (
            asked.sets(WITH_TARGET),
            Parameter(
                "iterations",
                tr("Iterations"),
                tr("After how many iterations the solvers are stopped."),
                "integer",
                default="1,2,5,10,20,50,100,200",
                low=1,
                high=100_000,
                several=True,
            ),
            integer(
                "rank", tr("Rank"), tr("Of the preconditioners that have one."), 200, 1, 10_000
            ),
            asked.repeats(10),
            asked.rows(
                2_000, tr("So many rows at most, drawn by the seed; 4/5 of them make the system.")
            ),
            asked.seed(),
        ),
    )
    columns = (
        StudyColumn("set", tr("The data set."), "text", key=True),
        StudyColumn("repeat", tr("Which split and draw."), "integer", key=True),
        StudyColumn(
            "noise_kind", tr("How the noise is set: 'label variance' or 'learnt'."), "text", True
        ),
        StudyColumn("preconditioner", tr("The preconditioner."), "text", key=True),
        StudyColumn("solver", tr("The solver."), "text", key=True),
        StudyColumn("iterations", tr("Most iterations."), "integer", key=True),
        StudyColumn("used", tr("Products with the matrix that were used."), "integer"),
        StudyColumn("train", tr("Rows of the system."), "integer"),
        StudyColumn("rank", tr("Most features of the preconditioner."), "integer"),
        StudyColumn("sigma", tr("σ of exp(−r²/σ²), learnt by the exact model.")),
        StudyColumn("noise", tr("Noise over the curve's variance.")),
        StudyColumn("residual", tr("‖y − A x‖/‖y‖, by a product with x.")),
        StudyColumn(
            "excess", tr("Distance from the exact model's predictions, over their length.")
        ),
        StudyColumn("mse", tr("Mean squared error of the scaled target on the test part.")),
        StudyColumn("exact_mse", tr("The same of the exact model.")),
        StudyColumn("seconds", tr("Iterating; the matrix is held in memory.")),
        StudyColumn("seconds_preconditioner", tr("Making the preconditioner.")),
    )
    methods = (
        tr(
            "A is the exact kernel matrix with its noise, held in memory as a dense matrix. x "
            "solves A x = y; predictions are K* x."
        ),
        tr(
            "Each solver runs anew for every number of iterations, with a tolerance out of reach; "
            "the residual is computed from the x it hands back."
        ),
        tr(
            "Noise is set in two ways: as in the thesis, the variance of the labels beside a "
            "kernel of variance 1; or learnt with the kernel's variance."
        ),
        DISTINCT,
        LEARNT,
    )

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        super().__init__(settings, shelf)
        self._bench: _Bench | None = None
        self._learnt: dict[tuple[str, int], LearntNumbers] = {}

    def cases(self) -> Sequence[Row]:
        settings = self.settings
        return [
            {
                "set": name,
                "repeat": repeat,
                "noise_kind": noise,
                "preconditioner": preconditioner,
                "solver": solver,
                "iterations": iterations,
            }
            for repeat in asked.rounds(settings)
            for name in asked.small_first(settings, self.shelf)
            for noise in NOISES
            for preconditioner in PRECONDITIONERS.names
            for solver, entry in zip(SOLVERS.names, SOLVERS, strict=True)
            if entry.method
            for iterations in settings["iterations"]
        ]

    def recall(self, rows: Sequence[Row]) -> None:
        """Noise stands there over the variance, and nothing else is asked of the two."""
        for row in rows:
            if row["noise_kind"] == LEARNED:
                at = str(row["set"]), int(number(row, "repeat"))
                count = int(number(row, "train"))
                learnt = LearntNumbers(number(row, "sigma"), 1.0, number(row, "noise"), count)
                self._learnt[at] = learnt

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        from gpstudio.core.algebra.lapack import product

        at = (str(case["set"]), int(number(case, "repeat")), str(case["noise_kind"]))
        bench = self._bench_of(at, task)
        preconditioner, made_in = self._preconditioner(str(case["preconditioner"]), bench, task)
        solve = SOLVERS[str(case["solver"])].method
        if solve is None:
            raise RuntimeError("cases name solvers that have a method")
        right = bench.parts.train_target[:, None]

        def times(vectors: Floats) -> Floats:
            return product(bench.matrix, vectors, task)

        began = time.perf_counter()
        outcome = solve(
            times,
            right,
            preconditioner=preconditioner,
            tolerance=BELOW_ALL,
            iterations=int(number(case, "iterations")),
            task=task,
        )
        seconds = time.perf_counter() - began
        left = right - times(outcome.answer)
        predicted = product(bench.cross, outcome.answer, task)[:, 0]
        test = bench.parts.test_target
        return [
            {
                "used": outcome.iterations,
                "train": len(right),
                "rank": int(self.settings["rank"]),
                "sigma": bench.learnt.sigma,
                "noise": float(bench.noise[0]),
                "residual": float(np.linalg.norm(left) / np.linalg.norm(right)),
                "excess": float(
                    np.linalg.norm(predicted - bench.exact) / np.linalg.norm(bench.exact)
                ),
                "mse": float(np.mean((test - predicted) ** 2)),
                "exact_mse": float(np.mean((test - bench.exact) ** 2)),
                "seconds": seconds,
                "seconds_preconditioner": made_in,
            }
        ]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        return drawn(rows)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return said(rows)

    def _bench_of(self, at: tuple[str, int, str], task: Task) -> _Bench:
        """Kept until another is asked for: one matrix at a time."""
        if self._bench is None or self._bench.at != at:
            self._bench = None
            self._bench = self._made_bench(at, task)
        return self._bench

    def _made_bench(self, at: tuple[str, int, str], task: Task) -> _Bench:
        from gpstudio.core.algebra.lapack import cholesky, product, solve_lower

        name, repeat, noise_kind = at
        seed = asked.seed_of(self.settings, repeat)
        parts = split(self.shelf[name], int(self.settings["rows"]), seed)
        if (name, repeat) not in self._learnt:
            task.report(tr("the exact model learns its numbers"))
            near = self._learnt.get((name, 0))
            self._learnt[name, repeat] = learn(parts, seed, task, near)
        learnt = self._learnt[name, repeat]
        share = parts.scale**2 if noise_kind == LABELS else learnt.noise / learnt.variance
        operator = DenseCovariance(rbf(learnt.sigma), parts.train)
        matrix = operator.entries(task)
        matrix[np.diag_indices_from(matrix)] += share
        cross = operator.cross(parts.test, task)
        lower = cholesky(np.array(matrix, order="F"), task)
        half = solve_lower(lower, parts.train_target[:, None], task)
        exact = product(cross, solve_lower(lower, half, task, transposed=True), task)[:, 0]
        noise = np.full(len(matrix), share)
        return _Bench(at, matrix, noise, operator, cross, parts, exact, learnt)

    def _preconditioner(self, name: str, bench: _Bench, task: Task) -> tuple[object, float]:
        if name not in bench.made:
            random = np.random.default_rng([asked.seed_of(self.settings, bench.at[1]), 33])
            rank = int(self.settings["rank"])
            began = time.perf_counter()
            made = PRECONDITIONERS[name]().made(bench.operator, bench.noise, rank, random, task)
            bench.made[name] = (made, time.perf_counter() - began)
        return bench.made[name]
