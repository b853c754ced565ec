"""What the plot says of a place or a reading, in words: for the eye beside the mouse, and for a
screen reader."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.decisions import SetAside
from gpstudio.data.series import Series, iso_day, iso_from_days
from gpstudio.gui.curve.foretold import Foretold
from gpstudio.gui.curve.spots import Spot, Spots
from gpstudio.gui.words import time_text
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

HINTS = {
    "used": tr("Click to take it out."),
    "excluded": tr("Taken out by hand. Click to bring it back."),
    "aside": tr("It takes no part."),
    "later": tr("It was read after the day that is asked about, and takes no part."),
}
SEVERAL = tr("{place} of {count} readings on this spot; another click is for the next one")
MOST_REASONS = 3
STATES = {
    "used": "used",
    "excluded": tr("taken out by hand"),
    "aside": tr("set aside on reading"),
    "later": tr("read after the day that is asked about"),
}


@dataclass(frozen=True)
class Description:
    """A heading and lines below it; the last one may say what to do."""

    heading: str
    lines: tuple[str, ...] = ()
    hint: str = ""

    @property
    def sentence(self) -> str:
        """For a screen reader."""
        return ". ".join(
            part.rstrip(".") for part in (self.heading, *self.lines, self.hint) if part
        )


@dataclass(frozen=True, eq=False)
class Describer:
    """Knows the field, its curve where there is one, and how its numbers are written."""

    series: Series
    fit: Fit | None = None
    spots: Spots = field(default_factory=lambda: Spots.of(None))
    earlier: Callable[[float], Sequence[tuple[str, float]]] = lambda time: ()
    """Earlier seasons and their heights on a day, where they are shown."""
    foretold: Callable[[], Foretold | None] = lambda: None
    """How the season under way may go on."""
    reasons: Sequence[SetAside] = ()
    """Why rows of the table were set aside."""

    def number(self, value: float) -> str:
        """With the digits that tell readings of this range apart."""
        reach = float(np.ptp(self.series.value)) or abs(float(self.series.value[0])) or 1.0
        digits = int(np.clip(2 - math.floor(math.log10(reach)), 0, 12))
        return f"{value:.{digits}f}"

    def day(self, time: float) -> str:
        return iso_day(time, self.series.clock) if self.series.dated else f"{time:.5g}"

    def date(self, time: float | None) -> str:
        """Of a stage, as the stage table writes it."""
        return time_text(time, self.series.clock)

    def moment(self, time: float) -> str:
        """A reading's own time: with the hour, where it has one."""
        return iso_from_days([time])[0].replace("T", " ") if self.series.dated else f"{time:.8g}"

    def of_spot(self, spot: Spot, beside: tuple[int, int] = (1, 1)) -> Description:
        """``beside``: which it is of how many readings on one spot."""
        place, count = beside
        lines = [] if spot.weight is None else [tr("weight {weight:.2g}", weight=spot.weight)]
        if count > 1:
            lines.insert(0, SEVERAL.format(place=place, count=count))
        lines += [aside_words(self.reasons)] if spot.kind == "aside" else []
        lines += self.curve_lines(spot.time)
        heading = tr(
            "Reading of {time}: {value}", time=self.moment(spot.time), value=self.number(spot.value)
        )
        return Description(heading, tuple(lines), HINTS[spot.kind])

    def of_place(self, time: float) -> Description:
        """A time under the crosshair."""
        lines = [*self.curve_lines(time), *self.foretold_lines(time)]
        near = self.spots.in_time(time)
        if near is not None:
            spot = self.spots[near]
            lines.append(
                tr(
                    "nearest reading {time}: {value}",
                    time=self.moment(spot.time),
                    value=self.number(spot.value),
                )
            )
        earlier = ", ".join(f"{name} {self.number(height)}" for name, height in self.earlier(time))
        lines += [tr("that day in {earlier}", earlier=earlier)] if earlier else []
        return Description(self.day(time), (*lines, *self.season_lines(time)))

    def curve_lines(self, time: float) -> list[str]:
        """Mean and interval of the curve, where it is drawn."""
        if self.fit is None:
            return []
        curve = self.fit.curve
        if not curve.time[0] <= time <= curve.time[-1]:
            return []

        def there(values: Floats) -> str:
            return self.number(float(np.interp(time, curve.time, values)))

        line = tr(
            "curve {mean}, 95 %: {lower} to {upper}",
            mean=there(curve.mean),
            lower=there(curve.lower),
            upper=there(curve.upper),
        )
        is_ahead = time > self.fit.series.time[-1]
        return [tr("{curve} (forecast)", curve=line) if is_ahead else line]

    def foretold_lines(self, time: float) -> list[str]:
        """What earlier seasons and the readings so far let expect."""
        foretold = self.foretold()
        found = None if foretold is None else foretold.on(time)
        if found is None or foretold is None:
            return []
        low, middle, high = (self.number(value) for value in found)
        return [
            tr(
                "as earlier seasons went on: {middle}, 90 %: {low} to {high} ({seasons})",
                middle=middle,
                low=low,
                high=high,
                seasons=foretold.words,
            )
        ]

    def season_lines(self, time: float) -> list[str]:
        """The season at a time, or why there is none."""
        if self.fit is None:
            return []
        lines = []
        for candidate in self.fit.dates.findings.candidates:
            season = candidate.season
            if season.start <= time <= season.end:
                none = tr("no season: {reason}", reason=candidate.reason)
                lines.append(tr("season {name}", name=season.name) if candidate.accepted else none)
        return lines[:2]

    def spoken(self, spot: Spot, place: int, count: int) -> str:
        """A reading that the keyboard has come to."""
        lines = [f"{self.moment(spot.time)}, {self.number(spot.value)}, {STATES[spot.kind]}"]
        lines += [] if spot.weight is None else [tr("weight {weight:.2g}", weight=spot.weight)]
        lines += self.curve_lines(spot.time)
        return tr(
            "Reading {place:,} of {count:,}: {listed}",
            place=place + 1,
            count=count,
            listed="; ".join(lines),
        )


def aside_words(reasons: Sequence[SetAside]) -> str:
    """Why a reading was set aside; where the table had several reasons, which they were."""
    if len(reasons) == 1:
        return tr("set aside when the table was read: {reason}", reason=reasons[0].reason)
    causes = [f"{one.count:,} {one.reason}" for one in reasons[:MOST_REASONS]]
    more = sum(one.count for one in reasons[MOST_REASONS:])
    causes += [tr("{count:,} more", count=more)] * (more > 0)
    if not causes:
        return tr("set aside when the table was read")
    return tr(
        "set aside when the table was read; of the table's rows {reasons}",
        reasons=", ".join(causes),
    )
