"""The house's classifiers: a length for each input, learnt by the evidence."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.classification.asked import Inference, Wanted, Way
from gpstudio.core.classification.kernel import surface
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.lab.classifying import Lesson
from gpstudio.lab.contestants.contestant import Contestant, Rows
from gpstudio.translation import tr

LEARNING = "map(restarts=0)"
"""With so many lengths a little is known of them beforehand."""


@dataclass(frozen=True)
class Gaussian:
    way: Way
    inference: Inference
    chooses: bool = False
    """Whether the program chooses the kernel: it may take a plane beside the lengths."""

    def __call__(self, rows: Rows, task: Task) -> Floats:
        kernel = "auto" if self.chooses else surface(rows.inputs)
        if self.inference == "variational":
            approximation = f"inducing(points={min(rows.points, len(rows.places))})"
            recipe = Recipe.of(
                kernel=kernel, approximation=approximation, learning=LEARNING, seed=rows.seed
            )
        else:
            recipe = Recipe.of(
                kernel=kernel, approximation="exact", solver="cholesky", learning=LEARNING,
                seed=rows.seed,
            )  # fmt: skip
        lesson = Lesson(rows.inputs, rows.places, rows.classes)
        model = lesson.learnt(recipe, Wanted(self.way, inference=self.inference), task)
        return lesson.told(model, rows.fresh, task)


WAYS: dict[Way, str] = {
    "softmax": tr("softmax"),
    "one-vs-rest": tr("against the rest"),
    "one-vs-one": tr("in pairs"),
}
BY: dict[Inference, tuple[str, str, float]] = {
    "variational": ("svgp", tr("sparse"), 1.0),
    "laplace": ("laplace", tr("Laplace"), 3.0),
    "ep": ("ep", "EP", 3.0),
}
"""Name, title, and how time grows."""
CHOOSING = Contestant(
    "svgp auto", tr("sparse, softmax, chosen kernel"), 1.0, Gaussian("softmax", "variational", True)
)
COMPOSED = tuple(
    Contestant(f"{name} {way}", f"{title}, {told}", growth, Gaussian(way, inference))
    for inference, (name, title, growth) in BY.items()
    for way, told in WAYS.items()
    if (way, inference) != ("softmax", "ep")
)
"""Nobody has propagated expectations through a softmax of six classes here."""
GAUSSIAN = (*COMPOSED, CHOOSING)
