"""What can be compared: every approximation with a budget, in each of its kinds, as registered.

A variant that is registered tomorrow is in tomorrow's study; nothing is listed here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from gpstudio.core.approximations import APPROXIMATIONS, Approximation
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling.leverage import Leverage
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.language import Call, Number, Text, print_expression
from gpstudio.core.spec import Parameter, Spec
from gpstudio.lab.measures import with_peak
from gpstudio.translation import tr


@dataclass(frozen=True)
class Variant:
    family: str
    """The approximation's name."""
    budget: str
    choices: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """How results.csv calls it: 'nystrom uniform', 'fourier qmc phase'."""
        return " ".join([self.family, *(chosen for _, chosen in self.choices)])

    def written(self, budget: int) -> Call:
        words = tuple((name, Text(chosen)) for name, chosen in self.choices)
        return Call(self.family, keywords=((self.budget, Number(float(budget))), *words))

    def text(self, budget: int) -> str:
        """As a recipe writes it."""
        return print_expression(self.written(budget))

    def at(self, budget: int) -> Approximation:
        made: Approximation = make(APPROXIMATIONS, self.written(budget))
        return made


def variants(families: tuple[str, ...] | None = None) -> list[Variant]:
    """Of these approximations, or of all, in the order of the registry."""
    return [
        variant
        for entry in APPROXIMATIONS
        if families is None or entry.spec.name in families
        for variant in _kinds(entry)
    ]


def variant(name: str) -> Variant:
    """By the name that results.csv calls it."""
    for known in variants():
        if known.name == name:
            return known
    raise InputError(tr("No approximation is called '{name}' here.", name=name))


def suits(variant: Variant, kernel: Kernel, dimensions: int) -> bool:
    entry = APPROXIMATIONS[variant.family]
    fits = entry.dimensions is None or dimensions in entry.dimensions
    return fits and not entry.needs - kernel.offers


def family(method: object) -> str:
    return str(method).partition(" ")[0]


def title(method: object) -> str:
    """How a legend calls a method: 'Nyström, ridge leverage', 'Fourier, QMC, phase'."""
    head, _, rest = str(method).partition(" ")
    if head not in APPROXIMATIONS:
        return head.replace("_", " ")
    return ", ".join([APPROXIMATIONS[head].spec.legend, *_said(head, rest)])


def kind(method: object) -> str:
    """The same without the approximation: 'ridge leverage', 'QMC, phase'."""
    head, _, rest = str(method).partition(" ")
    return ", ".join(_said(head, rest)) or title(method)


def _varied(spec: Spec) -> list[Parameter]:
    """The choices of which each is a variant; others keep their default."""
    return [parameter for parameter in spec.parameters if parameter.legends]


def _said(family: str, chosen: str) -> list[str]:
    """How a legend calls these choices; older results may name one that is no more."""
    legends = {
        choice: legend
        for parameter in (_varied(APPROXIMATIONS[family].spec) if family in APPROXIMATIONS else ())
        for choice, legend in zip(parameter.choices, parameter.legends, strict=True)
    }
    return [legends.get(word, word.replace("_", " ")) for word in chosen.split()]


def _kinds(entry: type[Approximation]) -> Iterator[Variant]:
    if not entry.budget:
        return
    named = [[(p.name, choice) for choice in p.choices] for p in _varied(entry.spec)]
    for chosen in product(*named):
        yield Variant(entry.spec.name, entry.budget, chosen)


DEAR = 1.0
"""Probabilities that took as many seconds are used again for further draws."""


@dataclass(eq=False)
class Dear:
    """What was worth keeping of a method's probabilities, and the seconds that it took."""

    made: Floats | None = None
    seconds: float = 0.0
    peak: int = 0
    """Bytes held meanwhile, where that was watched."""

    def watched(self, work: Callable[[], Floats]) -> Floats:
        """Of few large arrays: to watch what they take takes no time."""

        def watching() -> Floats:
            made, self.peak = with_peak(work)
            return made

        return self.of(watching)

    def of(self, work: Callable[[], Floats], before: float = 0.0) -> Floats:
        """As the work makes it, after so many seconds of what it builds on."""
        if self.made is not None:
            return self.made
        began = time.perf_counter()
        made = work()
        self.seconds = time.perf_counter() - began
        if before + self.seconds >= DEAR:
            self.made = made
        return made


class DearProbabilities:
    """Those of one data set and kernel, by method and budget; and what all budgets share."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], Dear] = {}

    def of(self, method: str, budget: int) -> tuple[Dear, Dear]:
        """Of the budget, and of all."""
        own, shared = ((method, count) for count in (budget, 0))
        return self._kept.setdefault(own, Dear()), self._kept.setdefault(shared, Dear())

    def left(self) -> None:
        """What budgets share is large, and no longer held once the place is left; the
        probabilities are, and what they took."""
        for (_, budget), dear in self._kept.items():
            if budget == 0:
                dear.made = None


class Timed:
    """A sampling that notes how long its probabilities took, or once took."""

    def __init__(self, sampling: Any, own: Dear, shared: Dear) -> None:
        self._sampling, self._own, self._shared = sampling, own, shared
        self.seconds = 0.0
        """Spent just now."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sampling, name)

    @property
    def told(self) -> float:
        """What computing them takes."""
        return self._own.seconds + self._shared.seconds

    @property
    def peak(self) -> int:
        """Bytes that were held when what is shared was computed."""
        return self._shared.peak

    def probabilities(self, ground: Ground, rank: int, *words: Any) -> Any:
        began = time.perf_counter()
        sampling = self._sampling
        if isinstance(sampling, Leverage):
            chances = self._own.made
            if chances is None:
                leading = self._shared.watched(lambda: sampling.leading(ground, words[-1]))
                shared = self._shared.seconds
                chances = self._own.of(lambda: sampling.of_rank(leading, rank), shared)
        else:
            chances = self._own.of(lambda: sampling.probabilities(ground, rank, *words))
        self.seconds = time.perf_counter() - began
        return chances


def timed_probabilities(
    approximation: Approximation, own: Dear | None = None, shared: Dear | None = None
) -> Timed | None:
    """From here on the approximation's sampling is watched, where it has one."""
    sampling = getattr(approximation, "sampling", None)
    if sampling is None:
        return None
    watched = Timed(sampling, own or Dear(), shared or Dear())
    vars(approximation)["sampling"] = watched
    return watched
