"""Where a cell's words begin and stop, and gaps between its thousands, on UTF-8 bytes.

The blanks are those of ``str.strip``, so that a cell means the same to compiled code and to Python.
"""

from __future__ import annotations

from typing import Any

from gpstudio.core.compiled import compiled


@compiled
def inner(letters: Any, start: int, end: int) -> Any:
    """The bounds without the blanks at both ends; ``letters`` is the text's ``address``."""
    while start < end:
        size = _blank_at(letters, start, end)
        if size == 0:
            break
        start += size
    while start < end:
        size = _blank_before(letters, start, end)
        if size == 0:
            break
        end -= size
    return start, end


@compiled
def flag_odd(text: Any, starts: Any, ends: Any, flags: Any) -> None:
    """Flag the cells of a column that are more than ASCII with single blanks inside, or that have
    an apostrophe: what their letters are, or what they were, is for Python to say."""
    for row in range(len(flags)):
        blank = True
        for place in range(starts[row, 0], ends[row, 0]):
            letter = text[place]
            is_blank = letter == 0x20
            if letter < 0x20 or letter >= 0x7F or letter == 0x27 or (is_blank and blank):
                flags[row] = True
                break
            blank = is_blank
        if blank and ends[row, 0] > starts[row, 0]:
            flags[row] = True


@compiled
def minus_at(letters: Any, place: int, end: int) -> int:
    """How many bytes the minus takes: a hyphen, or the sign that typesetters and spreadsheets of
    the north of Europe write; 0 where none stands."""
    if letters[place] == 0x2D:
        return 1
    if place + 2 < end and letters[place] == 0xE2 and letters[place + 1] == 0x88:
        return 3 if letters[place + 2] == 0x92 else 0
    return 0


@compiled
def is_gapped(letters: Any, start: int, end: int) -> bool:
    """Whether the cell, its sign left out, is a number such as 1 234,5 or 1'234.

    Three digits behind each gap, all gaps alike, and perhaps a mark with digits behind the last.
    """
    place, first = _after_digits(letters, start, end), 0
    if not 1 <= place - start <= 3 or letters[start] == 0x30:
        return False
    while True:
        size = _gap_at(letters, place, end)
        if size == 0:
            break
        for letter in range(size):
            if first > 0 and letters[place + letter] != letters[first + letter]:
                return False
        first = first if first > 0 else place
        place += size
        if _after_digits(letters, place, end) != place + 3:
            return False
        place += 3
    if place < end and letters[place] in (0x2C, 0x2E):
        place = _after_digits(letters, place + 1, end)
    return first > 0 and place == end


@compiled
def is_remarked(letters: Any, start: int, end: int) -> bool:
    """Whether the cell begins as "<0.1" and "≤ 0.1" do, or ends as "0.45*", "0.45#", "0.45†"."""
    if letters[start] in (0x3C, 0x3E) or letters[end - 1] in (0x2A, 0x23):
        return True
    if end - start < 4:
        return False
    if letters[start] == 0xE2 and letters[start + 1] == 0x89:
        return letters[start + 2] in (0xA4, 0xA5)
    behind = letters[end - 3] == 0xE2 and letters[end - 2] == 0x80
    return behind and letters[end - 1] in (0xA0, 0xA1)


@compiled
def _after_digits(letters: Any, place: int, end: int) -> int:
    while place < end and 0x30 <= letters[place] <= 0x39:
        place += 1
    return place


@compiled
def _gap_at(letters: Any, place: int, end: int) -> int:
    """How many bytes the gap takes: a blank or apostrophe, a no-break, narrow or thin space, ’."""
    if place < end and letters[place] in (0x20, 0x27):
        return 1
    if place + 1 < end and letters[place] == 0xC2:
        return 2 if letters[place + 1] == 0xA0 else 0
    if place + 2 < end and letters[place] == 0xE2 and letters[place + 1] == 0x80:
        return 3 if letters[place + 2] in (0xAF, 0x89, 0x99) else 0
    return 0


@compiled
def _blank_before(letters: Any, start: int, end: int) -> int:
    """How many bytes the blank takes that ends at ``end``; 0 where no blank does."""
    if letters[end - 1] < 0x80:
        return _blank_at(letters, end - 1, end)
    for size in (2, 3):
        if end - size >= start and _blank_at(letters, end - size, end) == size:
            return size
    return 0


@compiled
def _blank_at(letters: Any, place: int, end: int) -> int:
    """How many bytes the blank takes that begins at ``place``; 0 where no blank does."""
    first = letters[place]
    if first < 0x80:
        return 1 if first == 0x20 or 0x09 <= first <= 0x0D or 0x1C <= first <= 0x1F else 0
    if first == 0xC2 and place + 1 < end:  # next line, no-break space
        return 2 if letters[place + 1] == 0x85 or letters[place + 1] == 0xA0 else 0
    if place + 2 >= end:
        return 0
    second, third = letters[place + 1], letters[place + 2]
    if first == 0xE1:  # ogham space
        return 3 if second == 0x9A and third == 0x80 else 0
    if first == 0xE3:  # ideographic space
        return 3 if second == 0x80 and third == 0x80 else 0
    if first == 0xE2 and second == 0x80:  # spaces by width, separators, narrow no-break space
        wide = third <= 0x8A or third in (0xA8, 0xA9, 0xAF)
        return 3 if wide else 0
    if first == 0xE2 and second == 0x81:  # mathematical space
        return 3 if third == 0x9F else 0
    return 0
