"""What is asked of a date, and what is answered: frozen records."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.quality.codes import LETTERS, NO_DATE
from gpstudio.phenology.quality.modes import Modes
from gpstudio.phenology.rules import SeasonPart
from gpstudio.translation import tr, tr_count

Say: TypeAlias = Callable[[float], str]
"""Writes a time for people."""
CURVE = "curve"
"""What a date rests on where the curve shows it; else names of ``codes.MODELLED``."""
MONTHS = tr(
    "January February March April May June July August September October November December"
).split()


@dataclass(frozen=True)
class Grade:
    """``codes`` are names of ``CODES``, the worst first; none where nothing speaks against it."""

    letter: str
    codes: tuple[str, ...]
    sentence: str
    modes: Modes = field(default=Modes(()), compare=False)

    @property
    def title(self) -> str:
        return LETTERS[self.letter][0]

    @property
    def written(self) -> str:
        """One cell of a table: "B: gap wide". A cell that began with a dash would be a formula."""
        letter = "none" if self.letter == NO_DATE else self.letter
        return f"{letter}: {' '.join(self.codes)}" if self.codes else letter


@dataclass(frozen=True, eq=False)
class DateToGrade:
    """What is known of one date of one stage."""

    quantiles: tuple[float, ...] | None
    """At 5, 25, 50, 75 and 95 %; None where no date is given."""
    draws: Floats
    """One a joint draw of the curve, NaN where it does not reach the stage."""
    part: SeasonPart
    """Where the stage lies in a season, as its declaration says."""
    band: float = 0.0
    """The curve's standard deviation at the date over the season's amplitude; see ``band_at``."""
    agreement: float = 1.0
    """See ``StageDraws``."""
    is_landmark: bool = True
    """Of the curve itself; else a stage that a template dates, and its width speaks for itself."""
    rests_on: Collection[str] = (CURVE,)
    """``CURVE`` where a landmark of it takes part; "thermal", "counted", "calendar"."""
    needs: str = ""
    """What is missing, in words, where nothing could date the stage."""
    ascending: Floats | None = None
    """The draws that reach it in their order, where somebody has put them there."""

    @property
    def reached(self) -> Floats:
        known = self.ascending
        return np.sort(self.draws[np.isfinite(self.draws)]) if known is None else known

    @property
    def is_seen(self) -> bool:
        return CURVE in self.rests_on


def day_and_month(day: float) -> str:
    """Such as "12 May": the year is that of the season."""
    date = np.datetime64(int(np.floor(day)), "D").astype(object)
    return f"{date.day} {MONTHS[date.month - 1]}"


def days_of(days: float) -> str:
    whole = f"{days:.0f}"  # may be without end
    return tr_count(1 if whole == "1" else 2, "{days} day", "{days} days", days=whole)


def readings_in(count: int, part: SeasonPart) -> str:
    if part == "rise":
        none = tr("no reading in the rise")
        some = tr_count(count, "{n} reading in the rise", "{n} readings in the rise")
    elif part == "peak":
        none = tr("no reading about the peak")
        some = tr_count(count, "{n} reading about the peak", "{n} readings about the peak")
    else:
        none = tr("no reading in the fall")
        some = tr_count(count, "{n} reading in the fall", "{n} readings in the fall")
    return some if count else none
