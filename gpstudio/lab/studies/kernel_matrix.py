"""How near approximations come to the kernel matrix, at what cost in time and memory."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.spec import Spec, decimal, integer
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures.chart import Figure
from gpstudio.lab.kernels import rbf
from gpstudio.lab.measures import (
    MEMORY,
    SCORE_ROWS,
    UNEVENNESS,
    distance,
    leverage,
    some_rows,
    unevenness,
    with_peak,
)
from gpstudio.lab.rows import Row
from gpstudio.lab.settings import Settings
from gpstudio.lab.sources import NAMES
from gpstudio.lab.studies import asked
from gpstudio.lab.studies.kernel_matrix_figures import drawn, said
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.lab.variants import (
    Dear,
    DearProbabilities,
    Timed,
    Variant,
    suits,
    timed_probabilities,
    variants,
)
from gpstudio.translation import tr

FAMILIES = ("nystrom", "fourier")
WARM_ROWS = 100


@dataclass(eq=False)
class _Bench:
    """A data set at one bandwidth, with the exact matrix of the rows on which errors are seen."""

    name: str
    sigma: float
    kernel: Kernel
    inputs: Floats
    seen: Floats
    exact: Floats
    spread: float
    dear: DearProbabilities
    warm: set[str] = field(default_factory=set)


@STUDIES.register
class KernelMatrix(Study):
    spec = Spec(
        "kernel_matrix",
        tr("Kernel matrix"),
        tr(
            "Error of the approximate kernel matrix, time and memory by number of samples, for "
            "all Nyström samplings and kinds of Fourier features."
        ),
        (
            asked.sets(NAMES),
            asked.sigmas(),
            asked.budgets("20,50,100,200,500,1000"),
            asked.repeats(30),
            asked.rows(
                asked.ALL_ROWS, tr("A larger data set is cut to so many rows, drawn by seed.")
            ),
            integer(
                "error_rows",
                tr("Rows for errors"),
                tr("Errors are seen on so many rows and columns at most, drawn by seed."),
                5_000,
                10,
                20_000,
            ),
            decimal(
                "noise",
                tr("Noise"),
                tr("Noise variance for samplings that look at it."),
                0.01,
                low=1e-12,
            ),
            asked.seed(),
        ),
    )
    columns = (
        StudyColumn("set", tr("The data set."), "text", key=True),
        StudyColumn("sigma", tr("σ of exp(−r²/σ²)."), key=True),
        StudyColumn("method", tr("The approximation and its kind."), "text", key=True),
        StudyColumn("budget", tr("Samples asked for."), "integer", key=True),
        StudyColumn("repeat", tr("Which draw."), "integer", key=True),
        StudyColumn("rows", tr("Rows of the data set."), "integer"),
        StudyColumn("dimensions", tr("Inputs of the data set."), "integer"),
        StudyColumn("error_rows", tr("Rows and columns on which errors are seen."), "integer"),
        StudyColumn("features", tr("Columns of Φ."), "integer"),
        StudyColumn("frobenius", tr("‖K − K̂‖/‖K‖, Frobenius.")),
        StudyColumn("largest_entry", tr("Largest |K − K̂|; the largest entry of K is 1.")),
        StudyColumn("seconds", tr("Choosing and making Φ for all rows, probabilities apart.")),
        StudyColumn("seconds_probabilities", tr("Computing probabilities or scores.")),
        StudyColumn("memory", tr("Peak memory, bytes; measured in the first repeat."), "integer"),
        StudyColumn("unevenness", tr("Spread of leverage scores over their mean.")),
    )
    methods = (
        tr("The kernel is exp(−r²/σ²); inputs are standardised, the made-up sets excepted."),
        tr(
            "Frobenius error is ‖K − K̂‖/‖K‖; largest entry is that of |K − K̂| (of K it is 1); "
            "beyond error_rows both are seen on rows drawn by the seed."
        ),
        tr(
            "Time is that of choosing samples and making Φ for all rows. Probabilities are timed "
            "apart, and computed once for all draws where they take over a second."
        ),
        tr(
            "Samplings that take exact leverage scores refuse more than 5,000 rows; what was "
            "refused is listed as left out."
        ),
        MEMORY,
        tr(
            "{unevenness} It is seen on {score_rows:,} rows at most, drawn by the seed.",
            unevenness=UNEVENNESS,
            score_rows=SCORE_ROWS,
        ),
    )

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        super().__init__(settings, shelf)
        self._bench: _Bench | None = None
        self._dear: dict[tuple[str, float], DearProbabilities] = {}
        self._variants = {variant.name: variant for variant in variants(FAMILIES)}

    def cases(self) -> Sequence[Row]:
        settings = self.settings
        return [
            {"set": name, "sigma": sigma, "method": variant.name, "budget": budget, "repeat": r}
            for r in asked.rounds(settings)
            for name in asked.small_first(settings, self.shelf)
            for sigma in asked.bandwidths(settings, name)
            for variant in self._variants.values()
            if suits(variant, rbf(sigma), self.shelf[name].inputs.shape[1])
            for budget in settings["budgets"]
        ]

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        name, sigma = str(case["set"]), float(str(case["sigma"]))
        variant, budget = self._variants[str(case["method"])], int(str(case["budget"]))
        repeat = int(str(case["repeat"]))
        n = len(asked.chosen_rows(self.settings, self.shelf, name))
        variant.at(budget).check(n, self.shelf[name].inputs.shape[1])
        bench = self._bench_of(name, sigma, task)
        self._warm_up(variant, budget, bench, task)
        row = self._timed(variant, budget, repeat, bench, task)
        if repeat == 0:
            kept = bench.dear.of(variant.name, budget)
            (_, _, watched), peak = with_peak(
                lambda: self._made(variant, budget, repeat, bench, kept, task)
            )
            row["memory"] = max(peak, watched.peak if watched else 0)
        return [row]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        return drawn(rows)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return said(rows)

    def _timed(
        self, variant: Variant, budget: int, repeat: int, bench: _Bench, task: Task
    ) -> dict[str, float | int | str | None]:
        kept = bench.dear.of(variant.name, budget)
        began = time.perf_counter()
        operator, features, watched = self._made(variant, budget, repeat, bench, kept, task)
        seconds = time.perf_counter() - began
        if len(bench.seen) < len(bench.inputs):
            features = operator.features_at(bench.seen, task)
        frobenius, largest = distance(bench.exact, features, task)
        return {
            "rows": len(bench.inputs),
            "dimensions": bench.inputs.shape[1],
            "error_rows": len(bench.seen),
            "features": features.shape[1],
            "frobenius": frobenius,
            "largest_entry": largest,
            "seconds": seconds - (watched.seconds if watched else 0.0),
            "seconds_probabilities": watched.told if watched else 0.0,
            "unevenness": bench.spread,
        }

    def _made(
        self,
        variant: Variant,
        budget: int,
        repeat: int,
        bench: _Bench,
        kept: tuple[Dear, ...],
        task: Task,
    ) -> tuple[LowRankCovariance, Floats, Timed | None]:
        """The operator, its features of all rows, and what watched its probabilities."""
        approximation = variant.at(budget)
        watched = timed_probabilities(approximation, *kept)
        noise, seed = float(self.settings["noise"]), asked.seed_of(self.settings, repeat)
        ground = Ground(bench.kernel, bench.inputs, noise, seed)
        operator = approximation.prepared(ground, task).operator(bench.kernel, bench.inputs)
        if not isinstance(operator, LowRankCovariance):
            raise InputError(tr("'{name}' makes no features.", name=variant.name))
        features = operator.features_at(bench.inputs, task)
        return operator, features, watched

    def _bench_of(self, name: str, sigma: float, task: Task) -> _Bench:
        """Kept until another is asked for: one matrix at a time."""
        bench = self._bench
        if bench is None or (bench.name, bench.sigma) != (name, sigma):
            if bench is not None:
                bench.dear.left()
            self._bench = None
            task.report(tr("making the exact matrix"))
            bench = self._bench = self._made_bench(name, sigma, task)
        return bench

    def _made_bench(self, name: str, sigma: float, task: Task) -> _Bench:
        from gpstudio.core.algebra.eigen import eigenpairs

        kernel, seed = rbf(sigma), int(self.settings["seed"])
        inputs = self.shelf[name].inputs[asked.chosen_rows(self.settings, self.shelf, name)]
        seen = inputs[some_rows(len(inputs), int(self.settings["error_rows"]), seed)]
        scored = inputs[some_rows(len(inputs), SCORE_ROWS, seed)]
        scores, _ = leverage(*eigenpairs(DenseCovariance(kernel, scored).entries(task), task))
        exact = DenseCovariance(kernel, seen).entries(task)
        dear = self._dear.setdefault((name, sigma), DearProbabilities())
        return _Bench(name, sigma, kernel, inputs, seen, exact, unevenness(scores), dear)

    def _warm_up(self, variant: Variant, budget: int, bench: _Bench, task: Task) -> None:
        """Compiled kernels and tables are made on first use: not in what is timed."""
        if variant.name in bench.warm:
            return
        bench.warm.add(variant.name)
        few = bench.inputs[:WARM_ROWS]
        exact, none = bench.exact, DearProbabilities()
        small = _Bench("", bench.sigma, bench.kernel, few, few, exact, 0.0, none)
        self._made(variant, min(budget, 2 * (len(few) // 4)), 0, small, (), task)
