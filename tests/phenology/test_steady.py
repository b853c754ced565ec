"""Steady curves: exact ones keep their dates, rough ones lose what their wiggles add."""

from __future__ import annotations

import numpy as np
import pytest
from phenology.measures_table import MEASURES_TABLE, Row, plateau
from phenology.measuring import DATES, DAYS, FINE, MIRRORED, drawn, measure, rough
from phenology.rules_table import BASE, RISE, STEEPNESS, bell, double_logistic

from gpstudio.core.arrays import Floats
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import MEASURES
from gpstudio.phenology.steady import SteadyCurves

SMOOTH = [row for row in MEASURES_TABLE if not (row.measure == "base" and row.number == 0.2)]
"""All but the ground of a curve that has no ground: straight lines down to both ends."""
names = pytest.mark.parametrize("name", MEASURES.names)
cuts = pytest.mark.parametrize("cut", ["", "left", "right", "left right"])


def steady(curves: Floats, time: Floats = DAYS, cut: str = "") -> SteadyCurves:
    plain = drawn(curves, time, cut)
    return SteadyCurves(plain.season, plain.time, plain.curves)


def of(text: str, curves: SeasonCurves) -> Floats:
    return measure(text).of(curves)


def wiggles(size: float, draws: int = 300) -> Floats:
    """Of a week's length."""
    random = np.random.default_rng(4)
    rows = random.standard_normal((draws, 301))
    return size * np.array([np.convolve(row, np.ones(7) / 7.0, "same") for row in rows]).T


def skewed(time: Floats) -> Floats:
    """Rises in half of the time in which it falls."""
    away = time - 150.0
    return np.asarray(0.2 + 0.6 * np.exp(-0.5 * (away / np.where(away < 0.0, 15.0, 30.0)) ** 2))


@pytest.mark.parametrize("row", SMOOTH, ids=lambda r: f"{r.measure}-{r.number:.6g}")
def test_that_an_exact_curve_keeps_its_number(row: Row) -> None:
    (found,) = of(row.measure, steady(row.curve(FINE), FINE))
    assert found == pytest.approx(row.number, abs=row.within, nan_ok=True)


@pytest.mark.parametrize("curve", [bell, double_logistic, skewed])
def test_that_draws_far_apart_are_dated_each_by_itself(curve: object) -> None:
    assert callable(curve)
    shifts = np.array([-20.0, 0.0, 35.0])
    curves = np.column_stack([curve(DAYS - shift) for shift in shifts])
    for text, within in (("rise", 0.2), ("peak", 3.0), ("fall", 0.2)):
        (alone,) = of(text, steady(curve(DAYS)))
        np.testing.assert_allclose(of(text, steady(curves)) - shifts, alone, atol=within)


@pytest.mark.parametrize(("name", "mirrored"), MIRRORED.items())
def test_that_time_backwards_swaps_rise_and_fall(name: str, mirrored: str) -> None:
    curves = rough(20)
    forth, back = (
        of(name, steady(curves, cut="left")),
        of(mirrored, steady(curves[::-1], cut="right")),
    )
    expected = back if name.startswith("rate") else 300.0 - back
    np.testing.assert_allclose(forth, expected, rtol=1e-9)


def test_that_the_unit_of_the_index_does_not_matter() -> None:
    curves = rough(20)
    for text in ("rise", "peak", "fall(10)", "tangent_upturn"):
        scaled = of(text, steady(1e4 * curves - 7.0))
        np.testing.assert_allclose(scaled, of(text, steady(curves)), atol=1e-5)


@names
def test_that_a_flat_curve_has_no_dates(name: str) -> None:
    for level in (0.0, 0.3, 1.0 / 3.0, 1e300):
        (found,) = of(name, steady(np.full(301, level)))
        assert found == level if name == "base" else np.isnan(found)


@names
@pytest.mark.parametrize("points", [2, 3, 4, 5, 6])
def test_that_the_shortest_season_does_no_harm(name: str, points: int) -> None:
    time = np.arange(float(points))
    for curve in (0.0 * time, time, -time, np.minimum(time, points - 1 - time)):
        assert not np.isinf(of(name, steady(curve, time))).any()


@pytest.mark.parametrize("name", DATES)
@cuts
def test_that_odd_draws_give_a_date_inside_or_none(name: str, cut: str) -> None:
    random = np.random.default_rng(0)
    spikes = [np.where(day == DAYS, 1.0, 0.0) for day in (0, 1, 150, 299, 300)]
    zigzag = np.where(DAYS % 2 == 0, 1.0, 0.0)
    noise = random.standard_normal((20, 301))
    odd = np.column_stack([DAYS, -DAYS, zigzag, *spikes, *noise, *np.cumsum(noise, axis=1)])
    found = of(name, steady(odd, cut=cut))
    known = found[~np.isnan(found)]
    assert ((known >= 0.0) & (known <= 300.0)).all()


@pytest.mark.parametrize("name", ["peak", "peak_value", "amplitude", "tangent_stabilisation"])
def test_that_a_peak_after_a_cut_edge_is_not_made_up(name: str) -> None:
    early = DAYS[DAYS <= 140.0]
    assert np.isnan(of(name, steady(bell(early), early, "right"))).all()


def test_that_a_sharp_peak_is_dated_more_closely_than_by_its_wiggles() -> None:
    """And no less truly where the crop rises faster than it falls."""
    for curve in (bell, skewed):
        curves = curve(DAYS)[:, None] + wiggles(0.05)
        rough_days, days = of("peak", drawn(curves)), of("peak", steady(curves))
        assert np.std(days) < 0.8 * np.std(rough_days)
        assert np.median(days) == pytest.approx(150.0, abs=2.5)


def test_that_a_level_top_stays_a_range() -> None:
    """From 120 to 180: the window follows from flanks of ten days, not from the season."""
    low, high = np.quantile(
        of("peak", steady(plateau(DAYS)[:, None] + wiggles(0.05))), [0.05, 0.95]
    )
    assert 120.0 <= low < 130.0
    assert 170.0 < high <= 180.0


def test_that_a_level_top_is_as_high_as_it_is() -> None:
    curves = plateau(DAYS)[:, None] + wiggles(0.08)
    assert np.median(of("peak_value", drawn(curves))) > 0.85
    assert np.median(of("peak_value", steady(curves))) == pytest.approx(0.8, abs=0.01)


def test_that_draws_that_disagree_keep_their_peaks_apart() -> None:
    """Two summits, either of them the higher one: no day between them is a peak."""
    one, other = bell(DAYS + 30.0), bell(DAYS - 30.0)
    curves = np.column_stack(
        [np.maximum(a * one, b * other) for a, b in [(1.0, 0.9), (0.9, 1.0)] * 9]
    )
    days = of("peak", steady(curves))
    assert set(np.round(days, -1)) == {120.0, 180.0}


def test_that_steady_curves_have_the_ground_that_is_there() -> None:
    """The lowest points of wiggly draws lie under it, those about the trough do not."""
    curves = double_logistic(DAYS)[:, None] + wiggles(0.08)
    kinds = drawn(curves), steady(curves)
    low, right = (np.median(of("base", kind)) for kind in kinds)
    assert low < BASE - 0.04
    assert right == pytest.approx(BASE, abs=0.015)
    early, on_time = (np.median(of("rise(20)", kind)) for kind in kinds)
    exact = RISE + STEEPNESS * np.log(0.2 / 0.8)
    assert abs(on_time - exact) < abs(early - exact)


def test_that_steady_ground_is_the_mean_about_the_trough() -> None:
    curve = np.interp(DAYS, [0, 40, 150, 260, 300], [0.4, 0.0, 1.0, 0.0, 0.4])
    (base,) = of("base", steady(curve))
    days = np.arange(-9, 10)
    exact = np.where(days < 0, -days * 0.4 / 40.0, days / 110.0).mean()
    assert base == pytest.approx(exact, rel=1e-9)


def test_that_a_draw_which_stands_lower_in_the_middle_passes_nothing() -> None:
    upright = bell(DAYS)
    curves = steady(np.column_stack([upright, upright, 0.5 - 0.3 * upright]))
    for name in ("rise", "fall", "length", "amplitude", "steepest_rise"):
        assert list(np.isnan(of(name, curves))) == [False, False, True]


@pytest.mark.parametrize("step", [3.0, 5.0])
def test_that_tops_lie_between_the_times_of_a_coarse_grid(step: float) -> None:
    """All draws alike but for some tenths of a day, as of a field that is read often: on the grid
    alone all would be told to be highest at one of its times."""
    for shift in (0.0, 0.4 * step, 0.8 * step):
        away = np.random.default_rng(1).normal(0.0, 0.3, 200)
        time = np.arange(0.0, 301.0, step)
        curves = np.column_stack([bell(time - shift - one) for one in away])
        plain = drawn(bell(DAYS - shift), DAYS, "")
        peaks = SteadyCurves(plain.season, time, curves).peak_dates
        (true,) = SteadyCurves(plain.season, FINE, bell(FINE - shift)[:, None]).peak_dates
        np.testing.assert_allclose(peaks - away, true, atol=0.06 * step)
