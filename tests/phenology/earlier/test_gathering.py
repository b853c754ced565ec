"""Very many readings of a season as few: what they say of its course stays the same."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.task import Cancelled, Task
from gpstudio.phenology.earlier import PastSeason, current_draws
from gpstudio.phenology.earlier.gathering import MOST, gathered
from gpstudio.phenology.earlier.pattern import Pattern, pattern_of
from gpstudio.phenology.earlier.weighing import LENGTH, prior_traits
from gpstudio.phenology.years import YEAR

DAYS = np.arange(0.0, 300.0)
GRID = np.linspace(0.0, 299.0, 120)


def season(time: Floats, late: float = 0.0) -> Floats:
    up = 1.0 / (1.0 + np.exp(-(time - 100.0 - late) / 8.0))
    down = 1.0 / (1.0 + np.exp((time - 200.0 - late) / 8.0))
    return np.asarray(0.2 + 0.6 * (up + down - 1.0))


PASTS = [
    PastSeason(str(-y), "mine", "wheat", DAYS - YEAR * y, season(DAYS, late), np.full(300, 0.01))
    for y, late in enumerate((-6.0, 4.0, 0.0, 8.0, -3.0), start=1)
]


def read(count: int, until: float = 150.0) -> tuple[Floats, Floats, Floats]:
    """Uneven in time and in weight."""
    random = np.random.default_rng(count)
    time = 20_000.0 + np.sort(until * random.beta(1.0, 1.3, count))
    noise = 9e-4 * random.uniform(0.5, 4.0, count)
    value = season(time - 20_000.0, 5.0) + np.sqrt(noise) * random.standard_normal(count)
    return time, value, noise


def misfit(read: tuple[Floats, Floats, Floats], curve: Floats) -> float:
    _, value, noise = read
    return float((((value - curve) ** 2) / noise).sum())


def test_that_readings_of_an_ordinary_season_stay_as_they_are() -> None:
    own = read(MOST)
    assert all(one is other for one, other in zip(gathered(*own), own, strict=True))
    assert len(gathered(*read(MOST + 1))[0]) <= MOST
    assert len(gathered(*read(50_000))[0]) <= MOST


def test_that_what_readings_say_of_straight_lines_is_kept() -> None:
    """Lines that break between the stretches, so that each has one of its own."""
    own = read(20_000)
    few = gathered(*own)
    edges = np.linspace(own[0].min(), own[0].max(), MOST // 2 + 1)
    random = np.random.default_rng(0)
    apart = []
    for _ in range(4):
        level, slope = 0.1 * random.standard_normal((2, MOST // 2))

        def lines(time: Floats, level: Floats = level, slope: Floats = slope) -> Floats:
            place = np.clip(np.searchsorted(edges, time, side="right") - 1, 0, len(level) - 1)
            return np.asarray(level[place] + slope[place] * (time - edges[place]))

        apart.append(misfit(own, lines(own[0])) - misfit(few, lines(few[0])))
    assert np.ptp(apart) < 1e-8 * abs(misfit(own, season(own[0] - 20_000.0)))


def test_that_two_readings_of_a_stretch_are_themselves_again() -> None:
    edges = np.linspace(0.0, 100.0, MOST // 2 + 1)[:-1]
    time = np.sort(np.concatenate([edges, edges + 0.13, [100.0, 100.0, 100.0 - 1e-3]]))[:-3]
    time = np.append(time, 100.0)
    random = np.random.default_rng(1)
    value, noise = random.standard_normal(len(time)), random.uniform(1e-4, 1e-2, len(time))
    few = gathered(time, value, noise)
    inside = few[0] < edges[-1] - 1e-6
    count = int(inside.sum())
    assert count == MOST - 2
    for one, other in zip(few, (time, value, noise), strict=True):
        assert one[:count] == pytest.approx(other[:count], rel=1e-8, abs=1e-10)


def test_that_readings_of_one_time_are_their_mean_and_exact_ones_stay_exact() -> None:
    time = np.repeat([10.0, 40.0, 41.0], 400)
    value = np.tile([0.2, 0.4], 600)
    few = gathered(time, value, np.full(1200, 4e-4))
    assert few[0] == pytest.approx([10.0, 40.0, 41.0])
    assert few[1] == pytest.approx(0.3)
    assert few[2] == pytest.approx(1e-6)
    sure = np.full(1200, 4e-4)
    sure[5] = 0.0
    few = gathered(time, value, sure)
    assert few[1][0] == pytest.approx(value[5])
    assert few[2][0] == pytest.approx(0.0, abs=1e-20)


def dense(
    pattern: Pattern, trait: Floats, own: tuple[Floats, Floats, Floats]
) -> tuple[float, Floats, Floats]:
    """Log evidence up to a constant, and the curve on the grid with its standard deviation, by the
    covariance of all the readings: written here once more."""
    when, value, noise = own
    when = when - 20_000.0

    def swing(one: Floats, other: Floats) -> Floats:
        far = np.sqrt(3.0) * np.abs(one[:, None] - other) / LENGTH
        spread = [pattern.residual(t, pattern.grades(trait[None]))[0] for t in (one, other)]
        wiggle = spread[0][:, None] * (1.0 + far) * np.exp(-far) * spread[1]
        return np.asarray(wiggle + pattern.base_variance)

    joint, across = swing(when, when) + np.diag(noise), swing(GRID, when)
    off = value - pattern.curves(when, trait[None], pattern.base)[0]
    gain = np.linalg.solve(joint, np.column_stack([off, across.T]))
    evidence = -0.5 * (off @ gain[:, 0] + np.linalg.slogdet(joint)[1])
    curve = pattern.curves(GRID, trait[None], pattern.base)[0] + across @ gain[:, 0]
    left = np.diag(swing(GRID, GRID)) - np.einsum("gn,ng->g", across, gain[:, 1:])
    return float(evidence), curve, np.sqrt(left)


def test_that_gathered_readings_say_what_the_dense_formula_says_of_all() -> None:
    """Of courses as the readings have them, and of others that do not agree."""
    pattern = pattern_of(PASTS, 0.0, 299.0, "mine")
    traits = prior_traits(pattern, 5, np.random.default_rng(3))
    own = read(1_500)
    few = gathered(*own)
    whole = [dense(pattern, trait, own) for trait in traits]
    found = [dense(pattern, trait, few) for trait in traits]
    evidence = np.array([one[0] for one in whole]) - [one[0] for one in found]
    assert np.ptp([one[0] for one in whole]) > 100.0
    assert np.ptp(evidence) < 0.03
    for (_, curve, spread), (_, mine, own_spread) in zip(whole, found, strict=True):
        assert (np.abs(mine - curve) / spread).max() < 0.01
        assert own_spread == pytest.approx(spread, rel=1e-4)


def test_that_two_hundred_thousand_readings_are_foretold_from_in_little_memory() -> None:
    time, value, noise = read(200_000)
    tracemalloc.start()
    drawn = current_draws(
        PASTS, GRID, time - 20_000.0, value, noise, 200, np.random.default_rng(0), "mine"
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6
    seen = GRID < 140.0
    assert drawn.middle[seen] == pytest.approx(season(GRID, 5.0)[seen], abs=0.01)


def test_that_stop_is_heard_all_along() -> None:
    class Stopped(Task):
        def __init__(self, looks: int) -> None:
            self.left = looks

        def check(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise Cancelled

    time, value, noise = read(40, until=60.0)
    for looks in (0, 3, 6):
        with pytest.raises(Cancelled):
            current_draws(
                PASTS, GRID, time, value, noise, 20, np.random.default_rng(0), "mine",
                task=Stopped(looks),
            )  # fmt: skip
