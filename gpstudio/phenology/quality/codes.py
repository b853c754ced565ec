"""Why a date is no better, or is not there: every code with its words and its bars, declared once.

The window, the manual and ``stages.csv`` show these. A grade is the worst letter that any code
allows; without a code it is A. A letter speaks of what the readings show, the interval of how far
the date may be off: both are told, neither stands for the other. Of a crop's stage the letter says
what it rests on: a witness on the curve, an index that is taken for another (C), the calendar (C)
or a count from another date (D).
"""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.translation import tr

NO_DATE = "-"
LETTERS: dict[str, tuple[str, str]] = {
    "A": (tr("Good"), tr("Readings on all sides, and nothing speaks against the date.")),
    "B": (
        tr("Fair"),
        tr("Seen, but with few readings or a wider interval; or modelled from what is."),
    ),
    "C": (
        tr("Weak"),
        tr("Little is seen of it: look at the curve and the interval before using it."),
    ),
    "D": (
        tr("Poor"),
        tr("Hardly more than a guess: the interval says nearly all there is to say."),
    ),
    NO_DATE: (tr("No date"), tr("No date would be honest; the reason says why.")),
}
"""What each letter is called and means, from the best."""

NEEDED = {"rise": 3, "peak": 2, "fall": 3}
"""Readings that show a part of a season."""
NEAR_EDGE = 10.0
"""Days from a cut edge within which a date depends on what is not there."""


@dataclass(frozen=True)
class Code:
    """``bars`` are the values above which a date is at best of the letter, in ``unit``."""

    name: str
    title: str
    help: str
    bars: tuple[tuple[float, str], ...]
    unit: str = ""

    def letter(self, value: float) -> str:
        """The best letter that a value allows; empty where it is no matter."""
        return next((letter for bar, letter in reversed(self.bars) if value > bar), "")

    @property
    def told(self) -> str:
        """The bars in words, for the manual; empty where there is but one."""
        if len(self.bars) < 2:
            return ""
        grades = ", ".join(
            tr("{letter} above {bar:g}", letter=letter, bar=bar) for bar, letter in self.bars
        )
        if self.unit:
            return tr("At best {grades} {unit}.", grades=grades, unit=self.unit)
        return tr("At best {grades}.", grades=grades)


CODES: dict[str, Code] = {}
"""By name, in the order in which the manual tells them."""


def _code(name: str, title: str, help: str, *bars: tuple[float, str], unit: str = "") -> Code:
    """``help`` is one sentence; no bars: there is no date."""
    return CODES.setdefault(name, Code(name, title, help, bars or ((0.0, NO_DATE),), unit))


GAP = _code(
    "gap", tr("Gap in the readings"),
    tr("The longest time without a reading in the date's 90 % interval."),
    (10.0, "B"), (20.0, "C"), (40.0, "D"), unit=tr("days"),
)  # fmt: skip
FEW_RISE = _code(
    "few_rise", tr("Few readings in the rise"), tr("Fewer than 3 readings show the season's rise."),
    (0.0, "B"), (1.0, "C"), (2.0, "D"), unit=tr("missing readings"),
)  # fmt: skip
FEW_PEAK = _code(
    "few_peak", tr("Few readings at the peak"), tr("Fewer than 2 readings show the season's peak."),
    (0.0, "B"), (1.0, "C"), unit=tr("missing readings"),
)  # fmt: skip
FEW_FALL = _code(
    "few_fall", tr("Few readings in the fall"), tr("Fewer than 3 readings show the season's fall."),
    (0.0, "B"), (1.0, "C"), (2.0, "D"), unit=tr("missing readings"),
)  # fmt: skip
WIDE = _code(
    "wide", tr("Wide interval"),
    tr(
        "The width of the 90 % interval, for landmarks of the curve; a crop's stage is graded by "
        "what was seen of it."
    ),
    (10.0, "B"), (20.0, "C"), (40.0, "D"), unit=tr("days"),
)  # fmt: skip
BAND = _code(
    "band", tr("Wide band"),
    tr("The curve's standard deviation at the date, as a share of the season's amplitude."),
    (0.1, "B"), (0.2, "C"), (0.35, "D"),
)  # fmt: skip
EDGE = _code(
    "edge", tr("At the edge of the series"),
    tr("The date is within 10 days of where the series cuts the season off, or before it."),
    (0.0, "B"), (0.7 * NEAR_EDGE, "C"), unit=tr("days nearer than 10"),
)  # fmt: skip
FORECAST = _code(
    "forecast", tr("Forecast"),
    tr("The date, or the end of its 90 % interval, is after the last reading."),
    (0.0, "B"), (15.0, "C"), (45.0, "D"), unit=tr("days after the last reading"),
)  # fmt: skip
DISAGREE = _code(
    "disagree", tr("Anchors disagree"),
    tr(
        "Curve, calendar and degree days date the stage differently: minus the logarithm (base 10) "
        "of the probability that sound ones would do so."
    ),
    (1.3, "B"), (2.0, "C"), (3.0, "D"),
)  # fmt: skip
EITHER_OR = _code(
    "either_or", tr("Either or"), tr("The drawn curves come in groups that date it clearly apart."),
    (0.0, "C"),
)  # fmt: skip
SMOOTHED = _code(
    "smoothed", tr("Smoothed before"),
    tr(
        "The readings look smoothed or interpolated: bands and intervals tell of that curve, not "
        "of the readings behind it."
    ),
    (0.0, "B"),
)  # fmt: skip
ASSUMED = _code(
    "assumed", tr("An index taken for another"),
    tr("Its witness on the curve is known of another index, and taken to hold for this one."),
    (0.0, "C"),
)  # fmt: skip
THERMAL = _code(
    "thermal", tr("Modelled by degree days"),
    tr("Counted in degree days from another date, not seen."),
    (0.0, "D"),
)  # fmt: skip
COUNTED = _code(
    "counted",
    tr("Modelled by days"),
    tr("Counted in days from another date, not seen."),
    (0.0, "D"),
)
CALENDAR = _code(
    "calendar", tr("By the calendar alone"),
    tr("Taken from the usual day of the region, not seen."),
    (0.0, "C"),
)  # fmt: skip
NOT_REACHED = _code(
    "not_reached",
    tr("Not reached"),
    tr("Too few of the drawn curves reach the stage in this season."),
)
CUT = _code(
    "cut",
    tr("Season cut off"),
    tr("The series ends before the season does, and with it what is known."),
)
NOT_OBSERVED = _code(
    "not_observed", tr("Not observed"), tr("The series begins after the stage: it cannot be told.")
)
NOT_FITTED = _code(
    "not_fitted", tr("Not fitted"), tr("The field has no curve to look for a season in.")
)
NO_SEASON = _code("no_season", tr("No season"), tr("No season was found; the reason says why."))
NEEDS = _code(
    "needs", tr("Needs more"), tr("What would date the stage is missing; the reason says what.")
)

MODELLED = (ASSUMED, CALENDAR, THERMAL, COUNTED)
"""In the order of trust: the first that a date rests on is told, where no curve shows it."""
