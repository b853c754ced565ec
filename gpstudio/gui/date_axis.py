"""An axis of dates in UTC, whose labels always say the year.

pyqtgraph's own labels nothing but years where a few seasons are in view, and stumbles over years
far away; calendar arithmetic of numpy does neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.series import SECONDS, Series
from gpstudio.translation import tr

PIXELS_A_LABEL = 64.0
OVER_THE_EDGE = 24.0
"""Pixels by which the first and the last label may reach beyond the axis."""
MONTHS = tr("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
DAY = 86_400.0
FARTHEST = 1e11
"""Seconds from 1970 beyond which nothing is a date any more."""


@dataclass(frozen=True)
class TickStep:
    """Ticks every ``count`` units of the calendar."""

    unit: str
    count: int
    seconds: float
    origin: int = 0
    """What is counted from, in units after 1970: Mondays for weeks, the year 0 for decades."""


STEPS = (
    *(TickStep("m", n, 60.0 * n) for n in (1, 5, 15, 30)),
    *(TickStep("h", n, 3_600.0 * n) for n in (1, 3, 6, 12)),
    *(TickStep("D", n, DAY * n) for n in (1, 2)),
    *(TickStep("D", n, DAY * n, origin=4) for n in (7, 14)),
    *(TickStep("M", n, 30.4 * DAY * n) for n in (1, 2, 3, 6)),
    *(
        TickStep("Y", n, 365.25 * DAY * n, origin=-1970)
        for n in (1, 2, 5, 10, 25, 50, 100, 250, 500)
    ),
)


class DateAxis(pg.AxisItem):
    """Values are seconds since 1970 in UTC."""

    def __init__(self, side: str = "bottom") -> None:
        super().__init__(side)

    def boundingRect(self) -> QRectF:
        """Labels outside of it are not drawn, so it reaches a little beyond the axis."""
        return QRectF(super().boundingRect()).adjusted(-OVER_THE_EDGE, 0.0, OVER_THE_EDGE, 0.0)

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, Floats]]:
        if not size or max(abs(minVal), abs(maxVal)) > FARTHEST:
            return []
        step = step_for((maxVal - minVal) / size * PIXELS_A_LABEL)
        return [(step.seconds, ticks(minVal, maxVal, step))]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return labels(np.asarray(values, dtype=np.float64), spacing)


def step_for(seconds: float) -> TickStep:
    """The finest step that leaves its labels so much room."""
    return next((step for step in STEPS if step.seconds >= seconds), STEPS[-1])


def ticks(first: float, last: float, step: TickStep) -> Floats:
    """The times between first and last at which the step's calendar unit begins."""
    ends: Integers = np.array([np.floor(first), np.ceil(last)]).astype(np.int64)
    low, high = (
        ends.astype("datetime64[s]").astype(f"datetime64[{step.unit}]").astype(np.int64)
        - step.origin
    )
    places = np.arange(low // step.count * step.count, high + step.count, step.count) + step.origin
    times = places.astype(f"datetime64[{step.unit}]").astype("datetime64[s]").astype(np.float64)
    return np.asarray(times[(times >= first) & (times <= last)])


def labels(times: Floats, spacing: float) -> list[str]:
    """The year stands at the first label and wherever it changes."""
    written, year_before, day_before = [], "", ""
    for text in np.datetime_as_string(times.astype(np.int64).astype("datetime64[s]")):
        day, hour = str(text).split("T")
        year, month, number = day.rsplit("-", 2)
        name = MONTHS[int(month) - 1]
        if spacing >= 28 * DAY:
            first = spacing >= 365 * DAY or month == "01"
            label = year if first else f"{name} {year}" if year != year_before else name
        elif spacing < DAY and day == day_before:
            label = hour[:5]
        else:
            label = f"{int(number)} {name}" + (f" {year}" if year != year_before else "")
        written.append(label)
        year_before, day_before = year, day
    return written


def on_axis(series: Series, time: Floats) -> Floats:
    """Times as the horizontal axis counts them: seconds where it shows dates."""
    return time * SECONDS if series.dated else time
