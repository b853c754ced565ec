"""What is known of one field besides its readings, and what a person did to its seasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gpstudio.core.cached import cached_property
from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.frozen import frozen
from gpstudio.phenology.thermal import TemperatureSeries


@dataclass(frozen=True)
class Sown:
    """One sowing: its day, and the crop where it is said."""

    day: float
    crop: str = ""
    season: str = ""


@dataclass(frozen=True)
class Seen:
    """A stage that somebody observed in the field."""

    stage: str
    day: float
    season: str = ""
    """Empty: the season in which the day lies."""


@dataclass(frozen=True)
class Facts:
    """Days count from 1970-01-01, like the series' time."""

    crop: str = ""
    """The field's crop; empty where it is the one that is asked for, or none is known."""
    sowings: tuple[Sown, ...] = ()
    windows: tuple[tuple[float, float], ...] = ()
    """Seasons drawn by hand: they stand in place of those found where they lie."""
    temperatures: TemperatureSeries | None = None
    seen: tuple[Seen, ...] = ()

    def as_of(self, day: float | None) -> Facts:
        """What was known by then. Observed days stay, for dates to be held against them: who
        learns from them asks for their days."""
        if day is None:
            return self
        record = self.temperatures
        return replace(
            self,
            sowings=tuple(sown for sown in self.sowings if sown.day <= day),
            temperatures=None if record is None else record.as_of(day),
        )

    @cached_property
    def fingerprint(self) -> str:
        record = None if self.temperatures is None else self.temperatures.fingerprint
        return fingerprint(repr((self.crop, self.sowings, self.windows, self.seen)), record)


NO_FACTS = Facts()
NOTHING_KNOWN: Mapping[str, Facts] = frozen({})
