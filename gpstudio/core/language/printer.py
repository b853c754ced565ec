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
            first, *rest = terms
            return print_expression(first) + "".join(map(_added, rest))
        case Product((Number(-1.0), *rest), divisors) if rest and not _is_number(rest[0]):
            return "-" + print_expression(Product(tuple(rest), divisors))
        case Product(factors, divisors):
            above = " * ".join(_bracketed(factor, Sum) for factor in factors)
            return above + "".join(f" / {_bracketed(divisor, Sum)}" for divisor in divisors)
        case Power(base, exponent):
            text = _bracketed(base, Sum, Product, Power)
            return f"({text})**{exponent}" if text.startswith("-") else f"{text}**{exponent}"


def print_number(value: float) -> str:
    """The shortest text that reads back as the same number; whole numbers without a point. What is
    no number is said in messages about just that."""
    if abs(value) < _LARGEST_PLAIN_INTEGER and value == int(value):
        return str(int(value))
    return repr(float(value))


def _bracketed(expression: Expression, *kinds: type) -> str:
    text = print_expression(expression)
    return f"({text})" if isinstance(expression, kinds) else text


def _added(term: Expression) -> str:
    """A further term of a sum with its sign."""
    text = print_expression(term)
    return f" - {text[1:]}" if text.startswith("-") else f" + {text}"


def _is_number(expression: Expression) -> bool:
    return isinstance(expression, Number)
