"""From a kernel expression to a kernel tree.

``build_kernel`` makes the tree; ``split_noise`` takes ``white`` out of it, since noise is not a
part of the curve; ``with_multipliers`` gives every term the learnt variance it has no number for.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.core.binding import bind, setting
from gpstudio.core.errors import suggestion
from gpstudio.core.kernels.kernel import Kernel, PowerOf, ProductOf, Scaled, SumOf
from gpstudio.core.kernels.registered import KERNELS
from gpstudio.core.language import (
    Call,
    Expression,
    Number,
    Power,
    Product,
    RecipeError,
    Sum,
)
from gpstudio.core.language.nodes import NOWHERE
from gpstudio.core.spec import Setting

NUMBERS = ("held", "between", "around", "auto")
"""Words that stand where a number may."""


def build_kernel(expression: Expression) -> Kernel:
    """The tree that a kernel expression means."""
    match expression:
        case Call(name) if name in NUMBERS:
            raise RecipeError(f"'{name}' is a number, not a kernel", expression.span)
        case Call(name):
            if name not in KERNELS:
                hint = suggestion(name, KERNELS.names)
                raise RecipeError(f"There is no kernel called '{name}': {hint}", expression.span)
            entry = KERNELS[name]
            return entry.made(*bind(entry.spec, expression), build_kernel)
        case Sum(terms):
            return SumOf(tuple(build_kernel(term) for term in terms))
        case Product(factors):
            return _product(factors, expression)
        case Power(base, exponent):
            return PowerOf(build_kernel(base), exponent)
        case _:
            raise RecipeError("A kernel is a name such as matern32(60)", expression.span)


def split_noise(kernel: Kernel) -> tuple[Kernel | None, Setting | None]:
    """The curve's part of a kernel, and the noise where ``white`` is written; either may lack."""
    terms = kernel.parts if isinstance(kernel, SumOf) else (kernel,)
    noise = [term for term in terms if _is_white(term)]
    curve = [term for term in terms if not _is_white(term)]
    if len(noise) > 1:
        raise RecipeError("'white' is written twice; one term holds all the noise", NOWHERE)
    if any(_holds_white(term) for term in curve):
        raise RecipeError(
            "'white' is noise: write it as a term of its own, '… + white(0.01)'", NOWHERE
        )
    found = noise[0].settings[0][1] if noise else None
    if not curve:
        return None, found
    return (curve[0] if len(curve) == 1 else SumOf(tuple(curve))), found


def with_multipliers(kernel: Kernel) -> Kernel:
    """Every term without a written variance gets one that learning sets."""
    if isinstance(kernel, SumOf):
        return SumOf(tuple(with_multipliers(term) for term in kernel.parts))
    if isinstance(kernel, Scaled) or getattr(kernel, "carries_variance", False):
        return kernel
    return Scaled(Setting(), kernel)


def _product(factors: Sequence[Expression], whole: Expression) -> Kernel:
    variances = [factor for factor in factors if _is_number(factor)]
    kernels = [build_kernel(factor) for factor in factors if not _is_number(factor)]
    if not kernels:
        raise RecipeError("A number alone is no kernel; write constant(…)", whole.span)
    inside = kernels[0] if len(kernels) == 1 else ProductOf(tuple(kernels))
    if not variances:
        return inside
    if len(variances) > 1:
        raise RecipeError("A term takes one multiplier", variances[1].span)
    if _is_white(inside):
        raise RecipeError("'white' takes its variance in its brackets", variances[0].span)
    return Scaled(setting(Scaled.PARAMETER, variances[0]), inside)


def _is_number(expression: Expression) -> bool:
    return isinstance(expression, Number) or (
        isinstance(expression, Call) and expression.name in NUMBERS
    )


def _is_white(kernel: Kernel) -> bool:
    return getattr(kernel, "spec", None) is KERNELS["white"].spec


def _holds_white(kernel: Kernel) -> bool:
    if _is_white(kernel):
        return True
    return any(_holds_white(part) for part in kernel.parts)
