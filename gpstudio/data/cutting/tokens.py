"""Cuts text into rows and cells without copying it: the one place that knows quotation marks.

A cell is where it begins and where it ends. Only the cells of wanted columns are noted, so that a
file of a gigabyte costs what is used of it. What RFC 4180 says is followed; what it forbids and
people still write is read as they mean it: text after a closing quotation mark belongs to the
cell, blanks before an opening one do not, a mark inside a bare cell is a letter, a lone carriage
return ends a row.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled
from gpstudio.data.cutting.marks import DOUBLED, PLAIN, QUOTED

QUOTE, NEWLINE, RETURN, BLANK, TAB = 34, 10, 13, 32, 9
BLANKS = BLANK
"""The delimiter that stands for any run of blanks and tabs."""

NEVER = -1
"""Where something is that does not come in the text at hand."""

LETTER, BETWEEN, ROW_END, MARK = 0, 1, 2, 3
"""What a byte is to the cutter."""


@compiled
def kinds_of_bytes(delimiter: int) -> Any:
    kinds = np.full(256, LETTER, dtype=np.uint8)
    kinds[QUOTE] = MARK
    kinds[delimiter] = BETWEEN
    if delimiter == BLANKS:
        kinds[TAB] = BETWEEN
    kinds[NEWLINE] = ROW_END
    kinds[RETURN] = ROW_END
    return kinds


@compiled
def cut_rows(
    text: Any,
    begin: int,
    last: bool,
    delimiter: int,
    slots: Any,
    starts: Any,
    ends: Any,
    marks: Any,
    widths: Any,
    filled: Any,
    lines: Any,
    line: int,
) -> Any:
    """Fill one entry of the arrays per row; stops at the arrays' end or after the last whole row.

    ``slots[column]`` is where a column's cells go, or -1. ``last`` says that no text follows, so
    that a row without a line end is whole. Cells that a row lacks are empty; ``filled`` counts a
    row's cells up to the last that says something. Gives the number of rows, the place after the
    last one, the line on which the next begins, and whether a quotation mark is open there.
    """
    kinds = kinds_of_bytes(delimiter)
    letters, size = address(text), len(text)
    rows, at = 0, begin
    while rows < len(widths) and at < size:
        place, column, breaks = at, 0, 0
        while True:
            if delimiter == BLANKS:
                place = _after_blanks(letters, place, size)
                if column > 0 and _is_row_end(letters, place, size):
                    # blanks at the end of a line delimit nothing
                    column -= 1
                    break
            first, mark = place, PLAIN
            place = _end_of_bare(letters, place, size, kinds)
            stop = place
            if place < size and letters[place] == QUOTE:
                first, stop, mark, place, inside = _quoted(letters, first, place, size, kinds)
                if place == NEVER:
                    return rows, at, line, True
                breaks += inside
            if column < len(slots) and slots[column] >= 0:
                starts[rows, slots[column]] = first
                ends[rows, slots[column]] = stop
                marks[rows, slots[column]] = mark
            if _is_row_end(letters, place, size):
                break
            place += 1
            column += 1
        following = _after_row_end(letters, place, size, last)
        if following == NEVER:
            break
        said = _last_that_says(letters, at, place, delimiter, column)
        if said > 0 or column > 0:
            for lacking in range(column + 1, len(slots)):
                if slots[lacking] >= 0:
                    starts[rows, slots[lacking]] = at
                    ends[rows, slots[lacking]] = at
                    marks[rows, slots[lacking]] = PLAIN
            widths[rows] = column + 1
            filled[rows] = said
            lines[rows] = line
            rows += 1
        at = following
        line += breaks + 1
    return rows, at, line, False


@compiled
def _quoted(letters: Any, first: int, mark_at: int, size: int, kinds: Any) -> Any:
    """A cell with a quotation mark at ``mark_at``, the first in it.

    Gives where the cell begins and stops, how it is written, the place after it, and the line ends
    inside; the place is ``NEVER`` where the quotation does not close.
    """
    if _after_blanks(letters, first, mark_at) == mark_at:
        stop, mark, breaks = _closing_mark(letters, mark_at + 1, size)
        if stop == NEVER:
            return first, first, mark, NEVER, 0
        after = _end_of_words(letters, stop + 1, size, kinds)
        if _after_blanks(letters, stop + 1, after) == after:
            return mark_at + 1, stop, mark, after, breaks
        # text behind the closing mark: the cell is what stands there, marks and all
        return first, after, PLAIN, after, breaks
    after = _end_of_words(letters, mark_at, size, kinds)
    return first, after, PLAIN, after, 0


@compiled
def _closing_mark(letters: Any, place: int, size: int) -> Any:
    """Where the quotation closes, whether it holds doubled marks, how many lines it spans."""
    mark, breaks = QUOTED, 0
    while place < size:
        letter = letters[place]
        if letter == QUOTE:
            if place + 1 == size or letters[place + 1] != QUOTE:
                return place, mark, breaks
            mark = DOUBLED
            place += 1
        elif letter == NEWLINE or (
            letter == RETURN and (place + 1 == size or letters[place + 1] != NEWLINE)
        ):
            breaks += 1
        place += 1
    return NEVER, mark, breaks


@compiled(inline=True)
def _end_of_bare(letters: Any, place: int, size: int, kinds: Any) -> int:
    """The first byte from here on that is more than a letter."""
    known = address(kinds)
    while place < size and known[letters[place]] == LETTER:
        place += 1
    return place


@compiled
def _end_of_words(letters: Any, place: int, size: int, kinds: Any) -> int:
    """The first byte that ends a cell in which quotation marks are letters."""
    while place < size and (kinds[letters[place]] == LETTER or kinds[letters[place]] == MARK):
        place += 1
    return place


@compiled(inline=True)
def _after_blanks(letters: Any, place: int, size: int) -> int:
    while place < size and (letters[place] == BLANK or letters[place] == TAB):
        place += 1
    return place


@compiled(inline=True)
def _is_row_end(letters: Any, place: int, size: int) -> bool:
    return place >= size or letters[place] == NEWLINE or letters[place] == RETURN


@compiled
def _last_that_says(letters: Any, begin: int, end: int, delimiter: int, column: int) -> int:
    """How many cells the row has up to the last that says something, ``column`` being the last.

    Seen from its end: blanks and delimiters there say nothing, and any other letter, a quotation
    mark among them, does.
    """
    place = end - 1
    while place >= begin:
        if letters[place] == delimiter and delimiter != BLANKS:
            column -= 1
        elif letters[place] != BLANK and letters[place] != TAB:
            return column + 1
        place -= 1
    return 0


@compiled
def _after_row_end(letters: Any, place: int, size: int, last: bool) -> int:
    """The place of the next row; ``NEVER`` where only text still to come can tell."""
    if place >= size:
        return size if last else NEVER
    if letters[place] == RETURN:
        if place + 1 == size:
            return size if last else NEVER
        if letters[place + 1] == NEWLINE:
            return place + 2
    return place + 1
