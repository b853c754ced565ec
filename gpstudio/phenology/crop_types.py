"""Winter, facultative and spring types of a cereal: which cold a crop needs before it heads.

A winter type heads by the calendar of its place, whenever it was sown in autumn; a facultative one
likewise. A spring type heads so many degree days after it was sown. Where nobody says the type, the
day of sowing does, and without one a crop is taken for a winter type, whose calendar then speaks
only where the law of its regions holds.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.phenology.anchors import CropTemplate, PlaceAnchor
from gpstudio.phenology.places import Place
from gpstudio.translation import any_typed, tr

WINTER, FACULTATIVE, SPRING = "winter", "facultative", "spring"
SOWN_IN_SPRING = (15.0, 212.0)
"""Days of the year, of the north: from the middle of January to the end of July."""
TROPIC = 23.5
YEAR = 365.2425


def type_of(told: str, sowing: float | None, place: Place | None) -> str:
    """The type that holds for a season; ``sowing`` is its day."""
    if told or sowing is None:
        return told or WINTER
    half = 0.5 * YEAR if place is not None and place.is_south else 0.0
    of_year = (sowing - half) % YEAR
    first, last = SOWN_IN_SPRING
    return SPRING if first <= of_year < last else WINTER


def sown_on(sowing: Floats | None) -> float | None:
    """The day of a season's sowing from its draws."""
    return None if sowing is None else float(np.nanmedian(sowing))


def holds_at(anchor: PlaceAnchor, place: Place) -> bool:
    """Whether regions like that of the place have taught the anchor."""
    low, high = anchor.latitudes
    return low <= abs(place.latitude) <= high


def check_type(template: CropTemplate, told: str, place: Place | None) -> None:
    """Refuse a type that the crop does not have, or that does not head at the place."""
    if not told:
        return
    if not template.types:
        raise InputError(
            tr(
                "The template of {crop} knows no types: leave '{type}' out.",
                crop=template.crop,
                type=told,
            )
        )
    if told not in template.types:
        raise InputError(
            tr(
                "{type} is no type of {crop}: choose {types}.",
                type=told,
                crop=template.crop,
                types=any_typed(template.types),
            )
        )
    if told == WINTER and place is not None and abs(place.latitude) < TROPIC:
        raise InputError(
            tr(
                "Winter {crop} needs a cold winter and does not head at latitude {latitude:g}: "
                "choose spring, and tell when it was sown.",
                crop=template.crop,
                latitude=place.latitude,
            )
        )


def check_place(template: CropTemplate, told: str, place: Place | None) -> None:
    """Refuse a place for which a type that was told has no calendar."""
    if place is None or told not in (WINTER, FACULTATIVE):
        return
    anchors = [anchor for stage in template.stages for anchor in stage.places]
    mine = [anchor for anchor in anchors if told in anchor.types]
    if mine and not any(holds_at(anchor, place) for anchor in mine):
        low, high = mine[0].latitudes
        raise InputError(
            tr(
                "The calendar of {type} {crop} holds from {low:g} to {high:g} degrees of "
                "latitude, not at {latitude:g}: leave out the place, or give its sowing.",
                type=told,
                crop=template.crop,
                low=low,
                high=high,
                latitude=place.latitude,
            )
        )
