"""Readings of fields laid out as points, a point a field and year."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.session.season_map.laying_out import SeasonMap, laid_out
from gpstudio.session.season_map.weeks import FEWEST, WEEK, weeks_of

BEGIN = 17_897.0
"""1 January 2019."""


def field(group: str, peak: float, years: int = 1, clouds: float = 0.3, seed: int = 0) -> Series:
    """Green about the day ``peak`` of each year, a reading every five days where no cloud was."""
    random = np.random.default_rng(seed)
    time = BEGIN + np.arange(0.0, years * 365.0, 5.0)
    time = time[random.random(len(time)) > clouds]
    green = np.exp(-0.5 * (((time - BEGIN) % 365.0 - peak) / 35.0) ** 2)
    value = 0.15 + 0.7 * green + 0.02 * random.normal(size=len(time))
    return Series(group, time, value, "date", "ndvi", dated=True)


def farm(fields: int = 24, years: int = 2) -> list[Series]:
    """Half of the fields are green early, half late."""
    return [
        field(f"F{place}", 130.0 if place % 2 else 220.0, years, seed=place)
        for place in range(fields)
    ]


@pytest.fixture(scope="module")
def found() -> SeasonMap:
    rows = farm()
    flat = field("fallow", 130.0, seed=99)
    wrong = Series("fallow", flat.time, np.where(flat.time % 3 < 1, 0.8, 0.1), "date", "ndvi", True)
    return laid_out([*rows, wrong], 0, QUIET)


def test_a_row_holds_the_means_of_its_weeks() -> None:
    series = farm()
    weeks = weeks_of(series, QUIET)
    assert weeks.width == WEEK
    assert weeks.values.shape[1] == len(weeks.days) <= 53
    assert {(row.group, row.year) for row in weeks.rows} >= {("F0", 2019), ("F23", 2020)}
    place = next(i for i, row in enumerate(weeks.rows) if (row.group, row.year) == ("F3", 2019))
    one = series[3]
    since = (one.time - weeks.turn) % 365.2425
    begins = BEGIN - (BEGIN - weeks.turn) % 365.2425
    for column, day in enumerate(weeks.days):
        mine = (abs(since - day) <= 0.5 * WEEK) & (one.time < begins + 365.2425)
        if (one.time[mine] >= begins).all() and mine.any():
            assert weeks.values[place, column] == pytest.approx(one.value[mine].mean())
    assert np.isnan(weeks.values).any()


def test_columns_are_as_wide_as_readings_lie_apart() -> None:
    series = [field(f"F{i}", 150.0, clouds=0.0, seed=i) for i in range(8)]
    sparse = [Series(s.group, s.time[::4], s.value[::4], "date", "ndvi", True) for s in series]
    assert weeks_of(sparse, QUIET).width == 20.0


def test_seasons_that_ran_alike_lie_together(found: SeasonMap) -> None:
    known = [i for i, row in enumerate(found.rows) if row.group != "fallow"]
    late = np.array([int(found.rows[i].group[1:]) % 2 == 0 for i in known])
    places = found.places[known]
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(apart, np.inf)
    assert (late[apart.argmin(axis=1)] == late).mean() > 0.95
    assert found.deviations.shape == found.places.shape
    assert found.relevance[0] >= found.relevance[1]


def test_the_season_that_runs_as_no_other_is_odd(found: SeasonMap) -> None:
    odd = {found.rows[i].group for i in np.flatnonzero(found.odd)}
    assert odd == {"fallow"}


def test_the_same_fields_make_the_same_map() -> None:
    one, other = (laid_out(farm(8, 1), 3, QUIET) for _ in range(2))
    assert np.array_equal(one.places, other.places)


@pytest.mark.parametrize(
    ("series", "words"),
    [
        ([], "No field has"),
        (farm(2, 1), f"A map wants {FEWEST} years .* 2 fields had 2"),
        ([Series("a", np.arange(9.0), np.arange(9.0), "x", "y", dated=False)], "needs dates"),
    ],
    ids=["none", "few", "numbers"],
)
def test_what_makes_no_map_is_refused_in_words(series: list[Series], words: str) -> None:
    with pytest.raises(InputError, match=words):
        laid_out(series, 0, QUIET)


def test_it_stops() -> None:
    class Stopped(Task):
        def check(self) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        laid_out(farm(8, 1), 0, Stopped())
