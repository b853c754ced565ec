"""How earlier seasons and readings are weighed: against dense formulas, and at their limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.earlier import PastSeason, current_draws
from gpstudio.phenology.earlier.chain import whiten, whiten_back
from gpstudio.phenology.earlier.drawing import _alike
from gpstudio.phenology.earlier.past import landmarks_of
from gpstudio.phenology.earlier.pattern import pattern_of
from gpstudio.phenology.earlier.weighing import TRUST, Read, _agreement, prior_traits, weighed
from gpstudio.phenology.years import YEAR

DAYS = np.arange(0.0, 300.0)
GRID = np.linspace(0.0, 299.0, 200)


def season(time: Floats, late: float = 0.0, height: float = 0.6) -> Floats:
    up = 1.0 / (1.0 + np.exp(-(time - 100.0 - late) / 8.0))
    down = 1.0 / (1.0 + np.exp((time - 200.0 - late) / 8.0))
    return np.asarray(0.2 + height * (up + down - 1.0))


def past(years: int, late: float = 0.0, height: float = 0.6, group: str = "mine") -> PastSeason:
    mean = season(DAYS, late, height)
    std = np.full(len(DAYS), 0.01)
    return PastSeason(str(-years), group, "wheat", DAYS - YEAR * years, mean, std)


PASTS = [past(year, late) for year, late in enumerate((-6.0, 4.0, 0.0, 8.0, -3.0), start=1)]


def read_of(when: Floats, value: Floats, noise: float) -> Read:
    return Read(when, value, np.full(len(when), noise))


def draw(
    pasts: list[PastSeason], when: Floats, value: Floats, noise: float = 1e-4, **more: float
) -> Floats:
    noises, random = np.full(len(when), noise), np.random.default_rng(0)
    return current_draws(pasts, GRID, when, value, noises, 200, random, "mine", **more).posterior


def rise(curves: Floats) -> float:
    return float(np.nanmedian([landmarks_of(GRID, curve).rise for curve in curves.T]))


def test_that_the_evidence_and_the_ground_are_those_of_the_dense_formula() -> None:
    random = np.random.default_rng(1)
    pattern = pattern_of(PASTS, 0.0, 299.0, "mine")
    when = np.arange(10.0, 130.0, 12.0)
    read = read_of(when, season(when, 5.0) + 0.02 * random.standard_normal(len(when)), 4e-4)
    traits = prior_traits(pattern, 6, random)
    logs, base, variance = _agreement(pattern, read, traits)
    dense, ones = [], np.ones(len(when))
    for place, grade in enumerate(pattern.grades(traits)):
        residual = pattern.residual(when, np.array([grade]))[0]
        among = _alike(when) * np.outer(residual, residual) + np.diag(read.noise)
        joint = among + pattern.base_variance * np.outer(ones, ones)
        off = read.value - pattern.curves(when, traits[place : place + 1], pattern.base)[0]
        dense.append(-0.5 * (off @ np.linalg.solve(joint, off) + np.linalg.slogdet(joint)[1]))
        gain = pattern.base_variance * np.linalg.solve(joint, ones)
        assert base[place] == pytest.approx(pattern.base + gain @ off, rel=1e-8)
        left = pattern.base_variance * (1.0 - gain @ ones)
        assert variance[place] == pytest.approx(left, rel=1e-6)
    assert logs - logs[0] == pytest.approx(TRUST * (np.array(dense) - dense[0]), abs=1e-6)


@pytest.mark.parametrize("noise", [1e-2, 1e-6, 0.0])
def test_that_walking_along_time_is_the_inverse_of_the_dense_root(noise: float) -> None:
    random = np.random.default_rng(4)
    when = np.sort(random.uniform(0.0, 150.0, 40))
    when[7] = when[8]
    spread = random.uniform(0.01, 0.1, 40)
    noises = np.where(np.arange(40) % 3 == 0, 4.0, 1.0) * noise
    root = np.linalg.cholesky(_alike(when) * np.outer(spread, spread) + np.diag(noises))
    rows = random.standard_normal((3, 40))
    steps = Read(when, rows[0], noises).steps(spread)
    there, back = rows.copy(), rows.copy()
    whiten(steps, spread, there)
    whiten_back(steps, spread, back)
    assert steps[:, 0] == pytest.approx(np.diag(root), rel=1e-8)
    whole, turned = np.linalg.solve(root, rows.T).T, np.linalg.solve(root.T, rows.T).T
    assert np.abs(there - whole).max() < 1e-8 * np.abs(whole).max()
    assert np.abs(back - turned).max() < 1e-8 * np.abs(turned).max()


def test_that_many_sure_readings_leave_enough_seasons_to_draw_from() -> None:
    when = np.arange(0.0, 240.0, 3.0)
    read = read_of(when, season(when, 14.0), 1e-6)
    pattern = pattern_of(PASTS, 0.0, 299.0, "mine")
    assert weighed(pattern, read, np.random.default_rng(0)).effective > 100.0


def test_that_weeds_of_one_year_need_not_come_again() -> None:
    """Not to see them makes the season neither late nor small."""
    weeds = 0.25 * np.exp(-0.5 * ((DAYS - 55.0) / 8.0) ** 2)
    weedy = [replace(past(1), mean=season(DAYS) + weeds)]
    pattern = pattern_of(weedy, 0.0, 299.0, "mine")
    assert pattern.curves(DAYS, pattern.traits[None, :], pattern.base)[0, 55] < 0.26
    when = np.arange(0.0, 75.0, 5.0)
    drawn = draw(weedy, when, np.full(len(when), 0.2))
    assert np.median(drawn.max(axis=0)) == pytest.approx(0.8, abs=0.15)
    assert rise(drawn) == pytest.approx(100.0, abs=9.0)


def test_that_a_small_season_wiggles_less_in_leaf() -> None:
    pattern = pattern_of(PASTS, 0.0, 299.0, "mine")
    small, usual = pattern.traits - [0.0, 0.0, 0.7], pattern.traits
    grades = pattern.grades(np.array([small, usual]))
    ground, leaf = pattern.residual(np.array([20.0, 150.0]), grades).T
    assert leaf[0] / leaf[1] == pytest.approx(np.exp(-0.7), rel=0.15)
    assert ground[0] / ground[1] == pytest.approx(1.0, abs=0.05)


def test_that_a_guess_in_a_gap_does_not_shape_the_template() -> None:
    gap = (DAYS > 130.0) & (DAYS < 170.0)
    guess = replace(
        PASTS[0],
        mean=np.where(gap, 0.5, PASTS[0].mean),
        std=np.where(gap, 0.5, 0.01),
    )
    pattern = pattern_of([guess, *PASTS[1:]], 0.0, 299.0, "mine")
    usual = pattern.curves(DAYS, pattern.traits[None, :], pattern.base)[0]
    assert usual[150] == pytest.approx(season(DAYS)[150], abs=0.03)


def test_that_seasons_are_laid_together_by_sowing_where_all_are_known() -> None:
    sown = [replace(one, sowing=float(40.0 - YEAR * y)) for y, one in enumerate(PASTS, start=1)]
    none = np.empty(0)
    assert rise(draw(sown, none, none, sowing=65.0)) == pytest.approx(125.0, abs=4.0)
    assert rise(draw([*sown[1:], PASTS[0]], none, none, sowing=65.0)) == pytest.approx(100.0, abs=4)


def test_that_a_season_across_new_year_is_like_any_other() -> None:
    random = np.random.default_rng(0)
    when = np.arange(0.0, 120.0, 6.0)
    noise = np.full(len(when), 1e-4)
    here = current_draws(PASTS, GRID, when, season(when), noise, 50, random, "mine")
    far = 180.0
    south = [replace(one, time=one.time + far) for one in PASTS]
    random = np.random.default_rng(0)
    there = current_draws(south, GRID + far, when + far, season(when), noise, 50, random, "mine")
    assert there.posterior == pytest.approx(here.posterior, abs=1e-6)


def test_that_exact_and_repeated_readings_are_gone_through() -> None:
    when = np.array([60.0, 90.0, 90.0, 110.0])
    drawn = draw(PASTS, when, season(when, 3.0), noise=0.0)
    at_110 = [np.interp(110.0, GRID, curve) for curve in drawn.T]
    assert np.isfinite(drawn).all()
    assert np.mean(at_110) == pytest.approx(season(np.array([110.0]), 3.0)[0], abs=0.01)


def test_that_words_tell_what_the_draws_rest_on() -> None:
    none = np.empty(0)

    def words(pasts: list[PastSeason]) -> str:
        random = np.random.default_rng(0)
        return current_draws(pasts, GRID, none, none, none, 5, random, "mine").words

    assert words([*PASTS[:2], past(3, group="yours")]) == (
        "2 earlier seasons of this field and 1 of other fields"
    )
    assert words([past(3, group="yours")]).startswith("1 earlier season of other fields; with one")
