"""Cuts text into rows and cells without copying it: the one place that knows quotation marks.

A cell is where it begins and where it ends. Only the cells of wanted columns are noted, so that a
file of a gigabyte costs what is used of it. What RFC 4180 says is followed; what it forbids and
people still write is read as they mean it: text after a closing quotation mark belongs to the
cell, a mark inside a bare cell is a letter, a lone carriage return ends a row.
"""

from __future__ import annotations

from typing import Any

from gpstudio.core.compiled import compiled
from gpstudio.data.cutting.marks import DOUBLED, PLAIN, QUOTED

QUOTE, NEWLINE, RETURN, BLANK, TAB = 34, 10, 13, 32, 9
BLANKS = BLANK
"""The delimiter that stands for any run of blanks and tabs."""

NEVER = -1
"""Where something is that does not come in the text at hand."""


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
    row's cells up to the last that says something. Gives the number of
    rows, the place after the last one, the line on which the next begins, and whether a quotation
    mark is open there.
    """
    rows, at = 0, begin
    while rows < len(widths) and at < len(text):
        starts[rows] = at
        ends[rows] = at
        marks[rows] = PLAIN
        place, column, said, breaks = at, 0, 0, 0
        while True:
            if delimiter == BLANKS:
                place = _after_blanks(text, place)
                if column > 0 and _is_row_end(text, place):
                    # blanks at the end of a line delimit nothing
                    column -= 1
                    break
            first, stop, mark, place, inside = _cell(text, place, delimiter)
            if place == NEVER:
                return rows, at, line, True
            breaks += inside
            if mark != PLAIN or _after_blanks(text, first) < stop:
                said = column + 1
            if column < len(slots) and slots[column] >= 0:
                starts[rows, slots[column]] = first
                ends[rows, slots[column]] = stop
                marks[rows, slots[column]] = mark
            if _is_row_end(text, place):
                break
            place += 1
            column += 1
        place = _after_row_end(text, place, last)
        if place == NEVER:
            break
        if said > 0 or column > 0:
            widths[rows] = column + 1
            filled[rows] = said
            lines[rows] = line
            rows += 1
        at = place
        line += breaks + 1
    return rows, at, line, False


@compiled
def _cell(text: Any, place: int, delimiter: int) -> Any:
    """Where the cell begins and stops, how it is written, the place after it, line ends inside."""
    if place < len(text) and text[place] == QUOTE:
        stop, mark, breaks = _closing_mark(text, place + 1)
        if stop == NEVER:
            return place, place, mark, NEVER, 0
        after = _end_of_bare(text, stop + 1, delimiter)
        if _after_blanks(text, stop + 1) >= after:
            return place + 1, stop, mark, after, breaks
        # text behind the closing mark: the cell is what stands there, marks and all
        return place, after, PLAIN, after, breaks
    stop = _end_of_bare(text, place, delimiter)
    return place, stop, PLAIN, stop, 0


@compiled
def _closing_mark(text: Any, place: int) -> Any:
    """Where the quotation closes, whether it holds doubled marks, how many lines it spans."""
    mark, breaks = QUOTED, 0
    while place < len(text):
        letter = text[place]
        if letter == QUOTE:
            if place + 1 == len(text) or text[place + 1] != QUOTE:
                return place, mark, breaks
            mark = DOUBLED
            place += 1
        elif letter == NEWLINE or (
            letter == RETURN and (place + 1 == len(text) or text[place + 1] != NEWLINE)
        ):
            breaks += 1
        place += 1
    return NEVER, mark, breaks


@compiled
def _end_of_bare(text: Any, place: int, delimiter: int) -> int:
    while place < len(text):
        letter = text[place]
        ends_row = letter in (NEWLINE, RETURN)
        if ends_row or letter == delimiter or (letter == TAB and delimiter == BLANKS):
            return place
        place += 1
    return place


@compiled
def _after_blanks(text: Any, place: int) -> int:
    while place < len(text) and (text[place] == BLANK or text[place] == TAB):
        place += 1
    return place


@compiled
def _is_row_end(text: Any, place: int) -> bool:
    return place >= len(text) or text[place] == NEWLINE or text[place] == RETURN


@compiled
def _after_row_end(text: Any, place: int, last: bool) -> int:
    """The place of the next row; ``NEVER`` where only text still to come can tell."""
    size = len(text)
    if place >= size:
        return size if last else NEVER
    if text[place] == RETURN:
        if place + 1 == size:
            return size if last else NEVER
        if text[place + 1] == NEWLINE:
            return place + 2
    return place + 1
