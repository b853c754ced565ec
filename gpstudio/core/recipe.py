"""The recipe: everything that decides a fit but the data.

The same recipe and data give the same numbers in the window, on the command line and in Python.
A recipe holds parsed choices, compares by meaning, and goes to JSON and back as plain text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.choices import AUTO, is_auto, make
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.kernels import KERNELS, build_kernel
from gpstudio.core.kernels.build import split_noise
from gpstudio.core.language import Call, Expression, RecipeError, parse, print_expression
from gpstudio.core.learning import LEARNERS
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.means import MEANS
from gpstudio.core.registry import Registry
from gpstudio.core.scales import SCALES
from gpstudio.core.solvers import SOLVERS
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@dataclass(frozen=True)
class Slot:
    """One line of a recipe: what forms and help say of it, and what may stand there."""

    name: str
    title: str
    help: str
    registry: Registry[Any]
    auto: bool = True

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The choices in the order of the forms, ``auto`` first where there is one."""
        return ((AUTO,) if self.auto else ()) + self.registry.specs


SLOTS = (
    Slot("kernel", tr("Kernel"), tr("What makes two readings similar."), KERNELS),
    Slot("mean", tr("Mean"), tr("What the curve swings about."), MEANS, auto=False),
    Slot("likelihood", tr("Noise"), tr("How readings scatter about it."), LIKELIHOODS),
    Slot("scale", tr("Scale"), tr("Between which limits readings and bands lie."), SCALES),
    Slot("approximation", tr("Approximation"), tr("How the covariance is held."), APPROXIMATIONS),
    Slot("solver", tr("Solver"), tr("How the equations are solved."), SOLVERS),
    Slot("learning", tr("Learning"), tr("How the kernel's numbers are found."), LEARNERS),
)


def slot(name: str) -> Slot:
    return next(slot for slot in SLOTS if slot.name == name)


@dataclass(frozen=True)
class Recipe(Portable):
    kernel: Expression = Call("auto")
    mean: Expression = Call("constant")
    likelihood: Expression = Call("auto")
    scale: Expression = Call("auto")
    approximation: Expression = Call("auto")
    solver: Expression = Call("auto")
    learning: Expression = Call("auto")
    seed: int = 0

    @classmethod
    def of(cls, seed: int = 0, **choices: str) -> Recipe:
        """A checked recipe from text; what is not named keeps its default."""
        recipe = cls(seed=seed)
        for name, text in choices.items():
            recipe = recipe.with_choice(name, text)
        return recipe

    def with_choice(self, name: str, text: str) -> Recipe:
        """The same recipe with one line rewritten; raises with the place of a wrong word."""
        names = [slot.name for slot in SLOTS]
        if name not in names:
            raise InputError(
                tr("A recipe has no '{name}': {hint}", name=name, hint=suggestion(name, names))
            )
        try:
            expression = parse(text)
            check(slot(name), expression)
        except RecipeError as error:
            raise error.within(text) from None
        changed: dict[str, Any] = {name: expression}
        return replace(self, **changed)

    def filled(self, **choices: str) -> Recipe:
        """With these choices, as a recipe writes them, where it leaves one to ``auto``."""
        left = {name: text for name, text in choices.items() if is_auto(getattr(self, name))}
        changed: dict[str, Any] = {name: parse(text) for name, text in left.items()}
        return replace(self, **changed)

    def text(self, name: str) -> str:
        return print_expression(getattr(self, name))

    def as_json(self) -> dict[str, str | int]:
        return {**self._written, "seed": self.seed}

    @cached_property
    def _written(self) -> dict[str, str | int]:
        """Once, of a recipe that ten thousand fields share."""
        return {slot.name: self.text(slot.name) for slot in SLOTS}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Recipe:
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(record) - known):
            raise InputError(
                tr(
                    "A recipe has no '{name}': {hint}",
                    name=unknown[0],
                    hint=suggestion(unknown[0], known),
                )
            )
        seed = record.get("seed", 0)
        if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
            raise InputError(tr("A recipe's seed is a whole number from 0."))
        return cls.of(seed, **{k: str(v) for k, v in record.items() if k != "seed"})


def check(slot: Slot, expression: Expression) -> None:
    """Raise a ``RecipeError`` where the words do not fit the slot."""
    if slot.auto and is_auto(expression):
        return
    if slot.name == "kernel":
        curve, _ = split_noise(build_kernel(expression))
        if curve is None:
            raise RecipeError(
                tr("This kernel is only noise: add a term for the curve, such as matern32"),
                expression.span,
            )
    else:
        make(slot.registry, expression)
