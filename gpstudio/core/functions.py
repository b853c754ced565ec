"""Formulas in the input, such as ``1 + 0.5 * sin(0.0172 * x)``: parsed, never evaluated by Python.

Inputs are ``x0``, ``x1`` …; ``x`` is ``x0``. Besides numbers, + − * / and whole powers there are
the calls in ``duals.CALLS``. Values and derivatives travel together through one walk of the tree.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import reduce
from inspect import signature

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.duals import CALLS, Dual
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.language import (
    Call,
    Expression,
    Items,
    Number,
    Power,
    Product,
    RecipeError,
    Sum,
    print_expression,
    print_number,
)
from gpstudio.translation import tr

INPUT = re.compile(r"x(0|[1-9]\d{0,3})?")
CONSTANTS = {"pi": math.pi}


@dataclass(frozen=True)
class Function:
    """A formula that has been checked; ``inputs`` is how many it needs at least."""

    expression: Expression
    inputs: int

    @classmethod
    def of(cls, expression: Expression) -> Function:
        """Raises a ``RecipeError`` at the place of what is no formula."""
        return cls(expression, _needed(expression))

    def __call__(self, rows: Floats) -> Floats:
        """At each row, (n,)."""
        return self._walked(rows, np.zeros((0, len(rows), rows.shape[1]))).value

    def gradient(self, rows: Floats) -> Floats:
        """In each input at each row, (d, n)."""
        n, d = rows.shape
        seeds = np.broadcast_to(np.eye(d)[:, None, :], (d, n, d))
        slopes = self._walked(rows, seeds).slopes
        self._refuse(rows, np.asarray(np.isfinite(slopes).all(axis=0)), slope=True)
        return slopes

    def check(self, inputs: int) -> None:
        """Raise an ``InputError`` where there are too few inputs."""
        if self.inputs > inputs:
            raise InputError(
                tr(
                    "The formula {formula} looks at x{highest}, and the inputs are "
                    "{known}: name one of those.",
                    formula=self,
                    highest=self.inputs - 1,
                    known=", ".join(f"x{place}" for place in range(inputs)),
                )
            )

    def __str__(self) -> str:
        return print_expression(self.expression)

    def _walked(self, rows: Floats, seeds: Floats) -> Dual:
        self.check(rows.shape[1])
        with np.errstate(all="ignore"):
            dual = _dual(self.expression, rows, seeds)
        self._refuse(rows, np.isfinite(dual.value))
        return dual

    def _refuse(self, rows: Floats, fine: Flags, slope: bool = False) -> None:
        if fine.all():
            return
        wrong = rows[int(np.argmin(fine))][: max(1, self.inputs)]
        names = ["x"] if len(wrong) == 1 else [f"x{place}" for place in range(len(wrong))]
        where = ", ".join(
            f"{name} = {print_number(float(x))}" for name, x in zip(names, wrong, strict=True)
        )
        if slope:
            raise InputError(
                tr(
                    "The formula {formula} has no slope at {where}: change it or leave it out.",
                    formula=self,
                    where=where,
                )
            )
        raise InputError(
            tr(
                "The formula {formula} gives no finite number at {where}: change it or leave "
                "it out.",
                formula=self,
                where=where,
            )
        )


def functions(expression: Expression) -> tuple[Function, ...]:
    """One formula, or a list of them."""
    items = expression.items if isinstance(expression, Items) else (expression,)
    if not items:
        raise RecipeError(tr("The list of formulas is empty"), expression.span)
    return tuple(map(Function.of, items))


def _needed(expression: Expression) -> int:
    """How many inputs the formula needs; raises where it is none."""
    match expression:
        case Number():
            return 0
        case Sum(terms):
            return max(map(_needed, terms))
        case Product(factors, divisors):
            return max(map(_needed, (*factors, *divisors)))
        case Power(base):
            return _needed(base)
        case Call(name, (), ()) if found := INPUT.fullmatch(name):
            return int(found[1] or 0) + 1
        case Call(name, (), ()) if name in CONSTANTS:
            return 0
        case Call(name) if name in CALLS:
            return max(map(_needed, _inside(expression)))
        case Call(name):
            hint = suggestion(name, ["x", *CONSTANTS, *CALLS])
            raise RecipeError(
                tr("A formula knows no '{name}': {hint}", name=name, hint=hint), expression.span
            )
        case _:
            raise RecipeError(
                tr(
                    "A formula is made of x, numbers, + - * /, whole powers and calls such "
                    "as sin(x)"
                ),
                expression.span,
            )


def _inside(call: Call) -> tuple[Expression, ...]:
    """What stands in the brackets, in the order of the call's parameters."""
    wanted = list(signature(CALLS[call.name]).parameters)
    given = dict(zip(wanted, call.arguments, strict=False))
    named = dict(call.keywords)
    whole = {**given, **named}
    if len(whole) < len(call.arguments) + len(named) or set(whole) != set(wanted):
        written = f"{call.name}({', '.join(wanted)})"
        raise RecipeError(
            tr("'{name}' is written {written}", name=call.name, written=written), call.span
        )
    return tuple(whole[name] for name in wanted)


def _dual(expression: Expression, rows: Floats, seeds: Floats) -> Dual:
    def still(number: float) -> Dual:
        return Dual(np.full(len(rows), number), np.zeros(seeds.shape[:2]))

    match expression:
        case Number(value):
            return still(value)
        case Sum(terms):
            return reduce(Dual.__add__, (_dual(term, rows, seeds) for term in terms))
        case Product(factors, divisors):
            above = reduce(Dual.__mul__, (_dual(part, rows, seeds) for part in factors))
            return reduce(Dual.__truediv__, (_dual(part, rows, seeds) for part in divisors), above)
        case Power(base, exponent):
            return _dual(base, rows, seeds) ** exponent
        case Call(name) as call if name in CALLS:
            return CALLS[name](*(_dual(part, rows, seeds) for part in _inside(call)))
        case Call(name) if name in CONSTANTS:
            return still(CONSTANTS[name])
        case Call(name):
            place = int(name[1:] or 0)
            return Dual(rows[:, place].astype(float), seeds[:, :, place])
        case _:
            raise RuntimeError("this is no formula: Function.of refuses it")
