"""Learning curves: how well classifiers tell six classes of 37 inputs, the more rows they have."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gpstudio.core.classification.scores import Scores
from gpstudio.core.errors import InputError
from gpstudio.core.inference.cost import human_seconds
from gpstudio.core.spec import Parameter, Spec, decimal, integer
from gpstudio.core.task import Task
from gpstudio.lab.cards import GAMES, counts, dealt
from gpstudio.lab.contestants import CONTESTANTS, Contestant, Limited, Rows, by_name, undisturbed
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures.chart import Figure
from gpstudio.lab.rows import Row, number
from gpstudio.lab.settings import Settings
from gpstudio.lab.studies import asked
from gpstudio.lab.studies.learning_curves_figures import drawn, said
from gpstudio.lab.study import NOTE, STUDIES, Study, StudyColumn
from gpstudio.translation import tr

FRESH = 10_000
FRESH_SEED = 1_000_003
"""The same hands judge all repeats: far from the seeds of those that are learnt from."""
RULE = "rule"
"""Who counts as the caller does, without a blur: more cannot be known."""
NAMES = tuple(one.name for one in CONTESTANTS)


@STUDIES.register
class LearningCurves(Study):
    spec = Spec(
        "learning_curves",
        tr("Learning curves"),
        tr(
            "Accuracy, log score and time of classifiers against the number of rows, on hands of "
            "cards that are dealt for it: Gaussian processes of each kind beside logistic "
            "regression, a support vector machine and neural networks of scikit-learn."
        ),
        (
            Parameter(
                "contestants", tr("Contestants"), tr("Who takes part."), "choice",
                default=",".join(NAMES), choices=NAMES, several=True,
            ),
            Parameter(
                "sizes", tr("Rows"), tr("How many rows are learnt from."), "integer",
                default="500,1000,2000,4000,8000,20000,40000,80000", low=50, high=1_000_000,
                several=True,
            ),
            integer(
                "points", tr("Inducing inputs"), tr("Of sparse variational models."), 500, 2, 5_000
            ),
            decimal(
                "minutes", tr("Minutes"),
                tr("That one contestant may take with so many rows; what would take longer, or "
                   "does, is left out."),
                60.0, 0.01,
            ),
            integer("fresh", tr("Fresh rows"), tr("By which all are judged."), FRESH, 50, 100_000),
            asked.repeats(3),
            asked.seed(),
        ),
    )  # fmt: skip
    columns = (
        StudyColumn("repeat", tr("Which deal."), "integer", key=True),
        StudyColumn("size", tr("Rows that are learnt from."), "integer", key=True),
        StudyColumn("contestant", tr("Who learns."), "text", key=True),
        StudyColumn("wrong", tr("Share of the fresh rows told wrongly.")),
        StudyColumn("log_score", tr("On the fresh rows; empty of who tells no probabilities.")),
        StudyColumn("calibration_error", tr("On the fresh rows, without chance.")),
        StudyColumn("seconds", tr("To learn and to foretell.")),
        StudyColumn("processor", tr("Seconds of processor meanwhile, of the whole program.")),
        StudyColumn(
            "rule_wrong", tr("Share of the fresh rows that the rule itself tells wrongly.")
        ),
    )
    methods = (
        tr(
            "The card game of the report that this follows was never published; hands are dealt in "
            "its place: 36 cards, nine to a hand, one flag, and the game that is called by the "
            "counting rule of D. Graf, Jassen auf Basis der Spieltheorie (2009), with a blur. The "
            "rule is linear in the cards: methods that are linear suit it best. That its own "
            "answers are not always right is the blur."
        ),
        tr(
            "Gaussian processes have a length for each of 37 inputs, learnt by the evidence from "
            "one start; one leaves its kernel to the program, which may put a plane beside; "
            "sparse ones look through inducing inputs, some rows at a time. Networks "
            "walk by Adam, hold back a tenth of the rows and end early by their log score; the "
            "support vector machine chooses its cost by rows held back. All others are as "
            "scikit-learn has them."
        ),
        tr(
            "A contestant is left out where it would take longer than is allowed, by its time with "
            "fewer rows and the power with which it grows, or where it does, or where the memory "
            "is too small. Time is then that of the clock or of the processor, whichever is less."
        ),
    )

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        super().__init__(settings, shelf)
        self._took: dict[str, tuple[int, float]] = {}
        """Of each contestant the most rows that it was seen with, and the seconds."""
        self._fresh = dealt(int(settings["fresh"]), FRESH_SEED)

    def cases(self) -> Sequence[Row]:
        settings = self.settings
        return [
            {"repeat": repeat, "size": size, "contestant": name}
            for repeat in range(int(settings["repeats"]))
            for size in sorted(settings["sizes"])
            for name in settings["contestants"]
        ]

    def recall(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if not row.get(NOTE.name):
                took = undisturbed(number(row, "seconds"), number(row, "processor"))
                self._remember(str(row["contestant"]), int(number(row, "size")), took)

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        who, size = by_name(str(case["contestant"])), int(number(case, "size"))
        seed = asked.seed_of(self.settings, int(number(case, "repeat")))
        allowed = 60.0 * float(self.settings["minutes"])
        self._check_time(who, size, allowed)
        known = dealt(size, seed)
        rows = Rows(
            known.inputs, known.places, self._fresh.inputs, len(GAMES),
            int(self.settings["points"]), seed % 2**31,
        )  # fmt: skip
        limited = Limited(task, allowed, human_seconds(allowed))
        shares = who.tell(rows, limited)
        seconds, spent = limited.seconds, limited.processor
        self._remember(who.name, size, undisturbed(seconds, spent))
        scores = Scores.of(shares, self._fresh.places)
        rule = counts(self._fresh.inputs).argmax(axis=1)
        return [
            {
                "wrong": 1.0 - scores.accuracy,
                "log_score": scores.log_score if who.chances else None,
                "calibration_error": scores.ece_debiased if who.chances else None,
                "seconds": seconds,
                "processor": spent,
                "rule_wrong": float((rule != self._fresh.places).mean()),
            }
        ]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        return drawn(rows)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        return said(rows)

    def _remember(self, name: str, size: int, seconds: float) -> None:
        if math.isfinite(seconds) and size >= self._took.get(name, (0, 0.0))[0]:
            self._took[name] = size, seconds

    def _check_time(self, who: Contestant, size: int, allowed: float) -> None:
        before, took = self._took.get(who.name, (size, 0.0))
        seconds = took * max(1.0, size / before) ** who.growth
        if seconds > allowed:
            raise InputError(
                tr(
                    "{who}: with so many rows it would take about {time}, {allowed} are allowed.",
                    who=who.title,
                    time=human_seconds(seconds),
                    allowed=human_seconds(allowed),
                )
            )
