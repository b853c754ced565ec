"""Whether something holds a table, told from its first lines: only where there are several.

What is the only one is read, and says itself what is wrong with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from gpstudio.data.source.strangers import stranger

_MARKS = ("\t", ";", "|", ",")
_LINES = 40
_NUMBER_OR_DATE = re.compile(r"[+-]?[.,]?\d[\d.,:/ TZ+-]*", re.ASCII)

_DATE = re.compile(r"\d{1,4}([-./])\d{1,2}\1\d{1,4}([T ].{1,20})?", re.ASCII)


def looks_like_table(name: str, head: bytes) -> bool:
    """Whether the first bytes of a file are those of a table that can be read."""
    if head.startswith(b"PAR1"):
        return True
    if head.startswith(b"PK\x03\x04"):
        return name.lower().endswith((".xlsx", ".xlsm", ".ods"))
    if stranger(head) is not None:
        return False
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in head and not wide:
        return False
    text = head.decode("utf-16" if wide else "latin-1", "replace")
    return mark_of(text.splitlines()) is not None


def mark_of(lines: Sequence[str]) -> str | None:
    """What cuts the first of these lines evenly into cells; None where nothing does."""
    said = [line for line in lines[:_LINES] if line.strip()]
    return next((mark for mark in _MARKS if _cuts_evenly(said, mark)), None)


def _cuts_evenly(lines: list[str], mark: str) -> bool:
    """Most lines have equally many cells, and hold a number or a date."""
    usual, times = (
        Counter(line.count(mark) for line in lines).most_common(1)[0] if lines else (0, 0)
    )
    said = sum(any(is_number(cell) for cell in line.split(mark)) for line in lines)
    return usual > 0 and times >= 2 and times > len(lines) / 2 and said > 0


def cut_lines(cells: Sequence[str]) -> bool:
    """Whether cells, one to a row, are the lines of a table that a comma or the like cuts."""
    lines = [cell for cell in cells if cell]
    return len(lines) >= 2 and any(_cuts_evenly(lines, mark) for mark in (";", "|", ",", "\t"))


def rank_of_sheet(rows: Sequence[Sequence[str]]) -> int:
    """2 for a table of readings in time, 1 for one of numbers, 0 for anything else."""
    width = max((len(row) for row in rows), default=0)
    columns = [[row[place] for row in rows[1:] if place < len(row)] for place in range(width)]
    numbers = sum(_mostly(_NUMBER_OR_DATE, column) for column in columns)
    dates = sum(_mostly(_DATE, column) for column in columns)
    across = max((sum(map(_is_date, row)) for row in rows), default=0)
    if numbers >= 2 and (dates or across > 2):
        return 2
    return int(numbers >= 2)


def _mostly(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    said = [cell for cell in cells if cell]
    return sum(pattern.fullmatch(cell) is not None for cell in said) > len(said) / 2


def _is_date(cell: str) -> bool:
    return _DATE.fullmatch(cell) is not None


def is_number(cell: str) -> bool:
    """Whether a cell is a number or a date, or begins so."""
    return _NUMBER_OR_DATE.fullmatch(cell.strip().strip('"')) is not None
