"""When a field lies fallow: its season is over, it has not risen, and no other follows soon."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.fallow import SOON, lies_fallow
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
    assert lies_fallow((ENDED,), TIME, ONE, LAST)


def test_that_without_a_season_nothing_is_known() -> None:
    assert not lies_fallow((), TIME, ONE, LAST)


OPEN = [
    Season("b", 450.0, 520.0, 600.0, False, True),
    Season("b", 450.0, 520.0, 600.0, False, False, unread=True),
]


@pytest.mark.parametrize("season", OPEN)
def test_that_a_ripe_crop_whose_end_nobody_saw_is_over_too(season: Season) -> None:
    assert lies_fallow((season,), TIME, ONE, 560.0)
    assert not lies_fallow((season,), TIME, ONE, 545.0)  # half of its green is left


@pytest.mark.parametrize("season", OPEN)
def test_that_a_fall_without_a_rise_is_no_ripe_crop(season: Season) -> None:
    """The first reading was at the peak: nobody knows how low the ground is."""
    begun = Season("b", 518.0, 520.0, 600.0, True, season.cut_right, unread=season.unread)
    assert not lies_fallow((begun,), TIME, ONE, 540.0)


def test_that_an_end_after_the_last_reading_is_none_that_is_over() -> None:
    later = Season("b", 450.0, 520.0, LAST + 1.0, False, False)
    assert not lies_fallow((later,), TIME, ONE, LAST)


def test_that_a_field_that_has_risen_again_is_no_fallow() -> None:
    risen = ONE + bell(650.0, 1.0)
    assert not lies_fallow((ENDED,), TIME, risen, LAST)
    assert lies_fallow((ENDED,), TIME, ONE + bell(650.0, 0.3), LAST)


@pytest.mark.parametrize("days", [-1.0, 1.0])
def test_that_an_earlier_season_that_followed_as_soon_speaks_against_it(days: float) -> None:
    gap = LAST - ENDED.end + SOON + days
    assert lies_fallow((before(ENDED.start - gap), ENDED), TIME, ONE, LAST) == (days > 0.0)


def test_that_without_earlier_seasons_nothing_is_known_to_follow() -> None:
    assert lies_fallow((ENDED,), TIME, ONE, ENDED.end)
    assert lies_fallow((ENDED,), TIME, ONE, TIME[-1])
