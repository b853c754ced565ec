"""A second set of fields with known seasons: what was chosen on the first is judged on these.

Two years with one season each, base and amplitudes as in ``synthetic``, whose bells and double
logistics stand beside two shapes that no stationary kernel expects; one shape in a field:

- ``two_steps``: rises in two logistic steps with steepness 3 to 7, of which the first makes 25 to
  60 % and comes 25 to 50 days before the second; falls once, 60 to 110 days later, with 4 to 12;
- ``skewed``: two halves of Gaussians with standard deviations of 9 to 18 and of 28 to 48 days, the
  short one first in every other field.

Readings come every 5, 8 or 12 days, each up to a day early or late, with normal noise of SD 0.03;
one in ten is missing, one in thirty is low by 0.1 to 0.4, and each year misses all of one stretch
of 20 to 30 days that lies within 75 days of the middle of its season.

True dates are those of the rules on the exact curve every 0.02 days: the shares of each side above
the lowest point on that side, and the highest point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series

from .synthetic import FINE, LOW, NOISE, PEAKS, START, YEAR, Curve

SHAPES = ("bell", "double_logistic", "two_steps", "skewed")
GAPS = (5, 8, 12)
SHARES = (10, 25, 50, 75, 90)
"""Percent of the amplitude, up and down."""


@dataclass(frozen=True)
class Thresholds:
    """One true season: the days on which each share is passed."""

    start: float
    end: float
    peak: float
    rise: tuple[float, ...]
    fall: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Uneven:
    series: Series
    seasons: tuple[Thresholds, ...]
    shape: str
    gap: int


def uneven_fields(count: int, seed: int = 0) -> Iterator[Uneven]:
    """So many, shapes and gaps in turn; the same each time."""
    for place in range(count):
        shape, gap = SHAPES[place % len(SHAPES)], GAPS[place // len(SHAPES) % len(GAPS)]
        yield _field(np.random.default_rng([seed, 18, place]), shape, gap)


def _field(random: np.random.Generator, shape: str, gap: int) -> Uneven:
    start = float(np.datetime64(START["north"], "D").astype(int))
    middles = start + PEAKS[1][0] + np.array([0.0, YEAR]) + random.uniform(-20.0, 20.0, 2)
    base, amplitudes = random.uniform(0.12, 0.25), random.uniform(0.35, 0.7, 2)
    parts = [_shape(random, shape) for _ in middles]

    def curve(time: Floats) -> Floats:
        total = np.full(len(time), base)
        for middle, amplitude, part in zip(middles, amplitudes, parts, strict=True):
            total += amplitude * part(time - middle)
        return total

    time, value = _readings(random, curve, start, middles, gap)
    series = Series("", time, value, "date", "NDVI", dated=True)
    return Uneven(series, thresholds_of(curve, middles, start, start + 2.0 * YEAR), shape, gap)


def _shape(random: np.random.Generator, shape: str) -> Curve:
    if shape == "bell":
        width = random.uniform(18.0, 35.0)
        return lambda away: np.exp(-0.5 * (away / width) ** 2)
    if shape == "skewed":
        sides = random.uniform(9.0, 18.0), random.uniform(28.0, 48.0)
        before, after = sides if random.uniform() < 0.5 else sides[::-1]
        return lambda away: np.exp(-0.5 * (away / np.where(away < 0.0, before, after)) ** 2)
    if shape == "double_logistic":
        up, down = random.uniform(4.0, 12.0, 2)
        half = 0.5 * random.uniform(70.0, 120.0)
        return lambda away: _step(away + half, up) * _step(half - away, down)
    first, apart = random.uniform(0.25, 0.6), random.uniform(25.0, 50.0)
    up, late, down = random.uniform(3.0, 7.0), random.uniform(3.0, 7.0), random.uniform(4.0, 12.0)
    second = -0.5 * random.uniform(60.0, 110.0)

    def two_steps(away: Floats) -> Floats:
        rise = first * _step(away - second + apart, up) + (1.0 - first) * _step(away - second, late)
        return rise * _step(-second - away, down)

    return two_steps


def _step(away: Floats, steepness: float) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-away / steepness)))


def _readings(
    random: np.random.Generator, curve: Curve, start: float, middles: Floats, gap: int
) -> tuple[Floats, Floats]:
    time = np.arange(start, start + 2.0 * YEAR, gap)
    time = np.maximum(time + random.integers(-1, 2, len(time)), start)
    clear = random.uniform(size=len(time)) > 0.1
    for middle in middles:
        length = random.uniform(20.0, 30.0)
        first = middle + random.uniform(-75.0, 75.0 - length)
        clear &= (time < first) | (time > first + length)
    time = time[clear]
    value = curve(time) + NOISE * random.standard_normal(len(time))
    low = random.uniform(size=len(time)) < LOW
    return time, np.where(low, np.maximum(value - random.uniform(0.1, 0.4, len(time)), 0.0), value)


def thresholds_of(
    curve: Curve, middles: Floats, start: float, stop: float
) -> tuple[Thresholds, ...]:
    """Of two seasons, from trough to trough."""
    between = np.arange(middles[0], middles[1], FINE)
    trough = float(between[np.argmin(curve(between))])
    return _passed(curve, start, trough), _passed(curve, trough, stop)


def _passed(curve: Curve, start: float, end: float) -> Thresholds:
    time = np.arange(start, end + FINE, FINE)
    height = curve(time)
    top = int(np.argmax(height))
    before, after = height[: top + 1], height[top:]
    shares = np.array(SHARES) / 100.0
    up = before.min() + shares * (height[top] - before.min())
    down = after.min() + shares * (height[top] - after.min())
    rise = [float(time[np.flatnonzero(before < level)[-1]]) for level in up]
    fall = [float(time[top + np.flatnonzero(after < level)[0]]) for level in down]
    return Thresholds(start, end, float(time[top]), tuple(rise), tuple(fall))
