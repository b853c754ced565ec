"""When a field lies fallow: its season is over, it has not risen, and no other follows soon."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.phenology.fallow import fallow_until
from gpstudio.phenology.season import Season

TIME = np.arange(0.0, 800.0)
LAST = 620.0
ENDED = Season("b", 450.0, 520.0, 600.0, False, False)


def bell(centre: float, height: float = 0.6) -> np.ndarray:
    return height * np.exp(-(((TIME - centre) / 30.0) ** 2))


ONE = 0.2 + bell(520.0)


def before(end: float) -> Season:
    return Season("a", end - 150.0, end - 80.0, end, False, False)


def test_that_a_field_lies_fallow_after_its_dated_season() -> None:
    assert fallow_until((ENDED,), TIME, ONE, LAST) is not None


def test_that_without_a_season_nothing_is_known() -> None:
    assert fallow_until((), TIME, ONE, LAST) is None


OPEN = [
    Season("b", 450.0, 520.0, 600.0, False, True),
    Season("b", 450.0, 520.0, 600.0, False, False, unread=True),
]


@pytest.mark.parametrize("season", OPEN)
def test_that_a_ripe_crop_whose_end_nobody_saw_is_over_too(season: Season) -> None:
    assert fallow_until((season,), TIME, ONE, 560.0) is not None
    assert fallow_until((season,), TIME, ONE, 545.0) is None  # half of its green is left


@pytest.mark.parametrize("season", OPEN)
def test_that_a_fall_without_a_rise_is_no_ripe_crop(season: Season) -> None:
    """The first reading was at the peak: nobody knows how low the ground is."""
    begun = Season("b", 518.0, 520.0, 600.0, True, season.cut_right, unread=season.unread)
    assert fallow_until((begun,), TIME, ONE, 540.0) is None


def test_that_an_end_after_the_last_reading_is_none_that_is_over() -> None:
    later = Season("b", 450.0, 520.0, LAST + 1.0, False, False)
    assert fallow_until((later,), TIME, ONE, LAST) is None


def test_that_a_field_that_has_risen_again_is_no_fallow() -> None:
    risen = ONE + bell(650.0, 1.0)
    assert fallow_until((ENDED,), TIME, risen, LAST) is None
    assert fallow_until((ENDED,), TIME, ONE + bell(650.0, 0.3), LAST) is not None


@pytest.mark.parametrize("fallows", [(40.0, 90.0), (90.0, 40.0)])
def test_that_it_lies_fallow_until_it_rose_again_the_soonest_after_an_earlier_season(
    fallows: tuple[float, float],
) -> None:
    second = before(ENDED.start - fallows[1])
    first = before(second.start - fallows[0])
    assert fallow_until((first, second, ENDED), TIME, ONE, LAST) == ENDED.end + 40.0


def test_that_a_field_that_rose_sooner_after_an_earlier_season_is_to_rise_at_once() -> None:
    assert fallow_until((before(ENDED.start - 15.0), ENDED), TIME, ONE, LAST) is None


def test_that_an_end_that_nobody_saw_is_no_sooner_than_the_last_reading() -> None:
    open_ = OPEN[0]
    assert fallow_until((before(open_.start - 15.0), open_), TIME, ONE, 560.0) == 575.0


def test_that_without_earlier_seasons_nothing_is_known_to_follow() -> None:
    assert fallow_until((ENDED,), TIME, ONE, ENDED.end) == math.inf
    assert fallow_until((ENDED,), TIME, ONE, TIME[-1]) == math.inf
