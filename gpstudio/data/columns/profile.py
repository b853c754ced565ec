"""What a column looks like: the facts from which roles are chosen.

Taken from a sample spread over the whole column. A format that a sample shows is the column's;
what only the whole column can tell (day or month first) is left to ``dates`` and ``numbers``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.dates import ColumnDates, read_dates
from gpstudio.data.dates.clock import is_clock
from gpstudio.data.dates.counts import COUNTS, OF_A_FRACTION
from gpstudio.data.dates.names import (
    names_things,
    tells_dates,
    tells_identifiers,
    tells_months,
    tells_serials,
    tells_stamps,
    tells_years,
)
from gpstudio.data.texts import Texts, is_missing, sample

_SAMPLE = 2_000
_READABLE = 0.5
"""A column is of a kind when at least this part of what it says is of that kind."""
_NEARLY_ALL = 0.9


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
    low: float = np.nan
    high: float = np.nan
    """The smallest and largest of its numbers."""
    clock: bool = False
    """True when its texts are times of day."""
    perhaps: str = ""
    """How cells look that read as dates under a name that does not say so: "digits", "inside" an
    identifier, or a "count"."""
    cells: Texts = field(
        default_factory=lambda: np.zeros(0, dtype=object), compare=False, repr=False
    )
    """The sample; that of all columns of a table has the same rows."""

    @property
    def repeats(self) -> bool:
        return self.distinct < self.size

    @property
    def counts(self) -> bool:
        """Whether its numbers run on from 0 or 1 as those of rows do."""
        return self.whole and self.ascending and not self.repeats and self.low in (0.0, 1.0)


def profile(name: str, column: Texts) -> Profile:
    cells = sample(column, _SAMPLE)
    said = np.array([cell for cell in cells if not is_missing(cell)], dtype=object)
    distinct = len({cell.strip() for cell in said})
    if not len(said):
        return Profile(name, "empty", "empty", 1.0, False, 0, False, 0, cells=cells)
    numbers = read_numbers(name, said)
    values = numbers.values[np.isfinite(numbers.values)]
    ascending = len(values) > 0 and bool((np.diff(values) >= 0).all())
    whole = len(values) > 0 and bool((values == np.rint(values)).all())
    low, high = (float(values.min()), float(values.max())) if len(values) else (np.nan, np.nan)
    dates = read_dates(name, said)
    kind, form, share = "text", "text", 1.0
    if dates is not None and dates.share >= (_NEARLY_ALL if dates.digits else _READABLE):
        kind, form, share = "date", dates.format, dates.share
    perhaps = dates is not None and kind == "date" and not _is_told(name, dates, values)
    if kind == "text" or perhaps:
        kind, form, share = "text", "text", 1.0
        if numbers.share >= _READABLE:
            kind, form, share = "number", numbers.style.format, numbers.share
    return Profile(
        name,
        kind,
        form,
        share,
        ascending,
        distinct,
        whole,
        len(said),
        low,
        high,
        clock=sum(is_clock(cell.strip()) for cell in said) >= _READABLE * len(said),
        perhaps=dates.look if dates and perhaps and not names_things(name) else "",
        cells=cells,
    )


def _is_told(name: str, dates: ColumnDates, values: Floats) -> bool:
    """Whether the name says what the cells alone do not: that they are dates and not numbers."""
    if dates.look == "plain":
        return True
    if dates.look == "inside":
        return tells_identifiers(name)
    if dates.look == "digits":
        return (tells_months if "DD" not in dates.format else tells_dates)(name)
    if dates.format in OF_A_FRACTION:
        return tells_years(name)
    return (tells_stamps if COUNTS[dates.format].stamp else tells_serials)(name)
