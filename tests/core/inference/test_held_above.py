"""The amplitude's integral from a least amplitude on, against 40 digits, and its slopes."""

from __future__ import annotations

import mpmath as mp
import pytest

from gpstudio.core.inference.held_above import held_above

LEAST = 0.37


def right(half: float, misfit: float, least: float) -> tuple[float, float, float]:
    with mp.workdps(40):
        a, m, c = mp.mpf(half), mp.mpf(misfit), mp.mpf(least)
        here, next_ = (mp.gammainc(b, 0, m / (2 * c), regularized=True) for b in (a, a + 1))
        value = -a * mp.log(m) + mp.log(here)
        return float(value), float(2 * a / m * next_ / here), float(a * (1 - next_ / here))


@pytest.mark.parametrize("half", [1.5, 2.0, 36.0, 5_000.0])
@pytest.mark.parametrize("share", [1e-8, 0.3, 0.9, 1.0, 1.1, 2.0, 60.0])
def test_that_the_integral_is_right_to_twelve_digits(half: float, share: float) -> None:
    """``share``: the amplitude that the misfit tells, in the least one."""
    misfit = 2.0 * LEAST * half * share
    expected = right(half, misfit, LEAST)
    assert held_above(half, misfit, LEAST) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_that_it_is_the_integral_itself() -> None:
    half, misfit = 2.5, 0.8
    whole = float(
        mp.quad(lambda c: c ** (-half - 1) * mp.exp(-misfit / (2 * c)), [LEAST, 1, 10, mp.inf])
    )
    moment = float(
        mp.quad(lambda c: c ** (-half - 2) * mp.exp(-misfit / (2 * c)), [LEAST, 1, 10, mp.inf])
    )
    constant = float(mp.log(2) * half + mp.loggamma(half))
    value, precision, _ = held_above(half, misfit, LEAST)
    assert value + constant == pytest.approx(float(mp.log(whole)), rel=1e-10)
    assert precision == pytest.approx(moment / whole, rel=1e-10)


def test_that_no_misfit_leaves_the_least_amplitude() -> None:
    half = 4.0
    _, precision, slope = held_above(half, 0.0, LEAST)
    assert 1.0 / precision == pytest.approx(LEAST * (half + 1.0) / half)
    assert slope == pytest.approx(half)


def test_that_nothing_changes_far_above() -> None:
    value, precision, slope = held_above(36.0, 50.0, 1e-9)
    assert (value, precision, slope) == held_above(36.0, 50.0, 0.0)
    assert precision == 72.0 / 50.0
    assert slope == 0.0
