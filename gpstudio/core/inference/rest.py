"""A curve at rest: behind its last reading it falls as far as it falls by itself, and stays there.

A stationary curve returns to its mean, whatever ends with the readings. Where something is known to
be over, as a crop that was harvested is, the curve is lowered on its own scale from the day on
which its mean in the readings' own numbers is least: there that mean stays, and it is as uncertain
as before. A curve that still falls with its last reading is followed down; one that would rise at
once stays at that reading's level. Where it is known on which day it is to rise again, the mean
then rises as it would have risen at once. Up to there nothing changes, nor does what was learnt:
the readings say nothing of what comes behind them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.scales import Scale
from gpstudio.core.task import QUIET

if TYPE_CHECKING:
    from gpstudio.core.inference.chooser import Plan
    from gpstudio.core.inference.members import Members

NEAR = 1e-6
"""Of the curve's standard deviation: so long is the last step to the level, and what it leaves is a
thousand times less."""
MOST_STEPS = 50
STEP = 1e-4
"""In ranges of the readings, over which a slope is a difference."""
AHEAD = np.append(0.0, np.geomspace(1e-3, 1.0, 24))
"""In ranges of the readings: where the lowest place behind them is looked for."""
CLOSER = np.linspace(0.0, 1.0, 33)
"""Where between its neighbours it is looked for again."""


def can_rest(plan: Plan) -> bool:
    """Along time: whether it returns to a level that is estimated: neither course nor trend leads
    it on."""
    one_level = plan.mean.is_flat and plan.mean.trends(np.zeros((1, 1))).shape[1] == 1
    return one_level and "spectral" in plan.kernel.offers


@dataclass(frozen=True, eq=False)
class Rest:
    members: Members
    link: Scale
    after: float
    """From where on it stays: the last reading, or where it has fallen to behind that."""
    level: float
    """The curve's mean there, in the readings' own numbers."""
    until: float
    """Where it begins to rise; infinite where it does not."""

    @classmethod
    def of(cls, members: Members, link: Scale, until: float = math.inf) -> Rest:
        readings = members.readings
        times = readings.inputs[readings.here, 0]
        places = float(times.max()) + float(np.ptp(times)) * AHEAD
        for _ in range(2):
            levels = _outside(members, link, *members.curves(places[:, None], QUIET))
            low = int(np.argmin(levels))
            after, level = float(places[low]), float(levels[low])
            near = places[[max(low - 1, 0), min(low + 1, len(places) - 1)]]
            places = near[0] + np.ptp(near) * CLOSER
        return cls(members, link, after, level, max(after, until))

    def lift(self, inputs: Floats, means: Floats, spreads: Floats) -> Floats:
        """By how much the members' curves at the inputs are raised, on their own scale."""
        behind = np.flatnonzero(inputs[:, 0] > self.after)
        lift = np.zeros(len(inputs))
        levels = self._levels(inputs[behind])
        lift[behind] = self._lift(means[:, behind], spreads[:, behind], levels)
        return lift

    def _levels(self, inputs: Floats) -> Floats:
        """Of the mean behind the ground's first day."""
        levels = np.full(len(inputs), self.level)
        risen = np.flatnonzero(inputs[:, 0] > self.until)
        if len(risen):
            as_if_at_once = inputs[risen] - (self.until - self.after)
            curves = self.members.curves(as_if_at_once, QUIET)
            levels[risen] = _outside(self.members, self.link, *curves)
        return levels

    def lift_at(self, inputs: Floats) -> Floats:
        return self.lift(inputs, *self.members.curves(inputs, QUIET))

    def slopes(self, inputs: Floats, order: int) -> Floats:
        """Of the lift, by differences; none where they would reach over its beginning."""
        reach = float(np.ptp(self.members.readings.inputs)) or 1.0
        step, signs = STEP * reach, (np.poly1d([1.0, -1.0]) ** order).coeffs[::-1]
        each = [self.lift_at(inputs + step * place) for place in range(order + 1)]
        slopes = np.einsum("o,om->m", signs, np.array(each)) / step**order
        return np.where(inputs[:, 0] > self.after, slopes, 0.0)

    def _lift(self, means: Floats, spreads: Floats, levels: Floats) -> Floats:
        """By secants, the mean rising with the lift, at first as that of a curve that is sure of
        itself does; no step is longer than the curve is wide."""

        def off_by(lift: Floats) -> Floats:
            return _outside(self.members, self.link, means + lift, spreads) - levels

        widest = np.sqrt(spreads.max(axis=0, initial=0.0))
        inside = self.link.inside(levels)
        steep = np.exp(-self.link.log_slope(inside))
        lift = np.clip(inside - self.members.weights @ means, -widest, widest)
        off = off_by(lift)
        for _ in range(MOST_STEPS):
            step = np.divide(-off, steep, out=np.zeros_like(lift), where=steep > 0.0)
            way = np.clip(step, -widest, widest)
            lift = lift + way
            if np.all(np.abs(step) <= NEAR * widest):
                break
            before, off = off, off_by(lift)
            steep = np.divide(off - before, way, out=steep, where=way * (off - before) > 0.0)
        return lift


def _outside(members: Members, link: Scale, means: Floats, spreads: Floats) -> Floats:
    """The mean in the readings' own numbers."""
    return np.asarray(members.weights @ link.moments(means, spreads, members.freedom)[0])
