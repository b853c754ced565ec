"""Where a fitted curve passes a share of its amplitude: told wider than its draws."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.measures.peak import Peak
from gpstudio.phenology.measures.thresholds import Fall, Rise
from gpstudio.phenology.season import Season
from gpstudio.phenology.steady import SHARES, WIDER, FittedCurves, SteadyCurves

from .uneven import SHARES as MEASURED
from .uneven import uneven_fields

TIME = np.linspace(0.0, 200.0, 401)
SEASON = Season("2020", 0.0, 100.0, 200.0, False, False)
SHIFTS = np.linspace(-6.0, 6.0, 41)
CURVES = 0.2 + 0.6 * np.exp(-0.5 * ((TIME[:, None] - 100.0 - SHIFTS) / 25.0) ** 2)


@pytest.mark.parametrize(("share", "wider"), [*zip(SHARES, WIDER, strict=True), (17.5, 1.45)])
@pytest.mark.parametrize("rule", [Rise, Fall])
def test_that_draws_of_a_fit_are_spread_about_their_median(
    rule: type[Rise] | type[Fall], share: float, wider: float
) -> None:
    plain = rule(share).of(SteadyCurves(SEASON, TIME, CURVES))
    told = rule(share).of(FittedCurves(SEASON, TIME, CURVES))
    middle = np.median(plain)
    np.testing.assert_allclose(told - middle, wider * (plain - middle), atol=1e-9)


def test_that_the_peak_and_draws_that_do_not_reach_stay() -> None:
    fitted, plain = (kind(SEASON, TIME, CURVES) for kind in (FittedCurves, SteadyCurves))
    np.testing.assert_array_equal(Peak().of(fitted), Peak().of(plain))
    dates = np.array([1.0, np.nan, 3.0, 5.0])
    assert np.isnan(fitted.told(dates, 10.0)).tolist() == [False, True, False, False]
    assert np.isnan(fitted.told(np.full(3, np.nan), 10.0)).all()


def test_that_uneven_seasons_know_their_own_dates() -> None:
    """Shares in order on both sides, and the peak between them; no reading in the long gap."""
    for field in uneven_fields(12, seed=3):
        for season in field.seasons:
            days = [*season.rise, season.peak, *season.fall[::-1]]
            assert days == sorted(days)
            assert len(season.rise) == len(season.fall) == len(MEASURED)
            inside = (field.series.time > season.start) & (field.series.time < season.end)
            assert np.diff(field.series.time[inside]).max() >= 20.0
