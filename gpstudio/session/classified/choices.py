"""What can be chosen of how classes are learnt, declared once: forms, command line and Python."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gpstudio.core.classification.asked import SLOTS, Wanted
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Spec, choice
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.session.classified.learning import HowLearnt

__all__ = ["FOLDS", "FORM", "SLOTS", "WANTED", "how_learnt"]

FOLDS = 5
AUTOMATIC = tr("Automatic")
WANTED = (
    choice(
        "multiclass", tr("Several classes"), tr("How several classes are treated."),
        {
            "auto": AUTOMATIC,
            "softmax": tr("Together (softmax)"),
            "robustmax": tr("The highest (RobustMax)"),
            "one-vs-rest": tr("Each against the rest"),
            "one-vs-one": tr("Each against each"),
        },
    ),
    choice(
        "kernels", tr("Kernels"), tr("Whether coupled classes share a kernel's numbers."),
        {"shared": tr("One for all"), "own": tr("One each")},
    ),
    choice(
        "inference", tr("Inference"), tr("How the curves behind the classes are found."),
        {
            "auto": AUTOMATIC,
            "ep": tr("Expectation propagation"),
            "variational": tr("Nearest Gaussian"),
            "laplace": tr("About the mode (Laplace)"),
        },
    ),
    choice(
        "link", tr("Link"), tr("How a curve becomes a probability."),
        {"logistic": tr("Logistic"), "probit": tr("Probit")},
    ),
    choice(
        "metric", tr("Distance"), tr("How far apart rows are taken to be."),
        {
            "auto": AUTOMATIC,
            "inputs": tr("As the inputs are"),
            "within": tr("By the scatter in classes"),
        },
    ),
)  # fmt: skip
"""Beside the slots of a recipe."""
FORM = Spec(
    "classes",
    tr("Classes"),
    tr("Which class each field's seasons are of, learnt from the fields that have a label."),
    (
        *WANTED,
        Parameter(
            "folds", tr("Parts"), tr("Left out in turn, to see how good it is; 0: none."),
            "integer", default=FOLDS, low=0, high=100,
        ),
    ),
)  # fmt: skip
"""What the window asks for."""


def how_learnt(
    chosen: Mapping[str, str], folds: int = FOLDS, seed: int = 0, anyway: bool = False,
    mark: str = "",
) -> HowLearnt:  # fmt: skip
    """``chosen`` has words for slots of the recipe and for ``WANTED``; those left out are the
    usual ones. ``mark`` stands before names where messages call them."""
    from gpstudio.session.classified.learning import HowLearnt  # the command line's help need not

    usual = {parameter.name: str(parameter.default) for parameter in WANTED}
    said = {name: chosen.get(name, default) for name, default in usual.items()}
    wanted = Wanted.of(**said, mark=mark)
    recipe = Recipe.of(seed, **{name: chosen[name] for name in SLOTS if name in chosen})
    return HowLearnt(recipe, wanted, folds, math.inf if anyway else PATIENCE)
