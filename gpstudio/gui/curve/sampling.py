"""Fewer points for the same picture: in every column of pixels the first, last, lowest and highest.

A line through these covers the same pixels as one through all points; no extreme is lost. Columns
are counted from the axis' origin, so that a picture that is moved does not shimmer.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers

DENSE = 2
"""Points a column up to which all are drawn."""


def within(x: Floats, left: float, right: float) -> slice:
    """Points of an ascending axis in a view, and one beyond either end."""
    first = int(np.searchsorted(x, left, side="left"))
    last = int(np.searchsorted(x, right, side="right"))
    return slice(max(first - 1, 0), min(last + 1, len(x)))


def cut(x: Floats, left: float, right: float, *values: Floats) -> tuple[Floats, ...]:
    """What of some lines lies in a view, with points on its edges: some kinds of files cannot hide
    what is drawn outside."""
    first, last = max(left, float(x[0])), min(right, float(x[-1]))
    if first >= last:
        return tuple(np.empty(0) for _ in (x, *values))
    inside = (x > first) & (x < last)
    places = np.concatenate([[first], x[inside], [last]])
    return places, *(np.interp(places, x, line) for line in values)


def columns(x: Floats, width: float) -> Integers:
    """Where each column of that width begins among ascending places that are not none."""
    column = np.floor(x / width)
    return np.asarray(np.concatenate([[0], 1 + np.flatnonzero(np.diff(column))]))


def sampled(
    x: Floats, y: Floats, left: float, right: float, width: float, dense: float = DENSE
) -> Integers:
    """Places, ascending, of the points that a line needs in a view with columns of that width.

    With no more than ``dense`` points a column, on average, all are drawn.
    """
    part = within(x, left, right)
    count = part.stop - part.start
    if count <= dense * (right - left) / width or not width > 0.0:
        return np.arange(part.start, part.stop)
    starts = columns(x[part], width)
    ends = np.concatenate([starts[1:], [count]]) - 1
    heights = y[part]
    sizes = np.diff(np.concatenate([starts, [count]]))
    column = np.repeat(np.arange(len(starts)), sizes)
    low = _first_at(heights, np.minimum.reduceat(heights, starts), column, starts)
    high = _first_at(heights, np.maximum.reduceat(heights, starts), column, starts)
    return np.asarray(part.start + np.unique(np.concatenate([starts, low, high, ends])))


def _first_at(values: Floats, wanted: Floats, column: Integers, starts: Integers) -> Integers:
    """In each column the first place that has the wanted value."""
    hits = np.flatnonzero(values == wanted[column])
    _, first = np.unique(column[hits], return_index=True)
    return np.asarray(hits[first])


def envelope(
    x: Floats, lower: Floats, upper: Floats, left: float, right: float, width: float
) -> tuple[Floats, Floats, Floats]:
    """The edges of a band in a view; of many points in a column the outermost."""
    part = within(x, left, right)
    x, lower, upper = x[part], lower[part], upper[part]
    if len(x) <= DENSE * (right - left) / width or not width > 0.0:
        return x, lower, upper
    starts = columns(x, width)
    last = np.array([len(x) - 1])
    middle = np.append(x[starts], x[last])
    lows = np.append(np.minimum.reduceat(lower, starts), lower[last])
    highs = np.append(np.maximum.reduceat(upper, starts), upper[last])
    return middle, lows, highs
