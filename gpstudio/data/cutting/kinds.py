"""What a single cell looks like at a glance: nothing, a date, a number, or words.

A glance decides where a table begins and which mark cuts it, not what a column means: that is said
by ``columns`` and ``dates`` with the whole column before them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from gpstudio.data.columns.numbers import NUMBER, number_alone
from gpstudio.data.dates import is_date
from gpstudio.data.texts import is_missing

NOTHING, DATE, A_NUMBER, WORDS = "", "date", "number", "words"
TYPED = (DATE, A_NUMBER)

_OF_EIGHT_DIGITS = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])", re.ASCII)
_MARKED = re.compile(
    r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}"
    r"(?:[T ]+\d{1,2}:\d{2}(?::[\d.]+)?(?: ?(?:Z|[+-]\d{2}:?(?:\d{2})?|[A-Z]{2,4}))?)?",
    re.ASCII,
)
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?", re.ASCII)
_IN_GROUPS = re.compile(
    r"[+\-\u2212]?\d{1,3}(?:[ \u00a0\u2009\u202f'\u2019]\d{3})+(?:[.,]\d+)?", re.ASCII
)
"""Eight thousand as 8 341 or 8'341."""
_LONGEST = 40


def kind_of(cell: str) -> str:
    text = cell.strip()
    if is_missing(text):
        return NOTHING
    # a cell may be a megabyte: what is kept in memory is short
    return WORDS if len(text) > _LONGEST else _kind_of_short(text)


@lru_cache(maxsize=1 << 14)
def _kind_of_short(text: str) -> str:
    text = number_alone(text) or text
    text = text[:-1].rstrip() if text[-1] == "%" and text[0] not in "%(" else text
    if text[-1] in ",;":
        return WORDS
    if NUMBER.fullmatch(text):
        dated = _OF_EIGHT_DIGITS.fullmatch(text) or (
            text.count(".") == 2 and _MARKED.fullmatch(text)
        )
        return DATE if dated else A_NUMBER
    if _IN_GROUPS.fullmatch(text):
        return A_NUMBER
    return DATE if _MARKED.fullmatch(text) or _CLOCK.fullmatch(text) or is_date(text) else WORDS


def usual_kind(cells: Iterable[str], at_least: float = 0.1) -> str:
    """The kind of nearly all of a column's cells from its first date or number on, else words."""
    kinds = [kind for kind in map(kind_of, cells) if kind != NOTHING]
    first = next((place for place, kind in enumerate(kinds) if kind in TYPED), len(kinds))
    counts = Counter(kinds[first:])
    if not counts:
        return WORDS if kinds else NOTHING
    kind, times = counts.most_common(1)[0]
    typical = times >= _NEARLY_ALL * counts.total() and times > at_least * len(kinds)
    return kind if typical else WORDS


_NEARLY_ALL = 0.7
