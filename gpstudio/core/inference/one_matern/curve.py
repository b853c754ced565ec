"""From readings to the compiled passes and back: ``averaged`` for one Matérn curve along time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.one_matern.data import (
    COLUMNS,
    Data,
    Roomy,
    roomy,
    unit_of,
)
from gpstudio.core.inference.problem import freedom
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning.ascent import ascent_of
from gpstudio.core.learning.averaged import lattice_name
from gpstudio.core.learning.climbs import Climbs, Notebook
from gpstudio.core.learning.lattice import FLATTEST, MOST
from gpstudio.core.learning.learner import UNSCALED, Design
from gpstudio.core.learning.priors import (
    LENGTH_SHARE,
    LENGTH_SPREAD,
    NOISE_SHARE,
    NOISE_SPREAD,
)
from gpstudio.core.learning.shape import BEYOND, NOISES
from gpstudio.core.learning.starts import (
    LENGTHS_TO_TRY,
    LONGEST,
    NOISE_START,
    QUIETEST,
    SHORTEST_OF_GAP,
    WIDEST,
    Scales,
)

PRECISIONS = np.array([LENGTH_SPREAD**-2.0, NOISE_SPREAD**-2.0])
PRIORS = np.log([LENGTH_SHARE, NOISE_SHARE])
SUMMITS = 2
"""Places of the smallest lattice: the summits themselves."""
LOW_NOISE, HIGH_NOISE = math.log(QUIETEST), math.log(WIDEST)


@lru_cache(maxsize=1)
def relative_starts() -> Floats:
    """Log length over range, and log noise over signal."""
    quiet = math.log(NOISE_START)
    return np.array(
        [[math.log(share), quiet + more] for share in LENGTHS_TO_TRY for more in NOISES]
    )


class Space(NamedTuple):
    """Where is searched, in the coordinates of ``MaternCurve``, and the priors there."""

    starts: Floats
    low: Floats
    high: Floats
    centres: Floats
    precisions: Floats


def _search(reach: float, gap: float, usual_noise: float) -> Space:
    shortest, longest = math.log(SHORTEST_OF_GAP * gap), math.log(LONGEST * reach)
    along = np.array([math.log(reach), -math.log(usual_noise)])
    return Space(
        relative_starts() + along,
        np.array([shortest, LOW_NOISE + along[1]]),
        np.array([longest, HIGH_NOISE + along[1]]),
        PRIORS + along,
        PRECISIONS,
    )


def _known_search(reach: float, gap: float) -> Space:
    """The curve's variance is as likely at any size."""
    shortest, longest = math.log(SHORTEST_OF_GAP * gap), math.log(LONGEST * reach)
    lengths = math.log(reach) + np.log(LENGTHS_TO_TRY)
    return Space(
        np.column_stack([np.zeros(len(lengths)), lengths]),
        np.array([-HIGH_NOISE, shortest]),
        np.array([HIGH_NOISE, longest]),
        np.array([0.0, math.log(reach) + PRIORS[0]]),
        np.array([0.0, PRECISIONS[0]]),
    )


@dataclass(frozen=True, eq=False)
class MaternCurve:
    """Readings made ready. Coordinates are log length and log noise/signal; where the noise is
    known log variance, in the readings' unit, and log length."""

    order: int
    data: Data
    time: Floats
    size: float
    """The unit of the readings: their own variance."""
    starts: Floats
    low: Floats
    high: Floats

    @classmethod
    def of(cls, order: int, readings: Readings, levelled: bool, known: float = 0.0) -> MaternCurve:
        """``known`` is the noise where nothing is learnt of it."""
        here = readings.here
        whole = bool(here.all())
        time = readings.inputs[:, 0] if whole else readings.inputs[here, 0]
        values = readings.values if whole else readings.values[here]
        relative = readings.relative_noise if whole else readings.relative_noise[here]
        scales = Scales.of(
            time[:, None], values + readings.centre, readings.usual_noise, readings.step
        )
        reach, gap, size = scales.range, scales.gap, scales.variance
        degrees, extra = freedom(readings.counted, int(levelled))
        repeats = readings.counted - len(time)
        search = _search(reach, gap, readings.usual_noise)
        if known:  # nothing is integrated out, and what repeats say changes nothing
            degrees, extra, repeats = float(len(time) - levelled), 0.0, 0.0
            search = _known_search(reach, gap)
        data = Data(
            time=time - time[0],
            noise=np.ascontiguousarray(relative),
            least=float(relative.min()),
            columns=np.column_stack([values / math.sqrt(size), np.full(len(time), levelled)]),
            level=float(levelled),
            repeats=repeats,
            freedom=degrees,
            floor=extra,
            quietest=scales.quietest / size,
            centres=search.centres,
            precisions=search.precisions,
            known=known / size,
            unit=unit_of(order),
        )
        return cls(
            order,
            data,
            time,
            size,
            search.starts,
            search.low - BEYOND,
            search.high + BEYOND,
        )

    def design(self) -> Design:
        """The lattice."""
        return self._design(MOST)

    def mode(self) -> Floats:
        """The likeliest place alone."""
        return self._design(SUMMITS).mode

    def _design(self, most: int) -> Design:
        from gpstudio.core.inference.one_matern.driver import design_for

        points, values = np.empty((most, 2)), np.empty(most)
        count, spent = design_for(self.order + 1)(
            self.data, self.starts, self.low, self.high, points, values
        )
        return Design(points[0], points[:count], values[:count], spent, lattice_name(2))

    def climbs(self) -> Climbs:
        """The way to the lattice's mode once more, step by step as it was compiled, and noted."""
        from gpstudio.core.inference.one_matern.driver import slope_for, value_for

        value, slope, notebook = value_for(self.order + 1), slope_for(self.order + 1), Notebook()
        notebook.begin()

        def noted_value(room: Roomy, point: Floats) -> float:
            height = value(room, point)
            notebook.note(height)
            return height

        def noted_slope(room: Roomy, point: Floats, gradient: Floats) -> float:
            height = slope(room, point, gradient)
            notebook.note(height)
            return height

        find = ascent_of(noted_value, noted_slope)
        modes, roots, heights = np.empty((2, 2)), np.empty((2, 2, 2)), np.empty(2)
        find(roomy(self.data), self.starts, self.low, self.high, FLATTEST, modes, roots, heights)
        return notebook.climbs(UNSCALED)

    def coordinates(self, shapes: Floats, precisions: Floats) -> Floats:
        """Log variance, log length and, where it is learnt, log noise, of places whose amplitude
        has this mean precision."""
        if self.data.known:
            return np.asarray(shapes + np.array([math.log(self.size), 0.0]))
        factors = np.log(self.size / precisions)
        return np.column_stack([factors, shapes[:, 0], shapes[:, 1] + factors])

    def shapes(self, coordinates: Floats) -> Floats:
        """The places of such coordinates."""
        if self.data.known:
            return np.asarray(coordinates - np.array([math.log(self.size), 0.0]))
        return np.asarray(coordinates[:, 1:] - np.array([0.0, 1.0]) * coordinates[:, :1])

    def levels(self, points: Floats) -> Floats:
        """Of each point log |A|, the misfit, the level and its precision, and the curve's mean
        precision, in the own unit."""
        from gpstudio.core.inference.one_matern.driver import levels_for

        found = np.empty((len(points), 5))
        levels_for(self.order + 1)(self.data, points, found)
        return found

    def curves(self, points: Floats, targets: Floats) -> tuple[Floats, Floats]:
        """Mean and squared scale of the curve at ``targets`` for each point."""
        from gpstudio.core.inference.one_matern.driver import moments_for
        from gpstudio.core.solvers.markov.targets import Targets

        D, count = self.order + 1, len(targets)
        ascending = bool(np.all(targets[1:] >= targets[:-1]))
        order = None if ascending else np.argsort(targets, kind="stable")
        times = (targets if order is None else targets[order]) - self.time[0]
        room = Targets(
            np.empty(count), self.data.unit.plain.readout, True, np.zeros(D), 0.0,
            np.empty((count, COLUMNS)), np.empty(count),
        )  # fmt: skip
        means, spreads = np.empty((2, len(points), count))
        moments_for(D)(self.data, points, times, room, means, spreads)
        means *= math.sqrt(self.size)
        spreads *= self.size
        if order is not None:
            back = np.argsort(order, kind="stable")
            means, spreads = means[:, back], spreads[:, back]
        return means, spreads
