"""What measures do where a curve is cut, flat, rough or odd: no number is made up."""

from __future__ import annotations

import numpy as np
import pytest
from phenology.measures_table import BEND, WIDTH, plateau
from phenology.measuring import DATES, DAYS, FINE, MIRRORED, drawn, measure, number, rough
from phenology.rules_table import RISE, bell, double_logistic

from gpstudio.phenology.measures import MEASURES

names = pytest.mark.parametrize("name", MEASURES.names)


def test_that_two_maxima_count_as_one_top() -> None:
    """The rise is before the higher one, the fall after it; the dip between is no season's end."""
    twice = 0.2 + 0.6 * (bell(DAYS + 25.0) + 0.98 * bell(DAYS - 35.0))
    curve = np.asarray(twice)
    assert number("steepest_rise", curve) == pytest.approx(125.0 - WIDTH, abs=4.0)
    assert number("rise(50)", curve) < 125.0
    assert number("curvature_onset", curve) < number("rise(20)", curve) + 1.0
    assert number("fall(20)", curve) > 185.0


def test_that_a_plateau_has_its_steepest_places_on_its_flanks() -> None:
    assert 100.0 < number("steepest_rise", plateau(DAYS)) < 120.0
    assert 180.0 < number("steepest_fall", plateau(DAYS)) < 200.0
    assert number("length(50)", plateau(DAYS)) == pytest.approx(80.0)


@names
def test_that_a_flat_curve_has_no_dates(name: str) -> None:
    for level in (0.0, 0.3, 1.0 / 3.0, 1e300):
        found = number(name, np.full(301, level))
        assert found == level if name == "base" else np.isnan(found)


@pytest.mark.parametrize(
    "name", ["rise", "steepest_rise", "rate_of_rise", "curvature_onset", "curvature_maturity"]
)
def test_that_a_rise_before_a_cut_edge_is_not_made_up(name: str) -> None:
    late = DAYS[DAYS >= 112.0]
    assert np.isnan(number(name, double_logistic(late), late, cut="left"))
    early = DAYS[DAYS <= 188.0]
    assert np.isnan(number(MIRRORED[name], double_logistic(early), early, cut="right"))


@pytest.mark.parametrize("name", ["curvature_onset", "tangent_upturn"])
def test_that_the_foot_of_a_rise_is_only_dated_where_it_is_seen(name: str) -> None:
    late = DAYS[DAYS >= 97.0]
    assert np.isnan(number(name, double_logistic(late), late, cut="left"))
    whole = DAYS[DAYS >= 60.0]
    assert np.isfinite(number(name, double_logistic(whole), whole, cut="left"))


@pytest.mark.parametrize("name", ["steepest_rise", "rate_of_rise", "tangent_stabilisation"])
def test_that_a_wiggle_near_the_top_is_no_rise(name: str) -> None:
    """One draw has three quarters of its rise done when the series starts: what follows is not its
    steepest, however well the other draw is seen."""
    late = DAYS[DAYS >= 108.0]
    wiggly = double_logistic(late) + 0.1 * np.tanh((late - 130.0) / 2.0)
    seen = double_logistic(late - 40.0)
    found = measure(name).of(drawn(np.column_stack([seen, wiggly]), late, cut="left"))
    assert list(np.isnan(found)) == [False, True]


def test_that_the_steepest_place_is_not_at_the_edge_of_what_is_drawn() -> None:
    curve = np.minimum(1.0 - np.exp(-DAYS / 20.0), (300.0 - DAYS) / 100.0)
    assert np.isnan(number("steepest_rise", curve))
    assert np.isfinite(number("rise", curve))


@pytest.mark.parametrize("name", ["curvature_onset", "tangent_upturn"])
def test_that_ground_before_a_cut_edge_is_the_foot_only_where_it_is_low(name: str) -> None:
    """Ground at a fifth of the amplitude above that of the other side: it may come from lower."""
    curve = np.interp(DAYS, [0, 80, 120, 180, 220, 300], [0.3, 0.3, 0.9, 0.9, 0.15, 0.15])
    assert np.isfinite(number(name, curve))
    assert np.isnan(number(name, curve, cut="left"))


def test_that_a_bell_with_ripples_does_not_level_off_before_its_peak() -> None:
    """Its rate of change of curvature has local maxima on the way up, all of them below nought."""
    pace = 2.0 * np.pi / 14.0
    rippled = bell(FINE) - 2e-4 * np.sin(pace * (FINE - 143.0))
    assert np.isnan(number("curvature_maturity(window=6)", rippled, FINE))


@pytest.mark.parametrize("name", ["peak", "peak_value", "amplitude", "tangent_stabilisation"])
def test_that_a_peak_after_a_cut_edge_is_not_made_up(name: str) -> None:
    early = DAYS[DAYS <= 140.0]
    assert np.isnan(number(name, bell(early), early, cut="right"))


@pytest.mark.parametrize("name", DATES)
@pytest.mark.parametrize("cut", ["", "left", "right", "left right"])
def test_that_odd_draws_give_a_date_inside_or_none(name: str, cut: str) -> None:
    random = np.random.default_rng(0)
    spikes = [np.where(day == DAYS, 1.0, 0.0) for day in (0, 1, 150, 299, 300)]
    odd = np.column_stack(
        [
            DAYS,
            -DAYS,
            np.where(DAYS % 2 == 0, 1.0, 0.0),
            np.full(301, 1e300),
            *spikes,
            *random.standard_normal((20, 301)),
            *np.cumsum(random.standard_normal((20, 301)), axis=1),
        ]
    )
    found = measure(name).of(drawn(odd, cut=cut))
    assert found.shape == (odd.shape[1],)
    known = found[~np.isnan(found)]
    assert ((known >= 0.0) & (known <= 300.0)).all()


@names
@pytest.mark.parametrize("points", [2, 3, 4, 5, 6])
def test_that_the_shortest_season_does_no_harm(name: str, points: int) -> None:
    time = np.arange(float(points))
    for curve in (0.0 * time, time, -time, np.minimum(time, points - 1 - time)):
        assert not np.isinf(number(name, curve, time))


def test_that_rough_draws_are_steepest_where_the_curve_under_them_is() -> None:
    """Their own bends are noise: differences of neighbours would find them anywhere."""
    curves = rough(400)
    asked = ("steepest_rise", "curvature_onset", "curvature_dormancy")
    middle = {name: np.nanmedian(measure(name).of(drawn(curves))) for name in asked}
    assert middle["steepest_rise"] == pytest.approx(RISE, abs=1.0)
    assert middle["curvature_onset"] == pytest.approx(RISE - BEND, abs=5.0)
    assert middle["curvature_dormancy"] == pytest.approx(200.0 + BEND, abs=5.0)
    narrow, wide = (
        np.nanstd(measure(f"curvature_onset{given}").of(drawn(curves)))
        for given in ("(window=4)", "")
    )
    assert wide < 10.0
    assert wide < narrow
