"""Numbers that stand for nothing measured."""

from __future__ import annotations

import pytest

from .conftest import Judged, account, decision

NDVI = [0.21, 0.34, 0.5, 0.71, 0.62]
SCALED = [-1500.0, 2100.0, 5000.0, 9800.0, 10_000.0]
WARM = [-12.5, 3.0, 14.2, 31.0, 22.4]


@pytest.mark.parametrize(
    ("values", "name", "fill", "often"),
    [
        (NDVI, "ndvi", -9999.0, 1),
        (NDVI, "ndvi", -3000.0, 1),
        (NDVI, "ndvi", -28672.0, 2),
        (NDVI, "ndvi", 255.0, 2),
        (NDVI, "ndvi", -0.3, 2),
        (NDVI, "ndvi", -1.0, 2),
        (SCALED, "ndvi", -3000.0, 1),
        (SCALED, "ndvi", 32767.0, 2),
        (SCALED, "ndvi", 65535.0, 2),
        (WARM, "t2m", -999.0, 1),
        (WARM, "t2m", 999.9, 2),
        (WARM, "t2m", -99.9, 2),
        (WARM, "t2m", 1e20, 1),
        (WARM, "t2m", 9.969209968386869e36, 1),
        ([0.0, 120.0, 240.0, 250.0], "ndvi", 255.0, 2),
    ],
)
def test_that_a_mark_far_from_all_readings_is_set_aside(
    judged: Judged, values: list[float], name: str, fill: float, often: int
) -> None:
    entries = judged([*values, *([fill] * often)], name)
    assert account(entries) == {f"with the fill value {fill:.10g}": often}


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ([*WARM, 999.0], "counts"),  # once may be a reading
        ([800.0, 950.0, 999.0, 999.0, 1010.0], "pressure"),
        ([240.0, 251.0, 255.0, 255.0], "gauge"),
        ([-99.0, -99.0, -80.0, -60.0], "voltage"),
        ([-0.3, -0.3, -0.25, 0.4], "ndvi"),  # among its like
        ([-0.3, 0.1, 0.4], "ndvi"),  # once
        ([-0.3, -0.3, 1.2, 4.0], "elevation"),
        ([-1.0, -1.0, 0.2, 0.4], "anomaly"),
        ([-1.0, -1.0, -0.8, 0.4], "ndwi"),  # among its like
        ([-9999.0, -9500.0, -8000.0, -4000.0], "depth"),
    ],
)
def test_that_a_number_like_a_mark_may_be_a_reading(
    judged: Judged, values: list[float], name: str
) -> None:
    assert account(judged(values, name)) == {}


def test_that_a_person_may_know_them_for_readings(judged: Judged) -> None:
    entries = judged([*WARM, -9999.0], "t2m", answers={"fills": "kept"})
    assert account(entries) == {}
    assert decision(entries, "fills")[0] == "kept"
    assert decision(judged(WARM, "t2m"), "fills") == ("", "")


def test_that_marks_at_both_ends_go(judged: Judged) -> None:
    entries = judged([*WARM, -9999.0, 1e20, -999.0], "t2m")
    assert sum(account(entries).values()) == 3


def test_that_nothing_but_marks_is_left_to_the_person(judged: Judged) -> None:
    assert account(judged([-9999.0, -9999.0], "t2m")) == {}
