"""What a column looks like: the facts from which roles are chosen.

Taken from a sample spread over the whole column. A format that a sample shows is the column's;
what only the whole column can tell (day or month first) is left to ``dates`` and ``numbers``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.dates import read_dates
from gpstudio.data.names import TIMES, words
from gpstudio.data.texts import Texts, is_missing, sample

_SAMPLE = 2_000
_READABLE = 0.5
"""A column is of a kind when at least this part of what it says is of that kind."""


@dataclass(frozen=True)
class Profile:
    """What a sample of one column looks like."""

    name: str
    kind: str
    """date, number, text or empty."""
    format: str
    share: float
    ascending: bool
    distinct: int
    whole: bool
    """True when all of its numbers are integers."""
    size: int

    @property
    def repeats(self) -> bool:
        return self.distinct < self.size


def profile(name: str, column: Texts) -> Profile:
    cells = sample(column, _SAMPLE)
    said = np.array([cell for cell in cells if not is_missing(cell)], dtype=object)
    distinct = len({cell.strip() for cell in said})
    if not len(said):
        return Profile(name, "empty", "empty", 1.0, False, 0, False, 0)
    numbers = read_numbers(name, said)
    values = numbers.values[np.isfinite(numbers.values)]
    ascending = len(values) > 0 and bool((np.diff(values) >= 0).all())
    whole = len(values) > 0 and bool((values == np.rint(values)).all())
    facts = (ascending, distinct, whole, len(said))
    dates = read_dates(name, said)
    if dates is not None and dates.share >= (0.9 if dates.digits else _READABLE):
        # Seven digits may well be a plot number: they are dates where the name says so.
        named = dates.format != "YYYYDDD" or not {*TIMES, "doy", "julian"}.isdisjoint(words(name))
        if named:
            return Profile(name, "date", dates.format, dates.share, *facts)
    if numbers.share >= _READABLE:
        return Profile(name, "number", numbers.style.format, numbers.share, *facts)
    return Profile(name, "text", "text", 1.0, *facts)
