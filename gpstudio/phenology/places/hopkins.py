"""A calendar that moves with the place: the bioclimatic law of Hopkins.

In spring a stage comes 4 days later with every degree of latitude and every 400 feet (122 m) of
altitude (Hopkins 1918; tested by Richardson and others 2019, doi 10.1002/aps3.1228). What is left
of its day, day − 4 |latitude| − 4 altitude / 122, is one constant a crop. Hopkins's term for
longitude (a day later for every 1.25° to the west or east, as papers have it) is left out: fields
of Kansas head 15 days later than those of Missouri by the constant, and those of Turkey as much
earlier. Instead the constant may drift: a Gaussian process over the ground, learnt from regions
whose dates are published. Where none is near, the constant of all holds, and the doubt is large.

In the south the year is moved by half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpstudio.phenology.places.globe import Globe
from gpstudio.phenology.places.ground import usual_altitude
from gpstudio.phenology.places.place import Place

DAYS_A_DEGREE = 4.0
METRES = 122.0
"""As much altitude as a degree of latitude."""
HALF_YEAR = 365.2425 / 2.0
REACH, SPREAD, OWN = 3_000.0, 12.0, 4.0
"""Km over which constants of regions are alike, standard deviation of their drift, and of a
region's own about it (days): the evidence of the 28 regions of winter wheat is highest about here
(reach of 1,500 to 6,000 km, spread of 10 to 15 days within one nat)."""
UNTOLD_ALTITUDE = 150.0
"""Metres: how far a field is from the usual altitude near by."""


@dataclass(frozen=True)
class Region:
    """Where the usual day of a stage is published."""

    name: str
    latitude: float
    longitude: float
    altitude: float
    day_of_year: float


@dataclass(frozen=True)
class LawDay:
    """A day of the year, and the standard deviation of what the law says of it."""

    day_of_year: float
    sd: float


def law_day(regions: Sequence[Region], place: Place) -> LawDay:
    """The usual day of a stage at a place."""
    return _law_day(tuple(regions), place)


def left_out(regions: Sequence[Region]) -> list[float]:
    """Days by which each region is later than the others have it."""
    return [float(late) for late in _globe(tuple(regions)).left_out()[:, 0]]


@lru_cache(maxsize=512)
def _law_day(regions: tuple[Region, ...], place: Place) -> LawDay:
    found, doubt = _globe(regions).at(place.latitude, place.longitude)
    altitude = place.altitude
    slack = 0.0
    if altitude is None:
        altitude = usual_altitude(place.latitude, place.longitude)
        slack = DAYS_A_DEGREE * UNTOLD_ALTITUDE / METRES
    day = float(found[0]) + _moved(place.latitude, altitude)
    day += HALF_YEAR if place.is_south else 0.0
    return LawDay(day, float(np.hypot(np.hypot(doubt, OWN), slack)))


@lru_cache(maxsize=32)
def _globe(regions: tuple[Region, ...]) -> Globe:
    constants = [
        [r.day_of_year - _moved(r.latitude, r.altitude) - HALF_YEAR * (r.latitude < 0.0)]
        for r in regions
    ]
    return Globe(
        np.array([r.latitude for r in regions]),
        np.array([r.longitude for r in regions]),
        np.array(constants),
        REACH,
        SPREAD,
        OWN,
    )


def _moved(latitude: float, altitude: float) -> float:
    return DAYS_A_DEGREE * (abs(latitude) + altitude / METRES)
