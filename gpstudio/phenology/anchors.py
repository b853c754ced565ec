"""What a crop template holds: per stage, the anchors that date it and how far to trust each.

``sd`` is how far to trust an anchor: one standard deviation in days. ``source`` says where its
number is from and ``trust`` where its ``sd`` is from. The anchors of one stage are taken to err
independently, so a template does not repeat what an earlier stage of the chain has used already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gpstudio.phenology.indices import known_index
from gpstudio.phenology.thermal import Response

INDICES = ("NDVI", "EVI", "GCC", "ExG", "LAI")
"""Indices whose curves a template may speak of; thresholds of one do not hold for another."""
SOWING = "sowing"
STAGES = (
    "emergence",
    "stem_elongation",
    "flag_leaf",
    "mid_green_up",
    "peak",
    "heading",
    "flowering",
    "grain_filling",
    "senescence",
    "maturity",
    "harvest",
)
"""In the order of the season. ``flag_leaf`` is only a step on the way to flowering: not shown."""
HIDDEN = ("flag_leaf",)
HEMISPHERES = ("north", "south")


@dataclass(frozen=True)
class CurveAnchor:
    """So many days after a measure of the curve, written like ``peak`` or ``rise(50)``."""

    measure: str
    days: float
    indices: tuple[str, ...]
    sd: float
    source: str
    trust: str


@dataclass(frozen=True)
class CalendarAnchor:
    """About this day of the year (MM-DD) in a region; elsewhere it says nothing."""

    day: str
    hemisphere: str
    region: str
    sd: float
    source: str
    trust: str


@dataclass(frozen=True)
class DaysAnchor:
    """So many days after sowing or an earlier stage."""

    after: str
    days: float
    sd: float
    source: str
    trust: str


@dataclass(frozen=True)
class ThermalAnchor:
    """So many degree days (°Cd) after sowing or an earlier stage; ``targets`` are added up.

    ``shift``: counting starts so many days after that stage, or before it if negative.
    ``measured_only``: it says nothing where no temperatures are recorded, because the crop's mean
    temperature is not that of the phase.
    ``at_most``: the published number is the most that the phase takes. ``sd`` (days) is the error
    of the model when temperatures are measured; those that are not add their own.
    """

    after: str
    response: str
    targets: tuple[float, ...]
    shift: float
    at_most: bool
    measured_only: bool
    sd: float
    source: str
    trust: str

    @property
    def target(self) -> float:
        return sum(self.targets)


@dataclass(frozen=True)
class StageTemplate:
    name: str
    bbch: str
    zadoks: str
    """Empty where the scale is not used for the crop."""
    note: str
    """Shown beside the date."""
    curve: tuple[CurveAnchor, ...]
    calendar: tuple[CalendarAnchor, ...]
    days: tuple[DaysAnchor, ...]
    thermal: tuple[ThermalAnchor, ...]

    @property
    def shown(self) -> bool:
        return self.name not in HIDDEN

    def curve_anchors(self, index: str) -> tuple[CurveAnchor, ...]:
        """Those that hold for an index, whose name may be a column's, such as ``S2_NDVI_mean``."""
        known = known_index(index)
        return tuple(a for a in self.curve if known in (name.lower() for name in a.indices))


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

    def stage(self, name: str) -> StageTemplate | None:
        return next((s for s in self.stages if s.name == name), None)
