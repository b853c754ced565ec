"""Where learning starts and how far it may go, read off the data.

Lengths lie between a fraction of the usual gap between readings and several times the whole
range; variances are measured against the variance of the readings; a period starts at the
strongest wave of the readings, or at a year (``rhythm``); frequencies start at the strongest waves
and lie below one turn in two readings; a place starts in the middle of its input's range.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.learning.rhythm import start_period, strongest
from gpstudio.core.resolution import rounding
from gpstudio.core.spec import ORIGIN, Parameter, Setting

LENGTHS_TO_TRY = (0.1, 0.03, 0.3, 0.01, 1.0)
"""Starts for lengths nobody wrote, as shares of the range, the likeliest first."""
SHAPED_TO_TRY = ((0.1, 1.0), (1.0, 1.0), (0.3, 0.3), (0.3, 1.0), (0.03, 0.3))
"""Where a shape is learnt too, such as that of a course that repeats: starts of a length, and by
how much the shape differs from its own. On thirty seasons with a yearly course four of these end no
more than 0.1 nat below 20 random ones; of four lengths with one shape three end 0.4 to 0.7 below.
"""
PLACES_TO_TRY = (0.5, 0.25, 0.75, 0.35, 0.65)
"""Starts for places along an input, as shares of its range."""
LONGEST = 10.0
SHORTEST_OF_GAP = 0.3
NOISE_START = 0.05
WIDEST = 1e5
"""Variances are sought within this factor of the readings' own variance."""
QUIETEST = 1e-8
POWERS = {"": 0, "input": 1, "input²": 2, "input³": 3}
SHAPES = (1e-3, 1e3)
WAVES_TO_TRY, TURNS_TO_TRY = 4, (1.0, 1.3)
"""Periods that are looked at besides the likeliest: so many of the strongest waves, and shares of
the range."""
NOISES_TO_TRY = (1.0, 0.02)
WIDTHS = "scales"
"""The name of frequencies that say how far others are spread."""
WIDTHS_TO_TRY = (1.0, 0.3, 3.0)
"""Their starts, in turns over the range: waves that fade over it or so."""
SLOWEST = 0.01
SWING, SWING_SPREAD = 0.35, 1.6
"""What is held likely of a curve's standard deviation where readings are silent, as a share of the
largest of them, and the spread of its square's logarithm. In 15 columns of vegetation indices,
greenness, leaf area and cameras the median of (standard deviation over a reading) is 0.06 to 1.2,
its geometric mean 0.35 with a spread of 0.8."""
GLANCED, FEWEST_DISTINCT = 8, 3
"""Readings that are looked at first, most of which differ."""
PERIODS = 1.5
"""The longest period sought, as a share of the range: the rest of a longer one is not seen."""


@dataclass(frozen=True, eq=False)
class Extent:
    """How far one input goes, and the usual gap between its values."""

    column: Floats

    @cached_property
    def low(self) -> float:
        return float(self.column.min(initial=np.inf)) if len(self.column) else 0.0

    @cached_property
    def high(self) -> float:
        return float(self.column.max(initial=-np.inf)) if len(self.column) else 0.0

    @cached_property
    def gap(self) -> float:
        """Looked for where somebody asks: of a million readings it takes as long as a fit."""
        if not len(self.column):
            return 1.0
        gaps = np.diff(self.column)
        if not (gaps >= 0.0).all():
            gaps = np.diff(np.sort(self.column))
        gaps = gaps[gaps > 0]
        half = len(gaps) // 2  # the median by hand: numpy's own takes ten times as long of so few
        gaps = np.partition(gaps, [half, len(gaps) - 1 - half]) if len(gaps) else gaps
        return 0.5 * float(gaps[half] + gaps[~half]) if len(gaps) else self.range

    @property
    def range(self) -> float:
        return (self.high - self.low) or 1.0


@dataclass(frozen=True, eq=False)
class Scales:
    """What the data say about sizes."""

    range: float
    variance: float
    extents: tuple[Extent, ...]
    """One an input."""
    inputs: Floats
    values: Floats
    usual_noise: float = 1.0
    """How many times as noisy a usual reading is as the likelihood's noise says."""
    step: SupportsFloat = 0.0
    """In which the values are written."""
    silent: bool = False
    """Whether the readings say nothing of how far the curve swings: priors alone do."""
    known: bool = False
    """Whether it is known before any reading how far curves swing, as those of probabilities."""

    @classmethod
    def of(
        cls,
        inputs: Floats,
        values: Floats,
        usual_noise: float = 1.0,
        step: SupportsFloat = 0.0,
        silent: bool = False,
        swing: float | None = None,
        known: bool = False,
    ) -> Scales:
        """Of values written in steps.

        Silent readings have no spread of their own that could be taken for the curve's. Between
        limits, or by shares, seasons swing as others do (``swing``, of the scale). Without a scale
        what is known is that quantities vary in proportion to their size (``SWING``): in a unit
        that nobody told, the readings themselves are the only length there is. Noughts have none
        either, and get one of the unit in which they are written. No band at all would be no more
        honest than such a wide one, which a sentence says is not from the readings; and whatever
        is drawn, dated or written from a curve needs some.
        """
        extents = tuple(map(Extent, inputs.T))
        variance = float(np.var(values)) if len(values) else 1.0
        if silent or variance <= 0.0:
            if swing is None:
                swing = SWING * float(np.max(np.abs(values))) if len(values) else 1.0
            variance = max(variance, swing**2) or 1.0
        if known:
            variance = float(np.mean(np.square(values))) if len(values) else 1.0
        reach = max((extent.high - extent.low for extent in extents), default=0.0) or 1.0
        return cls(reach, variance, extents, inputs, values, usual_noise, step, silent, known)

    @cached_property
    def quietest(self) -> float:
        """The least noise: with it a usual reading has the variance of rounding."""
        return rounding(float(self.step)) / self.usual_noise

    @property
    def gap(self) -> float:
        return self.extents[0].gap if self.extents else 1.0

    def extent(self, parameter: Parameter) -> Extent:
        """Of the input that the parameter is about; the widest where it is about all."""
        if parameter.column is not None and parameter.column < len(self.extents):
            return self.extents[parameter.column]
        return max(self.extents, key=lambda extent: extent.high - extent.low)

    def size(self, parameter: Parameter) -> float:
        """What a variance is measured against: the readings', per power of the input that its unit
        names (``value²/input²``, a slope's), and a noise so that it is a usual reading's."""
        if parameter.role == "noise":
            return self.variance / self.usual_noise
        power = POWERS[parameter.unit.partition("/")[2]]
        reach = self.range if parameter.column is None else self.extent(parameter).range
        return self.variance / reach**power


def is_silent(values: Floats) -> bool:
    """Whether there are fewer than three distinct values: one says nothing of how far a curve
    swings, and two may be a last digit that flickers."""
    if len(set(values[:GLANCED].tolist())) >= FEWEST_DISTINCT:
        return False
    others = values[values != values[:1]]
    return not len(others) or bool((others == others[0]).all())


def starts(
    settings: Sequence[tuple[Parameter, Setting]], scales: Scales, attempt: int = 0
) -> list[float]:
    """A start for every number; those of one role and input start apart, or learning could not
    tell two alike terms from each other."""
    seen: dict[tuple[str, bool, int | None], int] = {}
    found = []
    shaped = any(parameter.role == "shape" and not setting.held for parameter, setting in settings)
    for parameter, setting in settings:
        kind = (parameter.role, parameter.name == WIDTHS, parameter.column)
        twin = seen.get(kind, 0)
        number = start(parameter, setting, scales, attempt, twin)
        if setting.value is None:
            seen[kind] = twin + 1
        if shaped:
            number *= _varied(parameter, setting, attempt, twin)
        found.append(number)
    return found


def _varied(parameter: Parameter, setting: Setting, attempt: int, twin: int) -> float:
    """What a start is multiplied by where lengths and shapes are tried together; the usual shape
    stands in a kernel as if it were written."""
    length, shape = SHAPED_TO_TRY[attempt % len(SHAPED_TO_TRY)]
    if parameter.role == "length" and setting.value is None and not twin:
        return length / LENGTHS_TO_TRY[attempt % len(LENGTHS_TO_TRY)]
    varies = parameter.role == "shape" and not setting.held and setting.centre is None
    return shape if varies else 1.0


def start(
    parameter: Parameter, setting: Setting, scales: Scales, attempt: int = 0, twin: int = 0
) -> float:
    """The number to start from: the written one, else a guess; ``attempt`` varies the guesses, and
    ``twin`` counts those of its kind before it."""
    if setting.value is not None:
        return setting.value
    extent = scales.extent(parameter)
    turn = attempt + twin
    match parameter.role:
        case "length":
            reach = scales.range if parameter.column is None else extent.range
            return reach * LENGTHS_TO_TRY[turn % len(LENGTHS_TO_TRY)]
        case "variance":
            return scales.size(parameter)
        case "noise":
            return scales.size(parameter) * NOISE_START
        case "size":
            return math.sqrt(scales.variance)
        case "place" if parameter.name == ORIGIN:
            return extent.low - extent.range
        case "place":
            return extent.low + extent.range * PLACES_TO_TRY[turn % len(PLACES_TO_TRY)]
        case "period":
            return start_period(_column(parameter, scales), scales.values)
        case "frequency" if parameter.name == WIDTHS:
            return WIDTHS_TO_TRY[attempt % len(WIDTHS_TO_TRY)] / extent.range
        case "frequency":
            waves = strongest(_column(parameter, scales), scales.values)
            return float(waves[turn % len(waves)])
        case _:
            return float(parameter.default) if parameter.default is not None else 1.0


def others(
    settings: Sequence[tuple[Parameter, Setting]], scales: Scales
) -> list[list[list[float]]]:
    """Further starts where a period is free: for each that is likely every start with it, with
    its noise and with little. Evidence has more summits then than anybody climbs from all sides;
    it says itself from which of these to climb. Of thirty seasons with a course of unknown period
    four climbs end more than 0.1 nat below 20 random ones of scikit-learn in six, two more from
    here in three; there and elsewhere noise is next to nothing, and eighteen readings tell six
    numbers what they like."""
    places = [k for k, (p, s) in enumerate(settings) if p.role == "period" and s.value is None]
    noises = [k for k, (p, s) in enumerate(settings) if p.role == "noise" and s.value is None]
    found: list[list[list[float]]] = []
    for place in places:
        parameter = settings[place][0]
        for period in _periods(_column(parameter, scales), scales.values):
            found.append([])
            for attempt in range(guessed(settings)):
                for share in NOISES_TO_TRY:
                    numbers = starts(settings, scales, attempt)
                    numbers[place] = period
                    for noise in noises:
                        numbers[noise] *= share
                    found[-1].append(numbers)
    return found


def _periods(time: Floats, values: Floats) -> list[float]:
    """Of the strongest waves but the first, which is a start already, and about the whole range:
    less than one turn may be told by such a curve as well as by any."""
    reach = float(np.ptp(time)) if len(time) else 0.0
    waves = strongest(time, values, WAVES_TO_TRY)[1:]
    return [*(1.0 / waves).tolist(), *(share * (reach or 1.0) for share in TURNS_TO_TRY)]


def bounds(parameter: Parameter, setting: Setting, scales: Scales) -> tuple[float, float]:
    """How far learning may go; a written bound wins, and a written start is always inside, but for
    a noise below that of rounding."""
    extent = scales.extent(parameter)
    match parameter.role:
        case "length":
            whole = parameter.column is None
            gap, reach = (scales.gap, scales.range) if whole else (extent.gap, extent.range)
            low, high = SHORTEST_OF_GAP * gap, LONGEST * reach
        case "variance" | "noise":
            quietest = QUIETEST if parameter.role == "noise" else 1.0 / WIDEST
            size = scales.size(parameter)
            low, high = quietest * size, WIDEST * size
        case "size":
            reach = math.sqrt(WIDEST)
            low, high = (math.sqrt(scales.variance) * times for times in (1.0 / reach, reach))
        case "place" if parameter.name == ORIGIN:
            low, high = extent.low - LONGEST * extent.range, extent.low
        case "place":
            low, high = extent.low, extent.low + extent.range
        case "period":
            low, high = min(2.0 * extent.gap, extent.range), PERIODS * extent.range
        case "frequency":
            low, high = SLOWEST / extent.range, max(0.5 / extent.gap, 2.0 / extent.range)
        case _:
            low, high = SHAPES
    if setting.value is not None:
        low, high = min(low, setting.value), max(high, setting.value)
    if parameter.role == "noise":
        low = max(low, scales.quietest)
    return (
        setting.low if setting.low is not None else low,
        setting.high if setting.high is not None else high,
    )


def settled(parameter: Parameter, setting: Setting, scales: Scales) -> Setting:
    """What is held without a number, such as the middle of the readings, gets it from the data."""
    if setting.held and setting.value is None:
        return setting.at(start(parameter, setting, scales))
    return setting


def unit(parameter: Parameter, scales: Scales) -> float:
    """How far learning sees one step: a logarithm changes much over 1, a place over some of its
    range."""
    return 1.0 if parameter.positive else 0.1 * scales.extent(parameter).range


def guessed(settings: Sequence[tuple[Parameter, Setting]]) -> int:
    """How many different starts are worth while: several where a guess is to be varied."""
    roles = {p.role for p, setting in settings if setting.value is None}
    varied = roles & {"length", "place", "frequency"}
    return len(LENGTHS_TO_TRY) if varied else 1


def _column(parameter: Parameter, scales: Scales) -> Floats:
    return scales.inputs[:, parameter.column or 0]
