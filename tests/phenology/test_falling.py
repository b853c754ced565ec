"""An index that falls where crops grow is said to, and dated only where that may be wrong."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.candidates import Bars, Findings, SearchedCurve
from gpstudio.phenology.given import drawn_season
from gpstudio.phenology.season import search

NDVI, UNKNOWN = Bars(amplitude=0.10), Bars()
TIME = np.arange(0.0, 1_095.0)


def bells(*middles: float, height: float = 0.6, width: float = 25.0) -> Floats:
    return sum((height * np.exp(-0.5 * ((TIME - m) / width) ** 2) for m in middles), 0.0 * TIME)


def curve_of(mean: Floats) -> SearchedCurve:
    return SearchedCurve(TIME[: len(mean)], mean, np.full(len(mean), 0.01), True)


def searched(mean: Floats, bars: Bars = NDVI) -> Findings:
    return search(curve_of(mean), bars)


YEARLY = bells(180.0, 545.0, 910.0)


def test_that_an_ndvi_whose_sign_is_lost_gives_no_season() -> None:
    found = searched(-0.15 - YEARLY)
    assert found.seasons == ()
    assert found.reason.startswith("No season: the index lies below zero and falls")
    assert found.reason.endswith("multiply it by −1.")
    assert [round(c.season.peak) for c in found.candidates] == [180, 545, 910]
    for candidate in found.candidates:
        assert candidate.season.start < candidate.season.peak < candidate.season.end
        assert candidate.reason.startswith("the index falls by 0.5")


def test_that_its_mended_twin_has_every_season() -> None:
    assert len(searched(0.15 + YEARLY).seasons) == 3


def test_that_an_unknown_index_that_may_fall_is_dated_and_told() -> None:
    """It may be a meadow between two droughts as well."""
    found = searched(0.8 - YEARLY, UNKNOWN)
    told = [c.reason for c in found.candidates if c.accepted]
    assert told
    for reason in told:
        assert "falls for 1" in reason
        assert reason.endswith("if those are the crop, multiply the index by −1")


def test_that_a_meadow_is_no_index_that_falls() -> None:
    """NDVI by its name, and above nought: high most of the time, low for some weeks a year."""
    found = searched(0.8 - YEARLY)
    assert found.seasons
    assert not any("−1" in c.reason for c in found.candidates)


@pytest.mark.parametrize("bars", [NDVI, UNKNOWN])
def test_that_a_long_season_alone_is_none(bars: Bars) -> None:
    """No fall is seen whole, however little fallow there is."""
    top = np.clip(np.interp(TIME[:200], [0, 20, 180, 199], [0.2, 0.8, 0.8, 0.2]), 0.0, 1.0)
    found = searched(top, bars)
    assert len(found.seasons) == 1
    assert "−1" not in found.candidates[0].reason


def test_that_a_radar_index_below_nought_that_rises_is_searched_as_ever() -> None:
    found = searched(-20.0 + 10.0 * YEARLY, UNKNOWN)
    assert len(found.seasons) == 3
    assert not any("−1" in c.reason for c in found.candidates)


def test_that_a_window_drawn_over_a_fall_says_so() -> None:
    candidate = drawn_season(curve_of(0.8 - YEARLY), 100.0, 260.0, NDVI)
    assert not candidate.accepted
    assert candidate.reason == (
        "the curve falls by 0.60 and rises again in this window: "
        "if that is the crop, multiply the index by −1"
    )
