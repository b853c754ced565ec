"""What must hold of the declaration of every stage: one record, asked by everything else."""

from __future__ import annotations

from dataclasses import MISSING, fields
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from phenology.rules_table import RULES_TABLE, bell, double_logistic

from gpstudio.phenology import rules
from gpstudio.phenology.rules import PARTS, RULES, STAGES, Stage
from gpstudio.phenology.season import Season
from gpstudio.phenology.stage_sets import curve_set
from gpstudio.phenology.stages import StageDraws
from gpstudio.phenology.steady import SteadyCurves
from gpstudio.phenology.summaries import Sight, dated
from gpstudio.phenology.templates import crops, load_template, shown_stages

GRID = np.arange(0.0, 301.0)
MIDDLE = 150.0
"""When the curves of the table are highest."""


def test_that_every_file_of_a_stage_is_named_in_the_order_of_the_season() -> None:
    files = {path.stem for path in Path(rules.__file__).parent.glob("*.py")}
    assert files - {"__init__", "stage"} == set(STAGES.names)


def test_that_nothing_by_which_a_stage_is_graded_drawn_or_read_can_be_left_out() -> None:
    """A stage whose part was forgotten was graded as a peak once."""
    asked = {field.name for field in fields(Stage) if field.default is MISSING}
    assert asked == set("name title help short scales part orders look written".split())
    for name in asked:
        rest = {other: getattr(STAGES["heading"], other) for other in asked - {name}}
        with pytest.raises(TypeError, match=f"'{name}'"):
            Stage(**rest)


def test_that_titles_and_short_names_tell_stages_apart() -> None:
    for said in ({stage.title for stage in STAGES}, {stage.short for stage in STAGES}):
        assert len(said) == len(STAGES)
        assert all(said)
    for stage in STAGES:
        assert stage.help.endswith("."), stage.name
        assert stage.scales.endswith("."), stage.name


def test_that_a_landmark_of_the_curve_has_a_formula_and_no_other_stage_has() -> None:
    assert {stage.name for stage in STAGES if stage.formula} == set(RULES.names)


def test_that_parts_of_the_season_follow_one_another() -> None:
    """A stage of the wrong part would be graded by readings of another."""
    for before, after in pairwise(STAGES):
        assert PARTS.index(before.part) <= PARTS.index(after.part), (before.name, after.name)
    assert {stage.part for stage in STAGES} == set(PARTS)


@pytest.mark.parametrize("row", RULES_TABLE, ids=lambda row: f"{row.rule} of {row.curve.__name__}")
def test_that_a_landmark_lies_in_the_part_of_the_season_that_it_is_graded_by(row) -> None:
    apart = row.date - MIDDLE
    part = "peak" if abs(apart) < 1.0 else "rise" if apart < 0.0 else "fall"
    assert RULES[row.rule].part == part, f"{row.rule} of {row.curve.__name__}: {apart:g} d"


def test_that_what_is_read_off_a_curve_is_in_no_order_with_what_is_seen_in_the_field() -> None:
    for stage in STAGES:
        if stage.measure is not None:
            assert set(stage.orders) <= {"curve"}, stage.name
        elif not stage.by_choice and stage.name != STAGES.names[0]:
            assert "curve" not in stage.orders, stage.name


@pytest.mark.parametrize("curve", [bell, double_logistic])
def test_that_landmarks_come_in_the_order_in_which_they_are_named(curve) -> None:
    """In that order observed dates are refused that cannot be."""
    season = Season("1", 0.0, MIDDLE, 300.0, cut_left=False, cut_right=False)
    drawn = SteadyCurves(season, GRID, curve(GRID)[:, None])
    dates = [float(rule.dates(drawn)[0]) for rule in RULES if "curve" in rule.orders]
    assert dates == sorted(dates)


def test_that_a_date_is_graded_by_the_part_that_its_stage_declares() -> None:
    """Nothing was read in the fall: what lies there is worse for it, and nothing else is."""
    season = Season("1", 0.0, MIDDLE, 300.0, cut_left=False, cut_right=True)
    random = np.random.default_rng(1)
    curves = bell(GRID)[:, None] + random.normal(0.0, 1e-3, (1, 40))
    drawn = SteadyCurves(season, GRID, curves)
    nothing = np.full(40, np.nan)

    def undated(found: SteadyCurves) -> list[StageDraws]:
        return [StageDraws(s.what, s.summary, nothing) for s in curve_set(found)]

    sight = Sight(GRID[:140], 139.0, True, GRID, bell(GRID), np.full(301, 0.01))
    found = {date.stage: date for date in dated(drawn, undated, 139.0, str, sight)}
    for rule in RULES:
        grade = found[rule.name].grade
        assert grade is not None
        assert grade.codes == (("not_reached",) if rule.part == "rise" else ("cut",)), rule.name


def test_that_the_scales_speak_of_the_codes_that_the_templates_use() -> None:
    """A code in a template that the remark does not mention would contradict it on screen."""
    used = [("usual", stage, stage.bbch) for stage in STAGES]
    used += [(crop, s.what, s.bbch) for crop in crops() for s in load_template(crop).stages]
    for crop, stage, code in used:
        if code:
            mentioned = code in stage.scales or _between(int(code), stage.scales)
            assert mentioned, (crop, stage.name, code)
        else:
            assert "No code" in stage.scales, (crop, stage.name)


def _between(code: int, told: str) -> bool:
    return code in range(89, 93) and "89 to 92" in told


def test_that_every_crop_dates_every_landmark_of_the_curve() -> None:
    for crop in crops():
        if load_template(crop).is_sward:
            continue  # it rises and falls as often as it is cut
        stages = load_template(crop).stages
        assert set(RULES.names) <= {stage.name for stage in stages}
        assert all(s.is_landmark("NDVI") for s in stages if s.name in RULES)


def test_that_the_shown_stages_are_those_of_every_crop() -> None:
    """No bundled template declares one of its own; what a season has several times is numbered."""
    cut = STAGES["cut"]
    numbered = [cut.numbered(order).name for order in range(1, cut.repeats + 1)]
    shown = [stage.name for stage in shown_stages()]
    assert shown == [*(s.name for s in STAGES if s.shown), *numbered]
