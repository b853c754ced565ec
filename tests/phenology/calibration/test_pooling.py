"""Partial pooling against dense algebra, simulation, and what must hold at its limits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import logsumexp
from scipy.stats import multivariate_normal, norm

from gpstudio.core.arrays import Floats
from gpstudio.phenology.calibration.pooling import (
    LEAST_SHARED,
    LOOSE,
    TRUST,
    USUAL,
    Offset,
    Pooled,
    Residual,
)

FEW = (0.1, 0.4, 1.0)
ROWS = (
    Residual("a", "2019", 4.0, 1.0),
    Residual("a", "2020", -2.0, 0.5),
    Residual("b", "2019", 7.0),
    Residual("b", "2020", 1.0, 3.0),
    Residual("b", "2020", 2.0),
    Residual("c", "2020", -1.0, 2.0),
)


def covariance(one: Residual, other: Residual, same: bool, variances: Floats) -> float:
    shared, seasonal, of_field, scatter = variances
    found = shared + seasonal * (one.season == other.season) + of_field * (one.group == other.group)
    return float(found + (scatter + one.noise**2) * same)


def by_brute_force(
    rows: tuple[Residual, ...], scale: float, loose: bool, group: str, season: str
) -> Offset:
    """Condition the joint normal of cases and target at every point of the grid; median and width
    of the 90 % interval of the mixture."""
    target = Residual(group, season, 0.0)
    evidence, means, sd = [], [], []
    for (trust, weight), ratios in product(TRUST, product(FEW, repeat=3)):
        parts = (trust * scale * np.array(ratios)) ** 2
        left = max((trust * scale) ** 2 - parts.sum(), LEAST_SHARED * (trust * scale) ** 2)
        whole = np.array([LOOSE * scale**2 if loose else left, *parts])
        inner = [[covariance(a, b, a is b, whole) for b in rows] for a in rows]
        outer = [covariance(a, target, False, whole) for a in rows]
        own = covariance(target, target, True, whole)
        prior = np.log(weight) + sum(np.log(r) - 0.5 * (r / USUAL) ** 2 for r in ratios)
        days = np.array([row.days for row in rows])
        evidence.append(prior + multivariate_normal(cov=np.array(inner)).logpdf(days))
        solved = np.linalg.solve(inner, outer)
        means.append(solved @ days)
        sd.append(np.sqrt(own - solved @ outer))
    weights = np.exp(np.array(evidence) - logsumexp(evidence))
    low, middle, high = (
        brentq(lambda day, q=q: weights @ norm.cdf(day, means, sd) - q, -900.0, 900.0, xtol=1e-11)
        for q in (0.05, 0.5, 0.95)
    )
    return Offset(middle, (high - low) / (2.0 * norm.ppf(0.95)))


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize(
    ("group", "season"),
    [("a", "2019"), ("b", "2020"), ("c", "2019"), ("d", "2020"), ("b", "2021"), ("d", "2021")],
)
def test_that_the_posterior_is_that_of_the_joint_normal(
    group: str, season: str, loose: bool
) -> None:
    found = Pooled(ROWS, 10.0, loose, FEW).another(group, season)
    expected = by_brute_force(ROWS, 10.0, loose, group, season)
    assert found.days == pytest.approx(expected.days, abs=1e-8)
    assert found.sd == pytest.approx(expected.sd, abs=1e-8)


def test_that_a_field_seen_once_is_known_by_that() -> None:
    rows = ROWS[-2:]
    found = Pooled(rows, 10.0, False, FEW).another("c", "2020")
    assert found.days == pytest.approx(
        by_brute_force(rows, 10.0, False, "c", "2020").days, abs=1e-8
    )


def test_that_without_a_case_nothing_is_moved() -> None:
    found = Pooled((), 10.0).another("a", "2020")
    assert found.days == pytest.approx(0.0, abs=1e-6)
    assert 10.0 <= found.sd <= 16.0
    assert Pooled((), 10.0).average().days == pytest.approx(0.0, abs=1e-6)


def many(fields: int, seasons: int, days: float, scatter: float, seed: int = 0) -> list[Residual]:
    random = np.random.default_rng(seed)
    return [
        Residual(f"{season} {field}", str(season), days + random.normal(0.0, scatter))
        for season in range(seasons)
        for field in range(fields)
    ]


def test_that_many_dates_outweigh_the_template() -> None:
    found = Pooled(many(20, 10, 12.0, 2.0), 10.0)
    assert found.another("new", "new").days == pytest.approx(12.0, abs=0.5)
    assert found.another("new", "new").sd == pytest.approx(2.0, rel=0.25)
    assert found.average().days == pytest.approx(12.0, abs=0.3)
    assert found.average().sd < 0.4


def test_that_one_date_moves_the_template_part_of_the_way() -> None:
    found = Pooled([Residual("a", "2020", 8.0)], 10.0)
    assert 1.0 < found.another("b", "2021").days < found.another("b", "2020").days < 8.0


def test_that_another_year_stays_uncertain_and_another_field_of_the_same_does_not() -> None:
    found = Pooled(many(20, 1, 8.0, 1.5), 10.0)
    same, other = found.another("new", "0"), found.another("new", "another")
    assert same.days == pytest.approx(8.0, abs=1.0)
    assert same.sd < 2.5
    assert other.sd > 5.0
    assert 4.0 < other.days < same.days


def test_that_years_that_differ_are_told_from_fields_that_do() -> None:
    random = np.random.default_rng(1)
    rows = [
        Residual(f"{year} {field}", str(year), shift + random.normal(0.0, 0.7))
        for year, shift in enumerate([-6.0, 5.0, 0.0, 7.0, -5.0])
        for field in range(6)
    ]
    found = Pooled(rows, 10.0)
    assert found.another("new", "1").sd < 1.5
    assert found.another("new", "1").days == pytest.approx(5.0, abs=0.7)
    between = np.std([-6.0, 5.0, 0.0, 7.0, -5.0], ddof=1) * np.sqrt(1.0 + 1.0 / 5.0)
    assert found.another("new", "new").sd == pytest.approx(between, rel=0.3)


def test_that_a_field_that_is_always_late_is_known_to_be() -> None:
    rows = [
        Residual(field, str(year), late)
        for year in range(4)
        for field, late in (("early", -4.0), ("middle", 0.0), ("late", 4.0))
    ]
    found = Pooled(rows, 6.0)
    assert found.another("late", "9").days == pytest.approx(4.0, abs=1.0)
    assert found.another("early", "9").days == pytest.approx(-4.0, abs=1.0)
    assert found.another("late", "9").sd < found.another("new", "9").sd


def test_that_a_doubtful_landmark_counts_less() -> None:
    sharp = [Residual("a", "1", 0.0), Residual("b", "2", 10.0, 20.0)]
    blurred = [Residual("a", "1", 0.0, 20.0), Residual("b", "2", 10.0)]
    assert Pooled(sharp, 8.0).average().days < 2.0 < Pooled(blurred, 8.0).average().days


def test_that_dates_that_agree_with_each_other_and_not_with_the_template_are_believed() -> None:
    rows = [Residual(str(k), str(k), days) for k, days in enumerate([11.0, 9.0, 10.0, 12.0, 9.5])]
    found = Pooled(rows, 3.0).another("new", "new")
    assert found.days == pytest.approx(10.0, abs=1.5)


def test_that_the_grid_is_fine_enough() -> None:
    fine = tuple(np.geomspace(0.03, 1.6, 14))
    for rows in (ROWS, many(20, 1, 8.0, 1.5), many(3, 4, 5.0, 4.0)):
        for season in ("2020", "0", "new"):
            usual, finer = (Pooled(rows, 10.0, False, r) for r in (FEW_ENOUGH, fine))
            one, other = usual.another("new", season), finer.another("new", season)
            assert one.days == pytest.approx(other.days, abs=0.35)
            assert one.sd == pytest.approx(other.sd, rel=0.08)


FEW_ENOUGH = tuple(np.geomspace(0.05, 1.25, 6))


def drawn_dates(random: np.random.Generator, seasons: int) -> dict[str, list[float]]:
    """Five fields in each of so many seasons and one more, from the prior with κ = 1."""
    ratios = np.abs(random.normal(0.0, USUAL, 3))
    seasonal, of_field, scatter = 10.0 * ratios
    shared = max(1.0 - float(np.sum(ratios**2)), LEAST_SHARED)
    offset = random.normal(0.0, 10.0 * np.sqrt(shared))
    own = np.hypot(of_field, scatter)
    return {
        str(year): list(offset + random.normal(0.0, seasonal) + random.normal(0.0, own, 5))
        for year in range(seasons + 1)
    }


@pytest.mark.parametrize("seasons", [1, 3])
def test_that_intervals_hold_as_often_as_they_say(seasons: int) -> None:
    """A new field of a year that was seen, and of one that was not."""
    random = np.random.default_rng(seasons)
    held = np.zeros(2)
    for _ in range(600):
        dates = drawn_dates(random, seasons)
        rows = [
            Residual(f"{year} {field}", year, dates[year][field])
            for year in map(str, range(seasons))
            for field in range(4)
        ]
        found = Pooled(rows, 10.0)
        for place, year in enumerate(("0", str(seasons))):
            said = found.another("new", year)
            held[place] += abs(dates[year][4] - said.days) <= 1.645 * said.sd
    assert np.all(held / 600 >= 0.86), held
    assert np.all(held / 600 <= 0.96), held
