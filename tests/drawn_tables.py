"""Tables of fields drawn from a population that is itself drawn, learnt together and held against
what they were drawn with."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from alike_fields import matern32
from scipy.special import stdtr

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.together.road import LatticeMembers
from gpstudio.core.learning.population import FREEDOM, Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series
from gpstudio.session.population import mark_of, population_of
from gpstudio.session.readings import readings_of

RECIPE = Recipe.of(kernel="matern32", likelihood="gaussian", scale="identity", learning="together")
DAYS = 365.0
MIDDLE, ABOUT = np.log([40.0, 0.05, 0.04]), np.array([0.3, 0.5, 0.5])
"""Of the centres of populations: length, noise beside the curve's variance, size."""
LEAST, MOST = 0.2, 0.6
"""Between which the populations' spreads lie."""
RANKED = ("curve", "new reading", "length", "noise")


@dataclass(frozen=True, eq=False)
class DrawnField:
    series: Series
    numbers: Floats
    at: float
    """A day on which nothing was read."""
    curve: float
    reading: float


@dataclass(frozen=True, eq=False)
class DrawnTable:
    centre: Floats
    spread: Floats
    fields: tuple[DrawnField, ...]

    @classmethod
    def of(cls, seed: int, fields: int, readings: int) -> DrawnTable:
        random = np.random.default_rng([19, seed])
        centre = MIDDLE + ABOUT * random.standard_normal(3)
        spread = random.uniform(LEAST, MOST, 3)
        some = [_drawn(f"field {k}", centre, spread, readings, random) for k in range(fields)]
        return cls(centre, spread, tuple(some))

    def learnt(self) -> Population:
        population = population_of([one.series for one in self.fields], RECIPE)
        assert population is not None
        return population

    def ranks(self, population: Population) -> Floats:
        """Of what is true, between 0 and 1, (fields, ``RANKED``)."""
        return np.array([_ranks(one, population) for one in self.fields])


def _drawn(
    name: str, centre: Floats, spread: Floats, readings: int, random: np.random.Generator
) -> DrawnField:
    numbers = centre + spread * random.standard_normal(3)
    length, ratio, size = np.exp(numbers)
    variance = size * FREEDOM / random.chisquare(FREEDOM)
    days = random.uniform(0.0, DAYS, readings + 1)
    root = np.linalg.cholesky(matern32(days[:, None] - days, length) + 1e-10 * np.eye(len(days)))
    curve = 0.5 + math.sqrt(variance) * root @ random.standard_normal(len(days))
    values = curve + math.sqrt(variance * ratio) * random.standard_normal(len(days))
    order = np.argsort(days[1:]) + 1
    series = Series(name, days[order], values[order], "day", "level", dated=False)
    return DrawnField(series, numbers, float(days[0]), float(curve[0]), float(values[0]))


def _ranks(one: DrawnField, population: Population) -> Floats:
    own = population.for_field(mark_of(one.series))
    members = fit(RECIPE, readings_of(one.series), population=own).members
    assert isinstance(members, LatticeMembers)
    means, spreads = (each[:, 0] for each in members.curves(np.array([[one.at]]), QUIET))
    weights = members.weights
    found = [
        weights @ stdtr(members.freedom, (told - means) / np.sqrt(spreads + noise))
        for told, noise in ((one.curve, 0.0), (one.reading, members.numbers[:, 0]))
    ]
    settings = members.course.settings(members.points)
    for place in (0, 1):
        here, true = settings[:, place], one.numbers[place]
        found.append(weights @ ((here < true) + 0.5 * (here == true)))
    return np.array(found)
