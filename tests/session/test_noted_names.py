"""Names that people give to stages, crops and fields, against the names here."""

from __future__ import annotations

import pytest

from gpstudio.phenology.templates import crops, shown_stages
from gpstudio.session.noted.crops import CROPS, crop_named, unknown_crops
from gpstudio.session.noted.groups import fields_of, strange_groups
from gpstudio.session.noted.records import Sowing
from gpstudio.session.noted.stages import (
    BESIDES,
    OTHER,
    hint,
    stage_named,
    stage_of_column,
)
from gpstudio.session.noted.tables import folded


def rows(*groups: str) -> list[Sowing]:
    return [Sowing(group, "", "", 0.0) for group in groups]


@pytest.mark.parametrize("name", [stage.name for stage in shown_stages()])
def test_that_a_stage_has_its_own_name(name: str) -> None:
    assert stage_named(name) == name
    assert stage_named(name.replace("_", " ").title()) == name
    assert stage_of_column(f"{name}_date") == name


def test_that_synonyms_are_written_as_they_are_compared_and_mean_one_stage_each() -> None:
    written = {stage.name: stage.written for stage in shown_stages()} | BESIDES
    phrases = [phrase for all_of in written.values() for phrase in all_of]
    assert [folded(phrase) for phrase in phrases] == phrases
    for name, all_of in written.items():
        for phrase in all_of:
            assert stage_named(phrase) == name, phrase
    assert sorted(set(phrases)) == sorted(phrases)


@pytest.mark.parametrize(
    ("text", "crop", "stage"),
    [
        ("Anthesis", "", "flowering"),
        ("SILKING", "", "flowering"),
        ("Ährenschieben", "", "heading"),
        ("jointing", "", "stem_elongation"),
        ("end of flowering", "", OTHER),
        ("BBCH 55", "", "heading"),
        ("bbch_65", "wheat", "flowering"),
        ("Z55", "barley", "heading"),
        ("GS 9", "", "emergence"),
        ("09", "", "emergence"),
        ("65.0", "", "flowering"),
        ("61", "", None),
        ("61", "chickpea", "flowering"),
        ("65", "chickpea", None),
        ("90", "wheat", "ripe"),
        ("BBCH 61-69", "", None),
        ("nonsense", "", None),
    ],
)
def test_that_names_and_codes_mean_a_stage_or_none(text: str, crop: str, stage: str | None) -> None:
    assert stage_named(text, crop) == stage


def test_that_an_unknown_stage_is_met_with_the_nearest() -> None:
    assert hint("anthesys") == "did you mean 'flowering'?"
    assert hint("qqq").startswith("choose one of emergence,")
    assert "for chickpea are 09 emergence, 61 flowering" in hint("BBCH 65", "chickpea")


def test_that_every_crop_with_a_template_has_names() -> None:
    assert set(CROPS) == set(crops())
    assert crop_named("Winter Wheat") == crop_named("Blé") == "wheat"
    assert crop_named("Corn") == "maize"
    assert crop_named("Sugar beet") == crop_named("Zuckerrüben") == "sugar_beet"
    assert crop_named("Permanent grassland") == "grassland"
    assert crop_named("Peas") == "peas"
    assert unknown_crops(["wheat", "", "weat"], crops()) == (
        "'weat' has no crop template: did you mean 'wheat'?"
    )
    assert unknown_crops(["wheat", ""], crops()) == ""


def test_that_groups_are_matched_to_the_tables_fields() -> None:
    groups = ("North", "South")
    assert fields_of(rows("north ", "South", "X"), groups) == {"north ": "North", "South": "South"}
    assert fields_of(rows("north"), ("North", "NORTH")) == {}
    assert fields_of(rows(""), ("North",)) == {"": "North"}
    assert fields_of(rows("North"), ("",)) == {"North": ""}
    assert fields_of(rows(""), groups) == {}


def test_that_groups_that_match_nothing_are_told() -> None:
    groups = ("North", "South")
    assert strange_groups(rows("North", "South"), groups, "'o.csv'") == ""
    told = strange_groups(rows("Nort", "X9"), groups, "'o.csv'")
    assert told == (
        "'Nort' (did you mean 'North'?) and 'X9' of 'o.csv' match no field of the table, which has "
        "'North' and 'South'."
    )
    assert "does not say of which" in strange_groups(rows(""), groups, "'o.csv'")
    assert "names no fields" in strange_groups(rows("A", "B"), ("",), "'o.csv'")
    many = strange_groups(rows(*map(str, range(10, 30))), groups, "'o.csv'")
    assert "and 15 more of 'o.csv' match no field" in many


def test_that_a_field_is_found_by_what_its_name_looks_like() -> None:
    """An accent of its own, a blank that ends no line: a spreadsheet may make either."""
    groups = ["F\u00e9lix", "Farm A"]
    found = fields_of(rows("Fe\u0301lix", "farm\u00a0a "), groups)
    assert found == {"Fe\u0301lix": "F\u00e9lix", "farm\u00a0a ": "Farm A"}


def test_that_many_fields_are_matched_in_one_look() -> None:
    groups = [f"Field {k}" for k in range(20_000)]
    found = fields_of(rows(*(group.upper() for group in groups)), groups)
    assert list(found.values()) == groups
