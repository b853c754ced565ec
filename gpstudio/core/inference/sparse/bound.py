"""The bound on labelled or measured rows, and the belief that is best for given numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.settling import MEMORY, guessed
from gpstudio.core.inference.sparse.basis import Basis
from gpstudio.core.inference.sparse.belief import Asked, Belief
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.task import Task
from gpstudio.translation import tr

ROWS = 1_000
"""That are looked at at once."""
SETTLED = 1e-7
"""A bound that rises by less than this share of itself, or of a reading's worth, is found."""
MOST_STEPS = 60
SHORTEST = 2.0**-12
LEVEL = 1e-13
"""A bound that falls by less than this share of itself has not fallen."""


@dataclass(frozen=True, eq=False)
class Told:
    """What readings say of uncertain curves; but for the first (n, curves)."""

    log_density: float
    """Their average, summed."""
    pull: Floats
    """Its slope in the mean,"""
    bend: Floats
    """and in the variance;"""
    slopes: Floats = field(default_factory=lambda: np.zeros(0))
    """and in the coordinate of each of the tellers' own numbers."""


class Tellers(Protocol):
    """All readings."""

    @property
    def rows(self) -> int: ...

    @property
    def curves(self) -> int: ...

    @property
    def share(self) -> float:
        """How far a natural step of all curves at once may go: 1 of curves that readings see one
        by one; of coupled ones that would lead as far beyond the summit as it was before it."""

    @property
    def level(self) -> bool:
        """Whether it says something if all curves are higher by as much."""

    @property
    def coordinates(self) -> Floats:
        """Of the numbers of its own that are learnt."""

    def with_coordinates(self, coordinates: Floats) -> Tellers:
        """The same with other numbers of its own."""

    def roughly(self) -> Tellers:
        """The same, quicker, for steps of many that each look at some rows."""

    @property
    def before(self) -> Tellers | None:
        """Others with one summit, whose beliefs are to be begun with where these have several."""

    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told: ...


@dataclass(frozen=True, eq=False)
class Found:
    """Beliefs for one setting of the numbers, the bound with them, and what readings ask then."""

    layer: Layer
    bound: float
    asked: tuple[Asked, ...]
    steps: int = 0
    left: float = math.inf
    """By how much the last step raised the bound, relative."""


def settled(
    bases: tuple[Basis, ...],
    beliefs: tuple[Belief, ...],
    inputs: Floats,
    tellers: Tellers,
    task: Task,
    fine: float = SETTLED,
    most: int = MOST_STEPS,
) -> Found:
    """By natural steps of all readings, which are shorter where they lead down; those before help
    each to its means (Anderson 1965)."""
    here = found_at(Layer(bases, beliefs), inputs, tellers, task)
    moves: list[Floats] = []
    ends: list[Floats] = []
    while here.steps < most and here.left > fine:
        task.report(tr("settling the curves"))
        plain = here.layer.stepped(here.asked, tellers.share, tellers.level, task)
        end = _means(plain)
        moves = [*moves, end - _means(here.layer.beliefs)][-MEMORY:]
        ends = [*ends, end][-MEMORY:]
        guess = guessed(moves, ends, np.ones_like(end))
        options = _options(here, plain, guess, tellers, task)
        ahead = _first_higher(here, options, inputs, tellers, task)
        if ahead is None:
            break
        rise = abs(ahead.bound - here.bound) / max(abs(here.bound), 1.0)
        best = ahead if ahead.bound >= here.bound else here
        here = replace(best, steps=here.steps + 1, left=rise)
    return here


def _means(beliefs: tuple[Belief, ...]) -> Floats:
    return np.concatenate([belief.mean for belief in beliefs])


def _options(
    here: Found, plain: tuple[Belief, ...], guess: Floats, tellers: Tellers, task: Task
) -> Iterator[tuple[Belief, ...]]:
    """Where to go, the boldest first."""
    if np.isfinite(guess).all():
        parts = np.split(guess, len(plain))
        yield tuple(one.moved(part - one.mean) for one, part in zip(plain, parts, strict=True))
    yield plain
    share = 0.5 * tellers.share
    while share > SHORTEST:
        yield here.layer.stepped(here.asked, share, tellers.level, task)
        share *= 0.5


def _first_higher(
    here: Found,
    options: Iterator[tuple[Belief, ...]],
    inputs: Floats,
    tellers: Tellers,
    task: Task,
) -> Found | None:
    lowest = here.bound - LEVEL * abs(here.bound)
    for beliefs in options:
        ahead = found_at(Layer(here.layer.bases, beliefs), inputs, tellers, task)
        if ahead.bound >= lowest:
            return ahead
    return None


def found_at(layer: Layer, inputs: Floats, tellers: Tellers, task: Task) -> Found:
    """The bound with these beliefs, and what all readings ask for."""
    density = 0.0
    asked: tuple[Asked, ...] = ()
    for start in range(0, len(inputs), ROWS):
        rows = slice(start, min(start + ROWS, len(inputs)))
        moments = layer.at(inputs[rows], task)
        told = tellers.told(rows, moments.mean, moments.variance)
        density += told.log_density
        some = layer.asked(moments, told.pull, told.bend, task)
        asked = tuple(a.plus(b) for a, b in zip(asked, some, strict=True)) if asked else some
    return Found(layer, density - layer.divergence, asked)
