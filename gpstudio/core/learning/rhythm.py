"""The strongest waves of readings, for starts of periods and frequencies.

A wave of each frequency is fitted by least squares beside a level and a slope; its power is the
share of the readings' variance that it explains. Frequencies go from 1.5 to 100 turns over the
range, in quarters of a turn: what turns faster must be written.

A year may have two crops, or a meadow cut twice: then a wave of half a year is the strongest one
and a year's own hardly there. So a year is looked for as a course, a wave with its second.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gpstudio.core.arrays import Floats

Waves = np.ndarray[Any, np.dtype[Any]]
"""Cosine and sine of each, in one complex number."""
YEAR = 365.25
YEARS_NEEDED = 1.5
YEARS_SHARE = 0.5
"""A year is taken for the period when it explains this much of what the strongest wave does."""
COURSE_SHARE = 1.1
"""And when its course explains so much more than that wave: of half a year alone it is no more."""
FEWEST_TURNS, MOST_TURNS, STEP = 1.5, 100.0, 0.25
FEWEST_READINGS, FEWEST_FOR_COURSE = 6, 20
"""A course of a year has four numbers: it would explain few readings whatever they are."""
MOST_READINGS = 1_000
"""More than this are averaged in bins first: a start needs no more."""


def start_period(time: Floats, values: Floats) -> float:
    """A year where the readings cover one and a half (in days) and rise and fall with it; else the
    strongest wave's period; half the range where too few readings tell."""
    waves = strongest(time, values, 1)
    reach = float(np.ptp(time)) if len(time) else 0.0
    if reach < YEARS_NEEDED * YEAR or len(time) < FEWEST_READINGS:
        return 1.0 / float(waves[0])
    time, values = _thinned(time, values)
    best, yearly = power(time, values, np.array([waves[0], 1.0 / YEAR]))
    if yearly >= YEARS_SHARE * best:
        return YEAR
    many = len(time) >= FEWEST_FOR_COURSE
    if many and course_power(time, values, YEAR) >= COURSE_SHARE * best:
        return YEAR
    return 1.0 / float(waves[0])


def strongest(time: Floats, values: Floats, count: int = 5) -> Floats:
    """Frequencies of the strongest waves, in turns per unit of time, strongest first."""
    reach = float(np.ptp(time)) if len(time) else 0.0
    reach = reach or 1.0
    spread = np.geomspace(2.0, 2.0 ** (count + 1), count) / reach
    if len(time) < FEWEST_READINGS:
        return spread
    time, values = _thinned(time, values)
    turns, found = _spectrum(time, values, reach)
    padded = np.concatenate([[-1.0], found, [-1.0]])
    peaks = np.flatnonzero((found >= padded[:-2]) & (found > padded[2:]))
    peaks = peaks[np.argsort(-found[peaks], kind="stable")][:count]
    waves = [_refined(time, values, float(turns[peak]) / reach, STEP / reach) for peak in peaks]
    return np.array([*waves, *spread[len(waves) :]])


def turns_of_strongest(time: Floats, values: Floats) -> float:
    """Over the range of the readings, to ``STEP``; none where too few readings tell."""
    reach = float(np.ptp(time)) if len(time) else 0.0
    if len(time) < FEWEST_READINGS or reach == 0.0:
        return 0.0
    turns, found = _spectrum(*_thinned(time, values), reach)
    return float(turns[np.argmax(found)])


def _spectrum(time: Floats, values: Floats, reach: float) -> tuple[Floats, Floats]:
    """How often waves turn over the range, and their power; each is the one before, turned on."""
    most = min(MOST_TURNS, 0.5 * len(time))
    turns = np.arange(FEWEST_TURNS, max(most, FEWEST_TURNS + 1.0), STEP)
    once = 2j * math.pi * (time - time[0]) / reach
    waves = np.empty((len(time), len(turns)), dtype=np.complex128)
    waves[:, 0], waves[:, 1:] = np.exp(FEWEST_TURNS * once), np.exp(STEP * once)[:, None]
    return turns, _explained(time, values, np.multiply.accumulate(waves, axis=1))


def course_power(time: Floats, values: Floats, period: float) -> float:
    """The share of the variance about a straight line that a wave with its second explains."""
    rest, total, bends = _about_a_line(time, values, _waves(time, np.array([1.0, 2.0]) / period))
    if not total:
        return 0.0
    columns = np.column_stack([bends.real, bends.imag])
    left = rest - columns @ np.linalg.lstsq(columns, rest)[0]
    return 1.0 - float(left @ left) / total


def power(time: Floats, values: Floats, frequencies: Floats) -> Floats:
    """The share of the readings' variance about a straight line that each wave explains."""
    return _explained(time, values, _waves(time, frequencies))


def _waves(time: Floats, frequencies: Floats) -> Waves:
    return np.asarray(np.exp(2j * math.pi * np.outer(time - time[0], frequencies)))


def _explained(time: Floats, values: Floats, waves: Waves) -> Floats:
    rest, total, bends = _about_a_line(time, values, waves)
    if not total:
        return np.zeros(waves.shape[1])
    c, s = bends.real, bends.imag
    cc, ss, cs = (np.einsum("nf,nf->f", a, b) for a, b in ((c, c), (s, s), (c, s)))
    cy, sy = rest @ c, rest @ s
    area = cc * ss - cs**2
    explained = ss * cy**2 - 2.0 * cs * cy * sy + cc * sy**2
    safe = area > 1e-9 * np.maximum(cc, ss) ** 2
    return np.asarray(np.where(safe, explained / np.where(safe, area, 1.0), 0.0) / total)


def _about_a_line(time: Floats, values: Floats, waves: Waves) -> tuple[Floats, float, Waves]:
    """What a straight line leaves of the readings, its sum of squares (zero where that is rounding
    alone), and of the waves."""
    centred = time - time.mean()
    slope = centred / (math.sqrt(float(centred @ centred)) or 1.0)

    def bent(columns: Any) -> Any:
        level = columns - columns.mean(axis=0)
        return level - np.multiply.outer(slope, slope @ level)

    rest = bent(values)
    total = float(rest @ rest)
    if total <= 1e-20 * float(values @ values):
        total = 0.0
    return rest, total, bent(waves)


def _refined(time: Floats, values: Floats, frequency: float, step: float) -> float:
    near = frequency + step * np.linspace(-1.0, 1.0, 21)
    return float(near[np.argmax(power(time, values, near))])


def _thinned(time: Floats, values: Floats) -> tuple[Floats, Floats]:
    """At most ``MOST_READINGS``, each the mean of its bin of time."""
    if len(time) <= MOST_READINGS:
        return time, values
    edges = np.linspace(float(time.min()), float(time.max()), MOST_READINGS + 1)
    bins = np.clip(np.searchsorted(edges, time, side="right") - 1, 0, MOST_READINGS - 1)
    counts = np.bincount(bins, minlength=MOST_READINGS)
    here = counts > 0
    return (
        np.bincount(bins, time, MOST_READINGS)[here] / counts[here],
        np.bincount(bins, values, MOST_READINGS)[here] / counts[here],
    )
