"""Checks the words of any registered choice against its spec, and writes them back.

``bind`` turns a call such as ``matern32(between(30, 10, 90))`` into its learnable numbers and its
options, or points at the word that is wrong; ``unbind`` is its inverse.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gpstudio.core.errors import suggestion
from gpstudio.core.language import Call, Expression, Number, RecipeError, Text, print_number
from gpstudio.core.spec import Parameter, Setting, Spec


def bind(spec: Spec, call: Call) -> tuple[tuple[Setting, ...], dict[str, float | str]]:
    """The call's learnable numbers in declared order, and its options by name."""
    given: dict[str, Expression] = {}
    if len(call.arguments) > len(spec.parameters):
        extra = call.arguments[len(spec.parameters)]
        raise RecipeError(f"'{spec.name}' is written {spec.signature}", extra.span)
    for parameter, argument in zip(spec.parameters, call.arguments, strict=False):
        given[parameter.name] = argument
    for name, argument in call.keywords:
        if spec.parameter(name) is None:
            hint = suggestion(name, [p.name for p in spec.parameters])
            raise RecipeError(f"'{spec.name}' has no '{name}': {hint}", argument.span)
        if name in given:
            raise RecipeError(f"'{name}' is given twice", argument.span)
        given[name] = argument
    numbers, options = [], {}
    for parameter in spec.parameters:
        written_value = given.get(parameter.name)
        if parameter.learnt:
            numbers.append(setting(parameter, written_value))
        elif (option := _option(parameter, written_value)) is not None:
            options[parameter.name] = option
    return tuple(numbers), options


def unbind(
    spec: Spec, numbers: Sequence[Setting], options: Mapping[str, float | str]
) -> Expression:
    """The call that ``bind`` would read back: first numbers unnamed, the rest by name."""
    arguments: list[Expression] = []
    keywords: list[tuple[str, Expression]] = []
    settings = iter(numbers)
    for parameter in spec.parameters:
        value: Expression
        if parameter.learnt:
            number = next(settings)
            if number.value is None:
                continue
            value = written(number)
            if parameter is spec.parameters[0]:
                arguments.append(value)
                continue
        elif parameter.name in options and options[parameter.name] != parameter.default:
            option = options[parameter.name]
            value = Text(option) if isinstance(option, str) else Number(option)
        else:
            continue
        keywords.append((parameter.name, value))
    return Call(spec.name, tuple(arguments), tuple(keywords))


def written(number: Setting) -> Expression:
    """A setting that has a number, as the recipe language writes it."""
    plain = Number(number.number)
    if number.held:
        return Call("held", (plain,))
    if number.low is not None and number.high is not None:
        return Call("between", (plain, Number(number.low), Number(number.high)))
    return plain


def setting(parameter: Parameter, expression: Expression | None) -> Setting:
    """A learnable number: plain, held, or between two bounds; always positive."""
    match expression:
        case None:
            return Setting(_default_number(parameter))
        case Number(value):
            found = Setting(value)
        case Call("held", (Number(value),), ()):
            found = Setting(value, held=True)
        case Call("between", (Number(value), Number(low), Number(high)), ()):
            if not low <= value <= high:
                raise RecipeError(
                    "between(start, low, high) wants low ≤ start ≤ high", expression.span
                )
            found = Setting(value, low=low, high=high)
        case _:
            raise RecipeError(
                f"'{parameter.name}' is a number, held(number) or between(start, low, high)",
                expression.span,
            )
    smallest = found.value if found.low is None else found.low
    if smallest is not None and (smallest <= 0 or not math.isfinite(smallest)):
        raise RecipeError(f"'{parameter.name}' must be more than 0", expression.span)
    return found


def _option(parameter: Parameter, expression: Expression | None) -> float | str | None:
    match expression:
        case None:
            return parameter.default
        case Text(value) | Call(value, (), ()) if parameter.kind == "choice":
            if value in parameter.choices:
                return value
            hint = suggestion(value, parameter.choices)
            raise RecipeError(f"'{parameter.name}' cannot be '{value}': {hint}", expression.span)
        case Number(value) if parameter.kind != "choice":
            if parameter.kind == "integer" and value != int(value):
                raise RecipeError(f"'{parameter.name}' is a whole number", expression.span)
            if not parameter.low <= value <= parameter.high:
                bounds = f"{print_number(parameter.low)} to {parameter.high:g}"
                raise RecipeError(f"'{parameter.name}' goes from {bounds}", expression.span)
            return value
        case _:
            wanted = "one of " + ", ".join(parameter.choices) if parameter.choices else "a number"
            raise RecipeError(f"'{parameter.name}' is {wanted}", expression.span)


def _default_number(parameter: Parameter) -> float | None:
    if isinstance(parameter.default, str):
        raise RuntimeError(f"the default of '{parameter.name}' is not a number")
    return parameter.default
