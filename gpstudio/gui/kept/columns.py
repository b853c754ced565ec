"""What the table of kept fits says of each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from gpstudio.gui.shared_room import WantedRoom
from gpstudio.gui.words import NO_DATE, kernel_text
from gpstudio.session.kept import KeptFit
from gpstudio.session.recipe_words import in_words
from gpstudio.translation import tr


@dataclass(frozen=True)
class FitsColumn:
    title: str
    help: str
    cell: Callable[[KeptFit], str]
    order: Callable[[KeptFit], float | str]
    """What it is sorted by; NaN stands last."""
    room: WantedRoom
    number: bool = False
    higher: bool | None = None
    """Whether a higher value is better; None where none is the best."""
    about_readings: bool = False
    """Whether it can be compared between fits to the same readings only."""


def evidence(row: KeptFit) -> float:
    return row.log_evidence


def log_score(row: KeptFit) -> float:
    return math.nan if row.score is None else row.score.log_score


def inside(row: KeptFit) -> float:
    return math.nan if row.score is None else row.score.inside


def seconds(row: KeptFit) -> float:
    return row.seconds


def when_text(when: float, now: datetime | None = None) -> str:
    """The time of today, else the day too."""
    try:
        made = datetime.fromtimestamp(when)
    except (ValueError, OverflowError, OSError):  # nobody noted it, or no calendar has it
        return NO_DATE
    if made.date() == (now or datetime.now()).date():
        return made.strftime("%H:%M:%S")
    return made.strftime("%Y-%m-%d %H:%M")


def _number(value: float, written: str) -> str:
    return "" if math.isnan(value) else format(value, written)


COLUMNS = (
    FitsColumn(
        tr("Model"),
        tr("What was chosen; the usual is left out. Tick a fit to draw its curve over the plot."),
        lambda row: in_words(row.recipe),
        lambda row: in_words(row.recipe).casefold(),
        WantedRoom(210, 150),
    ),
    FitsColumn(
        tr("Log evidence"),
        tr(
            "How probable the model makes these readings, as a natural logarithm. Higher is "
            "better, among fits to the same readings: 3 is clear, below 1 nothing."
        ),
        lambda row: _number(evidence(row), ".2f"),
        evidence,
        WantedRoom(98),
        True,
        True,
        True,
    ),
    FitsColumn(
        tr("Leave-one-out"),
        tr(
            "How well each reading is foretold from the others, by numbers learnt from all: "
            "summed log scores. Higher is better, among fits to the same readings."
        ),
        lambda row: _number(log_score(row), ".2f"),
        log_score,
        WantedRoom(108),
        True,
        True,
        True,
    ),
    FitsColumn(
        tr("Inside 95 %"),
        tr(
            "How many readings lie in the 95 % band that the others foretell. Near 95 % is "
            "honest, far less too sure, 100 % not sure enough."
        ),
        lambda row: "" if math.isnan(inside(row)) else f"{100.0 * inside(row):.1f} %",
        inside,
        WantedRoom(88, gives_way=1),
        True,
    ),
    FitsColumn(
        tr("Seconds"),
        tr(
            "How long the fit took. Lower is better; the first after a start of the program "
            "takes longer."
        ),
        lambda row: _number(seconds(row), ".3f"),
        seconds,
        WantedRoom(74, gives_way=4),
        True,
        False,
    ),
    FitsColumn(
        tr("When"),
        tr("When it was fitted."),
        lambda row: when_text(row.when),
        lambda row: row.when,
        WantedRoom(120, gives_way=2),
    ),
    FitsColumn(
        tr("Readings"),
        tr("How many readings it was fitted to, and whether they are other ones than now."),
        lambda row: f"{row.count:,}",
        lambda row: float(row.count),
        WantedRoom(92, gives_way=3),
        True,
    ),
    FitsColumn(
        tr("Learnt"),
        tr("The kernel with the numbers that were learnt."),
        lambda row: kernel_text(row.kernel),
        lambda row: kernel_text(row.kernel).casefold(),
        WantedRoom(10_000, 150, gives_way=5),
    ),
)
MODEL, EVIDENCE, SCORE, INSIDE, SECONDS, WHEN, READINGS, LEARNT = range(len(COLUMNS))
