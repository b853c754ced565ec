"""Masked scenes written as 0."""

from __future__ import annotations

import numpy as np
import pytest

from .conftest import Judged, account, decision

random = np.random.default_rng(5)
SCENES = (0.15 + 0.7 * random.random(40)).tolist()
ZEROS = "with exactly 0, a mask"


@pytest.mark.parametrize("name", ["", "ndvi", "C0/mean", "value"])
@pytest.mark.parametrize("digits", [4, 16])
def test_that_exact_zeros_amid_fine_readings_are_masks(
    judged: Judged, name: str, digits: int
) -> None:
    entries = judged([round(v, digits) for v in SCENES] + [0.0] * 6, name)
    assert decision(entries, "zeros") == ("set aside", "")
    assert account(entries) == {ZEROS: 6}


def test_that_one_click_keeps_them(judged: Judged) -> None:
    entries = judged([*SCENES, 0.0], answers={"zeros": "kept"})
    assert decision(entries, "zeros")[0] == "kept"
    assert account(entries) == {}


SOIL = (0.012 * random.standard_normal(4000)).round(4)
"""As many readings are 0 as any other number near it: about 13."""


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ([round(v, 2) for v in SCENES] + [0.0] * 3, "ndvi"),
        ([*SCENES, 0.0, 0.0], "lai"),
        ([*SCENES, 0.0, 0.0], "fcover"),
        ([*SCENES, 0.0, 0.0], "soil_moisture"),
        ([*(10.0 * np.array(SCENES)), 0.0, 0.0], "precipitation"),
        ([*(10.0 * np.array(SCENES)), 0.0, 0.0], ""),
        (SOIL.tolist(), "ndvi"),
        (
            [
                *(np.abs(SOIL) + 0.0001 * (SOIL == 0)),
                *np.round(SCENES, 4).tolist() * 150,
                *[0.0] * 12,
            ],
            "evi",
        ),
        ([0.0, 0.1234, 0.2345], "ndvi"),  # too few to tell
    ],
    ids=["coarse", "lai", "cover", "soil", "rain", "rain unnamed", "bare", "near", "few"],
)
def test_that_zeros_that_may_be_are_readings(
    judged: Judged, values: list[float], name: str
) -> None:
    assert ZEROS not in account(judged(values, name))


def test_that_chance_alone_does_not_make_a_mask() -> None:
    """The rule's own number: of readings within 0.02, one in 400 has four zeros."""
    assert 5 < (SOIL == 0.0).sum() < 30
