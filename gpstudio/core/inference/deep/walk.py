"""Layers learnt together: a bound climbed by steps that each draw hidden values anew.

The bound is that of Salimbeni & Deisenroth (2017): what readings say of the last layer, averaged
over values drawn through the hidden ones, less how far beliefs went from what was held beforehand.
Each step takes some rows and draws. The last belief takes a natural step, whose end Gaussian
readings know at once; hidden beliefs, numbers and places one by Adam (Kingma & Ba 2015), whose
lengths shrink over the second half. What is averaged over the last steps (Polyak & Juditsky 1992)
is kept, with the last belief that is best for it.

In the beginning the noise is held low: where it may grow before hidden layers have bent anything,
it takes what they were to explain, and they never do. Several starts go a share of the way; the
highest goes on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.inference.deep.ascent import Ascent
from gpstudio.core.inference.deep.begun import Begun
from gpstudio.core.inference.deep.judged import best_for_all, judged
from gpstudio.core.inference.deep.look import Look, look_at
from gpstudio.core.inference.deep.moved import Moved
from gpstudio.core.inference.deep.net import Net
from gpstudio.core.inference.sparse.belief import Belief
from gpstudio.core.inference.sparse.bound import Tellers
from gpstudio.core.task import Task
from gpstudio.translation import tr

ROWS = 1_000
"""Looked at in a step, draws of the same row counted; of many rows so many of them, drawn once."""
MOST_DRAWS = 3
STEPS, MOST_STEPS, PASSES = 2_000, 4_000, 100
"""Of few rows; of many about so many passes over them, and no more than so many steps."""
LENGTH, LAST, SHRINKING = 0.03, 0.03, 0.5
"""Of a step, in the logarithm of a number, as a share of the spread of an input, or in deviations
of an inducing number; by what it has shrunk in the end, and the share of steps after which it
begins to."""
AVERAGED = 0.1
SHARE = 0.1
"""Of the way to what some rows and draws ask that the last belief goes."""
WARM = 0.25
"""The share of steps during which the noise is held."""
SCOUTED = 0.4
"""The share of steps that every start goes."""


@dataclass(frozen=True, eq=False)
class Walked:
    net: Net
    coordinates: Floats
    tellers: Tellers
    bound: float
    error: float
    """Its standard error, from the draws that it is an average of."""
    steps: int
    """Of the way that was taken to its end."""
    heights: Floats
    """The bound as each of them told it."""
    scouted: tuple[float, ...]
    """How high each start had come when the highest was chosen."""


def walked(begun: Begun, task: Task) -> Walked:
    steps = steps_for(len(begun.inputs)) if begun.steps is None else begun.steps
    if not (begun.moves or begun.places_move or begun.is_deep):
        steps = 0
    walks = [Walk(begun, steps, attempt) for attempt in range(begun.restarts + 1)]
    whole = steps + (len(walks) - 1) * int(SCOUTED * steps)
    done = 0

    def go(walk: Walk, until: int) -> None:
        nonlocal done
        while walk.count < until:
            task.check()
            walk.step(task)
            done += 1
            task.report(tr("learning layer upon layer"), done / (whole + 1))

    if len(walks) > 1:
        for walk in walks:
            go(walk, int(SCOUTED * steps))
    best = max(walks, key=lambda walk: walk.height)
    go(best, steps)
    return best.ended(task, tuple(walk.height for walk in walks) if len(walks) > 1 else ())


def steps_for(rows: int) -> int:
    return int(np.clip(PASSES * rows / ROWS, STEPS, MOST_STEPS))


def _rows(count: int, random: np.random.Generator) -> Iterator[Integers]:
    """Of each step: all rows once before any comes again, but for those left at a pass's end."""
    size = min(ROWS, count)
    while True:
        order = random.permutation(count) if size < count else np.arange(count)
        for first in range(0, count - size + 1, size):
            yield np.sort(order[first : first + size])  # in their order, which memory likes


class Walk:
    """One way up, from one start."""

    def __init__(self, begun: Begun, steps: int, attempt: int) -> None:
        self.begun, self.steps = begun, steps
        self._random = np.random.default_rng([begun.seed, 53, attempt])
        self._rows = _rows(len(begun.inputs), self._random)
        draws = MOST_DRAWS if begun.is_deep else 1
        self._draws = int(np.clip(ROWS // len(begun.inputs), 1, draws))
        self.moved = Moved.of(begun, attempt)
        self.ascent = Ascent(self.moved.row, *self.moved.span)
        self.last = (Belief.beforehand(len(begun.places)),) * begun.tellers.curves
        self._heights: list[float] = []

    @property
    def count(self) -> int:
        """Of the steps that were taken."""
        return self.ascent.count

    @property
    def height(self) -> float:
        """About how high it has come."""
        return float(np.mean(self._heights[-max(len(self._heights) // 10, 1) :] or [-math.inf]))

    def step(self, task: Task) -> None:
        rows = next(self._rows)
        look = self.look(rows, self.normals(len(rows) * self._draws), self._draws, task)
        self._heights.append(look.height)
        if not np.isfinite(look.up).all():
            raise InputError(
                tr("The bound is no number here: write smaller numbers, or fewer terms.")
            )
        share = max(SHARE * self._shrunk, 1.0 / (1.0 + self.count)) * self.begun.tellers.share
        self.last = look.last.stepped(look.asked, share, self.begun.tellers.level, task)
        averages = self.count + 1 > (1.0 - AVERAGED) * self.steps
        self.ascent.step(look.up, LENGTH * self._shrunk, averages)

    def look(self, rows: Integers, normals: Sequence[Floats], draws: int, task: Task) -> Look:
        """The bound as these rows and draws tell it, and where it rises."""
        row, warms = self.ascent.row, self._is_warming
        return look_at(self.moved, row, self.last, rows, normals, draws, warms, task)

    def normals(self, rows: int) -> list[Floats]:
        widths = self.begun.kernel.widths(self.begun.inputs.shape[1])[:-1]
        return [self._random.standard_normal((rows, width)) for width in widths]

    @property
    def _is_warming(self) -> bool:
        return self.begun.warms and self.begun.is_deep and self.count < WARM * self.steps

    @property
    def _shrunk(self) -> float:
        done = max(self.count / max(self.steps, 1) - SHRINKING, 0.0) / (1.0 - SHRINKING)
        return math.exp(done * math.log(LAST))

    def ended(self, task: Task, scouted: tuple[float, ...]) -> Walked:
        row, inputs = self.ascent.end, self.begun.inputs
        tellers = self.moved.tellers(row, self._is_warming)
        net = self.moved.net(row, self.last, task)
        net = best_for_all(net, inputs, tellers, self._random, task)
        bound, error = judged(net, inputs, tellers, self._random, task)
        return Walked(
            net, self.moved.coordinates(row), tellers, bound, error, self.count,
            np.array(self._heights), scouted,
        )  # fmt: skip
