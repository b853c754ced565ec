"""Tops of drawn curves and the days between their flanks, in a few calls: see ``top``."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled
from gpstudio.phenology.compiled_crossings import fallen, fallen_twice, lowest, risen, risen_twice


@compiled
def middle_between(after: Floats, before: Floats, room: Floats) -> float:
    """The median of the differences that are numbers; NaN where none is."""
    count = 0
    for draw in range(len(after)):
        apart = after[draw] - before[draw]
        if np.isfinite(apart):
            room[count] = apart
            count += 1
    if count == 0:
        return np.nan
    upper: float = selected(room, count, count // 2)
    if count % 2:
        return upper
    lower = -np.inf
    for place in range(count // 2):
        lower = max(lower, room[place])
    return 0.5 * (lower + upper)


@compiled
def selected(room: Floats, count: int, wanted: int) -> float:
    """Hoare's selection: no number before the wanted place is greater, none after it less."""
    first, last = 0, count - 1
    while first < last:
        low, middle, high = room[first], room[(first + last) // 2], room[last]
        pivot = max(min(low, middle), min(max(low, middle), high))
        i, j = first, last
        while i <= j:
            while room[i] < pivot:
                i += 1
            while room[j] > pivot:
                j -= 1
            if i <= j:
                room[i], room[j] = room[j], room[i]
                i += 1
                j -= 1
        if wanted <= j:
            last = j
        elif wanted >= i:
            first = i
        else:
            break
    found: float = room[wanted]
    return found


@compiled
def through(
    time: Floats, curves: Floats, places: Integers, base: Floats, tops: Floats, share: float,
    rises: bool, found: Floats,
) -> None:  # fmt: skip
    """When each draw last rises, or first falls, through a share of the way from its base to its
    top; NaN where there is no such way."""
    levels = np.empty(len(base))
    for draw in range(len(base)):
        amplitude = tops[draw] - base[draw]
        levels[draw] = base[draw] + share * amplitude if amplitude > 0.0 else np.nan
    if rises:
        risen(time, curves, places, levels, found)
    else:
        fallen(time, curves, places, levels, found)


@compiled
def through_twice(
    time: Floats, curves: Floats, places: Integers, base: Floats, tops: Floats, low: float,
    high: float, rises: bool, nearer: Floats, farther: Floats,
) -> None:  # fmt: skip
    """The same of two shares, the second the greater one."""
    less, more = np.empty((2, len(base)))
    for draw in range(len(base)):
        amplitude = tops[draw] - base[draw]
        known = amplitude if amplitude > 0.0 else np.nan
        less[draw], more[draw] = base[draw] + low * known, base[draw] + high * known
    if rises:
        risen_twice(time, curves, places, less, more, nearer, farther)
    else:
        fallen_twice(time, curves, places, less, more, nearer, farther)


@compiled
def flanked(
    time: Floats, curves: Floats, cut_left: bool, cut_right: bool, low: float, high: float,
    span: float, places: Integers, found: Floats,
) -> float:  # fmt: skip
    """Of draws whose highest and lowest are looked for, the last rows of ``found``: when each
    passes the high share; beyond cut edges the lower ground counts. What is given is the window;
    NaN where the draws show no flank or no top."""
    _, tops, left, right, rise, fall = found
    levels, early, late, room = np.empty((4, len(tops)))
    for draw in range(len(tops)):
        both = min(left[draw], right[draw])
        left[draw], right[draw] = (
            both if cut_left else left[draw],
            both if cut_right else right[draw],
        )
    more = np.empty(len(tops))
    for draw in range(len(tops)):
        levels[draw] = left[draw] + low * (tops[draw] - left[draw])
        more[draw] = left[draw] + high * (tops[draw] - left[draw])
    risen_twice(time, curves, places, levels, more, early, rise)
    for draw in range(len(tops)):
        levels[draw] = right[draw] + low * (tops[draw] - right[draw])
        more[draw] = right[draw] + high * (tops[draw] - right[draw])
    fallen_twice(time, curves, places, levels, more, late, fall)
    before, after = middle_between(rise, early, room), middle_between(late, fall, room)
    flank, length = before, middle_between(fall, rise, room)
    if np.isnan(before) or after < before:
        flank = after
    return span * flank**2 / length if length > 0.0 else np.nan


@compiled
def nearest(time: Floats, date: float) -> int:
    after, last = int(np.searchsorted(time, date)), len(time) - 1
    after = min(max(after, 1), last)
    return after - (1 if date - time[after - 1] < time[after] - date else 0)


@compiled
def topped(
    time: Floats, curves: Floats, usual: int, found: Floats, smooth: Floats, dates: Floats,
    places: Integers, heights: Floats,
) -> None:  # fmt: skip
    """When each draw is highest, at which of the times, and how high: its smoothed day, and for the
    height the middle of its top, moved by what these lie beside the draws' own in the middle."""
    own, _, _, _, rise, fall = found
    room, centres = np.empty((2, len(own)))
    for draw in range(len(own)):
        centres[draw] = 0.5 * (rise[draw] + fall[draw])
    by, beside = middle_between(own, smooth, room), middle_between(own, centres, room)
    by, beside = by if np.isfinite(by) else 0.0, beside if np.isfinite(beside) else 0.0
    for draw in range(len(own)):
        dates[draw] = min(max(smooth[draw] + by, time[0]), time[-1])
        places[draw] = nearest(time, dates[draw])
        known = centres[draw] + beside if np.isfinite(centres[draw]) else time[usual]
        heights[draw] = curves[nearest(time, known), draw]


@compiled
def spanned(
    time: Floats, found: Floats, high: float, spans: Integers, levels: Floats
) -> None:  # fmt: skip
    """Of draws that are looked at, the level above which each has its top, and the places between
    which it is there."""
    _, tops, left, right, rise, fall = found
    last = len(time) - 1
    for draw in range(len(levels)):
        ground = min(left[draw], right[draw])
        levels[draw] = ground + high * (tops[draw] - ground)
        rises, falls = rise[draw], fall[draw]
        spans[0, draw] = np.searchsorted(time, rises) if rises > time[0] else 0
        spans[1, draw] = np.searchsorted(time, falls, "right") - 1 if falls < time[last] else last


@compiled
def grounded(time: Floats, curves: Floats, place: int, reach: float, found: Floats) -> None:
    """The mean of each draw near a place, as that of what it differs from the draw there."""
    count, here = 0, curves[place]
    found[:] = 0.0
    for other in range(len(time)):
        if np.abs(time[other] - time[place]) <= reach:
            row = curves[other]
            count += 1
            for draw in range(len(found)):
                found[draw] += row[draw] - here[draw]
    for draw in range(len(found)):
        found[draw] = here[draw] + found[draw] / count


@compiled
def marked(time: Floats, curve: Floats) -> tuple[float, float, float, float, float]:
    """Of one curve, (times, 1), when it last rises and first falls through half of the way to its
    top, its grounds on both sides, and its top."""
    places, rise, fall = np.empty(1, dtype=np.intp), np.empty(1), np.empty(1)
    left, right = np.empty(1), np.empty(1)
    places[0] = np.argmax(curve[:, 0])
    lowest(curve, places, left, right)
    top = curve[places[0]]
    through(time, curve, places, left, top, 0.5, True, rise)
    through(time, curve, places, right, top, 0.5, False, fall)
    return rise[0], fall[0], left[0], right[0], top[0]
