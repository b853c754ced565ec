"""From a kernel expression to a kernel tree.

``build_kernel`` makes the tree; ``split_noise`` takes ``white`` out of it, since noise is not a
part of the curve; ``with_multipliers`` gives every term the learnt variance it has no number for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gpstudio.core.binding import Group, Option, bind, setting
from gpstudio.core.errors import suggestion
from gpstudio.core.kernels.family import KERNELS, names, registered
from gpstudio.core.kernels.kernel import Kernel, PowerOf, ProductOf, Scaled, SumOf
from gpstudio.core.kernels.wrapper import Wrapper
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
from gpstudio.core.spec import Setting, Spec
from gpstudio.translation import tr

NUMBERS = ("held", "between", "around", "auto")
"""Words that stand where a number may."""


def build_kernel(expression: Expression, inputs: int | None = None) -> Kernel:
    """The tree that a kernel expression means; where the number of ``inputs`` is known, what the
    data are to say of each input is left open for each."""

    def build(part: Expression) -> Kernel:
        found = build_kernel(part, inputs)
        if "layers" in found.offers:
            problem = tr(
                "'{name}' is a whole model and no term: write sums and products inside its "
                "brackets, as in deep(rbf, rbf + linear)",
                name=getattr(part, "name", ""),
            )
            raise RecipeError(problem, part.span)
        return found

    match expression:
        case Call(name) if name in NUMBERS:
            raise RecipeError(tr("'{name}' is a number, not a kernel", name=name), expression.span)
        case Call(name):
            entry = registered(name)
            if entry is None:
                hint = suggestion(name, names())
                raise RecipeError(
                    tr("There is no kernel called '{name}': {hint}", name=name, hint=hint),
                    expression.span,
                )
            numbers, options = bind(entry.spec, expression)
            return entry.made(_one_an_input(entry.spec, numbers, options, inputs), options, build)
        case Sum(terms):
            return SumOf(tuple(build(term) for term in terms))
        case Product(factors, ()):
            return _product(factors, expression, build)
        case Product(_, (divisor, *_)):
            problem = tr(
                "Kernels cannot be divided: write a multiplier before them, 0.5 * matern32(60)"
            )
            raise RecipeError(problem, divisor.span)
        case Power(base, exponent):
            return PowerOf(build(base), exponent)
        case _:
            raise RecipeError(tr("A kernel is a name such as matern32(60)"), expression.span)


def _one_an_input(
    spec: Spec, numbers: tuple[Group, ...], options: Mapping[str, Option], inputs: int | None
) -> tuple[Group, ...]:
    """Places that nobody wrote: the data have another one for each input."""
    if inputs is None:
        return numbers
    dims = options.get("dims")
    seen = len(dims) if isinstance(dims, tuple) else inputs
    learnt = [parameter for parameter in spec.parameters if parameter.learnt]
    return tuple(
        group * seen
        if parameter.role == "place" and parameter.several and group == (Setting(held=True),)
        else group
        for parameter, group in zip(learnt, numbers, strict=True)
    )


def split_noise(kernel: Kernel) -> tuple[Kernel | None, Setting | None]:
    """The curve's part of a kernel, and the noise where ``white`` is written; either may lack."""
    terms = kernel.parts if isinstance(kernel, SumOf) else (kernel,)
    noise = [term for term in terms if _is_white(term)]
    curve = [term for term in terms if not _is_white(term)]
    if len(noise) > 1:
        raise RecipeError(tr("'white' is written twice; one term holds all the noise"), NOWHERE)
    if any(_holds_white(term) for term in curve):
        raise RecipeError(
            tr("'white' is noise: write it as a term of its own, '… + white(0.01)'"), NOWHERE
        )
    found = noise[0].settings[0][1] if noise else None
    if not curve:
        return None, found
    return (curve[0] if len(curve) == 1 else SumOf(tuple(curve))), found


def with_multipliers(kernel: Kernel) -> Kernel:
    """Every term without a written variance gets one that learning sets."""
    if isinstance(kernel, SumOf):
        return SumOf(tuple(with_multipliers(term) for term in kernel.parts))
    if isinstance(kernel, Scaled):
        return replace(kernel, kernel=_with_inner_multipliers(kernel.kernel))
    whole = _with_inner_multipliers(kernel)
    return whole if getattr(whole, "carries_variance", False) else Scaled(Setting(), whole)


def _with_inner_multipliers(kernel: Kernel) -> Kernel:
    """Terms stand inside wrappers too: before and after a change, in an exponent."""
    if isinstance(kernel, Wrapper) and kernel.parts_are_terms:
        return kernel.with_terms(with_multipliers)
    if isinstance(kernel, ProductOf):
        return replace(kernel, terms=tuple(map(_with_inner_multipliers, kernel.terms)))
    if isinstance(kernel, PowerOf):
        return replace(kernel, kernel=_with_inner_multipliers(kernel.kernel))
    return kernel


def _product(
    factors: Sequence[Expression], whole: Expression, build: Callable[[Expression], Kernel]
) -> Kernel:
    variances = [factor for factor in factors if _is_number(factor)]
    kernels = [build(factor) for factor in factors if not _is_number(factor)]
    if not kernels:
        raise RecipeError(tr("A number alone is no kernel; write constant(…)"), whole.span)
    inside = kernels[0] if len(kernels) == 1 else ProductOf(tuple(kernels))
    if not variances:
        return inside
    for number in variances:
        if isinstance(number, Number) and number.value < 0:
            problem = tr("Kernels are added, never subtracted: a multiplier must be more than 0")
            raise RecipeError(problem, number.span)
    if len(variances) > 1:
        raise RecipeError(tr("A term takes one multiplier"), variances[1].span)
    if _is_white(inside):
        raise RecipeError(tr("'white' takes its variance in its brackets"), variances[0].span)
    multiplier = setting(Scaled.PARAMETER, variances[0])
    if multiplier.held and multiplier.value is None:
        raise RecipeError(tr("A multiplier that is held has a number"), variances[0].span)
    return Scaled(multiplier, inside)


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
