"""Swards that are mown, grown day by day: leaf area by a logistic law that follows the season's
light, cut down to stubble, seen as NDVI with noise and what a cloud mask leaves.

Nothing of the model by which cuts are found is in here: no course, no fixed way to grow over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats

YEAR = 365
RATES = {"grassland": (0.07, 0.11), "alfalfa": (0.10, 0.15)}
"""Of growth in midsummer, a day: leaf area doubles in 5 to 10 days."""
SPACINGS = {"grassland": (32.0, 65.0), "alfalfa": (27.0, 42.0)}
"""Days from cut to cut."""
STUBBLE = (0.25, 0.9)
"""Leaf area that a mower leaves."""


@dataclass(frozen=True, eq=False)
class Mown:
    """One year: when it was read, what was seen, and the days on which it was cut."""

    time: Floats
    value: Floats
    cuts: Floats


def mown(random: np.random.Generator, gap: float, crop: str = "grassland") -> Mown:
    """A year with a reading every ``gap`` days or so; none to seven cuts."""
    days = _cuts(random, crop)
    leaves = _leaves(random, days, crop)
    bare, closed = random.uniform(0.15, 0.25), random.uniform(0.85, 0.93)
    thickness = random.uniform(0.5, 0.8)
    seen = bare + (closed - bare) * (1.0 - np.exp(-thickness * leaves))
    time = np.cumsum(np.maximum(1.0, np.round(random.gamma(6.0, gap / 6.0, size=int(900 / gap)))))
    time = time[time < YEAR - 1]
    looked = time.astype(int)
    looked -= np.isin(time, days) & (random.random(len(time)) < 0.5)
    value = seen[looked] + random.normal(0.0, random.uniform(0.01, 0.03), len(time))
    cloudy = random.random(len(time)) < 0.03
    value[cloudy] -= random.uniform(0.05, 0.4, int(cloudy.sum()))
    return Mown(time, value, days)


def _cuts(random: np.random.Generator, crop: str) -> Floats:
    most = int(random.integers(0, 6)) if crop == "grassland" else int(random.integers(3, 8))
    first = random.uniform(120.0, 175.0) if crop == "grassland" else random.uniform(115.0, 150.0)
    spaces = random.uniform(*SPACINGS[crop], size=max(most - 1, 0))
    days = np.floor(np.cumsum([first, *spaces]))[:most]
    return np.asarray(days[days < 290.0])


def _leaves(random: np.random.Generator, cuts: Floats, crop: str) -> Floats:
    """Leaf area by day. Of the readings on the day of a cut half see the stubble."""
    rate = random.uniform(*RATES[crop])
    most = random.uniform(4.0, 6.5)
    winter = random.uniform(0.4, 1.6)
    dry = random.uniform(0.0, 0.6) if random.random() < 0.4 else 0.0
    middle = random.normal(205.0, 15.0)
    leaves, now = np.empty(YEAR), winter
    for day in range(YEAR):
        light = 0.5 - 0.5 * np.cos(2.0 * np.pi * (day - 15.0) / YEAR)
        drought = 1.0 - dry * np.exp(-0.5 * ((day - middle) / 20.0) ** 2)
        now += rate * light**1.5 * drought * now * (1.0 - now / most)
        if day > 280:
            now -= 0.02 * (now - winter)
        if day in cuts:
            now = min(now, random.uniform(*STUBBLE))
        leaves[day] = now
    return leaves
