"""The model in one line, for who does not want to see more of it."""

from __future__ import annotations

from collections.abc import Iterator

from gpstudio.core.language import (
    Call,
    Expression,
    Items,
    Number,
    Power,
    Product,
    Sum,
    parse,
    print_number,
)
from gpstudio.core.recipe import SLOTS, Recipe, Slot
from gpstudio.gui.words import kernel_text, short
from gpstudio.session.commands import automatic
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr, tr_count

TRENDS = ("linear", "random_walk", "local_linear_trend")
YEAR, WEEK = 365.25, 7.0
"""Days, and by how many a year may be off and still be called one."""


def model_line(document: Document, fit: Fit | None) -> str:
    """``fit`` is that of the present recipe, where there is one."""
    recipe = document.recipe
    chosen = [_choice(recipe, slot) for slot in SLOTS if _is_chosen(recipe, slot)]
    if chosen:
        return tr("Chosen by you: {choices}.", choices="; ".join(chosen))
    if fit is None:
        return tr("Automatic: Fit chooses by what the readings say.")
    return tr("Automatic: {findings}.", findings="; ".join(_found(fit)))


def _is_chosen(recipe: Recipe, slot: Slot) -> bool:
    return recipe.text(slot.name) != automatic(recipe).text(slot.name)


def _choice(recipe: Recipe, slot: Slot) -> str:
    """``Kernel Matérn 3/2``, or the words of the recipe where there is more to say."""
    text = recipe.text(slot.name)
    if text in slot.registry:
        text = slot.registry[text].spec.title
    elif slot.name == "kernel":
        text = kernel_text(text)
    return f"{slot.title} {text}"


def _found(fit: Fit) -> Iterator[str]:
    yield _course(fit)
    calls = list(calls_in(parse(fit.report.kernel)))
    if any(call.name in TRENDS for call in calls):
        yield tr("a trend")
    if fit.report.likelihood.startswith("clouded"):
        yield tr("low readings may be clouds")
    fields = fit.report.taught_by
    yield (
        tr_count(fields, "learnt from {n:,} field", "learnt together with {n:,} fields")
        if fields
        else tr("learnt from this field alone")
    )


def _course(fit: Fit) -> str:
    periods = [
        period
        for call in calls_in(parse(fit.report.kernel))
        if (period := period_of(call)) is not None
    ]
    if not periods:
        return tr("a smooth curve")
    if fit.series.dated and abs(periods[0] - YEAR) <= WEEK:
        return tr("a course that repeats yearly")
    every = print_number(short(periods[0]))
    if fit.series.dated:
        return tr("a course that repeats every {period} days", period=every)
    return tr("a course that repeats every {period}", period=every)


def period_of(call: Call) -> float | None:
    """After which what it says comes again; None where it does not."""
    said = dict(call.keywords).get("period")
    while isinstance(said, Call) and said.arguments:  # held, or between bounds
        said = said.arguments[0]
    if isinstance(said, Items) and said.items:
        said = said.items[0]
    return said.value if isinstance(said, Number) else None


def calls_in(expression: Expression) -> Iterator[Call]:
    """Of a sum of products, also of what stands inside a call."""
    match expression:
        case Call(arguments=arguments):
            yield expression
            for argument in arguments:
                yield from calls_in(argument)
        case Sum(parts) | Product(parts):
            for part in parts:
                yield from calls_in(part)
        case Power(base=base):
            yield from calls_in(base)
        case _:
            return
