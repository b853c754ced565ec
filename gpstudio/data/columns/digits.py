"""Numbers straight from the bytes of cells, with what each cell testifies about its marks.

The rules are those of ``numbers``, which states them in Python; the tests hold the two together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled
from gpstudio.data.columns.edges import inner, is_gapped, is_remarked, minus_at
from gpstudio.data.columns.nearest import INFINITE, exact, is_exact, nearest_bits
from gpstudio.data.cutting.marks import DOUBLED

POINT, COMMA, PLUS, MINUS, NOUGHT, SMALL_E, PERCENT = 46, 44, 43, 45, 48, 101, 37
MOST_DIGITS = 19
"""So many decimal digits always fit 64 bits."""
MOST_IN_EXPONENT = 4

BOTH, COMMA_LAST, COMMAS, MANY_GROUPS, POINTS, GROUPED_POINTS, PERCENTS, SIGNLESS, OPEN = range(9)
"""Where ``counts`` keeps what; ``OPEN`` is the first cell that leaves its marks open, or -1."""

READ, BLANK, UNREADABLE, HARD, GAPPED = range(5)
"""A hard cell has more digits than fit, and those that do not fit may decide its last bit. A gapped
one has blanks or apostrophes between its thousands, or a remark beside its number."""

_SIGN = np.uint64(1 << 63)
_U0, _U1, _U10 = np.uint64(0), np.uint64(1), np.uint64(10)


@compiled
def read_cells(
    text: Any,
    starts: Any,
    ends: Any,
    marks: Any,
    first: int,
    count: int,
    decimal: int,
    thousands: int,
    percent: bool,
    words: Any,
    word_ends: Any,
    fives: Any,
    values: Any,
    blank: Any,
    counts: Any,
    hard: Any,
) -> int:
    """Read ``count`` columns from slot ``first`` on, cell after cell along each row.

    ``thousands`` is 0 where no such marks are allowed. ``words`` are those that mean nothing, one
    after the other. Gives how many places ``hard`` names: their cells are left to Python, those of
    gapped ones, of which nothing is counted either, as ``~place``.
    """
    letters, powers, said = address(text), address(fives), address(counts)
    bits, place, strange = values.view(np.uint64), 0, 0
    for row in range(len(starts)):
        for slot in range(first, first + count):
            start, end = inner(letters, starts[row, slot], ends[row, slot])
            state, number = UNREADABLE, _U0
            if start == end:
                state = BLANK
            elif marks[row, slot] != DOUBLED:
                stop = end
                if letters[end - 1] == PERCENT:
                    _, stop = inner(letters, start, end - 1)
                if start < stop:
                    state, number = _read(
                        letters, start, stop, decimal, thousands, powers, said, place, stop < end
                    )
                if (stop < end) != percent and state != GAPPED:
                    state = UNREADABLE
                if state == UNREADABLE:
                    state = _unread(letters, start, end, words, word_ends)
            if state == READ:
                bits[place] = number
            else:
                values[place] = np.nan
            blank[place] = state == BLANK
            if state >= HARD:
                hard[strange] = place if state == HARD else ~place
                strange += 1
            place += 1
    return strange


@compiled
def _unread(letters: Any, start: int, end: int, words: Any, word_ends: Any) -> int:
    """What else a cell may be that is no number."""
    if _is_word(letters, start, end, words, word_ends):
        return BLANK
    return GAPPED if is_remarked(letters, start, end) else UNREADABLE


@compiled
def _read(
    letters: Any,
    start: int,
    end: int,
    decimal: int,
    thousands: int,
    fives: Any,
    counts: Any,
    place: int,
    signed: bool,
) -> Any:
    """Whether the cell can be read, and the bits of its number."""
    size = minus_at(letters, start, end)
    negative = size > 0
    begin = start + 1 if letters[start] == PLUS else start + size
    stop, digits, dropped, lost, commas, points, head, tail, last, uneven = _scan(
        letters, begin, end
    )
    fine, power, length = _exponent(letters, stop, end)
    if not fine or stop - begin == commas + points:
        return GAPPED if is_gapped(letters, begin, end) else UNREADABLE, _U0
    if not (uneven & 4 or (head == 0 and commas + points > 1)):
        counts[PERCENTS if signed else SIGNLESS] += 1
    if commas + points > 0:
        groupable = length == 0 and 1 <= head <= 3 and letters[begin] != NOUGHT
        _testify(counts, place, commas, points, last, uneven, head, groupable and tail == 3)
    grouping = commas if decimal == POINT else points
    decimals = commas + points - grouping
    if decimals > 1 or (decimals == 1 and last != decimal):
        return UNREADABLE, _U0
    if grouping > 0:
        other = COMMA if decimal == POINT else POINT
        grouped = length == 0 and 1 <= head <= 3 and letters[begin] != NOUGHT
        if thousands != other or not grouped or uneven & (1 if other == COMMA else 2):
            return UNREADABLE, _U0
    if decimals == 1:
        power -= tail
    return _rounded(digits, power + dropped, lost, negative, fives)


@compiled
def _rounded(digits: Any, power: int, lost: bool, negative: bool, fives: Any) -> Any:
    if lost:
        number = nearest_bits(digits, power, fives)
        if nearest_bits(digits + _U1, power, fives) != number:
            return HARD, _U0
    elif is_exact(digits, power):
        number = np.float64(exact(digits, power)).view(np.uint64)
    else:
        number = nearest_bits(digits, power, fives)
    if number == INFINITE:
        return UNREADABLE, _U0
    return READ, number | _SIGN if negative else number


@compiled
def _scan(letters: Any, begin: int, end: int) -> Any:
    """Digits with points and commas among them, up to the first other letter.

    Gives where that is; the first digits as a whole number, how many more there are and whether
    these matter; how many commas and points; how many digits stand before the first mark and behind
    the last; the last mark; and flags: 1 where not three digits follow some comma, 2 likewise for
    points, 4 where two marks stand side by side.
    """
    digits: Any = _U0
    place, kept, dropped, lost = begin, 0, 0, False
    commas, points, head, tail, last, uneven = 0, 0, 0, 0, 0, 0
    while place < end:
        letter = letters[place]
        if NOUGHT <= letter <= NOUGHT + 9:
            tail += 1
            if kept < MOST_DIGITS:
                digits = digits * _U10 + np.uint64(letter - NOUGHT)
                kept += digits > _U0
            else:
                dropped += 1
                lost = lost or letter != NOUGHT
        elif letter in (COMMA, POINT):
            if last == 0:
                head = tail
            else:
                uneven |= _unevenness(last, tail)
            commas += letter == COMMA
            points += letter == POINT
            last = int(letter)
            tail = 0
        else:
            break
        place += 1
    if last == 0:
        head = tail
    else:
        uneven |= _unevenness(last, tail) & 3
    return place, digits, dropped, lost, commas, points, head, tail, last, uneven


@compiled(inline=True)
def _unevenness(mark: int, digits: int) -> int:
    if digits == 3:
        return 0
    return (1 if mark == COMMA else 2) | (4 if digits == 0 else 0)


@compiled
def _exponent(letters: Any, place: int, end: int) -> Any:
    """Whether only a power of ten follows, which one, and how many digits it has."""
    if place == end:
        return True, 0, 0
    if letters[place] | 0x20 != SMALL_E:
        return False, 0, 0
    place += 1
    negative = place < end and letters[place] == MINUS
    if place < end and (negative or letters[place] == PLUS):
        place += 1
    power, begin = 0, place
    while place < min(end, begin + MOST_IN_EXPONENT) and NOUGHT <= letters[place] <= NOUGHT + 9:
        power = 10 * power + int(letters[place]) - NOUGHT
        place += 1
    return place == end and place > begin, -power if negative else power, place - begin


@compiled
def _testify(
    counts: Any,
    place: int,
    commas: int,
    points: int,
    last: int,
    uneven: int,
    head: int,
    one_group: bool,
) -> None:
    """Count what the cell says of its marks, when it may be a number at all."""
    one_group = one_group and commas + points == 1
    if uneven & 4 or (head == 0 and commas + points > 1):
        return
    if commas > 0 and points > 0:
        counts[BOTH] += 1
        counts[COMMA_LAST] += last == COMMA
    elif points > 0:
        counts[POINTS] += 1
        counts[GROUPED_POINTS] += one_group
    elif one_group:
        if counts[OPEN] < 0:
            counts[OPEN] = place
    elif commas > 1:
        counts[MANY_GROUPS] += 1
    else:
        counts[COMMAS] += 1


@compiled
def _is_word(letters: Any, start: int, end: int, words: Any, word_ends: Any) -> bool:
    """Whether the cell is one of the words, in large or small letters."""
    begin = 0
    for stop in word_ends:
        if stop - begin == end - start:
            place = 0
            while place < end - start:
                letter = letters[start + place]
                if 65 <= letter <= 90:
                    letter |= 0x20
                if letter != words[begin + place]:
                    break
                place += 1
            if place == end - start:
                return True
        begin = stop
    return False
