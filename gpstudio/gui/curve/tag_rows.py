"""Where the names of stages stand in the lane above the plot: none covers another, each as near to
its line as that allows. Pure numbers, in pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats

GAP = 6.0
"""Between two names, and between a name and its line."""
NEAR = 24.0
"""A name so far from where it should be still belongs to its line at a glance."""
FAR = 90.0
"""A name farther from where it should be belongs to nothing: a shorter one stands nearer."""
MOST_ROWS = 3
"""More only where there is no room otherwise."""


@dataclass(frozen=True)
class Seat:
    """Where one name stands."""

    row: int
    left: float


def seated(
    places: Sequence[float], widths: Sequence[float], room: float, most: int = MOST_ROWS
) -> list[Seat]:
    """A seat for every name; ``places`` of the lines ascend.

    Rows are taken in turn. As few rows as leave every name near its line, up to ``most``; with so
    many names move aside as little as they must, and a line leads from each to its place.
    """
    count = len(places)
    seats: list[Seat] = []
    for rows in range(1, count + 1):
        seats, off = _in_rows(places, widths, room, rows)
        fits = all(_fits(widths[row::rows], room) for row in range(rows))
        if fits and (off <= NEAR or rows >= most):
            break
    return seats


def _in_rows(
    places: Sequence[float], widths: Sequence[float], room: float, rows: int
) -> tuple[list[Seat], float]:
    """Seats in so many rows, and how far the name that fares worst is from where it should be."""
    lefts = np.empty(len(places))
    wanted = np.array([wish(x, width, room) for x, width in zip(places, widths, strict=True)])
    for row in range(rows):
        lefts[row::rows] = spread(wanted[row::rows], np.asarray(widths[row::rows]), room)
    seats = [Seat(place % rows, float(left)) for place, left in enumerate(lefts)]
    return seats, farthest(seats, places, widths, room)


def farthest(
    seats: Sequence[Seat], places: Sequence[float], widths: Sequence[float], room: float
) -> float:
    """How far the name that fares worst is from where it should be."""
    off = [
        abs(seat.left - wish(x, width, room))
        for seat, x, width in zip(seats, places, widths, strict=True)
    ]
    return max(off, default=0.0)


def wish(x: float, width: float, room: float) -> float:
    """Right of its line, unless the edge is near."""
    return x + GAP if x + GAP + width <= room else max(x - GAP - width, 0.0)


def spread(wanted: Floats, widths: Floats, room: float) -> Floats:
    """Left ends in the given order that do not overlap and lie closest to the wanted ones in the
    sense of least squares: pools of neighbours that touch stand where their mean wish is."""
    steps = np.concatenate([[0.0], np.cumsum(widths + GAP)[:-1]])
    free = wanted - steps
    pools: list[list[float]] = []  # sum, count
    for value in free:
        pools.append([float(value), 1.0])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] >= pools[-1][0] / pools[-1][1]:
            total, many = pools.pop()
            pools[-1][0] += total
            pools[-1][1] += many
    flat = np.concatenate([np.full(int(n), s / n) for s, n in pools]) if pools else free
    last = room - float(steps[-1] + widths[-1]) if len(widths) else room
    return np.asarray(np.clip(flat, 0.0, max(last, 0.0)) + steps)


def _fits(widths: Sequence[float], room: float) -> bool:
    return sum(widths) + GAP * max(len(widths) - 1, 0) <= room
