"""Every stage is named once, in the order of the season."""

from __future__ import annotations

from gpstudio.phenology.anchors import HIDDEN, STAGES
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.stage_names import SHOWN, STAGE_NAMES
from gpstudio.phenology.templates import crops, load_template


def test_that_every_stage_has_a_name_in_the_order_of_the_season() -> None:
    assert tuple(STAGE_NAMES) == STAGES
    assert len(SHOWN) == 10
    assert not set(SHOWN) & set(HIDDEN)


def test_that_titles_and_short_names_tell_stages_apart() -> None:
    names = STAGE_NAMES.values()
    assert len({stage.title for stage in names}) == len({stage.short for stage in names}) == 11
    assert all(stage.help.endswith(".") and stage.scales.endswith(".") for stage in names)


def test_that_a_landmark_of_the_curve_is_called_as_its_rule_calls_it() -> None:
    for name in RULES.names:
        assert STAGE_NAMES[name].title == RULES[name].spec.title
        assert STAGE_NAMES[name].help == RULES[name].spec.help


def test_that_the_scales_speak_of_the_codes_that_the_templates_use() -> None:
    """A code in a template that the remark does not mention would contradict it on screen."""
    for crop in crops():
        for stage in load_template(crop).stages:
            told = STAGE_NAMES[stage.name].scales
            if stage.bbch:
                assert stage.bbch in told or _between(int(stage.bbch), told), (crop, stage.name)
            else:
                assert "No code" in told, (crop, stage.name)


def _between(code: int, told: str) -> bool:
    return code in range(89, 93) and "89 to 92" in told
