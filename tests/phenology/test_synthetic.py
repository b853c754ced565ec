"""A small sample of the synthetic seasons; all of them are in tests/benchmarks."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from phenology.synthetic import SHAPES, barren, field, fields

from gpstudio.core.recipe import Recipe
from gpstudio.phenology.candidates import Bars, SearchedCurve
from gpstudio.phenology.indices import smallest_amplitude
from gpstudio.phenology.season import search
from gpstudio.session.fitting import fit_series


def test_that_truth_is_that_of_the_exact_curve() -> None:
    """Bells: half-way at ±√(2 ln 2) standard deviations of the peak, one width on either side."""
    for one in islice((f for f in fields(200) if f.shape == "bell" and f.a_year == 1), 8):
        for truth in one.seasons:
            rise = truth.first_peak - truth.mid_green_up
            assert truth.senescence - truth.last_peak == pytest.approx(rise, abs=0.1)
            half, top, ground = one.curve(
                np.array([truth.mid_green_up, truth.first_peak, truth.first_peak - 150.0])
            )
            assert half - ground == pytest.approx(0.5 * (top - ground), abs=1e-3)
            assert 18.0 <= rise / np.sqrt(2.0 * np.log(2.0)) <= 35.0


def test_that_plateaus_have_a_level_top_between_their_sides() -> None:
    one = field([0], "plateau", 10, 1, "north")
    for truth in one.seasons:
        assert 29.9 <= truth.last_peak - truth.first_peak <= 70.1
        top = one.curve(np.linspace(truth.first_peak, truth.last_peak, 20))
        np.testing.assert_allclose(top, top[0], atol=1e-9)
        assert truth.start < truth.mid_green_up < truth.first_peak
        assert truth.last_peak < truth.senescence < truth.end


def test_that_fields_come_again_and_in_every_kind() -> None:
    some, again = list(fields(72)), list(fields(72))
    for one, other in zip(some, again, strict=True):
        np.testing.assert_array_equal(one.series.value, other.series.value)
    kinds = {(f.shape, f.gap, f.a_year, f.hemisphere) for f in some}
    assert len(kinds) == 3 * 3 * 2 * 2
    for one in some:
        assert (np.diff(one.series.time) > 0).all()
        assert (one.series.value > -0.1).all()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("a_year", [1, 2])
def test_that_both_seasons_of_a_field_are_found_and_dated(shape: str, a_year: int) -> None:
    one = field([5], shape, 10, a_year, "south")
    fit = fit_series(one.series, Recipe())
    assert len(fit.seasons) == 2
    for season, truth in zip(fit.seasons, one.seasons, strict=True):
        assert truth.first_peak - 15.0 < season.peak < truth.last_peak + 15.0
        (date,) = (
            s.date for s in fit.stages if (s.season, s.stage) == (season.name, "mid_green_up")
        )
        assert date == pytest.approx(truth.mid_green_up, abs=12.0)


@pytest.mark.parametrize("kind", ["bare soil", "tree crop", "flat line", "noise"])
def test_that_a_field_without_a_season_gets_none_and_is_told_why(kind: str) -> None:
    for place in range(3):
        series = barren([1, place], kind)
        fit = fit_series(series, Recipe())
        mean, variance = fit.posterior.predict(fit.curve.time[:, None])
        bars = Bars(amplitude=smallest_amplitude("NDVI", series.value))
        found = search(
            SearchedCurve(fit.curve.time, mean, np.sqrt(variance), True, series.time), bars
        )
        assert found.seasons == ()
        assert found.reason.startswith("No season: ")
