"""Six classes by the largest of six curves: which way to treat several classes tells them best."""

from __future__ import annotations

import time
from collections.abc import Sequence

from gpstudio.core.arrays import Floats
from gpstudio.core.classification.model import WAYS, Wanted
from gpstudio.core.classification.scores import Scores
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Spec, integer
from gpstudio.core.task import Task
from gpstudio.lab.classifying import Lesson
from gpstudio.lab.drawn_classes import DrawnClasses, largest
from gpstudio.lab.figures.chart import Axis, Figure, Line, Panel, aligned
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.studies import asked
from gpstudio.lab.study import STUDIES, Study, StudyColumn
from gpstudio.translation import tr, tr_count

CLASSES, LENGTH, VARIANCE = 6, 0.15, 40.0
"""The curves' own length; so large a variance makes a softmax nearly the largest of them."""
LEARNT_FROM = {1: 0.2, 2: 0.2}
"""Share of the rows that are learnt from, by the number of inputs: 100 of 500, 200 of 1,000."""
ROWS = {1: 1.0, 2: 2.0}
"""Times the rows that are asked for."""
TREATED = tuple(way for way in WAYS if way != "auto")


@STUDIES.register
class SixClassesStudy(Study):
    spec = Spec(
        "six_classes",
        tr("Six classes"),
        tr(
            "Accuracy, log score and calibration of the ways to treat several classes, where the "
            "class is the largest of six curves."
        ),
        (
            Parameter(
                "ways", tr("Ways"), tr("To treat several classes."), "choice",
                default=",".join(TREATED), choices=TREATED, several=True,
            ),
            integer("rows", tr("Rows"), tr("Of one input; of two, twice as many."), 500, 50, 5_000),
            asked.repeats(5),
            asked.seed(),
        ),
    )  # fmt: skip
    columns = (
        StudyColumn("inputs", tr("How many inputs."), "integer", key=True),
        StudyColumn("repeat", tr("Which draw of the curves."), "integer", key=True),
        StudyColumn("way", tr("How the classes are treated."), "text", key=True),
        StudyColumn("learnt_from", tr("Rows that are learnt from."), "integer"),
        StudyColumn("accuracy", tr("On the other rows.")),
        StudyColumn("log_score", tr("On the other rows.")),
        StudyColumn("calibration_error", tr("On the other rows, without chance.")),
        StudyColumn("seconds", tr("To learn and to foretell.")),
    )
    methods = (
        tr(
            "Curves are drawn from an RBF kernel of length {length:g} between 0 and 1. Each way "
            "is told length and variance ({variance:g}), and foretells four fifths of the rows, "
            "without noise, from the rest.",
            variance=VARIANCE,
            length=LENGTH,
        ),
    )

    def cases(self) -> Sequence[Row]:
        return [
            {"inputs": inputs, "repeat": repeat, "way": way}
            for inputs in ROWS
            for repeat in range(int(self.settings["repeats"]))
            for way in self.settings["ways"]
        ]

    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        inputs, repeat = int(number(case, "inputs")), int(number(case, "repeat"))
        rows = round(ROWS[inputs] * float(self.settings["rows"]))
        drawn = largest(rows, inputs, CLASSES, LENGTH, asked.seed_of(self.settings, repeat))
        count = round(LEARNT_FROM[inputs] * rows)
        began = time.perf_counter()
        shares = _foretold(drawn, count, str(case["way"]), task)
        seconds = time.perf_counter() - began
        scores = Scores.of(shares, drawn.places[count:])
        return [
            {
                "learnt_from": count,
                "accuracy": scores.accuracy,
                "log_score": scores.log_score,
                "calibration_error": scores.ece_debiased,
                "seconds": seconds,
            }
        ]

    @classmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        if not rows:
            return ()
        ways = distinct(rows, "way")
        panels = []
        for measure, title in MEASURES.items():
            lines = []
            for place, inputs in enumerate(ROWS):
                each = [having(rows, inputs=inputs, way=way) for way in ways]
                known = [(k + 0.5, here) for k, here in enumerate(each) if here]
                if known:
                    x = tuple(at for at, _ in known)
                    y = tuple(mean_of(here, measure) for _, here in known)
                    words = tr_count(inputs, "{n} input", "{n} inputs")
                    lines.append(Line(words, place, x, y))
            panels.append(Panel(title, Axis(tr("way"), names=tuple(ways)), Axis(title), (*lines,)))
        repeats = len(distinct(rows, "repeat"))
        caption = tr_count(
            repeats, "{n} draw of the curves.", "Means over {n} draws of the curves."
        )
        return (Figure("six_classes", tr("Six classes, each way"), caption, aligned([panels])),)

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        said = []
        for inputs, here in grouped(rows, "inputs").items():
            by_way = {way: mean_of(mine, "log_score") for way, mine in grouped(here, "way").items()}
            best = max(by_way, key=lambda way: by_way[way])
            told = "; ".join(
                tr(
                    "{way}: {accuracy:.1%} right, log score {score:.3f}",
                    way=way,
                    accuracy=mean_of(having(here, way=way), "accuracy"),
                    score=score,
                )
                for way, score in by_way.items()
            )
            said.append(
                tr_count(
                    int(inputs),
                    "{n} input: {scores}. The best log score is that of {best}.",
                    "{n} inputs: {scores}. The best log score is that of {best}.",
                    scores=told,
                    best=best,
                )
            )
        return tuple(said)


MEASURES = {
    "accuracy": tr("accuracy"),
    "log_score": tr("log score"),
    "calibration_error": tr("calibration error without chance"),
}


def _foretold(drawn: DrawnClasses, count: int, way: str, task: Task) -> Floats:
    """(rows beyond ``count``, classes) by the first rows."""
    lesson = Lesson(drawn.inputs[:count], drawn.places[:count], CLASSES)
    recipe = Recipe.of(kernel=f"{VARIANCE} * rbf({LENGTH})", learning="fixed", mean="zero")
    model = lesson.learnt(recipe, Wanted(next(known for known in WAYS if known == way)), task)
    return lesson.told(model, drawn.inputs[count:], task)
