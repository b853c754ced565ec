"""A broken line made of straight strokes.

Qt breaks a path of three thousand corners in 14 ms, at every step of a hand that moves the view;
its strokes as plain lines are there in a third of that. They are counted from the line's start, so
that they stay where they are when the view moves, and when a part of it is painted anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats

LONGEST = 5.0
"""Pixels of a stroke that is drawn straight, whatever the line does meanwhile."""


def strokes(
    x: Floats, y: Floats, pattern: Sequence[float], width: float, left: float, right: float
) -> Floats:
    """(strokes, 4): x, y, x, y of each in pixels, from ``left`` to ``right``.

    ``x`` ascends; ``pattern`` are lengths of dashes and gaps in turn, in widths of the line.
    """
    along = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    first, last = np.interp([left, right], x, along)
    starts, ends = _of_period(np.asarray(pattern) * width)
    period = float(np.sum(pattern)) * width
    turns = period * np.arange(np.floor(first / period), np.ceil(last / period))
    begin = np.clip((turns[:, None] + starts).ravel(), first, last)
    end = np.clip((turns[:, None] + ends).ravel(), first, last)
    there = end > begin
    begin, end = begin[there], end[there]
    places = [np.interp(at, along, to) for at in (begin, end) for to in (x, y)]
    return np.column_stack(places)


def _of_period(lengths: Floats) -> tuple[Floats, Floats]:
    """Where the strokes of one turn of the pattern begin and end."""
    edges = np.concatenate([[0.0], np.cumsum(lengths)])
    starts, ends = [], []
    for place in range(0, len(lengths), 2):
        pieces = int(np.ceil(lengths[place] / LONGEST))
        cuts = np.linspace(edges[place], edges[place + 1], pieces + 1)
        starts.append(cuts[:-1])
        ends.append(cuts[1:])
    return np.concatenate(starts), np.concatenate(ends)
