"""Checks the words of any registered choice against its spec, and writes them back.

``bind`` turns a call such as ``matern32(between(30, 10, 90))`` into its learnable numbers and its
options, or points at the word that is wrong; ``unbind`` is its inverse.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gpstudio.core.errors import suggestion
from gpstudio.core.language import (
    Call,
    Expression,
    Items,
    Number,
    RecipeError,
    Text,
    parse,
    print_number,
)
from gpstudio.core.spec import Parameter, Setting, Spec
from gpstudio.translation import tr

Group: TypeAlias = tuple[Setting, ...]
"""The numbers of one parameter: one, or as many as its list has."""
Option: TypeAlias = float | str | tuple[int, ...] | Expression
Bound: TypeAlias = tuple[tuple[Group, ...], dict[str, Option]]


def bind(spec: Spec, call: Call) -> Bound:
    """The call's learnable numbers, grouped by parameter in declared order, and its options."""
    given = _arguments(spec, call)
    groups: list[Group] = []
    options: dict[str, Option] = {}
    for parameter in spec.parameters:
        written_value = given.get(parameter.name)
        if parameter.learnt:
            groups.append(_group(parameter, written_value))
        elif (option := _option(parameter, written_value)) is not None:
            options[parameter.name] = option
    return tuple(groups), options


def unbind(spec: Spec, groups: Sequence[Group], options: Mapping[str, Option]) -> Call:
    """The call that ``bind`` would read back.

    What leads without a gap stands unnamed: the kernels inside, and the first number.
    """
    arguments: list[Expression] = []
    keywords: list[tuple[str, Expression]] = []
    waiting = iter(groups)
    for place, parameter in enumerate(spec.parameters):
        if parameter.learnt:
            value = _written_group(parameter, next(waiting))
        else:
            value = _rest(parameter, options)
        if value is None:
            continue
        leads = parameter.kind in ("kernel", "functions") or place == 0
        if _is_list(parameter) and isinstance(value, Items):
            arguments.extend(value.items)
        elif leads and len(arguments) == place and not keywords:
            arguments.append(value)
        else:
            keywords.append((parameter.name, value))
    return Call(spec.name, tuple(arguments), tuple(keywords))


def kernels_apart(
    spec: Spec, options: Mapping[str, Option]
) -> tuple[tuple[Expression, ...], dict[str, Option]]:
    """The kernels inside, and the other options."""
    names = kernel_names(spec)
    rest = {name: option for name, option in options.items() if name not in names}
    inside: list[Expression] = []
    for name in names:
        one = options[name]
        inside.extend(one.items if isinstance(one, Items) else [one])  # type: ignore[list-item]
    return tuple(inside), rest


def with_kernels(
    spec: Spec, options: Mapping[str, Option], inside: Sequence[Expression]
) -> dict[str, Option]:
    """The options with these kernels among them."""
    names = kernel_names(spec)
    if any(_is_list(parameter) for parameter in spec.parameters):
        return {**options, names[0]: Items(tuple(inside))}
    return {**options, **dict(zip(names, inside, strict=True))}


def kernel_names(spec: Spec) -> list[str]:
    """The parameters of a spec that are kernels themselves."""
    return [parameter.name for parameter in spec.parameters if parameter.kind == "kernel"]


def _is_list(parameter: Parameter) -> bool:
    """Whether it is as many kernels as stand there, one after the other."""
    return parameter.kind == "kernel" and parameter.several


def written(number: Setting) -> Expression:
    """A setting as the recipe language writes it; where a number has left the middle of its prior,
    the number: that is what was used."""
    plain = Call("auto") if number.value is None else Number(number.value)
    if number.held:
        return Call("held", (plain,))
    if number.low is not None and number.high is not None:
        return Call("between", (plain, Number(number.low), Number(number.high)))
    centre, spread = number.centre, number.spread
    if centre is not None and spread is not None and number.value in (None, centre):
        return Call("around", (Number(centre), Number(spread)))
    return plain


def setting(parameter: Parameter, expression: Expression | None) -> Setting:
    """A learnable number: plain, held, between two bounds, around a guess, or ``auto``."""
    match expression:
        case None:
            return Setting(_default_number(parameter), parameter.held)
        case Call("auto", (), ()):
            return Setting()
        case Call("held", (Call("auto", (), ()),), ()):
            return Setting(held=True)
        case Number(0.0) | Call("held", (Number(0.0),), ()) if parameter.zero:
            return Setting(0.0, held=True)
        case Number(value):
            found = Setting(value)
        case Call("held", (Number(value),), ()):
            found = Setting(value, held=True)
        case Call("between", (Number(value), Number(low), Number(high)), ()):
            if not low <= value <= high:
                raise RecipeError(
                    tr("between(start, low, high) wants low ≤ start ≤ high"), expression.span
                )
            found = Setting(value, low=low, high=high)
        case Call("around", (Number(value), Number(spread)), ()):
            if spread <= 0:
                raise RecipeError(
                    tr("around(number, spread) wants a spread above 0"), expression.span
                )
            found = Setting(value, centre=value, spread=spread)
        case _:
            raise RecipeError(
                tr(
                    "'{name}' is a number, held(number), between(start, low, high) or "
                    "around(number, spread)",
                    name=parameter.name,
                ),
                expression.span,
            )
    smallest = found.value if found.low is None else found.low
    if parameter.positive and smallest is not None and smallest <= 0:
        raise RecipeError(tr("'{name}' must be more than 0", name=parameter.name), expression.span)
    return found


def _arguments(spec: Spec, call: Call) -> dict[str, Expression]:
    """What stands in the call's brackets, by the parameters' names."""
    given: dict[str, Expression] = {}
    listed = next((one for one in spec.parameters[:1] if _is_list(one)), None)
    if listed is not None:
        given[listed.name] = Items(call.arguments)
    elif len(call.arguments) > len(spec.parameters):
        extra = call.arguments[len(spec.parameters)]
        raise RecipeError(
            tr("'{name}' is written {signature}", name=spec.name, signature=spec.signature),
            extra.span,
        )
    else:
        given = dict(zip((one.name for one in spec.parameters), call.arguments, strict=False))
    for name, argument in call.keywords:
        if spec.parameter(name) is None:
            hint = suggestion(name, [p.name for p in spec.parameters])
            raise RecipeError(
                tr("'{owner}' has no '{name}': {hint}", owner=spec.name, name=name, hint=hint),
                argument.span,
            )
        if name in given:
            raise RecipeError(tr("'{name}' is given twice", name=name), argument.span)
        given[name] = argument
    for parameter in spec.parameters:
        needed = parameter.kind in ("kernel", "functions") and parameter.default is None
        if needed and parameter.name not in given:
            raise RecipeError(
                tr("'{name}' is written {signature}", name=spec.name, signature=spec.signature),
                call.span,
            )
    return given


def _group(parameter: Parameter, expression: Expression | None) -> Group:
    if not isinstance(expression, Items):
        return (setting(parameter, expression),)
    if not parameter.several:
        raise RecipeError(
            tr("'{name}' is one number, not a list", name=parameter.name), expression.span
        )
    if not expression.items:
        raise RecipeError(tr("The list of '{name}' is empty", name=parameter.name), expression.span)
    return tuple(setting(parameter, item) for item in expression.items)


def _written_group(parameter: Parameter, group: Group) -> Expression | None:
    if len(group) == 1:
        left_out = group[0] == Setting(None, parameter.held)
        return None if left_out else written(group[0])
    return Items(tuple(map(written, group)))


def _rest(parameter: Parameter, options: Mapping[str, Option]) -> Expression | None:
    """An option as it is written, unless it is the default."""
    option = options.get(parameter.name)
    match option:
        case None:
            return None
        case _ if option == parameter.default:
            return None
        case str():
            return Text(option)
        case int() | float():
            return Number(float(option))
        case tuple():
            return Items(tuple(Number(float(place)) for place in option))
        case _:
            return option


def _option(parameter: Parameter, expression: Expression | None) -> Option | None:
    match expression:
        case None if parameter.kind == "functions":
            return parse(str(parameter.default))
        case None:
            return parameter.default
        case _ if parameter.kind in ("kernel", "functions"):
            return expression
        case Number() | Items() if parameter.kind == "inputs":
            return _places(parameter, expression)
        case Text(value) | Call(value, (), ()) if parameter.kind == "choice":
            if value in parameter.choices:
                return value
            hint = suggestion(value, parameter.choices)
            raise RecipeError(
                tr(
                    "'{name}' cannot be '{value}': {hint}",
                    name=parameter.name,
                    value=value,
                    hint=hint,
                ),
                expression.span,
            )
        case Number(value) if parameter.kind != "choice":
            if parameter.kind == "integer" and value != int(value):
                raise RecipeError(
                    tr("'{name}' is a whole number", name=parameter.name), expression.span
                )
            if not parameter.low <= value <= parameter.high:
                whole = parameter.kind == "integer"
                high = f"{parameter.high:,.0f}" if whole else f"{parameter.high:g}"
                raise RecipeError(
                    tr(
                        "'{name}' goes from {low} to {high}, not {value:g}",
                        name=parameter.name,
                        low=print_number(parameter.low),
                        high=high,
                        value=value,
                    ),
                    expression.span,
                )
            return value
        case _ if parameter.choices:
            raise RecipeError(
                tr(
                    "'{name}' is one of {choices}",
                    name=parameter.name,
                    choices=", ".join(parameter.choices),
                ),
                expression.span,
            )
        case _:
            raise RecipeError(tr("'{name}' is a number", name=parameter.name), expression.span)


def _places(parameter: Parameter, expression: Number | Items) -> tuple[int, ...]:
    items = expression.items if isinstance(expression, Items) else (expression,)
    places = [item.value for item in items if isinstance(item, Number)]
    whole = all(place >= 0 and place == int(place) for place in places)
    if not places or not whole or len(set(places)) < len(items):
        problem = tr(
            "'{name}' lists different inputs counted from 0, such as [0, 3]", name=parameter.name
        )
        raise RecipeError(problem, expression.span)
    return tuple(int(place) for place in places)


def _default_number(parameter: Parameter) -> float | None:
    if isinstance(parameter.default, str):
        raise RuntimeError(f"the default of '{parameter.name}' is not a number")
    return parameter.default
