"""What a written choice means: a small tree of frozen nodes.

``0.4 * matern32(60) + white(0.01)`` is a ``Sum`` of a ``Product`` and a ``Call``. Nested sums and
products are flattened on construction, so that equal meanings are equal trees and every tree
prints to text that parses to the same tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Span:
    """Where in the text a node was written: ``start`` inclusive, ``end`` exclusive."""

    start: int = 0
    end: int = 0


NOWHERE = Span()


@dataclass(frozen=True)
class Number:
    value: float
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Text:
    value: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Items:
    """A list in square brackets, such as the lengths of several inputs."""

    items: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Call:
    """A name with what stands in its brackets; a bare name is a call with nothing in them."""

    name: str
    arguments: tuple[Expression, ...] = ()
    keywords: tuple[tuple[str, Expression], ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True)
class Sum:
    terms: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        flat: list[Expression] = []
        for term in self.terms:
            flat.extend(term.terms if isinstance(term, Sum) else (term,))
        object.__setattr__(self, "terms", tuple(flat))


@dataclass(frozen=True)
class Product:
    factors: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        flat: list[Expression] = []
        for factor in self.factors:
            flat.extend(factor.factors if isinstance(factor, Product) else (factor,))
        object.__setattr__(self, "factors", tuple(flat))


@dataclass(frozen=True)
class Power:
    base: Expression
    exponent: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Expression: TypeAlias = Number | Text | Items | Call | Sum | Product | Power
