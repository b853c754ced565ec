"""Specs: each choice declares its parameters once.

A ``Spec`` says what a kernel, approximation, solver, learner, mean or likelihood is called, what
it does in words, and which parameters it takes. The form field, its tooltip and accessible name,
the command line's help, the check of a recipe and the manual's entry are all made from this one
declaration. Specs import neither scipy nor numba, so the window can build its forms at once.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from gpstudio.translation import tr

Kind: TypeAlias = Literal["number", "integer", "choice", "inputs", "kernel", "functions"]
"""What may be written. ``inputs`` are places of columns, ``[0, 3]``; ``kernel`` is a kernel inside
this one; ``functions`` are formulas in the input, such as ``sin(0.5 * x)``, one or a list."""
Role: TypeAlias = Literal[
    "length", "variance", "noise", "size", "shape", "period", "frequency", "place", "option"
]
"""How learning finds a start and bounds in the data. All are positive and learnt in log space but
a ``place``, a point along the input, which may be any number. A ``noise`` is the variance of
readings about the curve, a ``size`` a distance in their unit."""

ORIGIN = "origin"
"""The name of places that lie before all readings."""
LARGEST = math.log(sys.float_info.max)
"""The logarithm of the largest number there is; learning may look beyond it."""


@dataclass(frozen=True)
class Parameter:
    """One thing a person can set.

    ``default`` None means "from the data". ``learnt`` parameters are the numbers that learning
    moves; their ``role`` says how a start and bounds are read off the data. ``several`` may be
    written as a list: one number an input, or one a component.
    """

    name: str
    title: str
    help: str
    kind: Kind = "number"
    role: Role = "option"
    default: float | str | None = None
    unit: str = ""
    low: float = 0.0
    high: float = float("inf")
    choices: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    """What a person calls each choice, where that is not the choice itself."""
    legends: tuple[str, ...] = ()
    """How a legend calls each choice, where every one of them is a registered variant."""
    several: bool = False
    column: int | None = None
    """The input that one number of a list is about."""
    held: bool = False
    """Where nothing is written, it is kept as the data say instead of learnt."""
    zero: bool = False
    """Whether a 0 may be written, which is held."""

    @property
    def learnt(self) -> bool:
        return self.role != "option"

    @property
    def positive(self) -> bool:
        """Whether it is more than zero, and so learnt in its logarithm."""
        return self.role != "place"

    def title_of(self, choice: str) -> str:
        named = dict(zip(self.choices, self.titles, strict=True)) if self.titles else {}
        return named.get(choice, choice)

    def coordinate(self, number: float) -> float:
        """Where learning sees the number."""
        return math.log(number) if self.positive else number

    def at_coordinate(self, coordinate: float) -> float:
        return math.exp(min(coordinate, LARGEST)) if self.positive else coordinate


@dataclass(frozen=True)
class Spec:
    """What one registered choice is called, does, and takes; ``formula`` is plain text."""

    name: str
    title: str
    help: str
    parameters: tuple[Parameter, ...] = ()
    formula: str = ""
    short: str = ""
    """How a legend calls it, where title and name do not do."""

    @property
    def legend(self) -> str:
        """Among choices of the same kind."""
        return self.short or self.title

    @property
    def word(self) -> str:
        """As one word of what a variant is called."""
        return self.short or self.name.replace("_", " ")

    def parameter(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)

    @property
    def signature(self) -> str:
        """How the choice is written, as the command line's help shows it."""
        if not self.parameters:
            return self.name
        defaults = [p.default is not None for p in self.parameters]
        first = defaults.index(True) if any(defaults) else len(defaults)
        written = [_written(p, place >= first) for place, p in enumerate(self.parameters)]
        return f"{self.name}({', '.join(written)})"


@dataclass(frozen=True)
class Setting:
    """A number in a recipe: where it starts, and whether learning may move it, and how far.

    ``value`` None leaves the start to the data. ``centre`` and ``spread`` are a written prior:
    normal in the number's coordinate, about ``centre``; for a positive number ``spread`` is the
    standard deviation of its logarithm.
    """

    value: float | None = None
    held: bool = False
    low: float | None = None
    high: float | None = None
    centre: float | None = None
    spread: float | None = None

    def at(self, value: float) -> Setting:
        return replace(self, value=value)

    @property
    def number(self) -> float:
        if self.value is None:
            raise RuntimeError("this setting has no number yet: start values come from the data")
        return self.value


def length(default: float | None = None, help: str = "", name: str = "length") -> Parameter:
    """A distance along the input over which the curve changes; a list has one for each input."""
    words = help or tr("How far apart two readings must be to know little of each other.")
    return Parameter(
        name, tr("Length"), words, role="length", default=default, unit="input", several=True
    )


def variance(
    name: str,
    title: str,
    help: str,
    default: float | None = None,
    unit: str = "value²",
    zero: bool = False,
    several: bool = False,
) -> Parameter:
    """A variance, in the square of the reading's unit or per some power of the input's."""
    return Parameter(
        name,
        title,
        help,
        role="variance",
        default=default,
        unit=unit,
        zero=zero,
        several=several,
    )


def origin() -> Parameter:
    """Where a walk begins; one an input."""
    return Parameter(
        ORIGIN,
        tr("Origin"),
        tr("Where it begins; left out, as far before the first reading as the readings last."),
        role="place",
        unit="input",
        several=True,
        held=True,
    )


def noise(help: str) -> Parameter:
    """The variance of readings about the curve, in the square of their unit."""
    return Parameter("noise", tr("Noise"), help, role="noise", unit="value²")


def size(name: str, title: str, help: str) -> Parameter:
    """A distance in the reading's unit."""
    return Parameter(name, title, help, role="size", unit="value")


def shape(name: str, title: str, help: str, default: float) -> Parameter:
    """A positive number without a unit."""
    return Parameter(name, title, help, role="shape", default=default)


def decimal(
    name: str, title: str, help: str, default: float, low: float = 0.0, high: float = math.inf
) -> Parameter:
    """A number that learning leaves alone."""
    return Parameter(name, title, help, default=default, low=low, high=high)


def inputs() -> Parameter:
    """Which inputs a kernel looks at; every kernel takes it last."""
    return Parameter(
        "dims",
        tr("Inputs"),
        tr("Which inputs it looks at, counted from 0; all, if left out."),
        "inputs",
    )


def integer(name: str, title: str, help: str, default: int, low: int, high: int) -> Parameter:
    return Parameter(name, title, help, "integer", default=default, low=low, high=high)


def choice(
    name: str, title: str, help: str, choices: Mapping[str, str] | Sequence[str]
) -> Parameter:
    """``choices`` by the word that is written, each with what a person calls it where that is
    another word; the first is usual."""
    words = tuple(choices)
    titles = tuple(choices.values()) if isinstance(choices, Mapping) else ()
    return Parameter(name, title, help, "choice", default=words[0], choices=words, titles=titles)


def yes_or_no(name: str, title: str, help: str) -> Parameter:
    """What is not done unless somebody wants it."""
    return choice(name, title, help, {"no": tr("No"), "yes": tr("Yes")})


def functions(default: str) -> Parameter:
    """Formulas in the input; ``default`` is what stands there until others are written."""
    words = tr("Formulas, such as [x, x**2, sin(x)]; x1 is the second input.")
    return Parameter("functions", tr("Functions"), words, "functions", default=default)


def _written(parameter: Parameter, named: bool) -> str:
    """What follows a named one is named too, or it could not be read back."""
    if parameter.default is None:
        return f"{parameter.name}={parameter.name}" if named else parameter.name
    return f"{parameter.name}={parameter.default}"
