"""A place as people write it, and places where no field can be."""

from __future__ import annotations

import pytest

from gpstudio.core.errors import InputError
from gpstudio.phenology.places import Place, place_from
from gpstudio.phenology.places.ground import is_land, usual_altitude


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("46.73,-117.18,770", Place(46.73, -117.18, 770.0)),
        (" 46.73, -117.18 ", Place(46.73, -117.18)),
        ("46,73; -117,18; 770", Place(46.73, -117.18, 770.0)),
        ("-34.9,138.6,50", Place(-34.9, 138.6, 50.0)),
        ("31.5,35.5,-400", Place(31.5, 35.5, -400.0)),
    ],
)
def test_that_a_place_is_read_as_it_is_written(text: str, place: Place) -> None:
    assert place_from(text) == place
    assert place_from(place.text) == place


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("46.73", "LAT,LON or LAT,LON,ALT"),
        ("46.73,-117.18,770,3", "LAT,LON or LAT,LON,ALT"),
        ("here,there", "LAT,LON or LAT,LON,ALT"),
        ("nan,8", "LAT,LON or LAT,LON,ALT"),
        ("46,8,9500", "altitudes are in metres, and as feet it would be 2,896"),
        ("46,8,99999", "An altitude is from"),
        ("46.73,-117.18,2526", "lies at 762 m, not at 2,526 m, which would fit if it were feet"),
        ("117,46", "A latitude is from"),
        ("46.7,-30", "lies in the sea"),
        ("47.44,-8.7", "is 47.44, 8.7 meant?"),
        ("-8.69,47.44", "meant?"),
        ("0,-30", "lies in the sea"),
    ],
)
def test_that_a_place_of_no_field_is_refused_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        place_from(text)
    assert told in str(refused.value)


def test_that_coasts_and_islands_are_land_and_oceans_are_not() -> None:
    land = [(52.37, 4.9), (-41.3, 174.8), (21.3, -157.9), (64.1, -21.9), (41.0, 29.0)]
    assert all(is_land(*place) for place in land)
    assert not any(is_land(*place) for place in [(40.0, -40.0), (-40.0, 90.0), (0.0, -150.0)])
    assert is_land(90.0, 180.0) in (True, False)  # the last cell of the table is there


def test_that_the_usual_altitude_is_that_of_inhabited_land() -> None:
    """Pullman 770 m, Munich 520 m, Amsterdam about the level of the sea, and Tibet 4,000 m."""
    assert usual_altitude(46.73, -117.18) == pytest.approx(770.0, abs=100.0)
    assert usual_altitude(48.1, 11.6) == pytest.approx(520.0, abs=100.0)
    assert usual_altitude(52.4, 4.9) == pytest.approx(0.0, abs=10.0)
    assert usual_altitude(29.3, 90.9) == pytest.approx(4_000.0, abs=500.0)
    assert usual_altitude(-40.0, 90.0) == 0.0
