"""What is known of one field besides its readings, and what a person did to its seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gpstudio.core.cached import cached_property
from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.frozen import frozen
from gpstudio.data.series import Series
from gpstudio.data.table import CROP, Table
from gpstudio.phenology.places import Place
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
class Witness:
    """What another index of the same field shows of a season: a measure of its own curve."""

    index: str
    measure: str
    """As a template writes it: ``peak``, ``lost(50)``."""
    season: float
    """The day on which that curve is highest: it tells which season is meant."""
    day: float
    sd: float
    """Of the curve alone; how far the measure may be from a stage is the template's."""
    column: str = ""
    """Of the table; empty where nobody noted it."""
    until: float | None = None
    """The last reading that the curve rests on; None where nobody noted it."""

    def is_known(self, day: float) -> bool:
        """Whether it was known by then."""
        return self.until is None or self.until <= day


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
    place: Place | None = None
    """Where the field lies; None where that is the place that is asked for, or none is known."""
    witnesses: tuple[Witness, ...] = ()
    """Of other indices of the field, each fitted by itself."""

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
            witnesses=tuple(one for one in self.witnesses if one.is_known(day)),
        )

    @cached_property
    def fingerprint(self) -> str:
        record = None if self.temperatures is None else self.temperatures.fingerprint
        told: tuple[object, ...] = (self.crop, self.sowings, self.windows, self.seen)
        told += () if self.place is None else (self.place,)
        told += self.witnesses
        return fingerprint(repr(told), record)

    @property
    def only_crop(self) -> str:
        """What grows in the field in every season that is known; empty where crops change, or none
        is known."""
        sown = {one.crop for one in self.sowings if one.crop}
        return self.crop or (sown.pop() if len(sown) == 1 else "")


NO_FACTS = Facts()


def facts_in(table: Table) -> Mapping[str, Facts]:
    """What a table says of its fields besides their readings: where they lie, what grows there."""
    crops = {group: labels[CROP] for group, labels in table.labels.items() if CROP in labels}
    if crops:
        from gpstudio.session.noted.crops import crop_named  # brings in all that reads

        crops = {group: crop_named(word) for group, word in crops.items()}
    groups = dict.fromkeys((*table.places, *crops))
    return frozen({g: Facts(crop=crops.get(g, ""), place=table.places.get(g)) for g in groups})


NOTHING_KNOWN: Mapping[str, Facts] = frozen({})


def of_groups(facts: Mapping[str, Facts], fields: Sequence[Series]) -> Mapping[str, Facts]:
    """What is known of these fields."""
    return frozen({one.group: facts[one.group] for one in fields if one.group in facts})
