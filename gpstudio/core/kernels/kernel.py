"""What every kernel can be asked, and how kernels join.

A kernel is a frozen tree. Leaves are families (one small file each, with a spec); inner nodes are
sums, products and scalings. Each says what structure it ``offers``; whoever needs a structure asks
for it by name and never for a class.

Gradients are with respect to the logarithm of each learnable number, in the order of ``settings``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

import numpy as np

from gpstudio.core import language
from gpstudio.core.arrays import Floats
from gpstudio.core.binding import unbind, written
from gpstudio.core.kernels.markov_form import MarkovForm
from gpstudio.core.language import Expression
from gpstudio.core.spec import Parameter, Setting, Spec

Capability: TypeAlias = Literal["stationary", "markov"]


class Kernel(ABC):
    """A covariance function of inputs with one row per reading."""

    @property
    @abstractmethod
    def offers(self) -> frozenset[Capability]:
        """The structures that this kernel has."""

    @property
    @abstractmethod
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        """The learnable numbers, each with what was declared of it."""

    @abstractmethod
    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        """The same tree with other numbers, in the order of ``settings``."""

    @abstractmethod
    def expression(self) -> Expression:
        """The tree as the recipe language writes it."""

    @abstractmethod
    def block(self, a: Floats, b: Floats) -> Floats:
        """k(a, b) for every pair of rows."""

    @abstractmethod
    def diagonal(self, a: Floats) -> Floats:
        """k(a, a) row by row."""

    @abstractmethod
    def gradients(self, a: Floats) -> Iterator[Floats]:
        """d k(a, a) / d log θ, one matrix a setting, made one at a time to spare memory."""

    def markov_form(self) -> MarkovForm:
        """The same covariance as a state that moves along one input; only where offered."""
        raise NotImplementedError(f"{self} offers no state space")

    def __str__(self) -> str:
        return language.print_expression(self.expression())


@dataclass(frozen=True)
class Family(Kernel):
    """A leaf of the tree. A new family declares ``spec``, ``structure`` and its formulas."""

    spec: ClassVar[Spec]
    structure: ClassVar[frozenset[Capability]] = frozenset()
    carries_variance: ClassVar[bool] = False
    """True when the family's own parameter is its variance, so that it needs no multiplier."""

    numbers: tuple[Setting, ...]
    options: Mapping[str, float | str]

    @property
    def offers(self) -> frozenset[Capability]:
        return self.structure

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        learnt = [p for p in self.spec.parameters if p.learnt]
        return tuple(zip(learnt, self.numbers, strict=True))

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        return replace(self, numbers=tuple(settings))

    def expression(self) -> Expression:
        return unbind(self.spec, self.numbers, self.options)

    def number(self, place: int = 0) -> float:
        return self.numbers[place].number


@dataclass(frozen=True)
class Scaled(Kernel):
    """variance · k."""

    variance: Setting
    kernel: Kernel

    PARAMETER: ClassVar[Parameter] = Parameter(
        "variance",
        "Variance",
        "How far the term swings, as a variance.",
        role="variance",
        unit="value²",
    )

    @property
    def offers(self) -> frozenset[Capability]:
        return self.kernel.offers

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return ((self.PARAMETER, self.variance), *self.kernel.settings)

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        return Scaled(settings[0], self.kernel.with_settings(settings[1:]))

    def expression(self) -> Expression:
        inside = self.kernel.expression()
        if self.variance.value is None:
            return inside
        return language.Product((written(self.variance), inside))

    def block(self, a: Floats, b: Floats) -> Floats:
        return self.variance.number * self.kernel.block(a, b)

    def diagonal(self, a: Floats) -> Floats:
        return self.variance.number * self.kernel.diagonal(a)

    def gradients(self, a: Floats) -> Iterator[Floats]:
        yield self.block(a, a)
        for gradient in self.kernel.gradients(a):
            yield self.variance.number * gradient

    def markov_form(self) -> MarkovForm:
        return self.kernel.markov_form().scaled(self.variance.number)


@dataclass(frozen=True)
class _Joined(Kernel):
    """Several kernels as one; what holds for sums and products alike."""

    parts: tuple[Kernel, ...]

    @property
    def offers(self) -> frozenset[Capability]:
        return frozenset.intersection(*(part.offers for part in self.parts))

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return tuple(setting for part in self.parts for setting in part.settings)

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        edges = np.cumsum([0, *(len(part.settings) for part in self.parts)])
        return replace(
            self,
            parts=tuple(
                part.with_settings(settings[start:end])
                for part, (start, end) in zip(self.parts, pairwise(edges), strict=True)
            ),
        )


@dataclass(frozen=True)
class SumOf(_Joined):
    """k₁ + k₂ + …"""

    def expression(self) -> Expression:
        return language.Sum(tuple(part.expression() for part in self.parts))

    def block(self, a: Floats, b: Floats) -> Floats:
        return reduce(np.add, (part.block(a, b) for part in self.parts))

    def diagonal(self, a: Floats) -> Floats:
        return reduce(np.add, (part.diagonal(a) for part in self.parts))

    def gradients(self, a: Floats) -> Iterator[Floats]:
        for part in self.parts:
            yield from part.gradients(a)

    def markov_form(self) -> MarkovForm:
        return reduce(MarkovForm.plus, (part.markov_form() for part in self.parts))


@dataclass(frozen=True)
class ProductOf(_Joined):
    """k₁ · k₂ · …"""

    def expression(self) -> Expression:
        return language.Product(tuple(part.expression() for part in self.parts))

    def block(self, a: Floats, b: Floats) -> Floats:
        return reduce(np.multiply, (part.block(a, b) for part in self.parts))

    def diagonal(self, a: Floats) -> Floats:
        return reduce(np.multiply, (part.diagonal(a) for part in self.parts))

    def gradients(self, a: Floats) -> Iterator[Floats]:
        for place, part in enumerate(self.parts):
            others = [other.block(a, a) for i, other in enumerate(self.parts) if i != place]
            rest = reduce(np.multiply, others)
            for gradient in part.gradients(a):
                yield gradient * rest

    def markov_form(self) -> MarkovForm:
        return reduce(MarkovForm.times, (part.markov_form() for part in self.parts))


def distance(a: Floats, b: Floats) -> Floats:
    """Euclidean distance between rows, by plain differences.

    The quick expansion |a|² + |b|² − 2ab loses all digits when inputs are large and close
    together (dates counted from 1970 are); differences do not.
    """
    if a.shape[1] == 1:
        return np.abs(a[:, 0][:, None] - b[:, 0][None, :])
    total = np.zeros((len(a), len(b)))
    for column in range(a.shape[1]):
        total += (a[:, column][:, None] - b[:, column][None, :]) ** 2
    return np.sqrt(total)
