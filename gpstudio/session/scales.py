"""Which scale ``auto`` takes for a field: that of the index which its column is known to be.

Asked of the readings once, before anything is fitted, so that all that is compared with each other
stands on one scale: kernels, readings held out, numbers that are tried.

A scale cannot hold its own limits, and a reading close to one weighs as if it were hardly
uncertain. So limits stay where they are if all readings lie at least ``NEAREST`` of the width
between them inside. Else the one that is too near moves to ``BEYOND`` of the width beyond the
farthest reading there. Where a reading lies more than ``FARTHEST`` of the width outside, or more
than ``MOST`` of them lie outside, the column is not what it is called, or in another unit: its
readings are taken as they are; and so where a recipe keeps variances, which are in their unit.

Of a column that is no known index the readings are asked when they are fitted: those of a long
series that grows by shares get a log (``core/inference/auto_scale.py``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import is_auto, make
from gpstudio.core.errors import InputError
from gpstudio.core.inference.auto_scale import keeps_unit, likelihood_of
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.language import print_number
from gpstudio.core.recipe import Recipe
from gpstudio.core.scales import SCALES, Scale
from gpstudio.data.names import index_of, is_beside, words
from gpstudio.data.series import Series
from gpstudio.phenology.indices import OPEN, Limits
from gpstudio.translation import tr

NEAREST = 0.01
"""There a reading stands 4.6 from the middle of a logit, where most of an index stand within 2; the
nearest of 27,000 NDVI is at 0.011."""
BEYOND = 0.05
FARTHEST = 0.25
"""NDVI -0.39 to 1.34, GCC 0.075 to 0.825: noise leads no farther."""
MOST = 0.05
AS_GIVEN = "identity"
ASKED = "auto"
"""Of a column of which nothing is known: the readings themselves are asked, where they are fitted
(``core/inference/auto_scale.py``)."""


class ChosenScale(NamedTuple):
    text: str
    """As a recipe writes it."""
    reason: str


class Scaled(NamedTuple):
    """A recipe whose scale is no longer left to ``auto``, unless the readings alone can say."""

    recipe: Recipe
    reason: str
    """Why it is this one; empty where it is written."""

    @classmethod
    def of(cls, recipe: Recipe, series: Series) -> Scaled:
        if not is_auto(recipe.scale):
            return cls(recipe, "")
        chosen = _written(recipe) or scale_for(series.value_name, series.value)
        return cls(recipe.filled(scale=chosen.text), chosen.reason)

    @classmethod
    def among(cls, recipe: Recipe, scale: str, series: Series) -> Scaled | None:
        """With the scale of all fields; None where the recipe or a reading is not for that."""
        filled = recipe.filled(scale=scale)
        shared = cls(filled, "")
        if filled.text("scale") != scale:
            return None
        try:
            shared.check(series)
        except InputError:
            return None
        return shared

    @property
    def scale(self) -> Scale:
        """That of the readings as they are, where they are still to be asked."""
        made: Scale = make(SCALES, self.recipe.filled(scale=AS_GIVEN).scale)
        return made

    def check(self, series: Series) -> None:
        """An ``InputError`` where a reading has no place on it."""
        self.scale.check(series.value)

    def told(self, posterior: Posterior) -> Posterior:
        """With the reason after all others."""
        if not self.reason or posterior.plan.scale != self.scale:
            return posterior
        report = posterior.report
        return posterior.with_report(replace(report, reason=f"{report.reason}; {self.reason}"))


def scale_of_all(recipe: Recipe, fields: Sequence[Series]) -> ChosenScale:
    """The scale of fields that learn together: with limits that hold the readings of all, if most
    of the fields would have limits by themselves."""
    if not is_auto(recipe.scale):
        return ChosenScale(recipe.text("scale"), "")
    if (written := _written(recipe)) is not None:
        return written
    name = fields[0].value_name
    each = [(one.value, scale_for(name, one.value).text) for one in fields]
    limited = [values for values, text in each if text not in (AS_GIVEN, ASKED)]
    few = 2 * len(limited) < len(fields)
    found = scale_for(name, np.concatenate([values for values, _ in each] if few else limited))
    return found._replace(text=AS_GIVEN) if found.text == ASKED else found


def scale_for(name: str, values: Floats) -> ChosenScale:
    """The scale of a column, by its name and its finite readings, and why it was taken."""
    named = words(name)
    index = None if is_beside(named) else index_of(name)
    if index is None or index.limits == OPEN or not len(values):
        return ChosenScale(ASKED, tr("no limits are known for this unit"))
    limits, seen = index.limits, Limits(float(np.min(values)), float(np.max(values)))
    width = (limits.high if limits.is_closed else seen.high) - limits.low
    outside = int(np.count_nonzero((values <= limits.low) | (values >= limits.high)))
    farthest = max(limits.low - seen.low, seen.high - limits.high)
    if farthest > FARTHEST * width or outside > max(MOST * len(values), 1.0):
        return ChosenScale(AS_GIVEN, _why_none(name, limits, seen))
    wide = _widened(limits, seen, width)
    low, high = print_number(wide.low), print_number(wide.high)
    text = f"logit({low}, {high})" if wide.is_closed else f"log({low})"
    return ChosenScale(text, _why(name, limits, seen, wide))


def _written(recipe: Recipe) -> ChosenScale | None:
    """What the rest of a recipe says of its scale."""
    likelihood = likelihood_of(recipe)
    if not likelihood.shifts:
        reason = tr("{title} readings have a scale of their own", title=likelihood.spec.title)
        return ChosenScale(AS_GIVEN, reason)
    if keeps_unit(recipe):
        return ChosenScale(AS_GIVEN, tr("variances are kept in the unit of the readings"))
    return None


def _widened(limits: Limits, seen: Limits, width: float) -> Limits:
    """Rounded outwards, so that they can be read."""
    unit = 10.0 ** (math.floor(math.log10(width)) - 2)
    low, high = limits
    if seen.low - low < NEAREST * width:
        low = math.floor((seen.low - BEYOND * width) / unit) * unit
    if high - seen.high < NEAREST * width:
        high = math.ceil((seen.high + BEYOND * width) / unit) * unit
    return Limits(*(float(f"{limit:.6g}") for limit in (low, high)))


def _why(name: str, limits: Limits, seen: Limits, wide: Limits) -> str:
    if wide == limits:
        return tr("the limits of {name} are known", name=name)
    if not limits.is_closed:
        return tr(
            "the limit of {name}, {low:g}, is moved to {wide:g} by a reading of {seen:g}",
            name=name,
            low=limits.low,
            wide=wide.low,
            seen=seen.low,
        )
    return tr(
        "the limits of {name}, {low:g} and {high:g}, are widened to {wide_low:g} and "
        "{wide_high:g} by readings from {seen_low:g} to {seen_high:g}",
        name=name,
        low=limits.low,
        high=limits.high,
        wide_low=wide.low,
        wide_high=wide.high,
        seen_low=seen.low,
        seen_high=seen.high,
    )


def _why_none(name: str, limits: Limits, seen: Limits) -> str:
    if not limits.is_closed:
        return tr(
            "no limits, since {name} lies above {low:g} and these readings reach {seen:g}",
            name=name,
            low=limits.low,
            seen=seen.low,
        )
    return tr(
        "no limits, since {name} lies between {low:g} and {high:g} and these readings between "
        "{seen_low:g} and {seen_high:g}",
        name=name,
        low=limits.low,
        high=limits.high,
        seen_low=seen.low,
        seen_high=seen.high,
    )
