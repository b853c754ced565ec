"""What a written choice means: a small tree of frozen nodes.

``0.4 * matern32(60) + white(0.01)`` is a ``Sum`` of a ``Product`` and a ``Call``. Nested sums and
products are flattened on construction, so that equal meanings are equal trees and every tree
prints to text that parses to the same tree. What is taken away is a term with a negative number
before it: ``a - b`` is ``a + -1 * b``.
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
    """Factors multiplied, then divided by each of the divisors."""

    factors: tuple[Expression, ...]
    divisors: tuple[Expression, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        above, below = _flattened(self.factors)
        under, over = _flattened(self.divisors)
        object.__setattr__(self, "factors", (*above, *over))
        object.__setattr__(self, "divisors", (*below, *under))


@dataclass(frozen=True)
class Power:
    base: Expression
    exponent: int
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Expression: TypeAlias = Number | Text | Items | Call | Sum | Product | Power


def _flattened(parts: tuple[Expression, ...]) -> tuple[list[Expression], list[Expression]]:
    """The factors and the divisors of parts that may be products themselves."""
    factors: list[Expression] = []
    divisors: list[Expression] = []
    for part in parts:
        factors.extend(part.factors if isinstance(part, Product) else (part,))
        divisors.extend(part.divisors if isinstance(part, Product) else ())
    return factors, divisors


def negative(expression: Expression, span: Span = NOWHERE) -> Expression:
    """``-expression``; ``span`` is where the minus stands."""
    around = Span(span.start, expression.span.end)
    match expression:
        case Number(value):
            return Number(-value, around)
        case Product((Number() as first, *rest), divisors):
            return Product((negative(first, span), *rest), divisors, around)
        case _:
            return Product((Number(-1.0, span), expression), span=around)
