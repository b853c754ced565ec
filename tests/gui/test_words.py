"""How numbers, kernels and reasons are written for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from two_fields import SEASON

from gpstudio.core.kernels import KERNELS
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.gui.model_view import units_of
from gpstudio.gui.report_view import report_lines
from gpstudio.gui.window import Window
from gpstudio.gui.words import in_short, kernel_text, short
from gpstudio.session.fitting import Fit, Request, fit_series

AS_GIVEN = Recipe.of(scale="identity")


@pytest.mark.parametrize(
    ("used", "read"),
    [
        ("0.110912345678 * matern32(38.7245678)", "0.1109 * matern32(38.72)"),
        (
            "0.0928200426 * periodic(between(0.588712759, 0.2, 10), period=held(365.25))",
            "0.09282 * periodic(0.5887, period=held(365.25))",
        ),
        (
            "spectral_mixture([0.0868741065, 0.1], [0.005119677, 0.01], scales=[0.1, 0.21234567])",
            "spectral_mixture([0.08687, 0.1], frequencies=[0.00512, 0.01], scales=[0.1, 0.2123])",
        ),
        ("linear(2.16660358e-08, offset=0.182549167)", "linear(2.167e-08, offset=0.1825)"),
    ],
)
def test_that_a_kernel_is_read_with_its_numbers_alone(used: str, read: str) -> None:
    assert kernel_text(used) == read


def test_that_a_day_counted_from_1970_keeps_its_day() -> None:
    assert short(18805.4321987) == 18805.0
    assert short(365.25) == 365.25
    assert short(0.00466147418) == 0.004661


def test_that_a_reason_is_short_where_there_is_little_room() -> None:
    told = "one input: full matrix, by Cholesky (53 states for 133 readings)"
    assert in_short(told) == "One input: full matrix, by Cholesky."
    many = "a course that repeats yearly: log evidence, less a price for each number, 81.4 against"
    others = "68.6 for a Matérn 3/2 curve, 68.8 for a Matérn 5/2 curve"
    said = in_short(f"{many} {others}; one time input and a kernel with a state space: O(n)")
    assert said == (
        "A course that repeats yearly. One time input and a kernel with a state space: O(n)."
    )


def season_fit(folder: Path, **words: str) -> Fit:
    path = folder / "fields.csv"
    path.write_text(SEASON, encoding="utf-8")
    table = read_table(path, answers={"date": "day first"})
    return fit_series(table.series[0], Recipe.of(**words), Request(stages="none"))


def test_that_a_sloping_mean_is_told_at_both_ends_of_the_readings(tmp_path: Path) -> None:
    fit = season_fit(tmp_path, kernel="matern32(20)", learning="fixed", mean="linear")
    level, slope = fit.report.mean
    days = np.array([18720.0, 18864.0])  # 2021-04-03 and 2021-08-25
    first, last = fit.posterior.link.outside(level + slope * days)
    lines = dict(report_lines(fit))
    assert "Level" not in lines
    assert lines["Mean"] == f"{first:.4g} at 2021-04-03 to {last:.4g} at 2021-08-25"


def test_that_averaging_and_the_covariance_are_told_in_words(tmp_path: Path) -> None:
    fit = season_fit(tmp_path, kernel="matern32", learning="averaged")
    level = fit.posterior.link.outside(np.array(fit.report.mean))
    assert float(dict(report_lines(fit))["Level"]) == pytest.approx(level[0], rel=1e-3)
    report = replace(
        fit.report, members=51, effective_members=12.3, design="a lattice", covariance_error=0.0021
    )
    learned = replace(fit.learned, report=report)
    lines = dict(report_lines(Fit(fit.series, replace(fit.result, learned=learned))))
    assert lines["Averaged over"] == (
        "51 settings of the numbers (a lattice), as good as 12 of equal weight"
    )
    assert lines["Covariance"] == "within 0.21 % of the kernel's variance"


def test_that_counts_have_a_level_of_counts_and_no_noise() -> None:
    time = np.arange(40.0)
    counts = np.random.default_rng(0).poisson(6.0, 40).astype(float)
    series = Series("aphids", time, counts, "day", "count", False)
    recipe = Recipe.of(kernel="0.1 * matern32(9)", likelihood="poisson", learning="fixed")
    lines = dict(report_lines(fit_series(series, recipe)))
    assert float(lines["Level"]) == pytest.approx(6.0, abs=1.5)
    assert lines["Noise"].startswith("readings scatter as their likelihood says")


def test_that_every_unit_of_a_parameter_is_one_of_the_data(sample: Path) -> None:
    series = read_table(sample).series[0]
    units = units_of(series, AS_GIVEN)
    used = {parameter.unit for entry in KERNELS for parameter in entry.spec.parameters}
    assert used <= {*units, ""}
    assert units["value²/input"] == "ndvi²/day"
    assert units["1/input"] == "1/day"
    assert units["value²/input²"] == "ndvi²/day²"
    scaled = units_of(series, Recipe())
    assert scaled["1/input"] == "1/day"
    assert scaled["value²"] == scaled["value²/input²"] == ""


def test_that_noise_on_a_scale_is_told_in_the_readings_own_numbers(sample: Path) -> None:
    """Its slope there is (y + 0.1) (1.05 - y) / 1.15."""
    recipe = Recipe.of(kernel="matern32", learning="map(restarts=0)")
    fit = fit_series(read_table(sample).series[0], recipe, Request(stages="none"))
    heights = np.array([fit.curve.mean.min(), fit.curve.mean.max()])
    low, high = np.sqrt(fit.report.noise) * (heights + 0.1) * (1.05 - heights) / 1.15
    lines = dict(report_lines(fit))
    assert lines["Noise"].startswith(
        f"± {low:.2g} about the curve where it is lowest, ± {high:.2g} where it is highest"
    )
    assert lines["Scale"] == "logit(-0.1, 1.05)"


def test_that_the_axis_shows_the_readings_own_numbers_whatever_was_shown_before(
    window: Window, opened: Callable[[Path], None], sample: Path, season: Path
) -> None:
    opened(sample)
    axis = window.plot.getPlotItem().getAxis("left")
    axis.setRange(0.0, 0.9)
    window.themes.set_wish("dark")
    window.themes.set_wish("light")
    opened(season)
    axis = window.plot.getPlotItem().getAxis("left")
    assert axis.autoSIPrefixScale == 1.0
    assert axis.tickStrings([0.5], axis.autoSIPrefixScale * axis.scale, 0.1) == ["0.5"]


def test_that_a_long_column_name_does_not_widen_the_form() -> None:
    time = np.arange(3.0)
    named = [
        Series("A", time, time, "date", name, dated=True)
        for name in ("ndvi", "MOD13Q1_006__250m_16_days_NDVI", "")
    ]
    assert [units_of(series, AS_GIVEN)["value²"] for series in named] == ["ndvi²", "value²", ""]
