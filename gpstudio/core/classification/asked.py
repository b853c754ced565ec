"""Rows to learn from, what is asked for beside a recipe, and what a model can be asked then."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from gpstudio.core.arrays import Floats
from gpstudio.core.binding import bind, unbind
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.labels import Labels
from gpstudio.core.errors import InputError
from gpstudio.core.inference.report import Report
from gpstudio.core.language import Call, parse, print_expression
from gpstudio.core.likelihoods.bernoulli import LINKS, ROUNDS
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Setting, Spec, shape
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import any_of, tr

Inference: TypeAlias = Literal["auto", "ep", "variational", "laplace"]
INFERENCES = get_args(Inference)
Way: TypeAlias = Literal["auto", "softmax", "robustmax", "one-vs-rest", "one-vs-one"]
WAYS = get_args(Way)
KERNELS = ("shared", "own")
SLOTS = ("kernel", "mean", "approximation", "solver", "learning")
"""Lines of a recipe that a model of classes takes."""
Metrics: TypeAlias = Literal["auto", "inputs", "within"]
METRICS = get_args(Metrics)
MANY_FOR_EP = 1_500
"""Beyond so many rows ``auto`` finds a curve of yes or no about its mode: with so many readings the
posterior is nearly normal, and expectation propagation takes about three times as long."""
PROPAGATION = Spec(
    "ep", tr("Expectation propagation"), tr("By the moments that each row gives."), ROUNDS
)
USUAL_MISTAKES = 1e-3
ROBUSTMAX = Spec(
    "robustmax",
    "RobustMax",
    tr("A row is of the class whose curve is highest, but for a share of mistakes."),
    (
        shape(
            "epsilon",
            tr("Mistakes"),
            tr("The share of rows whose class is not that of the highest curve."),
            default=USUAL_MISTAKES,
        ),
    ),
    formula="p(y = c | f) = 1 − ε, c = argmax f",
)
MOST_MISTAKES = 0.5
"""With more the highest curve would say nothing."""


@dataclass(frozen=True)
class Rows:
    """What is learnt from."""

    inputs: Floats
    labels: Labels
    weights: Floats
    """How many rows each stands for: more than none."""

    @classmethod
    def of(cls, inputs: Floats, labels: Labels, weights: Floats) -> Rows:
        here = weights > 0.0
        return cls(inputs[here], labels, weights[here])


class ClassModel(ABC):
    """Labelled rows, learnt."""

    report: Report
    kernels: tuple[str, ...]
    """With their numbers: one, or one a class or pair."""

    def with_report(self, report: Report) -> ClassModel:
        """The same, told otherwise."""
        return replace(self, report=report)  # type: ignore[type-var]

    @abstractmethod
    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        """Mean and variance of the second class's curve, or of every class's, (m, C)."""

    @abstractmethod
    def probabilities(self, inputs: Floats, averaging: Averaging, task: Task = QUIET) -> Floats:
        """(m, C); rows are one together."""


@dataclass(frozen=True)
class Wanted:
    """What is asked for beside a recipe."""

    way: Way = "auto"
    """To treat several classes."""
    own: bool = False
    """Whether coupled classes have a kernel's numbers each, else the same for all."""
    inference: Inference = "auto"
    link: str = "logistic"
    rounds: str = ""
    """How expectation propagation goes on, as a likelihood writes it."""
    mistakes: Setting = Setting(USUAL_MISTAKES)
    """Of RobustMax."""
    metric: Metrics = "auto"
    """How far apart rows are: as their inputs are, or by the scatter ``within`` classes."""

    @classmethod
    def of(
        cls, multiclass: str, kernels: str, inference: str, link: str, mark: str = "",
        metric: str = "auto",
    ) -> Wanted:  # fmt: skip
        """As a person writes it; ``mark`` stands before names where messages call them."""
        way, mistakes = _way_of(multiclass)
        inference, rounds = _inference_of(inference)
        for name, given, known in (
            ("multiclass", way, WAYS),
            ("kernels", kernels, KERNELS),
            ("inference", inference, INFERENCES),
            ("link", link, tuple(LINKS)),
            ("metric", metric, METRICS),
        ):
            _one_of(f"{mark}{name}", given, known)
        return cls(way, kernels == "own", inference, link, rounds, mistakes, metric)  # type: ignore[arg-type]

    @property
    def words(self) -> dict[str, str]:
        """As ``of`` reads them."""
        way: str = self.way
        if way == ROBUSTMAX.name:
            way = print_expression(unbind(ROBUSTMAX, ((self.mistakes,),), {}))
        options = self.rounds.removeprefix(", ")
        inference = f"{self.inference}({options})" if options else self.inference
        kernels = KERNELS[self.own]
        return {
            "multiclass": way, "kernels": kernels, "inference": inference, "link": self.link,
            "metric": self.metric,
        }  # fmt: skip

    def binary(self, rows: int) -> str:
        """The likelihood of yes and no, as a recipe writes it."""
        found = self.inference
        if found == "auto":
            found = "ep" if rows <= MANY_FOR_EP else "laplace"
        return f"bernoulli(link='{self.link}', inference='{found}'{self.rounds})"


def check_mean(recipe: Recipe) -> None:
    if recipe.mean not in (Call("constant"), Call("zero")):
        raise InputError(
            tr(
                "Classes coupled by a softmax take the mean 'constant' or 'zero', not '{mean}'.",
                mean=recipe.text("mean"),
            )
        )


def _way_of(text: str) -> tuple[str, Setting]:
    """``robustmax`` may say how many mistakes it begins with, or is held to."""
    if not text.strip().startswith(ROBUSTMAX.name):
        return text, Setting(USUAL_MISTAKES)
    call = parse(text)
    if not isinstance(call, Call) or call.name != ROBUSTMAX.name:
        return text, Setting(USUAL_MISTAKES)
    mistakes = bind(ROBUSTMAX, call)[0][0][0]
    if mistakes.value is not None and not mistakes.value <= MOST_MISTAKES:
        raise InputError(
            tr(
                "The mistakes of 'robustmax' are a share of rows up to {most:g}, not {given:g}.",
                most=MOST_MISTAKES,
                given=mistakes.value,
            )
        )
    return ROBUSTMAX.name, mistakes


def _inference_of(text: str) -> tuple[str, str]:
    """``ep`` may say how it goes on."""
    if not text.strip().startswith("ep("):
        return text, ""
    call = parse(text)
    if not isinstance(call, Call) or call.name != PROPAGATION.name:
        return text, ""
    bind(PROPAGATION, call)
    named = zip((parameter.name for parameter in ROUNDS), call.arguments, strict=False)
    written = [*named, *call.keywords]
    return call.name, "".join(f", {name}={print_expression(one)}" for name, one in written)


def _one_of(name: str, given: str, known: tuple[str, ...]) -> None:
    if given not in known:
        raise InputError(
            tr(
                "{name} '{given}' is not known: choose {choices}.",
                name=name,
                given=given,
                choices=any_of(known),
            )
        )
