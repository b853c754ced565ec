"""Readings of any size: those far from one are computed with in a unit of their own.

Variances are squares: readings of 1e155 have one that no double holds, and of 1e-60 the products
that learning looks at run out of digits. So such readings are divided by a power of two, which
costs none of their digits, and so is every variance that is written; what comes back is multiplied
again. A variance that no double holds is told as the nearest that one does.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.binding import bind, unbind
from gpstudio.core.choices import is_auto, make
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.report import Report
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.kernel import Scaled, SumOf
from gpstudio.core.kernels.wrapper import Wrapper
from gpstudio.core.language import Call, parse, print_expression
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.recipe import Recipe
from gpstudio.core.scales import SCALES
from gpstudio.core.spec import Parameter, Setting
from gpstudio.translation import tr

FAR = 100
"""Readings from 2⁻¹⁰⁰ to 2¹⁰⁰ (1e±30) are computed with as they are: all is well up to 1e±60."""
TIMES = {"variance": 2, "noise": 2, "size": 1}
"""How often the unit goes into a likelihood's number, by its role."""
LEAST, MOST = math.ulp(0.0), sys.float_info.max

Change = Callable[[Setting], Setting]


@dataclass(frozen=True)
class Unit:
    """2 to the ``exponent``."""

    exponent: int = 0

    @classmethod
    def of(cls, values: Floats, recipe: Recipe) -> Unit:
        """That of the largest reading, where it is far from one; a scale with limits, which makes
        of any reading a number near one, wants none."""
        if not is_auto(recipe.scale) and not make(SCALES, recipe.scale).is_identity:
            return cls()
        low, high = (float(most(values)) if len(values) else 0.0 for most in (np.min, np.max))
        size = max(abs(low), abs(high))
        if not math.isfinite(size):
            size = float(np.max(np.abs(values), where=np.isfinite(values), initial=0.0))
        exponent = math.frexp(size)[1]
        return cls(exponent) if size > 0.0 and abs(exponent) > FAR else cls()

    def inside(self, values: Floats) -> Floats:
        return self._times(values, -self.exponent)

    def outside(self, values: Floats) -> Floats:
        return self._times(values, self.exponent)

    def length(self, number: float) -> float:
        """A distance between readings as it is inside."""
        return _held(number, -self.exponent)

    def squared_outside(self, values: Floats) -> Floats:
        return self._times(values, 2 * self.exponent)

    def variance(self, number: float) -> float:
        """One that was computed inside, or the nearest that a double holds."""
        return _held(number, 2 * self.exponent)

    def recipe(self, recipe: Recipe) -> Recipe:
        """With the variances that are written as they are inside."""
        if self.exponent == 0:
            return recipe
        learnt = recipe.learning != parse("fixed")

        def change(setting: Setting) -> Setting:
            return _changed(setting, -2 * self.exponent)

        kernel = recipe.kernel
        if not is_auto(kernel):
            kernel = _with_variances(build_kernel(kernel), change, learnt).expression()
        return replace(
            recipe, kernel=kernel, likelihood=_likelihood(recipe.likelihood, -self.exponent)
        )

    def report(self, posterior: Posterior, weight: float) -> Report:
        """``weight`` is that of all readings: a density is per unit of each of them."""
        report = posterior.report
        if self.exponent == 0:
            return report
        kernel = _with_variances(
            posterior.kernel, lambda setting: _changed(setting, 2 * self.exponent), True
        )
        units = (weight - len(report.mean)) * self.exponent * math.log(2.0)
        remark = tr(
            "readings so far from 1 are computed with in units of 2**{exponent}: numbers in "
            "remarks are in these",
            exponent=self.exponent,
        )
        return replace(
            report,
            kernel=str(kernel),
            noise=self.variance(report.noise),
            likelihood=self._told(report.likelihood),
            mean=tuple(_held(number, self.exponent) for number in report.mean),
            log_evidence=report.log_evidence - units,
            remarks=(*report.remarks, remark),
        )

    def _told(self, likelihood: str) -> str:
        return likelihood and print_expression(_likelihood(parse(likelihood), self.exponent))

    @staticmethod
    def _times(values: Floats, exponent: int) -> Floats:
        if exponent == 0:
            return values
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(np.ldexp(values, exponent))


def _with_variances(kernel: Kernel, change: Change, learnt: bool) -> Kernel:
    """Each term with its variance changed. A term without one is learnt with a multiplier that the
    readings say, and is of variance one where nothing is learnt."""

    def term(part: Kernel) -> Kernel:
        return _with_variances(part, change, learnt)

    if isinstance(kernel, SumOf):
        return SumOf(tuple(map(term, kernel.parts)))
    if isinstance(kernel, Scaled):
        return replace(kernel, variance=change(kernel.variance))
    if getattr(kernel, "carries_variance", False):
        if isinstance(kernel, Wrapper):
            return kernel.resized(term)
        return kernel.with_settings([_own(*pair, change) for pair in kernel.settings])
    return kernel if learnt else Scaled(change(Setting(1.0)), kernel)


def _own(parameter: Parameter, setting: Setting, change: Change) -> Setting:
    return change(setting) if parameter.role in ("variance", "noise") else setting


def _likelihood(expression: Any, exponent: int) -> Any:
    """With its variances and sizes changed by so many doublings of the readings."""

    if not isinstance(expression, Call) or expression.name not in LIKELIHOODS:
        return expression
    spec = LIKELIHOODS[expression.name].spec
    groups, options = bind(spec, expression)
    learnt: Sequence[Parameter] = [one for one in spec.parameters if one.learnt]
    changed = [
        tuple(_changed(setting, TIMES.get(parameter.role, 0) * exponent) for setting in group)
        for parameter, group in zip(learnt, groups, strict=True)
    ]
    return unbind(spec, changed, options)


def _changed(setting: Setting, exponent: int) -> Setting:
    """A prior's spread is one of logarithms, which know no unit."""

    def at(number: float | None) -> float | None:
        return None if number is None else _held(number, exponent)

    return replace(
        setting,
        value=at(setting.value),
        low=at(setting.low),
        high=at(setting.high),
        centre=at(setting.centre),
    )


def _held(number: float, exponent: int) -> float:
    """Nearest to it and not beyond what a double holds; zero stays zero."""
    with np.errstate(over="ignore", under="ignore"):
        found = float(np.ldexp(number, exponent))
    if number == 0.0:
        return number
    return math.copysign(min(max(abs(found), LEAST), MOST), number)
