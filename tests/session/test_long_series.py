"""Readings by the hour and by the minute: all that follows a fit is light, and can be stopped."""

from __future__ import annotations

import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import write_forecast
from gpstudio.data.writing.sheet import ROWS
from gpstudio.session import diagnostics
from gpstudio.session.fitting import Fit, fit_series, forecast_of, redated, residuals_of
from gpstudio.session.request import NO_STAGES, Request

YEAR, COUNT = 365.25, 45_000
RECIPE = Recipe.of(kernel="0.05*matern32(60)+white(0.0009)", learning="fixed")


class Counting(Task):
    """Stops at one look, and notes who looked."""

    def __init__(self, stop: int = 0) -> None:
        self.stop, self.looks = stop, 0
        self.who: set[str] = set()

    def check(self) -> None:
        self.looks += 1
        self.who.add(Path(sys._getframe(1).f_code.co_filename).stem)
        if self.looks == self.stop:
            raise Cancelled


def greenness(time: Floats) -> Floats:
    year = np.floor(time / YEAR)
    day = time - YEAR * year - 6.0 * np.sin(2.4 * year)
    up, down = (1.0 / (1.0 + np.exp(s * (day - at) / 9.0)) for s, at in ((-1, 120.0), (1, 240.0)))
    return np.asarray(0.2 + 0.6 * (up + down - 1.0))


@pytest.fixture(scope="module")
def fit() -> Fit:
    """Four whole seasons by the day, and the fifth, up to its day 190, every six minutes."""
    before = np.arange(0.0, 4 * YEAR)
    time = np.concatenate([before, np.linspace(4 * YEAR, 4 * YEAR + 190.0, COUNT - len(before))])
    noise = 0.03 * np.random.default_rng(0).standard_normal(COUNT)
    series = Series("", time, greenness(time) + noise, "date", "ndvi", True)
    return fit_series(series, RECIPE, Request(stages=NO_STAGES))


def test_that_a_season_read_every_minute_is_dated_in_little_memory(fit: Fit) -> None:
    tracemalloc.start()
    dated = redated(fit, Request(), fit.facts)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 250e6
    assert dated.dates.ahead is not None
    found = {stage.stage: stage for stage in dated.stages if stage.season == "1974"}
    rise = found["mid_green_up"]
    assert rise.date == pytest.approx(4 * YEAR + 120.0 + 6.0 * np.sin(2.4 * 4.0), abs=2.0)
    fall = found["senescence"]
    assert fall.lower90 is not None
    assert fall.upper90 is not None
    assert fall.lower90 < 4 * YEAR + 240.0 + 6.0 * np.sin(2.4 * 4.0) < fall.upper90


def test_that_dating_hears_stop_in_each_of_its_parts(fit: Fit) -> None:
    free = Counting()
    redated(fit, Request(), fit.facts, free)
    assert free.who >= {"drawing", "weighing", "kalman", "dating"}
    for stop in (1, free.looks // 2, free.looks):
        with pytest.raises(Cancelled):
            redated(fit, Request(), fit.facts, Counting(stop))


def test_that_what_is_told_of_every_reading_can_be_stopped(fit: Fit, tmp_path: Path) -> None:
    for made in (forecast_of, residuals_of):
        bare = replace(fit)
        with pytest.raises(Cancelled):
            made(bare, Counting(1))
        whole = made(bare, Counting())
        assert whole is made(bare), "it is kept"
    task = Counting()
    write_forecast(tmp_path / "forecast.csv", [fit.forecast], task)
    assert task.looks >= COUNT // ROWS
    task = Counting()
    diagnostics.normal_quantiles(fit, task)
    assert task.looks >= COUNT // diagnostics.RANKS
    task = Counting()
    diagnostics.autocorrelation(fit, task)
    assert task.looks >= 8


def test_that_bands_of_ranks_are_the_same_however_many_are_made_at_once(
    fit: Fit, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(fit)
    parts = diagnostics.normal_quantiles(few)
    monkeypatch.setattr(diagnostics, "RANKS", COUNT)
    whole = diagnostics.normal_quantiles(few)
    assert np.array_equal(parts.lower, whole.lower)
    assert np.array_equal(parts.upper, whole.upper)
