"""Where a field lies: latitude, longitude and, if it is told, altitude."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.phenology.places.ground import is_land, usual_altitude
from gpstudio.translation import tr

DEEPEST, HIGHEST = -430.0, 5_000.0
"""Metres: the shore of the Dead Sea, and above the highest fields of Tibet and the Andes."""
FEET = 0.3048
FAR_ABOVE, LEVEL = 1_500.0, 150.0
"""Metres: no field lies so far above the land about it by chance and so near to it in feet."""


@dataclass(frozen=True)
class Place:
    """Degrees, north and east positive; metres above the sea."""

    latitude: float
    longitude: float
    altitude: float | None = None
    """None where nobody has told it."""

    @property
    def is_south(self) -> bool:
        return self.latitude < 0.0

    @property
    def text(self) -> str:
        """As it is typed: ``LAT,LON[,ALT]``."""
        parts = [self.latitude, self.longitude]
        parts += [] if self.altitude is None else [self.altitude]
        return ",".join(f"{part:.10g}" for part in parts)


def place_from(text: str) -> Place:
    """From ``LAT,LON`` or ``LAT,LON,ALT``; with semicolons or blanks where commas are decimal."""
    parts = [part for part in re.split(r"[;\s]+", text.strip()) if part]
    if len(parts) == 1:
        parts = parts[0].split(",")
    numbers = [_number(part.rstrip(",")) for part in parts]
    if len(numbers) not in (2, 3) or None in numbers:
        raise InputError(
            tr(
                "A place is LAT,LON or LAT,LON,ALT in degrees and metres, such as "
                "46.73,-117.18,770, not '{text}'.",
                text=text,
            )
        )
    return checked_place(Place(*(number for number in numbers if number is not None)))


def _number(text: str) -> float | None:
    try:
        number = float(text.replace(",", "."))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def checked_place(place: Place) -> Place:
    """The place, if a field can lie there."""
    if not (abs(place.latitude) <= 90.0 and abs(place.longitude) <= 180.0):
        raise InputError(
            tr(
                "A latitude is from −90 to 90 and a longitude from −180 to 180 degrees, not "
                "{latitude:g} and {longitude:g}: give the latitude first.",
                latitude=place.latitude,
                longitude=place.longitude,
            )
        )
    _check_altitude(place.altitude)
    if not is_land(place.latitude, place.longitude):
        raise InputError(_in_the_sea(place))
    _check_feet(place)
    return place


def _check_feet(place: Place) -> None:
    """Refuse what is far above the land about it, and would be level with it in feet."""
    if place.altitude is None:
        return
    usual, metres = usual_altitude(place.latitude, place.longitude), place.altitude * FEET
    if place.altitude > usual + FAR_ABOVE and abs(metres - usual) < LEVEL:
        raise InputError(
            tr(
                "Land about {latitude:g}, {longitude:g} lies at {usual:,.0f} m, not at "
                "{altitude:,.0f} m, which would fit if it were feet: give metres.",
                latitude=place.latitude,
                longitude=place.longitude,
                usual=usual,
                altitude=place.altitude,
            )
        )


def _check_altitude(altitude: float | None) -> None:
    if altitude is None or DEEPEST <= altitude <= HIGHEST:
        return
    if HIGHEST < altitude <= HIGHEST / FEET:
        raise InputError(
            tr(
                "No field lies {altitude:,.0f} m high: altitudes are in metres, and as feet it "
                "would be {metres:,.0f}.",
                altitude=altitude,
                metres=altitude * FEET,
            )
        )
    raise InputError(
        tr(
            "An altitude is from {deepest:g} to {highest:,g} m, not {altitude:,g}.",
            deepest=DEEPEST,
            highest=HIGHEST,
            altitude=altitude,
        )
    )


def _in_the_sea(place: Place) -> str:
    """With the sign or the order that would be on land, where one would."""
    others = (
        (place.latitude, -place.longitude),
        (-place.latitude, place.longitude),
        (place.longitude, place.latitude),
    )
    for north, east in others:
        if abs(north) <= 90.0 and is_land(north, east):
            return tr(
                "{latitude:g}, {longitude:g} lies in the sea: is {north:g}, {east:g} meant? North "
                "and east are positive, the latitude comes first.",
                latitude=place.latitude,
                longitude=place.longitude,
                north=north,
                east=east,
            )
    return tr(
        "{latitude:g}, {longitude:g} lies in the sea: north and east are positive, the latitude "
        "comes first.",
        latitude=place.latitude,
        longitude=place.longitude,
    )
