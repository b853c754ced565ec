"""What can be chosen of how classes are learnt, declared once: forms, command line and Python."""

from __future__ import annotations

import math
from collections.abc import Mapping

from gpstudio.core.classification.asked import INFERENCES, KERNELS, WAYS, Wanted
from gpstudio.core.classifier import GPClassifier
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.core.likelihoods.bernoulli import LINKS
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Spec
from gpstudio.session.classified.learning import FOLDS, HowLearnt
from gpstudio.translation import tr

WANTED = tuple(
    Parameter(name, title, help, "choice", default=choices[0], choices=choices)
    for name, title, help, choices in (
        ("multiclass", tr("Several classes"), tr("How several classes are treated."), WAYS),
        (
            "kernels", tr("Kernels"),
            tr("Whether coupled classes share a kernel's numbers."), KERNELS,
        ),
        (
            "inference", tr("Inference"), tr("How the curves behind the classes are found."),
            INFERENCES,
        ),
        ("link", tr("Link"), tr("How a curve becomes a probability."), tuple(LINKS)),
    )
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
SLOTS = GPClassifier.slots


def how_learnt(
    chosen: Mapping[str, str], folds: int = FOLDS, seed: int = 0, anyway: bool = False,
    mark: str = "",
) -> HowLearnt:  # fmt: skip
    """``chosen`` has words for slots of the recipe and for ``WANTED``; those left out are the
    usual ones. ``mark`` stands before names where messages call them."""
    usual = {parameter.name: str(parameter.default) for parameter in WANTED}
    said = {name: chosen.get(name, default) for name, default in usual.items()}
    wanted = Wanted.of(said["multiclass"], said["kernels"], said["inference"], said["link"], mark)
    recipe = Recipe.of(seed, **{name: chosen[name] for name in SLOTS if name in chosen})
    return HowLearnt(recipe, wanted, folds, math.inf if anyway else PATIENCE)
