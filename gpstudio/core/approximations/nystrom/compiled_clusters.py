"""The two steps of k-means, compiled: spreading the first centres out, and naming the nearest."""

from __future__ import annotations

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled(fastmath={"contract", "reassoc"})
def bring_near(rows: Floats, centre: Floats, nearest: Floats) -> None:
    """Lower each row's squared distance from the nearest centre by that from one more."""
    for i in range(len(rows)):
        squared = 0.0
        for d in range(len(centre)):
            gap = rows[i, d] - centre[d]
            squared += gap * gap
        nearest[i] = min(nearest[i], squared)


@compiled(fastmath={"contract", "reassoc"})
def name_nearest(rows: Floats, turned: Floats, room: Floats, names: Integers) -> None:
    """The nearest centre of each row; ``turned`` has one row an input, ``room`` one number a
    centre, so that the innermost loop runs along memory."""
    inputs, centres = turned.shape
    for i in range(len(rows)):
        room[:] = 0.0
        for d in range(inputs):
            here, there = rows[i, d], turned[d]
            for j in range(centres):
                gap = here - there[j]
                room[j] += gap * gap
        best, least = 0, room[0]
        for j in range(1, centres):
            if room[j] < least:
                best, least = j, room[j]
        names[i] = best
