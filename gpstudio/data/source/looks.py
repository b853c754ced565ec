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


def looks_like_table(name: str, head: bytes) -> bool:
    """Whether the first bytes of a file are those of a table that can be read."""
    if head.startswith(b"PAR1"):
        return True
    if head.startswith(b"PK\x03\x04"):
        return name.lower().endswith((".xlsx", ".xlsm"))
    if stranger(head) is not None:
        return False
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in head and not wide:
        return False
    text = head.decode("utf-16" if wide else "latin-1", "replace")
    lines = [line for line in text.splitlines()[:_LINES] if line.strip()]
    return any(_cuts_evenly(lines, mark) for mark in _MARKS)


def _cuts_evenly(lines: list[str], mark: str) -> bool:
    """Most lines have equally many cells, and hold a number or a date."""
    usual, times = (
        Counter(line.count(mark) for line in lines).most_common(1)[0] if lines else (0, 0)
    )
    said = sum(any(_is_number(cell) for cell in line.split(mark)) for line in lines)
    return usual > 0 and times >= 2 and times > len(lines) / 2 and said > 0


def cut_lines(cells: Sequence[str]) -> bool:
    """Whether cells, one to a row, are the lines of a table that a comma or the like cuts."""
    lines = [cell for cell in cells if cell]
    return len(lines) >= 2 and any(_cuts_evenly(lines, mark) for mark in (";", "|", ",", "\t"))


def columns_of_numbers(rows: Sequence[Sequence[str]]) -> int:
    """How many columns hold mostly numbers and dates: a sheet of readings has two or more."""
    width = max((len(row) for row in rows), default=0)
    count = 0
    for place in range(width):
        cells = [row[place] for row in rows[1:] if place < len(row) and row[place]]
        count += len(cells) > 0 and sum(map(_is_number, cells)) > len(cells) / 2
    return count


def _is_number(cell: str) -> bool:
    return _NUMBER_OR_DATE.fullmatch(cell.strip().strip('"')) is not None
