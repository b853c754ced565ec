"""Where a fitted curve passes a share of its amplitude: told wider than its draws."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.measures.peak import Peak
from gpstudio.phenology.measures.thresholds import Fall, Rise
from gpstudio.phenology.season import Season
from gpstudio.phenology.steady import ROUNDED, SHARES, FittedCurves, SteadyCurves

from .uneven import SHARES as MEASURED
from .uneven import uneven_fields

TIME = np.linspace(0.0, 200.0, 401)
SEASON = Season("2020", 0.0, 100.0, 200.0, False, False)
SHIFTS = np.linspace(-6.0, 6.0, 41)
CURVES = 0.2 + 0.6 * np.exp(-0.5 * ((TIME[:, None] - 100.0 - SHIFTS) / 25.0) ** 2)


FLANK = 25.0 * (np.sqrt(2.0 * np.log(4.0)) - np.sqrt(2.0 * np.log(4.0 / 3.0)))
"""Days from 25 to 75 % of a Gaussian with a standard deviation of 25."""
SPREAD = np.ptp(np.quantile(SHIFTS, (0.05, 0.95))) / (2.0 * 1.6449)


@pytest.mark.parametrize(("share", "days"), [*zip(SHARES, ROUNDED, strict=True), (17.5, 0.1825)])
@pytest.mark.parametrize("rule", [Rise, Fall])
def test_that_what_corners_hide_is_joined_with_the_spread_of_a_fit(
    rule: type[Rise] | type[Fall], share: float, days: float
) -> None:
    """About the median; the variance of the draws and that of a part of the flank add up."""
    plain = rule(share).of(SteadyCurves(SEASON, TIME, CURVES))
    told = rule(share).of(FittedCurves(SEASON, TIME, CURVES))
    wider = np.sqrt(1.0 + (days * FLANK / SPREAD) ** 2)
    middle = np.median(plain)
    np.testing.assert_allclose(told - middle, wider * (plain - middle), rtol=0.01, atol=0.02)


def test_that_corners_hide_the_same_however_sure_the_draws_are() -> None:
    """Ten times as many readings make draws surer, and the corner no sharper."""
    sure = 0.2 + 0.6 * np.exp(-0.5 * ((TIME[:, None] - 100.0 - 0.01 * SHIFTS) / 25.0) ** 2)
    told = Rise(10.0).of(FittedCurves(SEASON, TIME, sure))
    width = np.ptp(np.quantile(told, (0.05, 0.95)))
    assert width == pytest.approx(2.0 * 1.6449 * ROUNDED[0] * FLANK, rel=0.01)


def test_that_the_peak_and_draws_that_do_not_reach_stay() -> None:
    fitted, plain = (kind(SEASON, TIME, CURVES) for kind in (FittedCurves, SteadyCurves))
    np.testing.assert_array_equal(Peak().of(fitted), Peak().of(plain))
    dates = np.array([1.0, np.nan, 3.0, 5.0])
    assert np.isnan(fitted.told(dates, 10.0, 20.0)).tolist() == [False, True, False, False]
    assert np.isnan(fitted.told(np.full(3, np.nan), 10.0, 20.0)).all()
    np.testing.assert_array_equal(fitted.told(dates, 10.0, np.nan), dates)  # no flank is seen
    np.testing.assert_array_equal(fitted.told(np.full(3, 4.0), 10.0, 20.0), 4.0)


def test_that_uneven_seasons_know_their_own_dates() -> None:
    """Shares in order on both sides, and the peak between them; no reading in the long gap."""
    for field in uneven_fields(12, seed=3):
        for season in field.seasons:
            days = [*season.rise, season.peak, *season.fall[::-1]]
            assert days == sorted(days)
            assert len(season.rise) == len(season.fall) == len(MEASURED)
            inside = (field.series.time > season.start) & (field.series.time < season.end)
            assert np.diff(field.series.time[inside]).max() >= 20.0
