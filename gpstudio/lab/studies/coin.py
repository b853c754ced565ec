"""The synthetic coin: the evidence of a classifier's numbers, approximated and sampled.

A coin's luck changes along an input; its log odds are a curve with an RBF kernel of variance 7 and
length 0.2. How well do Laplace's method, expectation propagation and the nearest Gaussian know the
evidence of the true numbers, of learnt ones, and of wrong ones? The sampled one draws curves from
the Gaussian that expectation propagation finds, and weighs each by what it should have been.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Spec, integer
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.drawn_classes import DrawnClasses, coin
from gpstudio.lab.figures.chart import Axis, Figure, Line, Panel
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.settings import Settings
from gpstudio.lab.studies import asked
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.translation import tr

TRUE = (7.0, 0.2)
LEARNT = "learnt"
NUMBERS: dict[str, tuple[float, float] | None] = {
    "7, 0.2": TRUE,
    LEARNT: None,
    "1, 1": (1.0, 1.0),
    "7, 1": (7.0, 1.0),
    "1, 0.2": (1.0, 0.2),
}
"""Variance and length, in the order of the figure."""
SAMPLED = "sampled"
METHODS = ("laplace", "ep", "variational", SAMPLED)
DRAWS = 20_000
AT_ONCE = 2_000


@STUDIES.register
class CoinStudy(Study):
    spec = Spec(
        "coin",
        tr("A coin whose luck changes"),
        tr("The evidence of right and wrong numbers of a classifier, approximated and sampled."),
        (
            integer("rows", tr("Throws"), tr("Of the coin."), 200, 10, 1_000),
            asked.repeats(10),
            asked.seed(),
        ),
    )
    columns = (
        StudyColumn("repeat", tr("Which draw of the coin."), "integer", key=True),
        StudyColumn("numbers", tr("Variance and length of the kernel, or learnt."), "text", True),
        StudyColumn("method", tr("How the evidence is found."), "text", key=True),
        StudyColumn("evidence", tr("Log probability of the throws.")),
        StudyColumn("error", tr("Standard error of the sampled one; 0 of the others.")),
        StudyColumn("variance", tr("Of the kernel.")),
        StudyColumn("length", tr("Of the kernel.")),
    )
    methods = (
        tr(
            "The sampled evidence is by {draws:,} curves from the Gaussian of expectation "
            "propagation, weighed by prior and likelihood over its density; numbers are learnt "
            "by Laplace's evidence.",
            draws=DRAWS,
        ),
    )

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        super().__init__(settings, shelf)
        self._of: tuple[int, tuple[float, float]] | None = None
        """The coin whose numbers were learnt last, and these."""

    def cases(self) -> Sequence[Row]:
        return [
            {"repeat": repeat, "numbers": numbers, "method": method}
            for repeat in range(int(self.settings["repeats"]))
            for numbers in NUMBERS
            for method in METHODS
        ]

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        seed = asked.seed_of(self.settings, int(number(case, "repeat")))
        thrown = coin(int(self.settings["rows"]), *TRUE, seed)
        known = NUMBERS[str(case["numbers"])]
        variance, length = known or self._learnt(int(number(case, "repeat")), thrown, task)
        method = str(case["method"])
        found = fitted(thrown, variance, length, "ep" if method == SAMPLED else method, task)
        evidence, error = found.log_evidence, 0.0
        if method == SAMPLED:
            evidence, error = sampled(found, thrown, seed, task)
        return [{"evidence": evidence, "error": error, "variance": variance, "length": length}]

    def _learnt(self, repeat: int, thrown: DrawnClasses, task: Task) -> tuple[float, float]:
        """Once a coin."""
        if self._of is None or self._of[0] != repeat:
            recipe = Recipe.of(
                kernel="7 * rbf(0.2)", likelihood='bernoulli(inference="laplace")', mean="zero",
                learning="ml2(restarts=0)", approximation="exact", solver="cholesky",
            )  # fmt: skip
            found = fit(recipe, _readings(thrown), task, math.inf)
            variance, length = (float(setting.number) for _, setting in found.kernel.settings)
            self._of = repeat, (variance, length)
        return self._of[1]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        names = [name for name in NUMBERS if having(rows, numbers=name)]
        lines = []
        for style, method in enumerate(METHODS):
            mine = [having(rows, numbers=name, method=method) for name in names]
            known = [(place, here) for place, here in enumerate(mine) if here]
            if known:
                x = tuple(place + 0.5 for place, _ in known)
                each = [[number(row, "evidence") for row in here] for _, here in known]
                lines.append(Line(TITLES[method], style, x, tuple(map(_mean, each))))
        if not lines:
            return ()
        panel = Panel(
            tr("Evidence of a coin"), Axis(tr("variance, length"), names=tuple(names)),
            Axis(tr("log evidence")), tuple(lines),
        )  # fmt: skip
        caption = tr("Means over {repeats} coins.", repeats=len(distinct(rows, "repeat")))
        return (
            Figure("evidence", tr("Evidence of right and wrong numbers"), caption, ((panel,),)),
        )

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        """How far each approximation is from what was sampled."""
        said = []
        truth = {(r["repeat"], r["numbers"]): number(r, "evidence")
                 for r in having(rows, method=SAMPLED)}  # fmt: skip
        for method, here in grouped(rows, "method").items():
            off = [
                number(row, "evidence") - truth[row["repeat"], row["numbers"]]
                for row in here
                if (row["repeat"], row["numbers"]) in truth
            ]
            if method != SAMPLED and off:
                said.append(
                    tr(
                        "{method}: {mean:+.3f} from the sampled evidence on average, {worst:.3f} "
                        "at most.",
                        method=TITLES[str(method)],
                        mean=_mean(off),
                        worst=max(map(abs, off)),
                    )
                )
        return tuple(said)


TITLES = {
    "laplace": tr("Laplace"),
    "ep": tr("expectation propagation"),
    "variational": tr("nearest Gaussian"),
    SAMPLED: tr("sampled"),
}


def _mean(numbers: Sequence[float]) -> float:
    return float(np.mean(numbers))


def _readings(thrown: DrawnClasses) -> Readings:
    return Readings.of(thrown.inputs, thrown.places.astype(float), np.ones(len(thrown.places)))


def fitted(
    thrown: DrawnClasses, variance: float, length: float, inference: str, task: Task
) -> Posterior:
    recipe = Recipe.of(
        kernel=f"{variance!r} * rbf({length!r})", likelihood=f'bernoulli(inference="{inference}")',
        mean="zero", learning="fixed", approximation="exact", solver="cholesky",
    )  # fmt: skip
    return fit(recipe, _readings(thrown), task, math.inf)


def sampled(found: Posterior, thrown: DrawnClasses, seed: int, task: Task) -> tuple[float, float]:
    """Log evidence and its standard error, by weighing curves drawn from the sites' Gaussian.

    With sites N(t | f, v) and prior N(0, K) that Gaussian is proportional to prior times sites, so
    a curve's weight is its likelihood over the sites at it, times what those integrate to.
    """
    sites = found.sites
    prior = DenseCovariance(found.kernel, thrown.inputs).entries(task)
    precision = sites.precision
    root = np.sqrt(precision)
    inner = np.linalg.cholesky(np.eye(len(root)) + root[:, None] * prior * root)
    half = np.linalg.solve(inner, root[:, None] * prior)
    covariance = prior - half.T @ half
    mean = covariance @ (precision * sites.target)
    spread, along = np.linalg.eigh(covariance)
    lower = along * np.sqrt(np.maximum(spread, 0.0))
    weighed = np.linalg.solve(inner, root * sites.target)
    # ∫ N(f | 0, K) exp(−½ Σ p (t − f)²) df
    whole = -np.log(np.diag(inner)).sum() - 0.5 * float(weighed @ weighed)
    random = np.random.default_rng([seed, 3])
    signs = 2.0 * thrown.places - 1.0
    parts = []
    for _ in range(DRAWS // AT_ONCE):
        task.check()
        curves = mean[:, None] + lower @ random.standard_normal((len(mean), AT_ONCE))
        likely = -np.logaddexp(0.0, -signs[:, None] * curves).sum(axis=0)
        site = -0.5 * (precision[:, None] * (sites.target[:, None] - curves) ** 2).sum(axis=0)
        parts.append(likely - site)
    weights: Floats = np.concatenate(parts)
    top = float(weights.max())
    shares = np.exp(weights - top)
    error = float(shares.std() / shares.mean() / math.sqrt(len(shares)))
    return float(whole) + top + math.log(float(shares.mean())), error
