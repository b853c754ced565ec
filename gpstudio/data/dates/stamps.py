"""Dates with their times of day cut straight from the bytes of cells, as most machines write them.

The families are the definition, and this does the same to millions of cells: a cell that has not
exactly one of the looks below is left to its family's pattern. They are 2021-3-17T13:30:05.25Z and
17/03/2021 13:30 with any separator, 20210317133005 and 20210317T1330Z; zones are Z and offsets.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled

YEAR_AHEAD, YEAR_BEHIND, PACKED, PACKED_IN_TWO = 0, 1, 2, 3
"""The looks."""
KINDS_OF_CLOCKS = 8
"""A clock's finest part, 1 to 3, and 4 more where it tells its zone; 0 where there is none."""

_DAY, _FARTHEST = 86_400, 14 * 3600
_LOST = -1


@compiled
def cut_stamps(
    letters: Any, starts: Any, ends: Any, look: int, rows: Any, examples: Any, left: Any
) -> int:
    """Fill a row per cell: the three numbers as they stand, and the seconds of the day in UTC.

    ``examples`` notes a cell of each kind of clock where none is noted (-1). Cells that are left to
    the pattern are listed in ``left``; their number is given.
    """
    cell, many = address(letters), 0
    packed = look in (PACKED, PACKED_IN_TWO)
    for place in range(len(starts)):
        start, end = starts[place], ends[place]
        if packed:
            at = _packed_date(cell, start, end, rows, place)
            at, seconds, kind = _packed_clock(cell, at, end, look == PACKED_IN_TWO)
        else:
            at = _date(cell, start, end, look, rows, place)
            at, seconds, kind = _clock(cell, at, end)
        if at != end:
            left[many] = place
            many += 1
            continue
        rows[place, 3] = seconds
        if examples[kind] < 0:
            examples[kind] = place
    return many


@compiled(inline=True)
def _is_digit(letters: Any, place: int, end: int) -> bool:
    return place < end and 0x30 <= letters[place] <= 0x39


@compiled(inline=True)
def _number(letters: Any, place: int, end: int, most: int) -> Any:
    """The number that up to ``most`` digits make, and the place behind it."""
    number, last = 0, min(end, place + most)
    while _is_digit(letters, place, last):
        number = 10 * number + letters[place] - 0x30
        place += 1
    return number, place


@compiled(inline=True)
def _date(letters: Any, start: int, end: int, look: int, rows: Any, row: int) -> Any:
    """The place behind a date of three numbers with the same mark between them."""
    first = 4 if look == YEAR_AHEAD else 2
    a, at = _number(letters, start, end, first)
    if at == start or (first == 4 and at != start + 4) or at >= end:
        return _LOST
    mark = letters[at]
    if mark not in (0x2D, 0x2F, 0x2E, 0x5F, 0x20):  # -/._ and a blank
        return _LOST
    second = at + 1
    b, at = _number(letters, second, end, 2)
    if at == second or at >= end or letters[at] != mark:
        return _LOST
    third = at + 1
    c, at = _number(letters, third, end, 6 - first)
    size = at - third
    if _is_digit(letters, at, end) or size == 0:
        return _LOST
    if look == YEAR_BEHIND and size != 2 and (size != 4 or letters[third] == 0x30):
        return _LOST
    rows[row, 0], rows[row, 1], rows[row, 2] = a, b, c
    return at


@compiled(inline=True)
def _clock(letters: Any, at: int, end: int) -> Any:
    """What stands behind a date: nothing, or hours and minutes, perhaps seconds and a zone."""
    if at in (_LOST, end):
        return at, 0.0, 0
    if letters[at] not in (0x54, 0x5F, 0x20, 0x2C, 0x3A):  # T_ ,:
        return _LOST, 0.0, 0
    begin = at + 1
    hours, at = _number(letters, begin, end, 2)
    if at == begin or at >= end or letters[at] != 0x3A:
        return _LOST, 0.0, 0
    begin = at + 1
    minutes, at = _number(letters, begin, end, 2)
    if at != begin + 2:
        return _LOST, 0.0, 0
    seconds, finest = 0.0, 2
    if at < end and letters[at] == 0x3A:
        begin, finest = at + 1, 3
        whole, at = _number(letters, begin, end, 2)
        if at != begin + 2:
            return _LOST, 0.0, 0
        seconds, at = _with_fraction(letters, whole, at, end)
    return _in_zone(letters, at, end, _of_day(hours, minutes, seconds), finest)


@compiled(inline=True)
def _with_fraction(letters: Any, whole: int, at: int, end: int) -> Any:
    """Seconds with up to nine digits behind a point or comma, rounded as ``float`` does."""
    if at >= end or (letters[at] != 0x2E and letters[at] != 0x2C):
        return np.float64(whole), at
    begin = at + 1
    fraction, at = _number(letters, begin, end, 9)
    if at == begin:
        return 0.0, _LOST
    scale = 1
    for _ in range(at - begin):
        scale *= 10
    return np.float64(whole * scale + fraction) / np.float64(scale), at


@compiled(inline=True)
def _of_day(hours: int, minutes: int, seconds: float) -> float:
    if hours == 24 and minutes == 0 and seconds == 0.0:
        return np.float64(_DAY)
    if hours > 23 or minutes > 59 or seconds >= 60:
        return np.nan
    return np.float64(hours * 3600 + minutes * 60) + seconds


@compiled(inline=True)
def _in_zone(letters: Any, at: int, end: int, seconds: float, finest: int) -> Any:
    """The seconds in UTC, where the cell ends or tells its zone: Z or an offset."""
    if at in (_LOST, end):
        return at, seconds, finest
    if letters[at] == 0x5A or letters[at] == 0x7A:
        return at + 1, seconds, finest + 4
    if letters[at] != 0x2B and letters[at] != 0x2D:
        return _LOST, 0.0, 0
    sign = 60 if letters[at] == 0x2B else -60
    begin = at + 1
    hours, at = _number(letters, begin, end, 2)
    if at != begin + 2:
        return _LOST, 0.0, 0
    minutes = 0
    if at < end:
        begin = at + 1 if letters[at] == 0x3A else at
        minutes, at = _number(letters, begin, end, 2)
        if at != begin + 2:
            return _LOST, 0.0, 0
    offset = sign * (hours * 60 + minutes)
    if abs(offset) > _FARTHEST:
        return at, np.nan, finest + 4
    return at, seconds - offset, finest + 4


@compiled(inline=True)
def _packed_date(letters: Any, start: int, end: int, rows: Any, row: int) -> int:
    """The place behind eight digits."""
    a, at = _number(letters, start, end, 4)
    b, at = _number(letters, at, end, 2)
    c, at = _number(letters, at, end, 2)
    rows[row, 0], rows[row, 1], rows[row, 2] = a, b, c
    return at if at == start + 8 else _LOST


@compiled(inline=True)
def _packed_clock(letters: Any, at: int, end: int, parted: bool) -> Any:
    """hh, hhmm or hhmmss, perhaps with a Z: behind a mark where ``parted``, or else nothing."""
    if at == _LOST or (at == end and not parted):
        return at, 0.0, 0
    if parted:
        if at >= end or (letters[at] != 0x54 and letters[at] != 0x5F):
            return _LOST, 0.0, 0
        at += 1
    begin = at
    hours, at = _number(letters, at, end, 2)
    minutes, at = _number(letters, at, end, 2)
    seconds, at = _number(letters, at, end, 2)
    size = at - begin
    if size not in (2, 4, 6):
        return _LOST, 0.0, 0
    zoned = 0
    if at < end and letters[at] == 0x5A:
        at, zoned = at + 1, 4
    return at, _of_day(hours, minutes, np.float64(seconds)), size // 2 + zoned
