"""What is looked for in drawn curves, (times, draws), one draw after the other.

Most draws are looked at from their top on for some dozen times, where numpy would compare them all.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled
def met(time: Floats, curves: Floats, place: int, draw: int, level: float) -> float:
    """When the line from this place to the next meets the level."""
    here, there = curves[place, draw], curves[place + 1, draw]
    share = (level - here) / (there - here) if there != here else level - here
    start, stop = time[place], time[place + 1]
    when: float = start + min(max(share, 0.0), 1.0) * (stop - start)
    return when


@compiled
def risen(time: Floats, curves: Floats, before: Integers, levels: Floats, found: Floats) -> None:
    last = len(time) - 2
    for draw in range(len(levels)):
        found[draw] = np.nan
        for place in range(before[draw] - 1, -1, -1):
            if curves[place, draw] < levels[draw]:
                found[draw] = met(time, curves, min(place, last), draw, levels[draw])
                break


@compiled
def fallen(time: Floats, curves: Floats, after: Integers, levels: Floats, found: Floats) -> None:
    for draw in range(len(levels)):
        found[draw] = np.nan
        for place in range(after[draw] + 1, len(time)):
            if curves[place, draw] < levels[draw]:
                found[draw] = met(time, curves, place - 1, draw, levels[draw])
                break


@compiled
def risen_twice(
    time: Floats, curves: Floats, before: Integers, low: Floats, high: Floats, early: Floats,
    late: Floats,
) -> None:  # fmt: skip
    """Through two levels, the second no lower than the first, on one way back from the top."""
    last = len(time) - 2
    for draw in range(len(low)):
        early[draw], late[draw], place = np.nan, np.nan, before[draw] - 1
        while place >= 0 and not curves[place, draw] < high[draw]:
            place -= 1
        if place >= 0:
            late[draw] = met(time, curves, min(place, last), draw, high[draw])
        while place >= 0 and not curves[place, draw] < low[draw]:
            place -= 1
        if place >= 0:
            early[draw] = met(time, curves, min(place, last), draw, low[draw])


@compiled
def fallen_twice(
    time: Floats, curves: Floats, after: Integers, low: Floats, high: Floats, late: Floats,
    early: Floats,
) -> None:  # fmt: skip
    """The same on the way down: below the higher level first."""
    count = len(time)
    for draw in range(len(low)):
        early[draw], late[draw], place = np.nan, np.nan, after[draw] + 1
        while place < count and not curves[place, draw] < high[draw]:
            place += 1
        if place < count:
            early[draw] = met(time, curves, place - 1, draw, high[draw])
        while place < count and not curves[place, draw] < low[draw]:
            place += 1
        if place < count:
            late[draw] = met(time, curves, place - 1, draw, low[draw])


@compiled
def lowest(curves: Floats, places: Integers, left: Floats, right: Floats) -> None:
    for draw in range(len(places)):
        left[draw], right[draw] = np.inf, np.inf
    for place in range(len(curves)):
        row = curves[place]
        for draw in range(len(places)):  # each written anew: so they are taken several at once
            before, after = place <= places[draw], place >= places[draw]
            left[draw] = row[draw] if before and row[draw] < left[draw] else left[draw]
            right[draw] = row[draw] if after and row[draw] < right[draw] else right[draw]


@compiled
def vertex(time: Floats, place: int, before: float, here: float, after: float) -> float:
    """When a parabola through a value that is no lower than its neighbours is highest."""
    back, on = time[place] - time[place - 1], time[place + 1] - time[place]
    rise, fall = (here - before) / back, (here - after) / on
    bend = rise + fall
    when: float = time[place]
    return when + 0.5 * (rise * on - fall * back) / bend if bend > 0.0 else when


@compiled
def highest(time: Floats, curves: Floats, places: Integers, dates: Floats, heights: Floats) -> None:
    """Where each draw is highest first, how high it is there, and when between the times."""
    last = len(time) - 1
    for draw in range(len(places)):
        places[draw], heights[draw] = 0, curves[0, draw]
    for place in range(1, last + 1):
        row = curves[place]
        for draw in range(len(places)):
            if row[draw] > heights[draw]:
                places[draw], heights[draw] = place, row[draw]
    for draw in range(len(places)):
        place = places[draw]
        dates[draw] = time[place]
        if 0 < place < last:
            before, after = curves[place - 1, draw], curves[place + 1, draw]
            dates[draw] = vertex(time, place, before, heights[draw], after)


@compiled(fastmath={"reassoc", "contract"})
def summits(
    time: Floats, starts: Integers, rows: Floats, curves: Floats, spans: Integers, levels: Floats,
    found: Integers, dates: Floats,
) -> None:  # fmt: skip
    """Where between its span's two places the smoothed draw is highest, of which only what rises
    over its level there counts, and when between the times; ``rows`` are what each value from its
    start on counts."""
    times, width = rows.shape
    own = np.empty(times)
    for draw in range(len(levels)):
        first, last = spans[0, draw], spans[1, draw]
        for place in range(first, last + 1):
            own[place] = max(curves[place, draw] - levels[draw], 0.0)
        most, best, before, after, last_total = 0.0, 0, 0.0, 0.0, 0.0
        for place in range(first, last + 1):
            start = starts[place]
            low, high = max(start, first), min(start + width, last + 1)
            some, weights = own[low:high], rows[place, low - start : high - start]
            total = 0.0
            for other in range(len(some)):
                total += weights[other] * some[other]
            if total > most:
                most, best, before = total, place, last_total
            elif place == best + 1:
                after = total
            last_total = total
        found[draw], dates[draw] = best, time[best]
        if first < best < last:
            dates[draw] = vertex(time, best, before, most, after)
