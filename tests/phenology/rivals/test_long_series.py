"""Rivals on very many readings: in blocks, in little memory, and stopped at once."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from phenology.rivals.rival_rows import ROWS, SEASON, days, season_from

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.language import parse
from gpstudio.core.task import Cancelled, Task
from gpstudio.phenology.rivals import METHODS, descent
from gpstudio.phenology.rivals.outlines import closest_outlines
from gpstudio.phenology.rivals.savitzky_golay import filtered
from gpstudio.phenology.rivals.seasons import DrawnRival, SeasonCurvePart

SEASONAL = [name for name in METHODS.names if METHODS[name].by_season]


class Stopping(Task):
    """Stops at one look, and counts them."""

    def __init__(self, at: int) -> None:
        self.at, self.looks = at, 0

    def check(self) -> None:
        self.looks += 1
        if self.looks == self.at:
            raise Cancelled


def readings(count: int = 90) -> tuple[Floats, Floats]:
    time = days(count)
    return time, ROWS[0](time) + 0.02 * np.random.default_rng(5).standard_normal(count)


@pytest.mark.parametrize("name", SEASONAL)
def test_that_readings_looked_at_in_blocks_give_the_same_curve(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, value = readings()
    whole = METHODS[name]().fit(time, value, None, SEASON)
    monkeypatch.setattr(descent, "BLOCK", 7)
    parts = METHODS[name]().fit(time, value, None, SEASON)
    assert parts.at(time) == pytest.approx(whole.at(time), abs=1e-6)
    assert parts.residual_std == pytest.approx(whole.residual_std, rel=1e-6)


@pytest.mark.parametrize("name", METHODS.names)
def test_that_a_method_can_be_stopped_on_its_way(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descent, "BLOCK", 30)
    time, value = readings()
    free = Stopping(0)
    METHODS[name]().fit(time, value, None, SEASON, free)
    assert free.looks >= (3 * 10 if name in SEASONAL else 2)
    stopped = Stopping(free.looks)
    with pytest.raises(Cancelled):
        METHODS[name]().fit(time, value, None, SEASON, stopped)


def test_that_a_start_is_chosen_by_some_of_very_many_readings() -> None:
    """A hundred and eighty outlines of each reading were made, several times over."""
    time = np.linspace(0.0, 1.0, 200_000)
    value = 1.0 / (1.0 + np.exp((0.3 - time) / 0.02)) - 1.0 / (1.0 + np.exp((0.7 - time) / 0.02))
    tracemalloc.start()
    found = closest_outlines(time, value, np.ones_like(time))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 150e6
    assert found.rise[0] == pytest.approx(0.3)
    assert found.fall[0] == pytest.approx(0.7)


def test_that_each_time_takes_the_nearest_season_without_a_row_for_each() -> None:
    seasons = [season_from(365.0 * year, 365.0 * year + 200.0) for year in range(120)]
    drawn = DrawnRival("beck", tuple(SeasonCurvePart(season, None, "none") for season in seasons))
    time = np.linspace(-100.0, 365.0 * 120.0, 50_000)
    tracemalloc.start()
    found = drawn.part_at(time)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    middles = np.array([0.5 * (season.start + season.end) for season in seasons])
    assert np.array_equal(found, np.argmin(np.abs(time[:, None] - middles), axis=1))
    assert peak < 20 * time.nbytes


def test_that_a_wide_window_is_filtered_without_its_matrix() -> None:
    even = np.random.default_rng(0).standard_normal(9_001)
    tracemalloc.start()
    found = filtered(even, 2_000, 2)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6
    window = np.arange(-2_000, 2_001) / 2_000.0
    start = np.polynomial.Polynomial.fit(window, even[:4_001], 2)
    assert found[:2_001] == pytest.approx(start(window[:2_001]), abs=1e-9)
    middle = np.polynomial.Polynomial.fit(window, even[2_500:6_501], 2)
    assert found[4_500] == pytest.approx(middle(0.0), abs=1e-9)


def test_that_cycles_of_a_short_period_take_their_own_readings_alone() -> None:
    """Every cycle was looked for among all readings."""
    time = np.arange(0.0, 400.0, 0.05)
    value = 0.5 + 0.2 * np.sin(2.0 * np.pi * time) + 0.001 * np.floor(time)
    method = make(METHODS, parse("harmonic(period=1, harmonics=1, damping=1e-9, tolerance=1)"))
    made = method.fit(time, value)
    inside = np.arange(0.51, 399.0, 7.0)
    expected = 0.5 + 0.2 * np.sin(2.0 * np.pi * inside) + 0.001 * np.floor(inside)
    assert made.at(inside) == pytest.approx(expected, abs=1e-6)
