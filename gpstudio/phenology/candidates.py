"""What a search for seasons works on and what it answers: frozen records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.quantiles import quantiles_of

Window: TypeAlias = tuple[int, int]
"""First and last place on the grid."""


@dataclass(frozen=True)
class Season:
    """One rise and fall. ``cut`` sides end with the series, not with a trough."""

    name: str
    start: float
    peak: float
    end: float
    cut_left: bool
    cut_right: bool
    dips: tuple[float, ...] = ()
    """When the curve dips between summits of this one season, as canola's does in bloom."""
    unread: bool = False
    """Its last trough lies after the last reading: there the curve only returns to its mean."""

    @property
    def is_open(self) -> bool:
        """Whether nobody has seen its end."""
        return self.cut_right or self.unread


@dataclass(frozen=True)
class Candidate:
    """A stretch that was looked at, and in words why it is a season or why it is none."""

    season: Season
    accepted: bool
    reason: str
    under_way: bool = False
    """Whether it has risen as far as a season must and still rises at the last reading."""


@dataclass(frozen=True)
class Findings:
    """Every candidate in the order of time."""

    candidates: tuple[Candidate, ...]
    reason: str = ""
    """Why there is no season at all, in words; empty where there is one."""

    @property
    def seasons(self) -> tuple[Season, ...]:
        return tuple(c.season for c in self.candidates if c.accepted)


@dataclass(frozen=True, eq=False)
class SearchedCurve:
    """A curve with its own uncertainty, on an ascending grid."""

    time: Floats
    mean: Floats
    std: Floats
    """Of the curve, not of a reading."""
    dated: bool
    """True when ``time`` counts days since 1970-01-01; only then can a rule speak of days."""
    readings: Floats | None = None
    """When readings were taken; None where that is not known, and rules about them are silent."""
    is_silent: bool = False
    """Whether they hold so few distinct values that they say nothing of how the curve swings: what
    it does then is a prior's."""

    @cached_property
    def usual_ground(self) -> float:
        """Where the lowest tenth of all days ends: what a few low readings dig is not the ground.

        Crops leave more days than these in the lower quarter of their range, even cut lucerne does.
        """
        return quantiles_of(np.sort(self.mean), (0.1,))[0]

    @cached_property
    def swing(self) -> float:
        """From its lowest day to its highest."""
        return float(np.ptp(self.mean))

    @cached_property
    def edges(self) -> dict[tuple[int, int], int]:
        """Where it leaves the ground, by trough and peak, as far as that was asked for."""
        return {}


@dataclass(frozen=True)
class Bars:
    """What a rise must reach to be a season. Windows are in days, never in numbers of images."""

    amplitude: float = 0.0
    """In the unit of the index; see ``indices.smallest_amplitude``."""
    share: float = 0.25
    """Of the whole curve's range: a smaller rise is a wiggle."""
    doubt: float = 3.0
    """So many of the curve's own standard deviations lie between season and ground."""
    narrowest: float = 14.0
    """Days above half of the amplitude: cut lucerne stays longer, what a cloud leaves does not."""
    readings: int = 5
    """Of a whole series: fewer cannot show ground, rise, top, fall and ground again."""
    within: int = 3
    """Readings of one season: rise, top and fall."""


USUAL = Bars()


def told(value: float, bar: float, most: int = 6) -> tuple[str, str]:
    """Two numbers with as few digits as tell them apart: "0.09" and "0.10", not "0.1" twice."""
    size = max(abs(value), abs(bar))
    digits = 0 if size >= 100.0 else 2
    written = f"{value:,.{digits}f}", f"{bar:,.{digits}f}"
    while written[0] == written[1] and value != bar and digits < most:
        digits += 1
        written = f"{value:,.{digits}f}", f"{bar:,.{digits}f}"
    return written
