"""What earlier seasons have in common, and how they differ: a template with its spread.

A season is f(t) = b + a · T(w(t)) + r(t). T is the seasons' common shape; w moves and stretches
time so that the half-way days of rise and fall, R and F, fall on the template's; b and a are
ground and amplitude; r is what the template does not explain. In leaf it goes with the amplitude: a
field that greens up half as much wiggles half as much. On the ground it does not: quiet ground says
nothing of the crop to come.

What is not known of R, F, a and b is their spread between the seasons, joined with a weak prior
that counts as much as so many seasons: with one or two of them the prior decides, with ten it
hardly matters. Amplitudes are above zero, so that they vary by their logarithm.

Seasons of other fields count for a third of this field's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.phenology.earlier.past import PastSeason, beside, landmarks_of
from gpstudio.phenology.earlier.template import (
    aligned,
    bent,
    corrected,
    counted,
    template_of,
)
from gpstudio.phenology.earlier.usual import SEASONS, SPREAD
from gpstudio.translation import tr

OTHER_FIELD = 1.0 / 3.0
SPREAD_OF_DAYS, TOGETHER = SPREAD, 0.25
"""Prior standard deviation of R and of F between seasons (days), and their correlation: an early
rise says little of the fall."""
SEASONS_OF_DAYS, SEASONS_OF_SIZES = SEASONS, 2.0
"""As many seasons as the prior of R and F, and that of sizes and residual, are worth."""
SPREAD_OF_AMPLITUDE, SPREAD_OF_BASE = 0.35, 0.1
"""Prior standard deviation of the amplitude's logarithm, and of the ground in amplitudes."""
GRADES = 0.25
"""The residual goes with the amplitude in steps of so much of its logarithm."""
MOST_GRADES = 6.0


@dataclass(frozen=True, eq=False)
class Pattern:
    """Days are those of the season under way. A season's *traits* are R, F and log a."""

    time: Floats
    """Daily; of the template, whose half-way days are ``rise`` and ``fall``."""
    shape: Floats
    """From zero on the ground to one at the top."""
    spread: Floats
    """Standard deviation of what the template does not explain, in amplitudes."""
    rise: float
    fall: float
    traits: Floats
    """As expected."""
    scatter: Floats
    """Their scale, (3, 3), of a Student-t with ``freedom``."""
    freedom: float
    base: float
    base_variance: float
    effective: float
    """So many seasons of equal weight are worth as much."""

    def at(self, time: Floats, traits: Floats) -> Floats:
        """The template of seasons with these traits, (seasons, times)."""
        place = bent(time, traits, np.array([self.rise, self.fall]))
        place -= self.time[0]
        np.minimum(np.maximum(place, 0.0, out=place), len(self.time) - 1.001, out=place)
        before = place.astype(np.intp)
        place -= before
        place *= np.diff(self.shape)[before]
        place += self.shape[before]
        return place

    def curves(self, time: Floats, traits: Floats, base: Floats | float) -> Floats:
        """Without what the template does not explain, (seasons, times)."""
        curves = self.at(time, traits)
        curves *= np.exp(traits[:, 2:])
        curves += np.asarray(base, dtype=np.float64).reshape(-1, 1)
        return curves

    def grades(self, traits: Floats) -> Floats:
        """The amplitude that the residual of each goes with, in steps."""
        steps = np.round((traits[:, 2] - self.traits[2]) / GRADES)
        return np.asarray(
            np.exp(self.traits[2] + GRADES * np.clip(steps, -MOST_GRADES, MOST_GRADES))
        )

    def residual(self, time: Floats, grades: Floats) -> Floats:
        """Standard deviation of what the template does not explain, (seasons, times)."""
        spread = np.interp(time, self.time, self.spread)
        leaf = np.clip(self.at(time, self.traits[None, :]), 0.0, 1.0)
        usual = np.exp(self.traits[2])
        return np.asarray(spread * (usual + (grades[:, None] - usual) * leaf))


def pattern_of(
    pasts: Sequence[PastSeason],
    start: float,
    end: float,
    group: str,
    sowing: float | None = None,
) -> Pattern:
    """From earlier seasons to what is expected of the one between ``start`` and ``end``."""
    moved = beside(pasts, 0.5 * (start + end), sowing)
    marks = [landmarks_of(time, past.mean) for time, past in zip(moved, pasts, strict=True)]
    whole = [place for place, mark in enumerate(marks) if mark.is_whole]
    if not whole:
        raise InputError(tr("None of the earlier seasons rises and falls: nothing can be learnt."))
    pasts, moved = [pasts[i] for i in whole], [moved[i] for i in whole]
    marks = [marks[i] for i in whole]
    weight = np.array([1.0 if past.group == group else OTHER_FIELD for past in pasts])
    weight = weight / weight.sum()
    seasons = aligned(pasts, moved, marks, weight, (start, end))
    template = template_of(seasons, marks, SEASONS_OF_SIZES)
    days = np.array([(mark.rise, mark.fall) for mark in marks])
    logs = np.log(template.amplitude)
    usual = float(weight @ logs)
    scatter = np.zeros((3, 3))
    scatter[:2, :2] = _scatter_of_days(days, weight)
    scatter[2, 2] = _variance(logs, weight, SPREAD_OF_AMPLITUDE)
    count = counted(weight)
    return Pattern(
        time=seasons.time,
        shape=template.shape,
        spread=template.spread,
        rise=seasons.rise,
        fall=seasons.fall,
        traits=np.array([*(_median(column, weight) for column in days.T), usual]),
        scatter=scatter,
        freedom=SEASONS_OF_DAYS + max(count - 1.0, 0.0),
        base=float(weight @ template.base),
        base_variance=_variance(template.base, weight, SPREAD_OF_BASE * float(np.exp(usual))),
        effective=count,
    )


def _variance(numbers: Floats, weight: Floats, usual: float) -> float:
    """Of one more season: between seasons, joined with the prior, and of their mean."""
    count = counted(weight)
    more = max(count - 1.0, 0.0)
    seen = corrected(weight) * float(weight @ (numbers - weight @ numbers) ** 2)
    variance = (SEASONS_OF_SIZES * usual**2 + more * seen) / (SEASONS_OF_SIZES + more)
    return variance * (1.0 + 1.0 / count)


def _scatter_of_days(days: Floats, weight: Floats) -> Floats:
    """Of R and F of one more season."""
    count = counted(weight)
    more = max(count - 1.0, 0.0)
    apart = days - weight @ days
    seen = corrected(weight) * (apart.T * weight) @ apart
    usual = SPREAD_OF_DAYS**2 * np.array([[1.0, TOGETHER], [TOGETHER, 1.0]])
    joined = (SEASONS_OF_DAYS * usual + more * seen) / (SEASONS_OF_DAYS + more)
    return np.asarray(joined * (1.0 + 1.0 / count))


def _median(numbers: Floats, weight: Floats) -> float:
    """A year of drought does not move it."""
    order = np.argsort(numbers)
    reached = np.cumsum(weight[order]) - 0.5 * weight[order]
    return float(np.interp(0.5, reached, numbers[order]))
