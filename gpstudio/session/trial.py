"""Trying other numbers than the learnt ones: the same field and model, nothing learnt.

With fixed numbers and one time input a fit takes milliseconds, so a curve can follow a slider.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from gpstudio.core.binding import bind, unbind
from gpstudio.core.errors import InputError
from gpstudio.core.language import Call, Expression, parse
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter, Setting, variance
from gpstudio.core.task import QUIET, Task
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.kernel_numbers import (
    Handle,
    all_held,
    handles,
    has_noise_term,
    with_noise_term,
    with_number,
)
from gpstudio.session.kernel_tree import Node, read, write
from gpstudio.session.request import NO_STAGES
from gpstudio.translation import tr

FARTHEST = 30.0
"""A number can be tried from a thirtieth to thirty times of what was learnt."""
DIGITS = 5
POINTS = 700
"""Of a tried curve: about one a pixel, since painting is what takes longest."""
NOISE = "noise"
NOISE_PARAMETER = variance(
    NOISE, tr("Noise"), tr("How far single readings scatter about the curve.")
)


@dataclass(frozen=True)
class TriedNumbers:
    """The kernel of a fit with all its numbers, and the noise; NaN where there is none."""

    kernel: Node
    noise: float
    scale: Expression
    """That on which variances and noise are."""

    @classmethod
    def of(cls, fit: Fit) -> TriedNumbers:
        """Those that the fit used."""
        return cls(read(parse(fit.report.kernel)), fit.report.noise, fit.learned.written.scale)

    @property
    def handles(self) -> tuple[Handle, ...]:
        return handles(self.kernel)


@dataclass(frozen=True)
class SliderScale:
    """From a slider's place, 0 to 1, to a number and back; the learnt one is in the middle."""

    middle: float
    low: float
    high: float
    positive: bool
    """By factors; a place along the time axis goes by steps instead."""

    @classmethod
    def about(cls, learnt: float, parameter: Parameter, reach: float) -> SliderScale:
        """``reach`` is the range of the time axis."""
        if parameter.positive:
            return cls(learnt, learnt / FARTHEST, learnt * FARTHEST, True)
        return cls(learnt, learnt - reach, learnt + reach, False)

    def number(self, share: float) -> float:
        if share == 0.5:
            return self.middle
        if self.positive:
            return float(self.middle * FARTHEST ** (2.0 * share - 1.0))
        return self.low + share * (self.high - self.low)

    def share(self, number: float) -> float:
        if self.positive:
            found = 0.5 + 0.5 * math.log(number / self.middle) / math.log(FARTHEST)
        else:
            found = (number - self.low) / (self.high - self.low)
        return min(max(found, 0.0), 1.0)

    def holds(self, number: float) -> bool:
        return math.isfinite(number) and (number > 0.0 or not self.positive)

    @property
    def refusal(self) -> str:
        return tr("Write a number above 0.") if self.positive else tr("Write a number.")


@dataclass(frozen=True)
class Turnable:
    """One number of a fit that can be tried."""

    title: str
    parameter: Parameter
    scale: SliderScale
    turned: Callable[[TriedNumbers, float], TriedNumbers]
    """The numbers with this one changed."""


def turnables(fit: Fit) -> tuple[Turnable, ...]:
    """Every number of the kernel, then the noise if there is one."""
    numbers = TriedNumbers.of(fit)
    reach = float(fit.series.time[-1] - fit.series.time[0]) or 1.0
    found = numbers.handles
    names = [(handle.parameter.title, handle.term) for handle in found]
    made = []
    for place, handle in enumerate(found):
        title, term = names[place]
        twins = names[:place].count((title, term))
        called = tr("{title} of {term}", title=title, term=term)
        if names.count((title, term)) > 1:
            called = tr("{name} {number}", name=called, number=twins + 1)
        parameter = handle.parameter
        scale = SliderScale.about(handle.setting.number, parameter, reach)
        made.append(
            Turnable(
                called,
                parameter,
                scale,
                _turner(handle),
            )
        )
    if math.isnan(numbers.noise):  # the likelihood has no such number
        return tuple(made)
    noise = SliderScale.about(numbers.noise, NOISE_PARAMETER, reach)
    return (*made, Turnable(tr("Noise"), NOISE_PARAMETER, noise, _with_noise_number))


def _turner(handle: Handle) -> Callable[[TriedNumbers, float], TriedNumbers]:
    return lambda numbers, number: replace(
        numbers, kernel=with_number(numbers.kernel, handle, number)
    )


def _with_noise_number(numbers: TriedNumbers, number: float) -> TriedNumbers:
    return replace(numbers, noise=number)


def live_recipe(recipe: Recipe, numbers: TriedNumbers) -> Recipe:
    """The quickest way to the same model with these numbers."""
    quick = replace(_with(recipe, numbers, Setting), learning=Call("fixed"))
    return replace(quick, approximation=Call("auto"), solver=Call("auto"))


def kept_recipe(recipe: Recipe, numbers: TriedNumbers) -> Recipe:
    """The model in which exactly these numbers stay, whatever the way of learning."""
    for handle in numbers.handles:
        numbers = replace(
            numbers, kernel=with_number(numbers.kernel, handle, short(handle.setting.number))
        )
    held = replace(numbers, kernel=all_held(numbers.kernel))
    return _with(recipe, held, lambda n: Setting(short(n), held=True))


def short(number: float) -> float:
    """As many digits as a person wants to read in a recipe; the curve does not show the rest."""
    return float(f"{number:.{DIGITS}g}")


def try_numbers(fit: Fit, numbers: TriedNumbers, task: Task = QUIET) -> Fit:
    """The curve of a field with other numbers; its stages are not dated."""
    time = fit.curve.time
    step = float(time[-1] - time[0]) / max(min(len(time), POINTS) - 1, 1)
    times = (float(time[0]), float(time[-1]), step) if step > 0.0 else None
    request = replace(fit.request, times=times, stages=NO_STAGES)
    return fit_series(fit.series, live_recipe(fit.recipe, numbers), request, task=task)


def _with(recipe: Recipe, numbers: TriedNumbers, kept: Callable[[float], Setting]) -> Recipe:
    noise, recipe = kept(numbers.noise), replace(recipe, scale=numbers.scale)
    if _writes_noise(recipe.kernel):
        return replace(recipe, kernel=write(with_noise_term(numbers.kernel, noise)))
    return replace(
        recipe, kernel=write(numbers.kernel), likelihood=_with_noise(recipe.likelihood, noise)
    )


def _writes_noise(kernel: Expression) -> bool:
    try:
        return has_noise_term(read(kernel))
    except InputError:
        return False  # automatic


def _with_noise(likelihood: Expression, noise: Setting) -> Expression:
    match likelihood:
        case Call(name):
            spec = LIKELIHOODS[name].spec
            groups, options = bind(spec, likelihood)
            learnt = [parameter.name for parameter in spec.parameters if parameter.learnt]
            pairs = zip(learnt, groups, strict=True)
            changed = [(noise,) if name == NOISE else group for name, group in pairs]
            return unbind(spec, changed, options)
        case _:
            return likelihood
