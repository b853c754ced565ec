"""What a crop template holds: per stage, the anchors that date it and how far to trust each.

``sd`` is how far to trust an anchor: one standard deviation in days. ``source`` says where its
number is from and ``trust`` where its ``sd`` is from. The anchors of one stage are taken to err
independently, so a template does not repeat what an earlier stage of the chain has used already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from gpstudio.core.cached import cached_property
from gpstudio.phenology.indices import known_index
from gpstudio.phenology.places.hopkins import Region
from gpstudio.phenology.rules import Stage
from gpstudio.phenology.thermal import Response
from gpstudio.translation import tr

INDICES = ("NDVI", "EVI", "GCC", "ExG", "LAI")
"""Indices whose curves every template speaks of; thresholds of one do not hold for another."""
FURTHER = ("GCVI", "NDYI", "NDRE", "VH", "VV")
"""Those that some template speaks of, beside one of the others."""
SOWING = "sowing"
HEMISPHERES = ("north", "south")
TYPES = ("winter", "facultative", "spring")
"""Of cereals: which cold they need before they head."""
YEAR = 365.2425
OBSERVED = "observed days"
CALIBRATED = tr("dates observed in the field")
ASSUMED = "Assumed"
"""The first word of a source, in template files, where no publication was found."""
ASSUMED_KIND = "assumed"


@dataclass(frozen=True)
class CurveAnchor:
    """So many days after a measure of the curve, written like ``peak`` or ``rise(50)``.

    ``calibrated_only``: it says nothing until observed dates have taught it.
    """

    measure: str
    days: float
    indices: tuple[str, ...]
    sd: float
    source: str
    trust: str
    calibrated_only: bool = False
    types: tuple[str, ...] = ()
    """Of the crop, for which alone it holds; every type where none is named."""

    @property
    def is_assumed(self) -> bool:
        """Whether nothing published and nothing observed says that it holds."""
        return self.source.startswith(ASSUMED) and self.trust != CALIBRATED

    @cached_property
    def kind(self) -> str:
        return ASSUMED_KIND if self.is_assumed else "curve"

    @cached_property
    def key(self) -> str:
        """Names the anchor among those of its stage, like that of every kind of anchor."""
        return tr("{measure} of {indices}", measure=self.measure, indices=" ".join(self.indices))

    def moved(self, days: float, sd: float) -> CurveAnchor:
        """So many days later, and trusted so far: as dates observed in the field say."""
        days += self.days
        return replace(self, days=days, sd=sd, trust=CALIBRATED, calibrated_only=False)


@dataclass(frozen=True)
class CalendarAnchor:
    """About this day of the year (MM-DD) in a region; elsewhere it says nothing."""

    kind: ClassVar[str] = "calendar"
    day: str
    hemisphere: str
    region: str
    sd: float
    source: str
    trust: str
    days: float = 0.0
    """So many days after that day, where observed dates say so."""

    @cached_property
    def key(self) -> str:
        return tr("calendar of {region}", region=self.region)

    def moved(self, days: float, sd: float) -> CalendarAnchor:
        return replace(self, days=self.days + days, sd=sd, trust=CALIBRATED)


@dataclass(frozen=True)
class PlaceAnchor:
    """About the day on which the stage comes where the field lies, by what is published of other
    regions and the law of Hopkins; of these types of the crop, between these latitudes.

    ``sd`` is that of fields and years about a region's day; what the law does not know of the place
    is added where it is asked.
    """

    kind: ClassVar[str] = "calendar"
    types: tuple[str, ...]
    latitudes: tuple[float, float]
    """Degrees from the equator."""
    regions: tuple[Region, ...]
    sd: float
    source: str
    trust: str
    days: float = 0.0
    """So many days after that day: as its template has it, and as observed dates say."""
    like: str = ""
    """The stage whose regions these are, ``heading`` or another crop's ``wheat.heading``; empty
    where they are its own."""

    @cached_property
    def key(self) -> str:
        return tr("calendar of the place")

    @property
    def taught(self) -> bool:
        """Whether observed dates have moved it: then they say how far to trust it, too."""
        return self.trust == CALIBRATED

    def moved(self, days: float, sd: float) -> PlaceAnchor:
        return replace(self, days=self.days + days, sd=sd, trust=CALIBRATED)


@dataclass(frozen=True)
class ObservedAnchor:
    """About the day of the year on which the stage was observed in other fields or seasons."""

    kind: ClassVar[str] = "calendar"
    day_of_year: float
    """Days since 1 January 1970 modulo ``YEAR``."""
    after_middle: float
    """Days after the middle of a season that the stage usually is: it tells which year is meant."""
    sd: float
    source: str

    @cached_property
    def key(self) -> str:
        return OBSERVED


@dataclass(frozen=True)
class DaysAnchor:
    """So many days after sowing or an earlier stage."""

    kind: ClassVar[str] = "counted"
    after: str
    days: float
    sd: float
    source: str
    trust: str
    types: tuple[str, ...] = ()
    """Of the crop, for which alone it holds; every type where none is named."""

    @cached_property
    def key(self) -> str:
        return tr("days after {stage}", stage=self.after)

    def moved(self, days: float, sd: float) -> DaysAnchor:
        return replace(self, days=self.days + days, sd=sd, trust=CALIBRATED)


@dataclass(frozen=True)
class ThermalAnchor:
    """So many degree days (°Cd) after sowing or an earlier stage; ``targets`` are added up.

    ``shift``: counting starts so many days after that stage, or before it if negative.
    ``measured_only``: it says nothing where no temperatures are recorded, because the crop's mean
    temperature is not that of the phase.
    ``at_most``: the published number is the most that the phase takes. ``sd`` (days) is the error
    of the model when temperatures are measured; those that are not add their own.
    """

    kind: ClassVar[str] = "thermal"
    after: str
    response: str
    targets: tuple[float, ...]
    shift: float
    at_most: bool
    measured_only: bool
    sd: float
    source: str
    trust: str
    days: float = 0.0
    """So many days after the degree days are reached, where observed dates say so."""
    types: tuple[str, ...] = ()
    """Of the crop, for which alone it holds; every type where none is named."""

    @cached_property
    def target(self) -> float:
        return sum(self.targets)

    @cached_property
    def key(self) -> str:
        return tr("degree days after {stage}", stage=self.after)

    def moved(self, days: float, sd: float) -> ThermalAnchor:
        return replace(self, days=self.days + days, sd=sd, trust=CALIBRATED)


AnyAnchor: TypeAlias = (
    CurveAnchor | CalendarAnchor | PlaceAnchor | ObservedAnchor | DaysAnchor | ThermalAnchor
)


@dataclass(frozen=True)
class StageTemplate:
    what: Stage
    bbch: str
    zadoks: str
    """Empty where the scale is not used for the crop."""
    note: str
    """Shown beside the date."""
    curve: tuple[CurveAnchor, ...]
    calendar: tuple[CalendarAnchor, ...]
    days: tuple[DaysAnchor, ...]
    thermal: tuple[ThermalAnchor, ...]
    places: tuple[PlaceAnchor, ...] = ()
    observed: tuple[ObservedAnchor, ...] = ()
    """Never in a file: what a calibration adds."""
    related: tuple[tuple[str, str, float], ...] = ()
    """Correlations of the errors of anchors, by their keys, where observed dates say so."""

    @cached_property
    def name(self) -> str:
        return self.what.name

    @property
    def shown(self) -> bool:
        return self.what.shown

    @property
    def counted(self) -> tuple[DaysAnchor | ThermalAnchor, ...]:
        """The anchors that count from sowing or another stage."""
        return *self.thermal, *self.days

    def is_landmark(self, index: str) -> bool:
        """Whether the stage is a landmark of the curve and nothing else."""
        return any(anchor.sd == 0.0 for anchor in self.curve_anchors(index))

    def curve_anchors(self, index: str) -> tuple[CurveAnchor, ...]:
        """Those that hold for an index, whose name may be a column's, such as ``S2_NDVI_mean``."""
        held = vars(self).setdefault("_of_index", {})
        if index not in held:
            known = known_index(index)
            held[index] = tuple(
                a for a in self.curve if known in (name.lower() for name in a.indices)
            )
        found: tuple[CurveAnchor, ...] = held[index]
        return found


@dataclass(frozen=True)
class CropTemplate:
    crop: str
    title: str
    note: str
    """What holds for every date of the crop."""
    mean_temperature: float
    """°C, for days of which no temperature is known."""
    dips_at_flowering: bool
    """A dip between two maxima of one season is bloom, not the end of a season."""
    responses: Mapping[str, Response]
    stages: tuple[StageTemplate, ...]

    @property
    def types(self) -> tuple[str, ...]:
        """Those of which a place tells something; none where the crop is of one type."""
        named: set[str] = set()
        for stage in self.stages:
            named.update(*(anchor.types for anchor in stage.places))
            named.update(*(anchor.types for anchor in stage.curve))
            named.update(*(anchor.types for anchor in stage.counted))
        return tuple(kind for kind in TYPES if kind in named)

    @property
    def is_sward(self) -> bool:
        """Whether it is cut and grows again: its season is a year, however often it is cut."""
        return any(stage.what.repeated for stage in self.stages)

    def stage(self, name: str) -> StageTemplate | None:
        return next((s for s in self.stages if s.name == name), None)
