"""Fields with known seasons: what the program is measured against.

A field has two seasons: one a year for two years, or two in one year. Its curve is a base of 0.12
to 0.25 and, for each season, an amplitude of 0.35 to 0.7 times one of three shapes, which have
0 at both ends and 1 on top; one and the same shape in a field. Widths in days, one / two a year:

- ``bell``: a Gaussian with a standard deviation of 18 to 35 / 14 to 20;
- ``double_logistic``: two logistics with steepness 4 to 12 / 3 to 6, 70 to 120 / 45 to 70 apart;
- ``plateau``: sides of half a cosine, 25 to 50 / 20 to 35 long, a level top of 30 to 70 / 15 to 30.

North: the year begins on 1 January and seasons peak in June (or April and September). South:
the year begins on 1 July and seasons peak about New Year (or in October and March). Each is
shifted by up to 20 (10) days. Readings come every 5, 10 or 16 days, each up to a day early or
late, with normal noise of SD 0.03. Clouds: one reading in ten is missing, and so are all of one
stretch of 12 to 25 days a year; of the rest one in thirty is low by 0.1 to 0.4 (never below 0).

True dates follow from the rules' own definitions (half of the rise above the lowest point before
the peak, the highest point, half of the fall), evaluated on the exact curve every 0.02 days.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series

SHAPES = ("bell", "double_logistic", "plateau")
GAPS = (5, 10, 16)
NOISE = 0.03
LOW = 1.0 / 30.0
"""Share of readings that a cloud made low."""
YEAR = 365.0
FINE = 0.02
PEAKS = {1: (170.0,), 2: (105.0, 255.0)}
START = {"north": "2019-01-01", "south": "2019-07-01"}

Curve = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Truth:
    """One true season, in days since 1970."""

    start: float
    mid_green_up: float
    first_peak: float
    """First and last day of the level top; the same but on plateaus."""
    last_peak: float
    senescence: float
    end: float


@dataclass(frozen=True, eq=False)
class Field:
    """A series and the truth behind it."""

    series: Series
    seasons: tuple[Truth, ...]
    shape: str
    gap: int
    a_year: int
    hemisphere: str
    curve: Curve


def fields(count: int, seed: int = 0, low: float = LOW) -> Iterator[Field]:
    """So many fields, shapes, gaps, seasons a year and hemispheres in turn; the same each time."""
    for place in range(count):
        combination, hemisphere = divmod(place, 2)
        combination, a_year = divmod(combination, 2)
        combination, gap = divmod(combination, len(GAPS))
        shape = SHAPES[combination % len(SHAPES)]
        where = ("north", "south")[hemisphere]
        yield field([seed, place], shape, GAPS[gap], a_year + 1, where, low)


def field(
    seed: list[int], shape: str, gap: int, a_year: int, hemisphere: str, low: float = LOW
) -> Field:
    random = np.random.default_rng(seed)
    start = float(np.datetime64(START[hemisphere], "D").astype(int))
    length = YEAR * (2 if a_year == 1 else 1)
    curve, peaks = _curve(random, shape, a_year, start)
    time, value = _readings(random, curve, start, length, gap, low)
    series = Series("", time, value, "date", "NDVI", dated=True)
    truths = _truths(curve, peaks, start, start + length)
    return Field(series, truths, shape, gap, a_year, hemisphere, curve)


def barren(seed: list[int], kind: str, gap: int = 10) -> Series:
    """Two years without any season: bare soil, trees, a flat line, or noise alone."""
    random = np.random.default_rng(seed)
    phase = random.uniform(0.0, YEAR)

    def wave(height: float) -> Curve:
        return lambda time: height * 0.5 * np.sin(2.0 * np.pi * (time - phase) / YEAR)

    level, swing, noise = {
        "bare soil": (0.15, wave(0.03), 0.02),
        "tree crop": (0.75, wave(0.07), NOISE),
        "flat line": (0.30, wave(0.0), 0.0),
        "noise": (0.40, wave(0.0), 0.10),
    }[kind]
    time = 17_897.0 + np.arange(0.0, 2.0 * YEAR, gap)
    value = level + swing(time) + noise * random.standard_normal(len(time))
    return Series("", time, value, "date", "NDVI", dated=True)


def _curve(
    random: np.random.Generator, shape: str, a_year: int, start: float
) -> tuple[Curve, Floats]:
    """The exact curve and the middles of its seasons."""
    shift = 20.0 / a_year
    middles = np.array(PEAKS[a_year] if a_year == 2 else (PEAKS[1][0], PEAKS[1][0] + YEAR))
    middles = start + middles + random.uniform(-shift, shift, 2)
    base = random.uniform(0.12, 0.25)
    amplitudes = random.uniform(0.35, 0.7, 2)
    parts = [_shape(random, shape, a_year) for _ in middles]

    def curve(time: Floats) -> Floats:
        total = np.full(len(time), base)
        for middle, amplitude, part in zip(middles, amplitudes, parts, strict=True):
            total += amplitude * part(time - middle)
        return total

    return curve, middles


def _shape(random: np.random.Generator, shape: str, a_year: int) -> Curve:
    one = a_year == 1
    if shape == "bell":
        width = random.uniform(*((18.0, 35.0) if one else (14.0, 20.0)))
        return lambda away: np.exp(-0.5 * (away / width) ** 2)
    if shape == "double_logistic":
        up, down = random.uniform(*((4.0, 12.0) if one else (3.0, 6.0)), 2)
        half = 0.5 * random.uniform(*((70.0, 120.0) if one else (45.0, 70.0)))
        return lambda away: (
            1.0 / (1.0 + np.exp(-(away + half) / up)) / (1.0 + np.exp((away - half) / down))
        )
    rise, fall = random.uniform(*((25.0, 50.0) if one else (20.0, 35.0)), 2)
    top = 0.5 * random.uniform(*((30.0, 70.0) if one else (15.0, 30.0)))

    def plateau(away: Floats) -> Floats:
        up = np.clip((away + top + rise) / rise, 0.0, 1.0)
        down = np.clip((top + fall - away) / fall, 0.0, 1.0)
        return np.minimum(0.5 - 0.5 * np.cos(np.pi * up), 0.5 - 0.5 * np.cos(np.pi * down))

    return plateau


def _readings(
    random: np.random.Generator, curve: Curve, start: float, length: float, gap: int, share: float
) -> tuple[Floats, Floats]:
    time = start + np.arange(0.0, length, gap) + random.integers(-1, 2, int(np.ceil(length / gap)))
    time = np.maximum(time, start)
    clear = random.uniform(size=len(time)) > 0.1
    for year in range(round(length / YEAR)):
        cloudy = start + YEAR * year + random.uniform(0.0, YEAR - 25.0)
        clear &= (time < cloudy) | (time > cloudy + random.uniform(12.0, 25.0))
    time = time[clear]
    value = curve(time) + NOISE * random.standard_normal(len(time))
    low = random.uniform(size=len(time)) < share
    value = np.where(low, np.maximum(value - random.uniform(0.1, 0.4, len(time)), 0.0), value)
    return time, value


def _truths(curve: Curve, middles: Floats, start: float, stop: float) -> tuple[Truth, ...]:
    between = np.arange(middles[0], middles[1], FINE)
    trough = float(between[np.argmin(curve(between))])
    return (_truth(curve, start, trough), _truth(curve, trough, stop))


def _truth(curve: Curve, start: float, end: float) -> Truth:
    time = np.arange(start, end + FINE, FINE)
    height = curve(time)
    top = np.flatnonzero(height >= height.max() - 1e-12)
    first, last = int(top[0]), int(top[-1])
    risen = 0.5 * (height[first] + height[: first + 1].min())
    fallen = 0.5 * (height[last] + height[last:].min())
    return Truth(
        start=start,
        mid_green_up=float(time[np.flatnonzero(height[:first] < risen)[-1]]) + 0.5 * FINE,
        first_peak=float(time[first]),
        last_peak=float(time[last]),
        senescence=float(time[last + np.flatnonzero(height[last:] < fallen)[0]]) - 0.5 * FINE,
        end=end,
    )
