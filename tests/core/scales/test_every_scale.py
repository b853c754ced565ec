"""The contract of every scale: where it leads, how steeply, and what becomes of a normal."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from core.scales.scale_rows import ROWS, Row
from scipy import stats

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.language import parse, print_number
from gpstudio.core.scales import SCALES, Scale, inflation

every = pytest.mark.parametrize("row", ROWS.values(), ids=list(ROWS))
NORMALS = [(0.0, 0.01), (0.3, 0.2), (-1.0, 0.9), (0.8, 0.45), (2.0, 3.0), (-9.0, 1.0)]
"""Means and standard deviations inside."""
HEAVY = 10.0
"""Of a freedom: below it tails want more points than digits are wanted."""


def made(row: Row) -> Scale:
    scale: Scale = make(SCALES, parse(row.text))
    return scale


def width(scale: Scale) -> float:
    """What errors are measured by: of an unlimited scale one."""
    between = scale.highest - scale.lowest
    return between if math.isfinite(between) else 1.0


def test_that_every_scale_has_a_row() -> None:
    assert {made(row).spec.name for row in ROWS.values()} == set(SCALES.names)


@every
def test_that_inside_and_outside_are_each_others_inverse(row: Row) -> None:
    scale = made(row)
    back = scale.outside(scale.inside(row.levels))
    np.testing.assert_allclose(back, row.levels, rtol=1e-12, atol=1e-14 * width(scale))
    curve = np.linspace(-5.0, 5.0, 41)
    np.testing.assert_allclose(scale.inside(scale.outside(curve)), curve, rtol=0.0, atol=1e-11)


@every
def test_that_outside_is_the_formula_and_grows(row: Row) -> None:
    scale = made(row)
    curve = np.linspace(-20.0, 20.0, 81)
    expected = row.formula(curve)
    np.testing.assert_allclose(scale.outside(curve), expected, rtol=1e-13, atol=1e-15)
    assert (np.diff(scale.outside(curve)) > 0.0).all()
    assert (np.diff(scale.inside(row.levels)) > 0.0).all()
    assert (scale.outside(curve) >= scale.lowest).all()
    assert (scale.outside(np.array([-1e9, 1e9])) <= scale.highest).all()


@every
def test_that_the_log_slope_is_that_of_differences(row: Row) -> None:
    scale, curve = made(row), np.linspace(-6.0, 6.0, 25)
    step = 1e-5
    slopes = (row.formula(curve + step) - row.formula(curve - step)) / (2.0 * step)
    np.testing.assert_allclose(scale.log_slope(curve), -np.log(slopes), rtol=0.0, atol=1e-7)


@every
@pytest.mark.parametrize("freedom", [3.0, 12.0, 75.0, math.inf])
def test_that_moments_are_those_of_a_fine_rule(row: Row, freedom: float) -> None:
    scale = made(row)
    if not scale.takes_heavy:  # a Student-t has no mean there: that of a normal as wide is told
        same = scale.moments(np.zeros(1), np.full(1, 0.4 / inflation(freedom)), freedom)
        np.testing.assert_allclose(same, scale.moments(np.zeros(1), np.full(1, 0.4)))
        freedom = math.inf
    means, deviations = np.array(NORMALS).T
    found = scale.moments(means, deviations**2, freedom)
    for place, (mean, deviation) in enumerate(NORMALS):
        level, variance = _moments(row, mean, deviation, freedom)
        size, fine = width(scale), 1e-9 if freedom > HEAVY else 1e-6
        assert found[0][place] == pytest.approx(level, rel=fine, abs=fine * size)
        assert found[1][place] == pytest.approx(variance, rel=1e-7, abs=fine * size**2)


def test_that_the_fine_rule_has_the_digits_of_mpmath() -> None:
    """Of the logistic function, by mpmath 1.3 at 50 digits."""
    for known, level, variance in (
        ((0.3, 0.2, math.inf), 0.573728299347549762, 0.0023478613151424698),
        ((2.0, 3.0, math.inf), 0.717423985895676396, 0.105656050265962464),
        ((-1.0, 0.9, 12.0), 0.301367071315568926, 0.0316779151818589039),
        ((2.0, 3.0, 3.0), 0.69511634578248752, 0.125376839133673624),
    ):
        found = _moments(ROWS["logit"], *known)
        assert found == pytest.approx((level, variance), rel=0.0, abs=1e-13)


def _moments(row: Row, mean: float, deviation: float, freedom: float) -> tuple[float, float]:
    """By the trapezoid rule in v, x = sinh(sinh v): every digit, whatever the tails."""
    v, step = np.linspace(-4.2, 4.2, 20_001, retstep=True)
    x = np.sinh(np.sinh(v))
    density = stats.t.pdf(x, freedom) if math.isfinite(freedom) else stats.norm.pdf(x)
    shares = density * np.cosh(np.sinh(v)) * np.cosh(v) * step
    with np.errstate(over="ignore", invalid="ignore"):
        level = np.where(shares > 0.0, row.formula(mean + deviation * x), 0.0)
    first = float(shares @ level)
    return first, float(shares @ (level - first) ** 2)


@every
def test_that_joint_covariances_are_those_of_a_double_integral(row: Row) -> None:
    scale = made(row)
    mean, deviation = np.array([0.4, -0.7, 1.5]), np.array([0.6, 0.3, 1.0])
    correlation = np.array([[1.0, 0.8, -0.3], [0.8, 1.0, 0.1], [-0.3, 0.1, 1.0]])
    spread = correlation * np.outer(deviation, deviation)
    found = scale.covariance(mean, spread)
    np.testing.assert_allclose(np.diag(found), scale.moments(mean, deviation**2)[1], rtol=1e-8)
    for first, second in ((0, 1), (0, 2), (1, 2)):
        expected = _covariance(scale, mean[[first, second]], spread[np.ix_(*2 * [[first, second]])])
        assert found[first, second] == pytest.approx(expected, rel=1e-8)
        assert found[second, first] == pytest.approx(expected, rel=1e-8)


def _covariance(scale: Scale, mean: Floats, spread: Floats) -> float:
    """By a fine grid over two independent normals."""
    grid = np.linspace(-9.0, 9.0, 241)
    share = np.exp(-0.5 * grid**2)
    share /= share.sum()
    root = np.linalg.cholesky(spread)
    one = scale.outside(mean[0] + root[0, 0] * grid)[:, None]
    other = scale.outside(mean[1] + root[1, 0] * grid[:, None] + root[1, 1] * grid)
    shares = np.outer(share, share)
    return float(np.sum(shares * one * other) - np.sum(shares * one) * np.sum(shares * other))


@every
def test_that_a_covariance_is_one_where_places_are_the_same(row: Row) -> None:
    scale = made(row)
    spread = np.array([[0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 0.0]])
    found = scale.covariance(np.array([0.2, 0.2, 1.0]), spread, 9.0)
    assert np.linalg.eigvalsh(found)[0] >= -1e-14 * width(scale) ** 2
    np.testing.assert_allclose(found[0, 1], found[0, 0], rtol=1e-12)
    np.testing.assert_array_equal(found[2], 0.0)


@every
def test_that_what_has_no_place_inside_is_told_with_its_number(row: Row) -> None:
    scale = made(row)
    scale.check(row.levels)
    for level in row.beyond:
        assert np.isinf(scale.inside(np.array([level]))[0])
        with pytest.raises(InputError, match=re.escape(print_number(level))) as told:
            scale.check(np.append(row.levels, level))
        assert "'identity'" in str(told.value)
        for limit in (scale.lowest, scale.highest):
            assert math.isinf(limit) or print_number(limit) in str(told.value)


@every
def test_that_two_of_the_same_limits_are_equal(row: Row) -> None:
    assert made(row) == made(row)
    others = [made(other) for other in ROWS.values() if other is not row]
    assert made(row) not in others


@pytest.mark.parametrize("text", ["logit(1, 0)", "logit(0.3, 0.3)", "logit(-1e308, 1e308)"])
def test_that_limits_which_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="limit"):
        make(SCALES, parse(text))
