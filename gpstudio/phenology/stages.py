"""A stage date: one record from its making to its row in ``stages.csv``.

A stage set fills in what the stage is called and rests on, and puts its draws beside; ``summaries``
takes the numbers from the draws, and what becomes known later (a grade, an observed day, other
seasons) is filled in by whoever knows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.quantiles import ascending
from gpstudio.phenology.quality import CURVE, Grade
from gpstudio.phenology.rules import Stage


@dataclass(frozen=True)
class StageDate:
    """One stage of one season. Dates are in the unit of the time axis; None: no date is honest."""

    season: str
    stage: str
    date: float | None
    lower90: float | None
    upper90: float | None
    lower50: float | None
    upper50: float | None
    std: float | None
    probability_reached: float
    """Share of draws that reach the stage inside this season, as far as it can be seen."""
    probability_passed: float
    """Share of draws that have reached it by ``as_of``."""
    as_of: float | None
    """The day of the question; None where nobody set one and there is no season to ask it of."""
    reason: str
    """Why there is no date, in words; empty where there is one."""
    definition: str
    crop: str = ""
    bbch: str = ""
    zadoks: str = ""
    note: str = ""
    """What to know about the stage, such as "peak is not flowering"."""
    basis: tuple[str, ...] = ()
    """What the date rests on, in words; empty where it is the curve alone."""
    grade: Grade | None = None
    """How far to trust it, or why there is none, in a letter, codes and words."""
    observed: float | None = None
    """The day on which somebody saw it in the field."""
    days_late: float | None = None
    """After that median; below zero if early."""
    prior: tuple[float, float, float] | None = None
    """Lower end of the 90 % interval, median and upper end as earlier seasons alone would have it,
    where the season is under way."""
    usual: tuple[float, float] | None = None
    """The median of the same stage in the field's other seasons of its time of year, as a day of
    this one, and the standard deviation with which one more season scatters about it."""

    @property
    def width90(self) -> float | None:
        """Of the 90 % interval."""
        ends = self.lower90, self.upper90
        return None if ends[0] is None or ends[1] is None else ends[1] - ends[0]

    @property
    def is_forecast(self) -> bool:
        """Whether the date is after the day of the question."""
        return self.date is not None and self.as_of is not None and self.date > self.as_of

    @property
    def remark(self) -> str:
        """Why there is no date; or what to know about the one there is."""
        if self.date is None:
            return self.reason
        doubt = self.grade.sentence if self.grade is not None and self.grade.codes else ""
        return "; ".join(part for part in (self.note, doubt) if part)


UNDATED = StageDate("", "", None, None, None, None, None, None, 0.0, 0.0, None, "", "")
"""What every stage date begins as."""


@dataclass(frozen=True, eq=False)
class StageDraws:
    """A stage of one season with draws of its date, NaN where a draw does not reach it."""

    what: Stage
    summary: StageDate
    """What is known of it besides the draws, and why nothing dates it if so."""
    dates: Floats
    agreement: float = 1.0
    """See ``combining.Combined``: small where what the date rests on contradicts itself."""
    rests_on: tuple[str, ...] = (CURVE,)
    """The kinds of what it rests on: "curve", "calendar", "counted" (days), "thermal", or "assumed"
    where a witness on the curve is known of another index."""
    is_landmark: bool = True
    """Of the curve itself, by the rule that is its definition."""

    @cached_property
    def reached(self) -> Floats:
        """The dates of draws that reach it, ascending."""
        return ascending(self.dates)
