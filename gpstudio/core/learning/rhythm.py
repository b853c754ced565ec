"""The strongest waves of readings, for starts of periods and frequencies.

A wave of each frequency is fitted by least squares beside a level and a slope; its power is the
share of the readings' variance that it explains. Frequencies go from 1.5 to 100 turns over the
range, in quarters of a turn: what turns faster must be written.
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
FEWEST_TURNS, MOST_TURNS, STEP = 1.5, 100.0, 0.25
FEWEST_READINGS = 6
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
    return YEAR if yearly >= YEARS_SHARE * best else 1.0 / float(waves[0])


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


def power(time: Floats, values: Floats, frequencies: Floats) -> Floats:
    """The share of the readings' variance about a straight line that each wave explains."""
    angles = 2.0 * math.pi * np.outer(time - time[0], frequencies)
    return _explained(time, values, np.exp(1j * angles))


def _explained(time: Floats, values: Floats, waves: Waves) -> Floats:
    centred = time - time.mean()
    slope = centred / (math.sqrt(float(centred @ centred)) or 1.0)

    def bent(columns: Waves) -> Waves:
        level = columns - columns.mean(axis=0)
        return np.asarray(level - np.multiply.outer(slope, slope @ level))

    rest = bent(values).real
    total = float(rest @ rest)
    if total <= 1e-20 * float(values @ values) or total == 0.0:
        return np.zeros(waves.shape[1])
    bends = bent(waves)
    c, s = bends.real, bends.imag
    cc, ss, cs = (np.einsum("nf,nf->f", a, b) for a, b in ((c, c), (s, s), (c, s)))
    cy, sy = rest @ c, rest @ s
    area = cc * ss - cs**2
    explained = ss * cy**2 - 2.0 * cs * cy * sy + cc * sy**2
    safe = area > 1e-9 * np.maximum(cc, ss) ** 2
    return np.asarray(np.where(safe, explained / np.where(safe, area, 1.0), 0.0) / total)


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
