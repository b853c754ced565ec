"""The bioclimatic law: four days a degree and 122 m, and a constant that drifts with the place."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.places.globe import EARTH, UNKNOWN_LEVEL, Globe, kilometres
from gpstudio.phenology.places.hopkins import (
    HALF_YEAR,
    OWN,
    REACH,
    SPREAD,
    Region,
    law_day,
    left_out,
)
from gpstudio.phenology.places.place import Place
from gpstudio.phenology.templates import load_template

ONE = (Region("one", 40.0, 10.0, 0.0, 120.0),)


def test_that_four_days_go_with_a_degree_and_with_122_metres() -> None:
    """Far from the one region its constant holds all the same, but with a large doubt."""
    here = law_day(ONE, Place(40.0, 10.0, 0.0))
    assert here.day_of_year == pytest.approx(120.0)
    higher = law_day(ONE, Place(40.0, 10.0, 244.0))
    assert higher.day_of_year - here.day_of_year == pytest.approx(8.0)
    north = law_day(ONE, Place(45.0, 10.0, 0.0))
    assert north.day_of_year - here.day_of_year == pytest.approx(20.0, abs=0.01)
    assert law_day(ONE, Place(40.0, -100.0, 0.0)).sd > 2.0 * here.sd


def test_that_the_south_has_its_year_half_a_year_later() -> None:
    regions = (*ONE, Region("other", -40.0, 175.0, 0.0, 120.0 + HALF_YEAR))
    assert law_day(regions, Place(-40.0, 175.0, 0.0)).day_of_year == pytest.approx(
        120.0 + HALF_YEAR, abs=0.1
    )


def test_that_an_untold_altitude_costs_trust() -> None:
    told, untold = (law_day(ONE, Place(46.7, -117.2, altitude)) for altitude in (762.0, None))
    assert untold.day_of_year == pytest.approx(told.day_of_year, abs=0.5)
    assert untold.sd > told.sd + 0.5


def test_that_the_drift_is_a_gaussian_process_over_the_ground() -> None:
    """Two regions, one place: against the textbook's formula written out."""
    regions = (
        Region("a", 40.0, 0.0, 0.0, 4.0 * 40.0 - 60.0),
        Region("b", 40.0, 20.0, 0.0, 4.0 * 40.0 - 40.0),
    )
    place = Place(40.0, 5.0, 0.0)
    at = np.array([[40.0, 0.0], [40.0, 20.0], [40.0, 5.0]])
    distance = kilometres(at[:, 0], at[:, 1], (at[:, 0], at[:, 1]))
    covariance = SPREAD**2 * np.exp(-distance / REACH) + UNKNOWN_LEVEL**2
    seen = covariance[:2, :2] + OWN**2 * np.eye(2)
    weights = np.linalg.solve(seen, covariance[:2, 2])
    expected = -50.0 + weights @ np.array([-10.0, 10.0])
    doubt = covariance[2, 2] - weights @ covariance[:2, 2]
    found = law_day(regions, place)
    assert found.day_of_year == pytest.approx(160.0 + expected)
    assert found.sd == pytest.approx(np.sqrt(doubt + OWN**2))


def test_that_distances_are_along_the_ground() -> None:
    quarter = kilometres(np.array([0.0]), np.array([0.0]), (np.array([90.0]), np.array([0.0])))
    assert quarter[0, 0] == pytest.approx(0.5 * np.pi * EARTH)
    across = kilometres(np.array([10.0]), np.array([179.9]), (np.array([10.0]), np.array([-179.9])))
    assert across[0, 0] < 25.0


def test_that_leaving_one_out_is_what_fitting_without_it_says() -> None:
    random = np.random.default_rng(1)
    latitude, longitude = random.uniform(30, 50, 6), random.uniform(-10, 40, 6)
    values = random.normal(0.0, 10.0, (6, 1))
    globe = Globe(latitude, longitude, values - values.mean(), 2_000.0, 10.0, 3.0)
    for place in range(6):
        rest = np.arange(6) != place
        without = Globe(latitude[rest], longitude[rest], globe.values[rest], 2_000.0, 10.0, 3.0)
        # the level of the others is not taken off: both are about the same one
        near = kilometres(latitude[[place]], longitude[[place]], (latitude[rest], longitude[rest]))[
            0
        ]
        factor = without._factor @ (100.0 * np.exp(-near / 2_000.0) + UNKNOWN_LEVEL**2)
        expected = globe.values[place, 0] - factor @ globe.values[rest, 0]
        assert globe.left_out()[place, 0] == pytest.approx(expected)


def test_that_wheats_regions_are_told_by_the_others() -> None:
    """Each of the 28 left out: what the template's source says, within its rounding; Hopkins's law
    with one constant for all is off by more than twice as much."""
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    (anchor,) = heading.places
    late = np.array(left_out(anchor.regions))
    assert np.sqrt(np.mean(late**2)) < 5.0
    constants = [r.day_of_year - 4.0 * (r.latitude + r.altitude / 122.0) for r in anchor.regions]
    assert np.std(constants) > 2.0 * np.sqrt(np.mean(late**2))
