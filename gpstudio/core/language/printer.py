"""Writes a tree back as text: the one canonical form, which parses to the same tree."""

from __future__ import annotations

from gpstudio.core.language.nodes import (
    Call,
    Expression,
    Items,
    Number,
    Power,
    Product,
    Sum,
    Text,
)

_LARGEST_PLAIN_INTEGER = 1e15


def print_expression(expression: Expression) -> str:
    """``parse(print_expression(e)) == e`` for every tree."""
    match expression:
        case Number(value):
            return print_number(value)
        case Text(value):
            return f"'{value}'" if '"' in value else f'"{value}"'
        case Items(items):
            return f"[{', '.join(map(print_expression, items))}]"
        case Call(name, arguments, keywords):
            inside = [*map(print_expression, arguments)]
            inside += [f"{key}={print_expression(value)}" for key, value in keywords]
            return f"{name}({', '.join(inside)})" if inside else name
        case Sum(terms):
            return " + ".join(map(print_expression, terms))
        case Product(factors):
            return " * ".join(_bracketed(factor, Sum) for factor in factors)
        case Power(base, exponent):
            return f"{_bracketed(base, Sum, Product, Power)}**{exponent}"


def print_number(value: float) -> str:
    """The shortest text that reads back as the same number; whole numbers without a point."""
    if value == int(value) and abs(value) < _LARGEST_PLAIN_INTEGER:
        return str(int(value))
    return repr(float(value))


def _bracketed(expression: Expression, *kinds: type) -> str:
    text = print_expression(expression)
    return f"({text})" if isinstance(expression, kinds) else text
