"""What must hold for every stage rule, on the curves of ``rules_table`` and on odd ones."""

from __future__ import annotations

import numpy as np
import pytest
from phenology.rules_table import RULES_TABLE, Row, bell, double_logistic

from gpstudio.core.arrays import Floats
from gpstudio.phenology.rules import RULES, SeasonCurves
from gpstudio.phenology.season import Season

DATES_OF_BELL = {row.rule: row.date for row in RULES_TABLE if row.curve is bell}
RISEN, FALLEN = DATES_OF_BELL["mid_green_up"], DATES_OF_BELL["senescence"]
GRID = np.arange(0.0, 301.0)
rules = pytest.mark.parametrize("name", RULES.names)
rows = pytest.mark.parametrize(
    "row", RULES_TABLE, ids=lambda row: f"{row.rule}-{row.curve.__name__}"
)


def dates(name: str, curves: Floats, time: Floats = GRID, cut: str = "") -> Floats:
    season = Season("1", time[0], 150.0, time[-1], "left" in cut, "right" in cut)
    columns = curves if curves.ndim == 2 else curves[:, None]
    return RULES[name].dates(SeasonCurves(season, time, columns))


@rows
def test_that_every_draw_is_dated_by_itself(row: Row) -> None:
    shifts = np.array([-20.0, 0.0, 35.0])
    curves = np.column_stack([row.curve(GRID - shift) for shift in shifts])
    np.testing.assert_allclose(dates(row.rule, curves), row.date + shifts, atol=0.05)


@rows
def test_that_a_coarser_grid_changes_little(row: Row) -> None:
    coarse = np.arange(0.0, 301.0, 3.0)
    assert dates(row.rule, row.curve(coarse), coarse)[0] == pytest.approx(row.date, abs=1.6)


@rows
def test_that_a_grid_need_not_be_even(row: Row) -> None:
    uneven = np.sort(np.random.default_rng(0).uniform(0.0, 300.0, 900))
    assert dates(row.rule, row.curve(uneven), uneven)[0] == pytest.approx(row.date, abs=0.6)


def test_that_time_backwards_swaps_rise_and_fall() -> None:
    curve = 0.6 * double_logistic(GRID - 20.0) + 0.4 * bell(GRID)
    for name, mirrored in (("mid_green_up", "senescence"), ("peak", "peak")):
        back = dates(mirrored, curve[::-1])
        np.testing.assert_allclose(300.0 - back, dates(name, curve), atol=1e-9)


def test_that_a_plateau_is_half_risen_and_half_fallen_at_its_flanks() -> None:
    curve = np.interp(GRID, [0, 100, 120, 180, 200, 300], [0.2, 0.2, 0.8, 0.8, 0.2, 0.2])
    assert dates("mid_green_up", curve)[0] == pytest.approx(110.0)
    assert dates("senescence", curve)[0] == pytest.approx(190.0)
    assert 120.0 <= dates("peak", curve)[0] <= 180.0


def test_that_the_two_sides_may_have_different_ground() -> None:
    curve = np.interp(GRID, [0, 100, 150, 200, 300], [0.2, 0.2, 1.0, 0.6, 0.6])
    assert dates("mid_green_up", curve)[0] == pytest.approx(125.0)
    assert dates("senescence", curve)[0] == pytest.approx(175.0)


def test_that_a_wiggle_low_on_a_flank_is_passed_over() -> None:
    """The last rise before the peak and the first fall after it count."""
    times = [0, 40, 60, 80, 100, 150, 200, 220, 240, 260, 300]
    curve = np.interp(GRID, times, [0, 0, 0.55, 0.1, 0.2, 1.0, 0.2, 0.1, 0.55, 0, 0])
    assert 100.0 < dates("mid_green_up", curve)[0] < 150.0
    assert 150.0 < dates("senescence", curve)[0] < 200.0


def test_that_what_lies_beyond_a_cut_edge_is_not_dated() -> None:
    rising, falling = 0.2 + 0.6 * GRID / 300.0, 0.8 - 0.6 * GRID / 300.0
    assert np.isnan(dates("peak", rising, cut="right")[0])
    assert np.isnan(dates("peak", falling, cut="left")[0])
    assert np.isnan(dates("senescence", rising, cut="right")[0])
    assert np.isnan(dates("mid_green_up", falling, cut="left")[0])


def test_that_a_season_cut_while_it_falls_is_not_half_fallen_before_it_is() -> None:
    """After the last reading it may fall further: the other side's ground is the best guess."""
    before, after = GRID[GRID <= 165.0], GRID[GRID <= 200.0]
    assert np.isnan(dates("senescence", bell(before), before, cut="right")[0])
    assert dates("senescence", bell(after), after, cut="right")[0] == pytest.approx(FALLEN, abs=0.1)


def test_that_a_season_cut_while_it_rises_is_half_risen_where_it_is() -> None:
    late, later = GRID[GRID >= 100.0], GRID[GRID >= 135.0]
    assert dates("mid_green_up", bell(late), late, cut="left")[0] == pytest.approx(RISEN, abs=0.1)
    assert np.isnan(dates("mid_green_up", bell(later), later, cut="left")[0])


@rules
@pytest.mark.parametrize("cut", ["", "left", "right", "left right"])
def test_that_odd_draws_give_a_date_inside_or_none(name: str, cut: str) -> None:
    random = np.random.default_rng(0)
    odd = np.column_stack(
        [
            np.zeros(301),
            np.full(301, 1e300),
            GRID,
            -GRID,
            np.where(GRID == 0, 1.0, 0.0),
            np.where(GRID == 300, 1.0, 0.0),
            np.where(GRID % 2 == 0, 1.0, 0.0),
            *random.standard_normal((20, 301)),
            *np.cumsum(random.standard_normal((20, 301)), axis=1),
        ]
    )
    found = dates(name, odd, cut=cut)
    assert found.shape == (odd.shape[1],)
    known = found[np.isfinite(found)]
    assert ((known >= 0.0) & (known <= 300.0)).all()
    assert not np.isinf(found).any()


@rules
@pytest.mark.parametrize("points", [2, 3])
def test_that_the_shortest_season_does_no_harm(name: str, points: int) -> None:
    time = np.arange(float(points))
    for curve in (np.zeros(points), np.arange(float(points)), -np.arange(float(points))):
        found = dates(name, curve, time)
        assert np.isnan(found[0]) or 0.0 <= found[0] <= points - 1


@rules
def test_that_a_rule_says_in_words_what_it_dates(name: str) -> None:
    spec = RULES[name].spec
    assert spec.title
    assert spec.help.endswith(".")
    assert spec.formula
