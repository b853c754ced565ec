"""Numbers and places learnt on some readings at a time.

Each step looks at the next rows of a shuffled pass. Beliefs take a natural step of them, numbers
and places one by Adam (Kingma & Ba 2015), whose length says how far and whose memory evens out what
differs from rows to rows. Over the last steps both get shorter, and what is taken in the end are
numbers averaged over these (Polyak & Juditsky 1992), with the belief that is best for them.

The number of steps hangs on the number of rows and not on a clock: a seed says all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.inference.sparse.basis import Basis
from gpstudio.core.inference.sparse.belief import Belief
from gpstudio.core.inference.sparse.bound import ROWS, Found, Tellers, settled
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.kernel import each_with
from gpstudio.core.learning.free_numbers import FreeNumbers
from gpstudio.core.learning.learner import Evaluate
from gpstudio.core.task import Task
from gpstudio.translation import tr

FEWEST_STEPS, PASSES, MOST_STEPS = 400, 60, 1_500
"""At least so many, about so many passes over few rows, and of many rows no more than so many."""
LENGTH = 0.1
"""Of a step: in the logarithm of a number, or as a share of the spread of an input."""
LAST = 0.1
"""By what steps have shrunk in the end."""
SHRINKING = 0.5
"""The share of the steps after which they begin to."""
AVERAGED = 0.2
"""The share of the last steps over which numbers are averaged."""
SHARE = 0.3
"""A belief takes so many times the share of the rows that a step looks at, so that it is of some
passes together: one of the last rows alone foretells others badly, and numbers for which it is
less sure would be preferred to the best ones."""
HEAD = 100.0
"""It takes HEAD / (HEAD + steps) where that is more: numbers move far in the beginning. Of 2,000
drawn rows of two classes numbers end 0.3 nats below where L-BFGS on all rows ends; with ten times
the share it were 5, of 20,000 rows with HEAD = 5 some 60."""
ROWS_A_NUMBER = 20.0
"""A belief is never of fewer rows for each of its numbers, unless there are no more: one that knows
only a few of them would have curves flat, for good."""
FIRST, SECOND = 0.9, 0.99
"""How much of the last slopes, and of their squares, is remembered."""
BEGUN = 0.3
"""The share of steps that are begun with those who have one summit."""
TINY = 1e-12
ROUGHLY, FEW_STEPS = 1e-3, 15
"""How finely beliefs are found that are only to be begun with."""


@dataclass(frozen=True, eq=False)
class Start:
    """What is walked from, and how."""

    kernel: Kernel
    numbers: FreeNumbers
    """Of as many kernels as there are curves with their own, or of one."""
    made: Callable[[Kernel, Floats, Task], Basis]
    """Of a kernel with numbers, and places where there are any."""
    size: int
    """How many numbers a curve hangs on."""
    places: Floats
    prior: Evaluate
    moves: bool
    """Whether numbers are learnt,"""
    places_move: bool
    """and places."""
    seed: int

    @property
    def coordinates(self) -> Floats:
        return self.numbers.starts()[0]


@dataclass(frozen=True, eq=False)
class Walked:
    coordinates: Floats
    tellers: Tellers
    found: Found
    steps: int
    heights: Floats
    """The bound as the rows of each step told it."""

    def kernels(self) -> tuple[Kernel, ...]:
        return tuple(basis.kernel for basis in self.found.layer.bases)


def walked(start: Start, inputs: Floats, tellers: Tellers, task: Task) -> Walked:
    steps = steps_for(len(inputs))[0] if start.moves or start.places_move else 0
    walk = _Walk(start, inputs, tellers.roughly(), steps)
    walk.begin(task)
    for count, rows in enumerate(_passes(len(inputs), steps, start.seed)):
        task.check()
        walk.step(count, rows, task)
        task.report(tr("learning on some rows at a time"), (count + 1) / (steps + 1))
    coordinates, places, own = walk.ended()
    bases = walk.bases(coordinates, places, task)
    tellers = tellers.with_coordinates(own)
    found = settled(bases, walk.beliefs, inputs, tellers, task)
    return Walked(coordinates, tellers, found, steps, np.array(walk.heights))


def steps_for(rows: int) -> tuple[int, int]:
    """How many steps so many rows take, and how many of them each looks at."""
    return int(np.clip(PASSES * rows / ROWS, FEWEST_STEPS, MOST_STEPS)), min(ROWS, rows)


def _passes(count: int, steps: int, seed: int) -> Iterator[Integers]:
    """Rows of each step: all once before any comes again, but for those left at a pass's end."""
    random, size = np.random.default_rng([seed, 29]), min(ROWS, count)
    done = 0
    while done < steps:
        order = random.permutation(count)
        for first in range(0, count - size + 1, size):
            if done == steps:
                return
            # in their order, which memory likes
            yield np.sort(order[first : first + size])
            done += 1


class _Walk:
    def __init__(self, start: Start, inputs: Floats, tellers: Tellers, steps: int) -> None:
        self._start, self._inputs, self._tellers, self._steps = start, inputs, tellers, steps
        spread = inputs.std(axis=0)
        self._units = np.where(spread > 0.0, spread, 1.0)
        self._count = len(start.coordinates)
        own = tellers.coordinates if start.moves else np.zeros(0)
        self._own = len(own)
        at = (start.coordinates, own, (start.places / self._units).ravel())
        self._at = np.concatenate(at)
        low, high = start.numbers.span
        free = np.full(len(self._at) - self._count, np.inf)
        self._low, self._high = np.append(low, -free), np.append(high, free)
        self._first, self._second = np.zeros((2, len(self._at)))
        self._total, self._averaged = np.zeros_like(self._at), 0
        self.beliefs = (Belief.beforehand(start.size),) * tellers.curves
        self.heights: list[float] = []

    def begin(self, task: Task) -> None:
        before = self._tellers.before
        if before is None:
            return
        bases = self.bases(self._start.coordinates, self._start.places, task)
        found = settled(bases, self.beliefs, self._inputs, before, task, ROUGHLY, FEW_STEPS)
        self.beliefs = found.layer.beliefs

    def bases(self, coordinates: Floats, places: Floats, task: Task) -> tuple[Basis, ...]:
        start = self._start
        kernels = each_with(start.kernel, start.numbers.at(coordinates))
        return tuple(start.made(kernel, places, task) for kernel in kernels)

    def ended(self) -> tuple[Floats, Floats, Floats]:
        """Coordinates, places, and those of the tellers."""
        at = self._total / self._averaged if self._averaged else self._at
        coordinates, places, own = self._split(at)
        start = self._start
        if not start.moves:
            return start.coordinates, places, self._tellers.coordinates
        return coordinates, places, own

    def _split(self, at: Floats) -> tuple[Floats, Floats, Floats]:
        start, count = self._start, self._count
        own, places = at[count : count + self._own], at[count + self._own :]
        if not start.places_move:
            return at[:count], start.places, own
        return at[:count], places.reshape(start.places.shape) * self._units, own

    def step(self, count: int, rows: Integers, task: Task) -> None:
        start, inputs = self._start, self._inputs
        coordinates, places, own = self._split(self._at)
        tellers = self._tellers.with_coordinates(own) if self._own else self._tellers
        if tellers.before is not None and count < BEGUN * self._steps:
            tellers = tellers.before
        layer = Layer(self.bases(coordinates, places, task), self.beliefs)
        moments = layer.at(inputs[rows], task)
        told = tellers.told(rows, moments.mean, moments.variance)
        times = len(inputs) / len(rows)
        slopes = layer.back(
            moments, told.pull, told.bend, task, numbers=start.moves, places=start.places_move
        )
        held, lean = start.prior(coordinates)
        self.heights.append(times * told.log_density - layer.divergence + held)
        free = start.numbers.places
        up = np.concatenate(
            [
                times * slopes.numbers[free] + lean if start.moves else np.zeros(len(free)),
                times * told.slopes[: self._own] if len(told.slopes) else np.zeros(self._own),
                (times * slopes.places * self._units).ravel()
                if slopes.places is not None
                else np.zeros(start.places.size),
            ]
        )
        asked = layer.asked(moments, told.pull, told.bend, task)
        most = 1.0 if times == 1.0 else min(1.0, len(rows) / (ROWS_A_NUMBER * start.size))
        share = max(SHARE / times, min(most, HEAD / (count + HEAD))) * tellers.share
        self.beliefs = layer.stepped(
            tuple(one.times(times) for one in asked), share, tellers.level, task
        )
        self._move(count, up)

    def _move(self, count: int, up: Floats) -> None:
        if not np.isfinite(up).all():
            raise InputError(
                tr("The bound is no number here: write smaller numbers, or fewer terms.")
            )
        self._first += (1.0 - FIRST) * (up - self._first)
        self._second += (1.0 - SECOND) * (up**2 - self._second)
        first = self._first / (1.0 - FIRST ** (count + 1))
        size = np.sqrt(self._second / (1.0 - SECOND ** (count + 1)))
        done = max(count / self._steps - SHRINKING, 0.0) / (1.0 - SHRINKING)
        length = LENGTH * math.exp(done * math.log(LAST))
        self._at = np.clip(self._at + length * first / (size + TINY), self._low, self._high)
        if count >= (1.0 - AVERAGED) * self._steps:
            self._total += self._at
            self._averaged += 1
