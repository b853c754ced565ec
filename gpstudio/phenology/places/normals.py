"""Mean temperature of each month at a place, drawn from cities where it is known.

Temperatures are brought to the level of the sea (6 °C a kilometre), freed of what latitude alone
makes of them in each month, and drawn to the place as a Gaussian process over the ground.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.places.globe import Globe
from gpstudio.phenology.places.ground import usual_altitude
from gpstudio.phenology.places.place import Place
from gpstudio.resources import resource

LAPSE = 6.0
"""°C a kilometre of altitude."""
REACH, SPREAD, OWN = 2_500.0, 6.0, 1.0
"""Km and °C. Cities left out are off by 1.8 °C whatever is taken (reach of 1,000 to 4,000 km); with
this spread their errors are about as large as the doubt."""
BETWEEN_YEARS = 1.5
"""°C: how far a phase of one year is from the mean of thirty."""
MOST_DOUBT = 4.5
"""°C: where cities say no more than this, nothing is said."""
MIDDLES = 30.4369 * (np.arange(12) + 0.5)
"""Days of the year in the middle of months."""
YEAR = 365.2425


@dataclass(frozen=True)
class MonthlyNormals:
    """°C of each month, and the standard deviation of one phase of one year about it."""

    months: tuple[float, ...]
    sd: float

    def on(self, day: Floats) -> Floats:
        """On days since 1 January 1970: from month to month on a straight line."""
        return np.interp(day % YEAR, MIDDLES, self.months, period=YEAR)


@lru_cache(maxsize=512)
def normals_at(place: Place) -> MonthlyNormals | None:
    """None where no city is near enough."""
    found, doubt = _globe().at(place.latitude, place.longitude)
    if doubt > MOST_DOUBT or abs(place.latitude) > 66.0:
        return None
    altitude = place.altitude
    if altitude is None:
        altitude = usual_altitude(place.latitude, place.longitude)
    months = found + _by_latitude(np.array([place.latitude]))[0] @ _fit() - LAPSE * altitude / 1e3
    return MonthlyNormals(
        tuple(map(float, months)), float(np.hypot(np.hypot(doubt, OWN), BETWEEN_YEARS))
    )


def left_out() -> Floats:
    """°C by which each city is warmer in each month than the others have it."""
    return _globe().left_out()


@lru_cache(maxsize=1)
def _cities() -> tuple[Floats, Floats, Floats]:
    """Latitude, longitude, and months at the level of the sea."""
    with resource("climate", "cities.csv").open(encoding="utf-8", newline="") as file:
        rows = np.array([[float(cell) for cell in row[2:]] for row in list(csv.reader(file))[1:]])
    return rows[:, 0], rows[:, 1], rows[:, 3:] + LAPSE * rows[:, 2:3] / 1e3


def _by_latitude(latitude: Floats) -> Floats:
    up = np.sin(np.radians(latitude))
    return np.stack([up**power for power in range(5)], axis=1)


@lru_cache(maxsize=1)
def _fit() -> Floats:
    latitude, _, months = _cities()
    found = np.linalg.lstsq(_by_latitude(latitude), months, rcond=None)[0]
    return np.asarray(found, dtype=np.float64)


@lru_cache(maxsize=1)
def _globe() -> Globe:
    latitude, longitude, months = _cities()
    return Globe(latitude, longitude, months - _by_latitude(latitude) @ _fit(), REACH, SPREAD, OWN)
