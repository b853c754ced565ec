"""Fixed points: a step repeated until it moves no more, helped by the steps before it.

Where each step takes the same share of what is left, as weights that follow misfits do, the last
few steps tell where they lead (Anderson 1965). A guess that ``worth`` finds worse than the plain
step is not taken, so that what the plain steps climb is climbed here too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats

MEMORY = 6
MOST_STEPS = 300
SETTLED = 3e-9
"""Steps shorter than this, on the ruler, are none."""
SAME = 1e-3
"""Closer than this to a known place, on the ruler, a start leads there too."""


@dataclass(frozen=True, eq=False)
class Settled:
    """``place`` has rows; the last decides where a step leads, the others go with it."""

    place: Floats
    steps: int
    left: float
    """The longest part of the last step, on the ruler."""


def settle(
    step: Callable[[Floats], Floats],
    start: Floats,
    ruler: Callable[[Floats], Floats],
    worth: Callable[[Floats], float] | None = None,
    known: Floats | None = None,
    most: int = MOST_STEPS,
    least: float = SETTLED,
) -> Settled:
    """Where ``step`` leads from the row ``start``; ``ruler`` says how fine each number is. After
    ``most`` steps, or one shorter than ``least``, it is over.

    Once close to a ``known`` place where another start has led, nothing new is to be found.
    """
    moves: list[Floats] = []
    ends: list[Floats] = []
    row, count, left = start, 0, np.inf
    end = np.atleast_2d(start)
    while count < most:
        end = step(row)
        count += 1
        fine = ruler(end[-1])
        move = (end[-1] - row) / fine
        left = float(abs(move).max(initial=0.0))
        if not left > least:
            break
        if known is not None and float(abs((end[-1] - known) / fine).max(initial=0.0)) < SAME:
            break
        moves, ends = [*moves[1 - MEMORY :], move * fine], [*ends[1 - MEMORY :], end]
        row = guessed(moves, ends, fine, worth)[-1]
    return Settled(end, count, left)


def guessed(
    moves: list[Floats],
    ends: list[Floats],
    fine: Floats,
    worth: Callable[[Floats], float] | None = None,
) -> Floats:
    """The mixture of the last ends whose moves cancel best, unless it is worth less."""
    last = ends[-1]
    if len(ends) == 1:
        return last
    turns = np.array([(moves[-1] - move) / fine for move in moves[:-1]]).T
    shares = np.linalg.lstsq(turns, moves[-1] / fine, rcond=1e-10)[0]
    guess = last - sum(share * (last - end) for share, end in zip(shares, ends[:-1], strict=True))
    if worth is not None and not worth(guess) >= worth(last):
        return last
    return np.asarray(guess)
