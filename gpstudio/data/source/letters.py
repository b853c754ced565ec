"""Text in one encoding as UTF-8, byte by byte, compiled: most files need no more than a look."""

from __future__ import annotations

from typing import Any

from gpstudio.core.compiled import address, compiled

UNDEFINED = 0xFFFF
"""In a table of letters: a byte that stands for none."""


@compiled
def end_of_letters(text: Any) -> Any:
    """How many bytes from the start are whole UTF-8 letters, and whether more could follow there.

    False where the next byte is wrong; true at the end of the text, or of what there is of it in
    the middle of a letter.
    """
    letters, size, place = address(text), len(text), 0
    while place < size:
        first = letters[place]
        if first < 0x80:
            place += 1
            continue
        count = _count(first)
        if count == 0:
            return place, False
        for behind in range(1, count):
            if place + behind == size:
                return place, True
            if not _may_follow(first, letters[place + behind], behind):
                return place, False
        place += count
    return place, True


@compiled
def _count(first: int) -> int:
    """How many bytes a letter has that begins with this one; 0 where none does."""
    if 0xC2 <= first < 0xE0:
        return 2
    if 0xE0 <= first < 0xF0:
        return 3
    return 4 if 0xF0 <= first < 0xF5 else 0


@compiled
def _may_follow(first: int, byte: int, behind: int) -> bool:
    """Every letter has one spelling: no longer one is allowed, no half of a pair, none too high."""
    if behind == 1:
        if first == 0xE0:
            return 0xA0 <= byte < 0xC0
        if first == 0xED:
            return 0x80 <= byte < 0xA0
        if first == 0xF0:
            return 0x90 <= byte < 0xC0
        if first == 0xF4:
            return 0x80 <= byte < 0x90
    return 0x80 <= byte < 0xC0


@compiled
def spell(text: Any, table: Any, spelt: Any) -> int:
    """Write each byte's letter in UTF-8, at most three bytes; gives the length.

    -1 where a byte stands for no letter.
    """
    place = 0
    for byte in text:
        letter = table[byte]
        if letter < 0x80:
            spelt[place] = letter
            place += 1
        elif letter < 0x800:
            spelt[place] = 0xC0 | (letter >> 6)
            spelt[place + 1] = 0x80 | (letter & 0x3F)
            place += 2
        elif letter == UNDEFINED:
            return -1
        else:
            spelt[place] = 0xE0 | (letter >> 12)
            spelt[place + 1] = 0x80 | ((letter >> 6) & 0x3F)
            spelt[place + 2] = 0x80 | (letter & 0x3F)
            place += 3
    return place
