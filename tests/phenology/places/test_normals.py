"""Usual temperatures of a place, against cities that are known and a seasonal sense of things."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.places import Place
from gpstudio.phenology.places.normals import MonthlyNormals, left_out, normals_at
from gpstudio.phenology.thermal import Response, Weather, thermal_dates


def test_that_cities_left_out_are_told_by_the_others() -> None:
    errors = left_out()
    assert np.sqrt(np.mean(errors**2)) < 2.0
    assert np.median(np.abs(errors)) < 1.0


def test_that_known_normals_are_met() -> None:
    """Munich airport 1991-2020 (DWD): January −0.2 °C, July 18.4 °C; Adelaide's summer is in
    January, about 22 °C."""
    munich = normals_at(Place(48.35, 11.81, 446.0))
    assert munich is not None
    assert munich.months[0] == pytest.approx(-0.2, abs=1.6)
    assert munich.months[6] == pytest.approx(18.4, abs=1.6)
    adelaide = normals_at(Place(-34.9, 138.6, 50.0))
    assert adelaide is not None
    assert adelaide.months[0] == pytest.approx(22.0, abs=1.6)
    assert adelaide.months[0] > adelaide.months[6] + 8.0


def test_that_a_kilometre_higher_is_six_degrees_colder() -> None:
    low, high = (normals_at(Place(46.0, 7.0, altitude)) for altitude in (500.0, 1_500.0))
    assert low is not None
    assert high is not None
    assert np.subtract(low.months, high.months) == pytest.approx(np.full(12, 6.0))


def test_that_where_no_city_is_near_nothing_is_said() -> None:
    assert normals_at(Place(72.0, 100.0, 50.0)) is None


def test_that_days_lie_between_the_middles_of_their_months() -> None:
    normals = MonthlyNormals(tuple(float(month) for month in range(12)), 1.0)
    day = float(np.datetime64("2021-06-16").astype(int))
    assert normals.on(np.array([day]))[0] == pytest.approx(5.0, abs=0.05)
    turn = float(np.datetime64("2021-01-01").astype(int))
    assert normals.on(np.array([turn]))[0] == pytest.approx(5.5, abs=0.3)


def test_that_degree_days_are_counted_at_the_normals_and_the_reader_is_told() -> None:
    """160 °Cd from 1 June at 16 °C take ten days, give or take what a phase of a year is off."""
    start = float(np.datetime64("2021-06-01").astype(int))
    weather = Weather(normals=MonthlyNormals((16.0,) * 12, 1.5))
    found = thermal_dates(
        weather,
        Response((0.0, 30.0), (0.0, 30.0)),
        np.full(4_000, start),
        160.0,
        np.random.default_rng(0),
        str,
    )
    lag = found.dates - start
    assert np.median(lag) == pytest.approx(10.0, abs=0.1)
    assert np.std(lag) == pytest.approx(10.0 * 1.5 / 16.0, rel=0.1)
    assert "usual ones of the place, 16 °C (± 1.5 °C), not measured" in found.reason
