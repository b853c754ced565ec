"""What would have been told on one day after the other."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.session.fitting import fit_series
from gpstudio.session.hindcast import AFTER, Hindcast, days_of, hindcast
from gpstudio.session.request import Request

START = float(days_from_dates(["2020-01-01"])[0])
RECIPE = Recipe.of(kernel="0.1*matern32(40)", likelihood="gaussian(0.0004)", learning="fixed")


def field(years: int = 3, dated: bool = True) -> Series:
    time = START + np.arange(0.0, 365.0 * years - 60.0, 8.0)
    since = (time - START) % 365.0
    value = 0.2 + 0.6 * np.exp(-0.5 * ((since - 180.0) / 30.0) ** 2)
    return Series("f", time, value, "date", "NDVI", dated)


@pytest.fixture(scope="module")
def found() -> Hindcast:
    (one,) = hindcast([field()], RECIPE, Request(), {}, every=30.0)
    return one


def test_that_every_day_is_told_as_it_would_have_been(found: Hindcast) -> None:
    told = next(t for t in found.told if (t.season.name, t.now.stage) == ("2022", "senescence"))
    assert [day for day, _ in told.then] == sorted(day for day, _ in told.then)
    day, then = told.then[-2]
    alone = fit_series(field(), RECIPE, Request(as_of=day))
    same = next(s for s in alone.stages if (s.season, s.stage) == ("2022", "senescence"))
    assert then == same


def test_that_dates_close_in_on_what_all_readings_tell(found: Hindcast) -> None:
    """The third season is foretold by two like it before it has begun to fall."""
    rows = [r for r in found.rows if (r.season, r.stage) == ("2022", "senescence")]
    dated = [row for row in rows if row.days_off is not None]
    assert dated[0].days_ahead > 60.0
    assert -AFTER <= dated[-1].days_ahead < 0.0
    width = [np.diff(days_from_dates([r.lower90, r.upper90]))[0] for r in (dated[0], dated[-1])]
    assert width[1] < 0.5 * width[0]
    assert abs(dated[-1].days_off) < 5.0
    assert {row.date_now for row in rows} == {dated[-1].date_now}


def test_that_a_day_without_such_a_season_says_so(found: Hindcast) -> None:
    first = [row for row in found.rows if row.season == "2020" and row.date is None]
    assert first
    assert all(row.reason for row in first)
    assert any("by then" in row.reason for row in first)


def test_that_days_go_back_from_the_last_reading() -> None:
    days = days_of([field(1)], 10.0)
    assert days[0] == field(1).time[-1]
    assert np.diff(days).tolist() == [-10.0] * (len(days) - 1)
    assert field(1).time[4] <= days[-1] < field(1).time[4] + 10.0
    assert days_of([field(1)], 10.0, START + 100.0)[0] == START + 100.0


@pytest.mark.parametrize(
    ("every", "last", "dated", "said"),
    [
        (10.0, None, False, "no dates: name the column of dates"),
        (0.5, None, True, "from 1, not '0.5'"),
        (float("nan"), None, True, "from 1, not 'nan'"),
        (10.0, START + 3.0, True, "ask as of 2020-02-02 or later"),
    ],
)
def test_that_what_cannot_be_asked_is_told(
    every: float, last: float | None, dated: bool, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        days_of([field(1, dated)], every, last)


def test_that_more_days_than_anybody_reads_are_refused() -> None:
    with pytest.raises(InputError, match=r"1,\d\d\d days to ask about.*at least 2 days"):
        days_of([field(4)], 1.0)
    assert len(days_of([field(4)], 2.0)) < 1_000


def test_that_too_short_fields_are_told() -> None:
    short = Series("f", START + np.arange(5.0), np.arange(5.0), "date", "NDVI", True)
    with pytest.raises(InputError, match="more than 5 readings"):
        days_of([short], 10.0)
