"""Guides: the rule of a stage, drawn on the mean curve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.phenology.stages import StageDate
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.guides import Guide, guide_of, mean_curve, measure_of
from gpstudio.session.request import Request

GROUND, TOP = 0.15, 0.85


@pytest.fixture(scope="module")
def fit() -> Fit:
    """A double logistic, read every five days with little noise."""
    time = np.arange(18_000.0, 18_250.0, 5.0)
    rise, fall = (1.0 / (1.0 + np.exp(-(time - at) / 8.0)) for at in (18_080.0, 18_170.0))
    noise = 0.004 * np.random.default_rng(3).standard_normal(len(time))
    value = GROUND + (TOP - GROUND) * (rise - fall) + noise
    series = Series("a", time, value, "date", "ndvi", dated=True)
    recipe = Recipe().with_choice("kernel", "matern52").with_choice("learning", "ml2(restarts=0)")
    return fit_series(series, recipe, Request(stages="curve"))


def stage(fit: Fit, name: str) -> StageDate:
    return next(s for s in fit.stages if s.stage == name)


def by_measure(fit: Fit, measure: str) -> Guide:
    """As a template would name it."""
    made = replace(stage(fit, "peak"), stage="made", crop="wheat", basis=(measure,))
    return guide_of(fit, made)


def heights(guide: Guide) -> dict[str, float]:
    return {line.part: line.start[1] for line in guide.lines if line.part != "tangent"}


@pytest.mark.parametrize("name", ["mid_green_up", "senescence"])
def test_that_a_threshold_is_drawn_half_way_from_the_ground_to_the_top(fit: Fit, name: str) -> None:
    guide = guide_of(fit, stage(fit, name))
    found = heights(guide)
    assert found["ground"] == pytest.approx(GROUND, abs=0.03)
    assert found["top"] == pytest.approx(TOP, abs=0.03)
    assert found["level"] == pytest.approx(0.5 * (found["ground"] + found["top"]))


@pytest.mark.parametrize("name", ["mid_green_up", "senescence"])
def test_that_the_level_meets_the_curve_at_about_the_stages_date(fit: Fit, name: str) -> None:
    date = stage(fit, name).date
    assert date is not None
    guide = guide_of(fit, stage(fit, name))
    level = next(line for line in guide.lines if line.part == "level")
    assert guide.point == pytest.approx(level.end)
    there = np.interp(level.end[0], fit.curve.time, fit.curve.mean)
    assert there == pytest.approx(level.end[1], abs=1e-3)
    assert level.end[0] == pytest.approx(date, abs=3.0)


def test_that_the_peak_is_marked_on_top_of_the_curve(fit: Fit) -> None:
    guide = guide_of(fit, stage(fit, "peak"))
    assert guide.point is not None
    assert guide.point[1] == pytest.approx(float(np.max(fit.curve.mean)), abs=1e-3)
    assert [line.part for line in guide.lines] == ["top"]


@pytest.mark.parametrize(
    ("measure", "sign"), [("tangent_upturn", 1.0), ("tangent_recession", -1.0)]
)
def test_that_a_tangent_touches_the_curve_where_it_is_steepest(
    fit: Fit, measure: str, sign: float
) -> None:
    guide = by_measure(fit, measure)
    line = next(line for line in guide.lines if line.part == "tangent")
    slope = (line.end[1] - line.start[1]) / (line.end[0] - line.start[0])
    slopes = sign * np.gradient(fit.curve.mean, fit.curve.time)
    steepest = fit.curve.time[int(np.argmax(slopes))]
    assert sign * slope == pytest.approx(float(slopes.max()), rel=0.08)
    there = line.start[1] + slope * (steepest - line.start[0])
    assert there == pytest.approx(np.interp(steepest, fit.curve.time, fit.curve.mean), abs=0.03)
    ends = {round(line.start[1], 9), round(line.end[1], 9)}
    assert ends == {round(heights(guide)["ground"], 9), round(heights(guide)["top"], 9)}


def test_that_the_tangent_leaves_the_ground_on_the_upturns_date(fit: Fit) -> None:
    guide = by_measure(fit, "tangent_upturn")
    assert guide.point is not None
    line = next(line for line in guide.lines if line.part == "tangent")
    assert line.start[0] == pytest.approx(guide.point[0])


@pytest.mark.parametrize("measure", ["rise_to(0.4)", "fall_to(0.4)"])
def test_that_an_absolute_level_is_drawn_where_it_is(fit: Fit, measure: str) -> None:
    assert heights(by_measure(fit, measure)) == {"level": 0.4}


def test_that_a_measure_without_lines_still_has_its_point(fit: Fit) -> None:
    guide = by_measure(fit, "curvature_onset")
    assert guide.lines == ()
    assert guide.point is not None


@pytest.mark.parametrize(
    "basis",
    [("peak -33 d ± 26 d",), ("80 °Cd after heading ± 3 d: measured",), ("rise(50)", "peak")],
)
def test_that_what_joins_anchors_has_words_only(fit: Fit, basis: tuple[str, ...]) -> None:
    made = replace(stage(fit, "peak"), crop="wheat", basis=basis)
    assert measure_of(made) is None
    assert guide_of(fit, made) == Guide(words=basis)


def test_that_a_season_that_was_not_predicted_has_words_only(fit: Fit) -> None:
    season = fit.seasons[0]
    beyond = replace(season, end=fit.curve.time[-1] + 100.0)
    assert mean_curve(fit, beyond) is None
    lost = replace(stage(fit, "peak"), season="1999")
    assert guide_of(fit, lost).lines == ()
