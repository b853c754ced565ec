"""Whether a file has a header, and what its columns are called.

A header taken for a reading would be noise; a reading taken for a header would be lost without a
word. So a first line counts as a reading only when it shows a date above dates, or nothing but
numbers above numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gpstudio.data.columns.numbers import NUMBER
from gpstudio.data.dates import is_date
from gpstudio.data.texts import Texts, is_missing


def begins_with_reading(first: Sequence[str], columns: Iterable[Texts]) -> bool:
    """True when the first line is one more reading, so that the file has no header."""
    kinds = []
    for cell, column in zip(first, columns, strict=True):
        below = {_kind(text) for text in column[:20] if not is_missing(text)}
        if below in ({"date"}, {"number"}) and not is_missing(cell):
            if _kind(cell) not in below:
                return False
            kinds.append(_kind(cell))
    words = any(_kind(cell) == "word" for cell in first if not is_missing(cell))
    return "date" in kinds or (len(kinds) > 1 and not words)


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Each column gets a name of its own: "column 2" where empty, "lai (2)" where repeated."""
    taken: list[str] = []
    for place, name in enumerate(names, start=1):
        base = candidate = name.strip() or f"column {place}"
        copies = 1
        while candidate in taken:
            copies += 1
            candidate = f"{base} ({copies})"
        taken.append(candidate)
    return tuple(taken)


def _kind(cell: str) -> str:
    text = cell.strip()
    if is_date(text):
        return "date"
    return "number" if NUMBER.fullmatch(text) else "word"
