"""How many layers do jumps ask for? The bound's answer, and the evidence's.

Curves are drawn from three layers, as those with which deep models are shown in: they stay level
and jump. Some readings are kept; one, two and three layers, and one whose length changes along the
input (Gibbs), learn from them and foretell the rest. Beside the bound that layers are learnt by
stands the evidence of the same numbers, sampled, with its error. Last come the layers that the
curve was drawn from, their numbers known: what their evidence gains over one layer's, and their
bound does not, is what climbing a bound cannot see of depth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.deep.beforehand import drawn_beforehand
from gpstudio.core.inference.deep.model import Model
from gpstudio.core.inference.deep.road import walked_members
from gpstudio.core.inference.deep.walk import walked
from gpstudio.core.inference.members import Members
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.kernels import build_kernel
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.language import parse
from gpstudio.core.mixtures import Mixture
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Spec, choice, decimal, integer
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures.chart import Axis, Figure, Line, Panel
from gpstudio.lab.pairs import gain_of, mean_of
from gpstudio.lab.rows import Row, distinct, having, number
from gpstudio.lab.settings import Settings
from gpstudio.lab.studies import asked
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.translation import tr

TRUE = 'deep(1 * rbf(0.2), 1 * rbf(0.2), 1 * rbf(0.5), inputs="once")'
PLACES = 200
MODELS = {
    "one": "rbf",
    "gibbs": "gibbs",
    "two": "deep(rbf, rbf)",
    "three": "deep(rbf, rbf, rbf)",
    "true": TRUE,
}
TITLES = {
    "one": tr("one layer"),
    "gibbs": tr("a changing length"),
    "two": tr("two layers"),
    "three": tr("three layers"),
    "true": tr("the layers that drew it"),
}
MOST_POINTS = 50


@STUDIES.register
class DepthStudy(Study):
    spec = Spec(
        "depth",
        tr("How many layers jumps ask for"),
        tr("One, two and three layers on curves that jump: the bound, the evidence, the score."),
        (
            integer("few", tr("Few"), tr("Readings kept of 200."), 20, 5, 150),
            integer("many", tr("Many"), tr("Readings kept of 200, the other time."), 60, 5, 150),
            decimal("noise", tr("Noise"), tr("Standard deviation of a reading."), 0.05, 1e-4, 1.0),
            choice(
                "sampled", tr("Sampled"), tr("Whether the evidence is sampled too; takes longest."),
                {"yes": tr("Yes"), "no": tr("No")},
            ),
            integer("restarts", tr("Restarts"), tr("Further starts of the layers."), 1, 0, 100),
            integer(
                "steps", tr("Steps"), tr("That the bound is climbed by."), 2_000, 10, 1_000_000
            ),
            asked.repeats(5),
            asked.seed(),
        ),
    )  # fmt: skip
    columns = (
        StudyColumn("repeat", tr("Which curve."), "integer", key=True),
        StudyColumn("kept", tr("How many readings are learnt from."), "integer", key=True),
        StudyColumn("model", tr("How many layers, or a changing length."), "text", key=True),
        StudyColumn("bound", tr("That is climbed; of one layer the evidence.")),
        StudyColumn("bound_error", tr("Its standard error.")),
        StudyColumn("cold", tr("The bound without a noise that is held low at first.")),
        StudyColumn("evidence", tr("Sampled, of the same numbers; of one layer exact.")),
        StudyColumn("evidence_error", tr("Its standard error.")),
        StudyColumn("score", tr("Mean log density of a reading that was not kept.")),
        StudyColumn("coverage", tr("The share of these within the 95 % band.")),
        StudyColumn("drawn_score", tr("The score by sampling.")),
        StudyColumn("drawn_coverage", tr("The share within the band by sampling.")),
        StudyColumn("restarts", tr("Starts besides the first."), "integer"),
    )
    methods = (
        tr(
            "Curves are draws of {kernel} at 200 places of 0…1; numbers are learnt by the bound, "
            "or by the evidence where there is one layer.",
            kernel=TRUE,
        ),
        tr("Sampled are hidden curves alone, by particles in four runs; numbers are the bound's."),
    )

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        super().__init__(settings, shelf)

    def cases(self) -> Sequence[Row]:
        kept = dict.fromkeys((int(self.settings["few"]), int(self.settings["many"])))
        return [
            {"repeat": repeat, "kept": count, "model": model}
            for repeat in range(int(self.settings["repeats"]))
            for count in kept
            for model in MODELS
        ]

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        seed = asked.seed_of(self.settings, int(number(case, "repeat")))
        told = jumps(int(number(case, "kept")), float(self.settings["noise"]), seed)
        model = str(case["model"])
        if not MODELS[model].startswith("deep"):
            recipe = Recipe.of(
                kernel=MODELS[model], mean="zero", likelihood="gaussian", learning="ml2"
            )
            plain = fit(recipe, told.readings, task, math.inf)
            judged, height = told.judged(plain.members, task), plain.log_evidence
            return [_row(height, 0.0, height, height, 0.0, *judged, *judged)]
        restarts, steps = int(self.settings["restarts"]), int(self.settings["steps"])
        recipe = layers(MODELS[model], len(told.readings.values), restarts, seed)
        if model == "true":
            held = parse(f"gaussian(held({float(self.settings['noise']) ** 2!r}))")
            recipe = replace(recipe, likelihood=held, learning=parse("fixed"))
        plan, ready = made_ready(choose(recipe, *told.readings.inputs.shape), told.readings)
        asked_for = Model.of(plan, ready)
        begun = replace(asked_for.begun(task), steps=steps)
        found = walked(begun, task)
        cold = walked(replace(begun, warms=False), task).bound if begun.warms else found.bound
        members = walked_members(asked_for, found)
        score, coverage = told.judged(members, task)
        evidence, error, drawn = math.nan, math.nan, (math.nan, math.nan)
        if self.settings["sampled"] == "yes":
            by = fit(sampled(members, seed), told.readings, task, math.inf)
            evidence, error = by.log_evidence, by.report.evidence_error
            drawn = told.judged(by.members, task)
        return [
            _row(found.bound, found.error, cold, evidence, error, score, coverage, *drawn, restarts)
        ]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        panels = []
        for kept in sorted(distinct(rows, "kept"), key=float):
            here = having(rows, kept=kept)
            names = [name for name in MODELS if having(here, model=name)]
            lines = []
            for style, (column, title) in enumerate(HEIGHTS.items()):
                means = [mean_of(having(here, model=name), column) for name in names]
                known = [
                    (place + 0.5, mean)
                    for place, (name, mean) in enumerate(zip(names, means, strict=True))
                    if math.isfinite(mean) and (name, column) not in FAR_BELOW
                ]
                if known:
                    x, y = zip(*known, strict=True)
                    lines.append(Line(title, style, x, y))
            if lines:
                panels.append(
                    Panel(
                        tr("{kept} readings kept", kept=kept),
                        Axis(tr("model"), names=tuple(TITLES[name] for name in names)),
                        Axis(tr("log evidence")),
                        tuple(lines),
                    )
                )
        if not panels:
            return ()
        caption = tr(
            "Means over {repeats} curves. The bound of the layers that drew them lies far below, "
            "and is left out.",
            repeats=len(distinct(rows, "repeat")),
        )
        return (Figure("depth", tr("Evidence of layers"), caption, (tuple(panels),)),)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        said = []
        for kept in sorted(distinct(rows, "kept"), key=float):
            one = having(rows, kept=kept, model="one")
            for model in MODELS:
                here = having(rows, kept=kept, model=model)
                if not here:
                    continue
                said.append(
                    tr(
                        "{kept} readings, {model}: bound {bound:.1f} ({cold:.1f} begun cold), "
                        "evidence {evidence:.1f}, score {score:.2f}, in the band {held:.0%}; by "
                        "sampling {drawn:.2f} and {within:.0%}.",
                        kept=kept,
                        model=TITLES[model],
                        bound=mean_of(here, "bound"),
                        cold=mean_of(here, "cold"),
                        evidence=mean_of(here, "evidence"),
                        score=mean_of(here, "score"),
                        held=mean_of(here, "coverage"),
                        drawn=mean_of(here, "drawn_score"),
                        within=mean_of(here, "drawn_coverage"),
                    )
                )
                if model != "one" and one:
                    gains = [gain_of(here, one, column) for column in GAINS]
                    said.append(
                        tr(
                            "{kept} readings, {model} beside one layer: evidence {evidence}, bound "
                            "{bound}, score {score}, by sampling {drawn}.",
                            kept=kept,
                            model=TITLES[model],
                            evidence=gains[0].told,
                            bound=gains[1].told,
                            score=gains[2].told,
                            drawn=gains[3].told,
                        )
                    )
        return tuple(said)


GAINS = ("evidence", "bound", "score", "drawn_score")


FAR_BELOW = {("true", "bound"), ("true", "cold")}
"""Thousands of nats, beside which nothing else could be seen."""
HEIGHTS = {"bound": tr("bound"), "cold": tr("bound, begun cold"), "evidence": tr("evidence")}


def _row(
    bound: float, bound_error: float, cold: float, evidence: float, evidence_error: float,
    score: float, coverage: float, drawn_score: float, drawn_coverage: float, restarts: int = 0,
) -> Row:  # fmt: skip
    return {
        "bound": bound, "bound_error": bound_error, "cold": cold, "evidence": evidence,
        "evidence_error": evidence_error, "score": score, "coverage": coverage,
        "drawn_score": drawn_score, "drawn_coverage": drawn_coverage, "restarts": restarts,
    }  # fmt: skip


@dataclass(frozen=True, eq=False)
class Jumps:
    """A curve of three layers: readings that are kept, and those to be foretold."""

    readings: Readings
    places: Floats
    values: Floats

    def judged(self, members: Members, task: Task) -> tuple[float, float]:
        """The mean log density of what is to be foretold, and the share within the 95 % band."""
        means, variances = members.curves(self.places, task)
        off, spreads = self.values - means, variances + members.noises[:, None]
        logs = -0.5 * (off**2 / spreads + np.log(2.0 * np.pi * spreads))
        top = logs.max(axis=0)
        score = top + np.log(members.weights @ np.exp(logs - top))
        whole = Mixture(means, spreads, members.weights, members.freedom)
        low, high = whole.quantile(0.025), whole.quantile(0.975)
        return float(score.mean()), float(((self.values > low) & (self.values < high)).mean())


def jumps(kept: int, noise: float, seed: int) -> Jumps:
    kernel = build_kernel(parse(TRUE), 1)
    assert isinstance(kernel, Deep)
    random = np.random.default_rng([seed, 5])
    places = np.linspace(0.0, 1.0, PLACES)[:, None]
    values = drawn_beforehand(kernel, places, random)[-1][:, 0]
    values = values + noise * random.standard_normal(PLACES)
    here = np.zeros(PLACES, dtype=bool)
    here[random.choice(PLACES, kept, replace=False)] = True
    return Jumps(Readings.of(places[here], values[here]), places[~here], values[~here])


def layers(kernel: str, n: int, restarts: int, seed: int) -> Recipe:
    points = min(MOST_POINTS, n)
    return Recipe.of(
        seed, kernel=kernel, mean="zero", likelihood="gaussian",
        approximation=f'inducing(points={points}, learn="yes")',
        learning=f"ml2(restarts={restarts})",
    )  # fmt: skip


def sampled(members: Members, seed: int) -> Recipe:
    """Of the numbers that a bound found, held."""
    kernel, numbers = members.at_mode
    return Recipe.of(
        seed, kernel=str(kernel), mean="zero", likelihood=f"gaussian(held({numbers[0]!r}))",
        approximation="exact", learning="fixed",
    )  # fmt: skip
