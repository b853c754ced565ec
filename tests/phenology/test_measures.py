"""Every measure against curves whose numbers are known; see ``measures_table`` for the rows."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from phenology.measures_table import BEND, MEASURES_TABLE, Row
from phenology.measuring import DATES, DAYS, FINE, MIRRORED, drawn, measure, number, rough
from phenology.rules_table import BASE, RISE, STEEPNESS, TOP, double_logistic

from gpstudio.phenology.measures import MEASURES

names = pytest.mark.parametrize("name", MEASURES.names)
rows = pytest.mark.parametrize("row", MEASURES_TABLE, ids=lambda r: f"{r.measure}-{r.number:.6g}")
WINDOWED = [entry.spec.name for entry in MEASURES if entry.spec.parameter("window")]


def test_that_every_measure_has_a_row() -> None:
    """But cuts, which are seen in readings alone (``test_cuts``)."""
    assert {parse_name(row.measure) for row in MEASURES_TABLE} | {"cut"} == set(MEASURES.names)


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
    curve = 1.0 / (1.0 + np.exp(-(FINE - 100.0) / steepness)) - np.maximum(FINE - 200.0, 0) / 100
    out = 100.0 - BEND / STEEPNESS * steepness - number("curvature_onset", curve, FINE)
    assert out == pytest.approx(0.3 * steepness, abs=0.03 * steepness)
    upturn = number("tangent_upturn", curve, FINE)
    assert upturn == pytest.approx(100.0 - 2.0 * steepness, abs=0.1 * steepness)


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


@names
def test_that_a_measure_says_in_words_what_it_tells(name: str) -> None:
    entry = MEASURES[name]
    assert entry.spec.title
    assert entry.spec.help.endswith(".")
    assert entry.spec.formula
    for parameter in entry.spec.parameters:
        assert getattr(entry(), parameter.name) == parameter.default
        assert parameter.unit or parameter.kind == "integer"
