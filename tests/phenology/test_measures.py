"""Every measure against curves whose numbers are known, and against odd ones."""

from __future__ import annotations

from dataclasses import replace

import mpmath
import numpy as np
import pytest
from phenology.measures_table import BEND, MEASURES_TABLE, WIDTH, Row, plateau
from phenology.rules_table import BASE, RISE, STEEPNESS, TOP, bell, double_logistic

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.language import parse
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import MEASURES, Measure
from gpstudio.phenology.season import Season
from gpstudio.phenology.steady import SteadyCurves

DAYS = np.arange(0.0, 301.0)
FINE = np.arange(0.0, 300.25, 0.5)
names = pytest.mark.parametrize("name", MEASURES.names)
rows = pytest.mark.parametrize("row", MEASURES_TABLE, ids=lambda r: f"{r.measure}-{r.number:.6g}")
WINDOWED = [entry.spec.name for entry in MEASURES if entry.spec.parameter("window")]
DATES = [entry.spec.name for entry in MEASURES if entry.unit == "date"]
MIRRORED = {
    "rise": "fall",
    "rise_to": "fall_to",
    "steepest_rise": "steepest_fall",
    "rate_of_rise": "rate_of_fall",
    "curvature_onset": "curvature_dormancy",
    "curvature_maturity": "curvature_senescence",
    "tangent_upturn": "tangent_recession",
    "tangent_stabilisation": "tangent_downturn",
}


def measure(text: str) -> Measure:
    made = make(MEASURES, parse(text))
    assert isinstance(made, Measure)
    return made


def drawn(curves: Floats, time: Floats = DAYS, cut: str = "") -> SeasonCurves:
    season = Season("1", time[0], 150.0, time[-1], "left" in cut, "right" in cut)
    return SeasonCurves(season, time, curves if curves.ndim == 2 else curves[:, None])


def number(text: str, curve: Floats, time: Floats = DAYS, cut: str = "") -> float:
    (found,) = measure(text).of(drawn(curve, time, cut))
    return float(found)


def rough(draws: int, seed: int = 0) -> Floats:
    """Season curves about a double logistic that have a slope everywhere and a bend nowhere."""
    random = np.random.default_rng(seed)
    pace = np.zeros((301, draws))
    for day in range(1, 301):
        pace[day] = 0.9 * pace[day - 1] + 0.0003 * random.standard_normal(draws)
    shifts = random.normal(0.0, 4.0, draws)
    return np.asarray(double_logistic(DAYS[:, None] - shifts) + np.cumsum(pace, axis=0))


def test_that_every_measure_has_a_row() -> None:
    assert {parse_name(row.measure) for row in MEASURES_TABLE} == set(MEASURES.names)


def parse_name(text: str) -> str:
    return text.partition("(")[0]


@rows
def test_that_a_known_curve_gets_its_number(row: Row) -> None:
    found = number(row.measure, row.curve(FINE), FINE)
    assert found == pytest.approx(row.number, abs=row.within, nan_ok=True)


def test_that_bends_are_those_of_the_curvature_that_zhang_wrote_down() -> None:
    """With slopes of a few hundredths a day the third derivative stands for k′ to a few hours."""

    def curvature(t: mpmath.mpf) -> mpmath.mpf:
        def curve(t: mpmath.mpf) -> mpmath.mpf:
            up = 1 / (1 + mpmath.exp(-(t - RISE) / STEEPNESS))
            return BASE + (TOP - BASE) * up

        return mpmath.diff(curve, t, 2) / (1 + mpmath.diff(curve, t) ** 2) ** mpmath.mpf(1.5)

    with mpmath.workdps(30):
        exact = mpmath.findroot(lambda t: mpmath.diff(curvature, t, 2), RISE - BEND)
    found = number("curvature_onset(window=4)", double_logistic(FINE), FINE)
    assert found == pytest.approx(float(exact), abs=0.15)


def test_that_areas_are_those_of_quadrature() -> None:
    small = number("small_integral(10)", double_logistic(FINE), FINE)
    ends = [number(f"{side}(10)", double_logistic(FINE), FINE) for side in ("rise", "fall")]
    exact = mpmath.quad(lambda t: double_logistic(float(t)) - BASE, [ends[0], RISE, 200, ends[1]])
    assert small == pytest.approx(float(exact), rel=1e-4)


@pytest.mark.parametrize("steepness", [3.0, 5.0, 10.0])
def test_that_the_window_puts_bends_out_by_as_much_as_is_said(steepness: float) -> None:
    """And tangents by far less."""
    time = DAYS / steepness * STEEPNESS
    curve = double_logistic((DAYS - 150.0) / steepness * STEEPNESS + RISE)
    rise = 150.0
    assert np.ptp(time) > 0.0
    bend = BEND / STEEPNESS * steepness
    out = rise - bend - number("curvature_onset", curve)
    assert 0.3 * steepness < out < 0.8 * steepness
    assert number("tangent_upturn", curve) == pytest.approx(
        rise - 2.0 * steepness, abs=0.1 * steepness
    )


@pytest.mark.parametrize("name", WINDOWED)
@pytest.mark.parametrize(("stretch", "shift"), [(2.0, 30.0), (1.0 / 365.0, 2020.0)])
def test_that_the_unit_of_time_does_not_matter(name: str, stretch: float, shift: float) -> None:
    curve = double_logistic(DAYS)
    plain = number(name, curve)
    turned = number(name, curve, shift + stretch * DAYS)
    expected = shift + stretch * plain if name in DATES else plain / stretch
    assert turned == pytest.approx(expected, rel=1e-9)


@names
def test_that_the_unit_of_the_index_does_not_matter(name: str) -> None:
    curves = rough(20)
    text, scaled = (f"{name}(0.4)", f"{name}(3993)") if name.endswith("_to") else (name, name)
    plain = measure(text).of(drawn(curves))
    found = measure(scaled).of(drawn(1e4 * curves - 7.0))
    unit = MEASURES[name].unit
    if unit == "index":
        plain = 1e4 * plain - (0.0 if name == "amplitude" else 7.0)
    elif unit == "index/day":
        plain = 1e4 * plain
    elif unit == "index·days":
        length = measure("length").of(drawn(curves))
        plain = 1e4 * plain - (0.0 if name == "small_integral" else 7.0 * length)
    np.testing.assert_allclose(found, plain, rtol=1e-7, atol=1e-5)


@names
def test_that_every_draw_is_measured_by_itself(name: str) -> None:
    curves = rough(8)
    text = f"{name}(window=15)" if name in WINDOWED else name
    together = measure(text).of(drawn(curves))
    alone = [number(text, curves[:, place]) for place in range(8)]
    np.testing.assert_allclose(together, alone, rtol=1e-9)


@pytest.mark.parametrize(("name", "mirrored"), MIRRORED.items())
def test_that_time_backwards_swaps_rise_and_fall(name: str, mirrored: str) -> None:
    curves = rough(20)
    forth = measure(name).of(drawn(curves, cut="left"))
    back = measure(mirrored).of(drawn(curves[::-1], cut="right"))
    expected = back if name.startswith("rate") else 300.0 - back
    np.testing.assert_allclose(forth, expected, rtol=1e-9)


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


@pytest.mark.parametrize("name", ["peak", "peak_value", "amplitude", "tangent_stabilisation"])
def test_that_a_peak_after_a_cut_edge_is_not_made_up(name: str) -> None:
    early = DAYS[DAYS <= 140.0]
    assert np.isnan(number(name, bell(early), early, cut="right"))


@pytest.mark.parametrize("name", DATES)
@pytest.mark.parametrize("cut", ["", "left", "right", "left right"])
def test_that_odd_draws_give_a_date_inside_or_none(name: str, cut: str) -> None:
    random = np.random.default_rng(0)
    spikes = [np.where(DAYS == day, 1.0, 0.0) for day in (0, 1, 150, 299, 300)]
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
    middle = {name: np.nanmedian(measure(name).of(drawn(curves))) for name in DATES}
    assert middle["steepest_rise"] == pytest.approx(RISE, abs=1.0)
    assert middle["curvature_onset"] == pytest.approx(RISE - BEND, abs=5.0)
    assert middle["curvature_dormancy"] == pytest.approx(200.0 + BEND, abs=5.0)
    scatter = np.nanstd(measure("curvature_onset").of(drawn(curves)))
    narrow = np.nanstd(measure("curvature_onset(window=6)").of(drawn(curves)))
    assert scatter < 10.0
    assert np.isfinite(narrow)


def test_that_steady_curves_have_the_ground_that_is_there() -> None:
    """The lowest points of wiggly draws lie under it, those about the trough do not."""
    random = np.random.default_rng(4)
    wiggles = np.array(
        [np.convolve(w, np.ones(7) / 7.0, "same") for w in random.standard_normal((300, 301))]
    ).T
    curves = double_logistic(DAYS)[:, None] + 0.08 * wiggles
    plain = drawn(curves)
    steady = SteadyCurves(plain.season, plain.time, plain.curves)
    low, right = (np.median(measure("base").of(kind)) for kind in (plain, steady))
    assert low < BASE - 0.04
    assert right == pytest.approx(BASE, abs=0.015)
    early, on_time = (np.median(measure("rise(20)").of(kind)) for kind in (plain, steady))
    exact = RISE + STEEPNESS * np.log(0.2 / 0.8)
    assert abs(on_time - exact) < abs(early - exact)


def test_that_steady_curves_agree_on_an_exact_one() -> None:
    plain = drawn(bell(DAYS))
    steady = SteadyCurves(replace(plain.season), plain.time, plain.curves)
    for name in ("rise", "fall", "peak", "steepest_fall", "length"):
        np.testing.assert_allclose(measure(name).of(steady), measure(name).of(plain), atol=0.05)


@names
def test_that_a_measure_says_in_words_what_it_tells(name: str) -> None:
    entry = MEASURES[name]
    assert entry.spec.title
    assert entry.spec.help.endswith(".")
    assert entry.spec.formula
    for parameter in entry.spec.parameters:
        assert getattr(entry(), parameter.name) == parameter.default
        assert parameter.unit
