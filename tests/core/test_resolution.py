"""The step in which values were written, and none where they were not."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.readings import Readings
from gpstudio.core.regressor import GPRegressor
from gpstudio.core.resolution import resolution, rounding
from gpstudio.core.scales import IDENTITY
from gpstudio.core.scales.logit import Logit

RANDOM = np.random.default_rng(0)
WRITTEN = {
    "two decimals": (np.round(RANDOM.normal(size=50), 2), 0.01),
    "four decimals": (np.round(RANDOM.normal(size=50), 4), 1e-4),
    "single precision": (np.round(RANDOM.uniform(size=50), 4).astype(np.float32), 1e-4),
    "whole numbers": (RANDOM.integers(-3_000, 9_000, 50), 1.0),
    "hundreds": (100.0 * RANDOM.integers(0, 90, 50), 100.0),
    "scores in fives": (5.0 * RANDOM.permutation(40), 5.0),
    "8 bits": (RANDOM.permutation(200)[:60] / 200.0, 0.005),
    "8 bits of an index": (np.round(RANDOM.permutation(250)[:80] * 0.004 - 0.1, 4), 0.004),
    "8 bits of one": (RANDOM.permutation(256)[:80] / 255.0, 1.0 / 255.0),
    "scaled and moved": ((RANDOM.permutation(256)[:80] - 127.3) / 11.37, 1.0 / 11.37),
    "few": (np.array([0.5, 0.52, 0.58]), 0.01),
    "tiny": (1e-40 * np.round(RANDOM.normal(size=50), 2), 1e-42),
    "a mean of two among them": (np.append(np.round(RANDOM.normal(size=50), 2), 0.12345), 0.01),
    "missing ones": (np.array([0.1, np.nan, 0.3, 0.7]), 0.1),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_that_the_largest_step_is_found(name: str) -> None:
    values, step = WRITTEN[name]
    assert resolution(np.asarray(values, dtype=float)) == pytest.approx(step, rel=1e-6)


@pytest.mark.parametrize("values", [[], [0.0, 0.0], [np.nan], [1.0, 2.0, 2.0]])
def test_that_fewer_than_three_values_have_no_step(values: list[float]) -> None:
    assert resolution(np.array(values)) == 0.0


@pytest.mark.parametrize("count", [2, 3, 5, 12, 60])
def test_that_values_with_all_digits_are_of_no_step(count: int) -> None:
    random = np.random.default_rng(count)
    for scale in (1.0, 1e-3, 293.0):
        rows: list[Floats] = [scale * random.normal(size=count) for _ in range(200)]
        assert max(resolution(row) for row in rows) == 0.0


def test_that_small_swings_far_from_nought_are_of_no_coarse_step() -> None:
    swings = np.random.default_rng(2).normal(size=30)
    assert resolution(1e12 + swings) < 1.0
    levels = np.where(np.arange(30) % 2 == 0, 0.2, 0.7)
    assert resolution(levels + 1e-7 * swings) < 1e-6


def test_that_an_error_of_computing_is_no_value_of_its_own() -> None:
    assert resolution(np.array([0.1 + 0.2, 0.3, 0.5, 0.7])) == 0.1


@pytest.mark.parametrize(("count", "most"), [(3, 0.006), (6, 0.0), (12, 0.002), (30, 0.0)])
def test_that_a_coarser_step_is_an_accident(count: int, most: float) -> None:
    """Once in 10ⁿ a power of ten; once in 2ⁿ⁻¹ a multiple, where it is looked for."""
    random = np.random.default_rng(count)
    rows = [np.round(random.uniform(size=count), 2) for _ in range(1_000)]
    assert np.mean([resolution(row) > 0.011 for row in rows]) <= most


def test_that_rounding_errs_by_as_much_as_it_says() -> None:
    values = np.random.default_rng(1).uniform(size=20_000)
    lost = np.round(values, 1) - values
    assert rounding(0.1) == pytest.approx(float(np.var(lost)), rel=0.02)


def test_that_readings_bring_their_step_or_find_it() -> None:
    x, y = np.arange(4.0)[:, None], np.array([0.12, 0.5, np.nan, 0.31])
    assert Readings.of(x, y).resolution == 0.01
    assert Readings.of(x, y, written_in=0.05).resolution == 0.05
    assert Readings.of(x, y).centred().resolution == 0.01


def test_that_on_a_scale_a_step_is_as_long_as_at_the_middle_reading() -> None:
    x, y = np.arange(5.0)[:, None], np.array([0.12, 0.9, 0.31, 0.27, 0.83])
    scale = Logit(-0.1, 1.05)
    there = Readings.of(x, y).on(scale)
    steeper = np.sort(scale.inside(y + 0.005) - scale.inside(y - 0.005))
    assert there.step == pytest.approx(float(np.median(steeper)), rel=1e-3)
    assert there.on(IDENTITY).step == 0.01


@pytest.mark.parametrize(("share", "found"), [(0.04, 0.01), (0.07, 0.0)])
def test_that_values_off_the_step_may_all_be_the_lowest(share: float, found: float) -> None:
    """A tenth of the values is looked at first."""
    values = 1.0 + 0.01 * np.arange(1_000.0)
    odd = round(share * len(values))
    values[:odd] += 0.003 * np.random.default_rng(0).uniform(0.2, 1.0, odd)
    assert resolution(values) == found


def test_that_a_step_is_looked_for_where_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(values: Floats) -> float:
        asked.append(len(values))
        return resolution(values)

    monkeypatch.setattr("gpstudio.core.resolution.resolution", noted)
    x, y = np.arange(20.0), np.round(np.sin(np.arange(20.0)), 2)
    GPRegressor("1 * matern32(5)", noise="held(0.01)", learning="fixed").fit(x, y)
    assert not asked, "what keeps its numbers needs none"
    readings = Readings.of(x[:, None], y)
    assert [readings.resolution, readings.step] == [0.01, 0.01]
    assert asked == [20], "and it is looked for once"
    assert type(pickle.loads(pickle.dumps(Readings.of(x[:, None], y))).written_in) is float
