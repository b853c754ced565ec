"""Crop templates: what is bundled says what was published, and a broken file is told where."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.phenology import templates
from gpstudio.phenology.anchor_dates import Known
from gpstudio.phenology.anchors import INDICES, ThermalAnchor
from gpstudio.phenology.measures import MEASURES
from gpstudio.phenology.rules import RULES, STAGES, StageLook
from gpstudio.phenology.stage_chain import date_by_template
from gpstudio.phenology.templates import (
    CropTemplate,
    crops,
    load_template,
    read_template,
    shown_stages,
    stage_called,
)
from gpstudio.resources import resource

GRAINS = (
    "barley", "canola", "chickpea", "cotton", "maize", "oat", "rice", "rye", "sorghum", "soybean",
    "sunflower", "wheat",
)  # fmt: skip
ROOTS = ("potato", "sugar_beet")
SWARDS = ("alfalfa", "grassland")
CROPS = tuple(sorted([*GRAINS, *ROOTS, *SWARDS]))
bundled = pytest.mark.parametrize("crop", CROPS)
grains = pytest.mark.parametrize("crop", GRAINS)

TARGETS = {
    "wheat": {"grain_filling": 120, "maturity": 545, "ripe": 335},
    "barley": {"grain_filling": 50, "maturity": 540 + 35},
    "canola": {"grain_filling": 100 + 140, "maturity": 700},
    "chickpea": {"grain_filling": 100, "maturity": 300 + 250 + 250 + 60},
    "sorghum": {"flowering": 170, "grain_filling": 80, "maturity": 643 + 38},
    "maize": {"flowering": 50, "grain_filling": 120, "maturity": 550 + 10},
}
"""APSIM's defaults (°Cd) from the stage before."""
RESPONSES = {
    "wheat": {"development": ((0, 26, 37), (0, 26, 0))},
    "barley": {"development": ((4, 26, 37), (0, 22, 0))},
    "canola": {"development": ((2, 30, 35), (0, 28, 0))},
    "chickpea": {"development": ((0, 30), (0, 30))},
    "sorghum": {"development": ((11, 30, 42), (0, 19, 0)), "filling": ((5.7, 23.5), (0, 17.8))},
    "maize": {"development": ((0, 18, 26, 34, 44), (0, 10, 18, 26, 0))},
}

GOOD = """
title = "Rye"
mean_temperature = 15
[sources]
here = "This test"
[responses.growth]
temperature = [0, 26, 37]
rate = [0, 26, 0]
source = "here"
[[stages]]
name = "heading"
bbch = "55"
zadoks = "Z55"
  [[stages.curve]]
  measure = "peak"
  indices = ["NDVI"]
  sd = 20
  source = "here"
[[stages]]
name = "flowering"
  [[stages.thermal]]
  after = "heading"
  response = "growth"
  targets = [80]
  sd = 3
  source = "here"
"""


def written(folder: Path, text: str, crop: str = "rye") -> Path:
    path = folder / f"{crop}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def chain(template: CropTemplate) -> dict[str, ThermalAnchor]:
    return {s.name: anchor for s in template.stages for anchor in s.thermal}


def test_that_every_crop_of_the_manual_has_a_template() -> None:
    assert crops() == CROPS


@pytest.mark.parametrize("crop", TARGETS)
def test_that_thermal_targets_and_responses_are_apsims(crop: str) -> None:
    template = load_template(crop)
    anchors = {name: anchor for name, anchor in chain(template).items() if name in TARGETS[crop]}
    assert {name: anchor.target for name, anchor in anchors.items()} == TARGETS[crop]
    responses = {n: (r.temperature, r.rate) for n, r in template.responses.items()}
    assert RESPONSES[crop].items() <= responses.items()
    assert all("APSIM" in anchor.source for anchor in anchors.values())


AQUACROP = {
    "soybean": ((5, 30), 200, 1_500, 600, 2_700),
    "rice": ((8, 30), 50, 1_150, 350, 1_900),
    "cotton": ((12, 35), None, 502, 709, 1_956),
    "sunflower": ((4, 30), 170, 1_266, 350, 2_400),
}
"""Base and cap (°C), °Cd from sowing to emergence, to flowers, which last so many, to maturity."""


@pytest.mark.parametrize("crop", AQUACROP)
def test_that_other_targets_are_aquacrops(crop: str) -> None:
    limits, emergence, flowers, lasting, maturity = AQUACROP[crop]
    template = load_template(crop)
    found = {name: anchor.target for name, anchor in chain(template).items()}
    assert found.get("emergence") == emergence
    assert (found["flowering"], found["grain_filling"]) == (flowers, lasting)
    assert found["flowering"] + found["maturity"] == maturity
    response = template.responses["development"]
    assert (response.temperature, response.rate) == (limits, (0, limits[1] - limits[0]))
    assert "AquaCrop" in chain(template)["maturity"].source


@grains
def test_that_stages_are_in_the_order_of_the_season_and_end_with_harvest(crop: str) -> None:
    names = [stage.name for stage in load_template(crop).stages]
    assert names == sorted(names, key=STAGES.names.index)
    assert {"mid_green_up", "peak", "flowering", "grain_filling", "harvest"} <= set(names)


@pytest.mark.parametrize("crop", ROOTS)
def test_that_a_root_crop_neither_fills_grain_nor_heads(crop: str) -> None:
    names = [stage.name for stage in load_template(crop).stages]
    assert names == sorted(names, key=STAGES.names.index)
    assert {"emergence", "mid_green_up", "peak", "harvest"} <= set(names)
    assert not {"heading", "grain_filling"} & set(names)


@pytest.mark.parametrize("crop", SWARDS)
def test_that_a_sward_has_cuts_and_nothing_else(crop: str) -> None:
    template = load_template(crop)
    assert [stage.name for stage in template.stages] == [f"cut_{n}" for n in range(1, 10)]
    assert [stage.curve[0].measure for stage in template.stages[:2]] == ["cut(1)", "cut(2)"]
    assert template.is_sward
    assert not any(load_template(other).is_sward for other in (*GRAINS, *ROOTS))


WOFOST = {
    "potato": {"emergence": 170, "maturity": 150 + 1_800},
    "sugar_beet": {"emergence": 90},
    "barley": {"heading": 110 + 800},
}
"""°Cd of Boons-Prins and others 1993; potato's last is the middle of 1,550 to 2,100, about."""


@pytest.mark.parametrize("crop", WOFOST)
def test_that_the_rest_are_wofosts(crop: str) -> None:
    found = chain(load_template(crop))
    for name, target in WOFOST[crop].items():
        assert found[name].target == target
        assert "WOFOST" in found[name].source


def test_that_another_crops_calendar_is_moved_by_days() -> None:
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    for crop in ("rye", "barley"):
        own = load_template(crop).stage("heading")
        assert own is not None
        assert own.places[0].regions == heading.places[0].regions
        assert own.places[0].days == -12.0


@bundled
def test_that_every_anchor_says_how_far_to_trust_it_and_by_whom(crop: str) -> None:
    for stage in load_template(crop).stages:
        for anchor in (*stage.curve, *stage.calendar, *stage.days, *stage.thermal):
            assert anchor.source
            assert anchor.trust
            own = stage.what.measure is not None or bool(stage.what.repeated)
            assert anchor.sd == 0.0 if own else anchor.sd >= 3.0


@grains
def test_that_every_index_dates_the_stages_of_the_thesis(crop: str) -> None:
    """With neither region nor sowing, some curve anchor stands at the start of each chain."""
    template = load_template(crop)
    for index in INDICES:
        dated: set[str] = set()
        for stage in template.stages:
            if stage.curve_anchors(index.lower()) or any(
                anchor.after in dated for anchor in (*stage.thermal, *stage.days)
            ):
                dated.add(stage.name)
        wanted = {"mid_green_up", "peak", "flowering", "grain_filling", "maturity", "harvest"}
        assert wanted <= dated, index


@bundled
def test_that_measures_are_those_of_the_curve(crop: str) -> None:
    """``dip`` is the trough between two summits of one season, which the search for seasons
    finds."""
    named = {a.measure.split("(")[0] for s in load_template(crop).stages for a in s.curve}
    assert named <= {*MEASURES.names, "dip"}


def test_that_an_index_is_known_by_its_columns_name_and_no_other_is_guessed() -> None:
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    assert [a.days for a in heading.curve_anchors("S2_NDVI_mean")] == [-24.5, 3.0]
    assert [a.days for a in heading.curve_anchors("evi")] == [-24.5, 7.5]
    assert heading.curve_anchors("EVI2") == heading.curve_anchors("moisture") == ()


@grains
def test_that_a_modelled_stage_says_so(crop: str) -> None:
    template = load_template(crop)
    filling, peak = template.stage("grain_filling"), template.stage("peak")
    assert filling is not None
    assert "modelled, not seen" in filling.note
    assert peak is not None
    assert "not flowering" in peak.note


@bundled
def test_that_codes_are_of_the_scales(crop: str) -> None:
    stages = load_template(crop).stages
    codes = [int(stage.bbch) for stage in stages if stage.bbch]
    assert codes == sorted(codes)
    assert all(s.zadoks[1:] == s.bbch for s in stages if s.zadoks)
    assert all(s.bbch for s in stages if s.name in ("emergence", "flowering", "grain_filling"))


def test_that_days_without_temperatures_are_counted_at_the_crops_own() -> None:
    stated = {crop: load_template(crop).mean_temperature for crop in CROPS}
    assert stated == {
        "alfalfa": 20, "barley": 18, "canola": 18, "chickpea": 18, "cotton": 27, "grassland": 14,
        "maize": 24, "oat": 17, "potato": 17, "rice": 26, "rye": 16, "sorghum": 25, "soybean": 23,
        "sugar_beet": 16, "sunflower": 21, "wheat": 18,
    }  # fmt: skip


def test_that_chickpeas_fill_is_at_most_what_is_printed() -> None:
    anchors = chain(load_template("chickpea"))
    assert anchors["maturity"].at_most
    assert not anchors["grain_filling"].at_most


def test_that_only_canola_dips_when_it_flowers() -> None:
    assert [crop for crop in CROPS if load_template(crop).dips_at_flowering] == ["canola"]


def test_that_sorghum_and_maize_pass_by_a_flag_leaf_that_is_not_shown() -> None:
    for crop in ("sorghum", "maize"):
        hidden = [stage.name for stage in load_template(crop).stages if not stage.shown]
        assert hidden == ["flag_leaf"]


def test_that_wheats_calendar_is_that_of_the_fields_with_even_numbers() -> None:
    """4 May ± 11.5 d from 563 even fields; their number and the split are in the source."""
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    (anchor,) = heading.calendar
    assert (anchor.day, anchor.sd, anchor.region) == ("05-04", 11.5, "US Great Plains")
    assert "even field_id" in anchor.source


def test_that_a_written_template_is_read_as_written(tmp_path: Path) -> None:
    template = read_template(written(tmp_path, GOOD))
    assert (template.crop, template.title, template.mean_temperature) == ("rye", "Rye", 15.0)
    heading, flowering = template.stages
    assert (heading.bbch, heading.zadoks, heading.curve[0].sd) == ("55", "Z55", 20.0)
    assert flowering.thermal[0].target == 80.0
    with pytest.raises(dataclasses.FrozenInstanceError):
        template.title = "Oats"  # type: ignore[misc]


def test_that_a_persons_own_template_wins_over_the_bundled_one(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "wheat")
    assert load_template("wheat", tmp_path).title == "Rye"
    assert load_template("wheat").title == "Wheat"
    assert load_template("maize", tmp_path).title == "Maize"


def test_that_an_unknown_crop_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match="did you mean 'wheat'"):
        load_template("weat")


OWN = """
[[stages]]
name = "milk_ripe"
bbch = "75"
  [stages.declared]
  title = "Milk ripe"
  short = "Mi"
  help = "Grains hold milk."
  scales = "BBCH 75."
  part = "fall"
  colour = 3
  mark = "house"
  stroke = "dotted"
  written = ["Milchreife"]
  [[stages.days]]
  after = "heading"
  days = 20
  sd = 4
  source = "here"
"""


def test_that_a_template_may_declare_a_stage_of_its_own(tmp_path: Path) -> None:
    template = read_template(written(tmp_path, GOOD + OWN))
    stage = template.stages[-1]
    assert (stage.name, stage.bbch, stage.shown) == ("milk_ripe", "75", True)
    assert (stage.what.title, stage.what.part, stage.what.measure) == ("Milk ripe", "fall", None)
    assert stage.what.look == StageLook(3, "house", "dotted")
    known = Known("NDVI", 130.0, {"peak": np.full(50, 130.0)})
    found = date_by_template(template, known, 50, np.random.default_rng(0), str)
    own = found[-1]
    assert own.what is stage.what
    assert np.mean(own.dates) == pytest.approx(150.0, abs=10.0)


def test_that_everybody_knows_a_stage_that_a_template_declares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stage_called("milk_ripe") is None
    files = {"rye": written(tmp_path, GOOD + OWN)}
    monkeypatch.setattr(templates, "_files", lambda folder: files)
    stage = stage_called("milk_ripe")
    assert stage is not None
    assert stage.written == ("Milchreife",)
    names = [stage.name for stage in shown_stages()]
    assert names[names.index("flowering") + 1] == "milk_ripe"
    assert set(names) == {stage.name for stage in STAGES if stage.shown} | {"milk_ripe"}


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ('name = "milk_ripe"', 'name = "heading"', "'declared' is not needed, since 'heading' is"),
        ('name = "milk_ripe"', 'name = "Milk ripe"', "'name' is 'Milk ripe' and should be small"),
        ('part = "fall"', 'part = "autumn"', "'part' names 'autumn', which is not known"),
        ('part = "fall"', "", "'part' is missing"),
        ('mark = "house"', 'mark = "hose"', "'mark' names 'hose'.*'house'"),
        ("colour = 3", "colour = 9", "'colour' is 9, which is not between 0 and 7"),
    ],
)
def test_that_a_broken_declaration_is_refused_like_everything_else(
    tmp_path: Path, good: str, bad: str, words: str
) -> None:
    assert good in OWN
    with pytest.raises(InputError, match=words) as caught:
        read_template(written(tmp_path, GOOD + OWN.replace(good, bad)))
    assert str(caught.value).startswith("rye.toml, stage 3")


def test_that_landmarks_stand_in_their_places_unless_a_template_says_them_itself(
    tmp_path: Path,
) -> None:
    text = GOOD.replace("[sources]", "landmarks = true\n[sources]")
    stages = read_template(written(tmp_path, text + OWN)).stages
    names = [stage.name for stage in stages]
    assert set(names) == {*RULES.names, "heading", "flowering", "milk_ripe"}
    order = [STAGES.names.index(name) for name in names if name != "milk_ripe"]
    assert order == sorted(order)
    assert names[names.index("flowering") + 1] == "milk_ripe"
    own = text.replace('name = "heading"', 'name = "peak"').replace(
        'after = "heading"', 'after = "peak"'
    )
    peak = read_template(written(tmp_path, own)).stage("peak")
    assert peak is not None
    assert (peak.bbch, peak.curve[0].sd) == ("55", 20.0)


def test_that_a_stage_without_a_code_has_the_usual_one(tmp_path: Path) -> None:
    heading, flowering = read_template(written(tmp_path, GOOD)).stages
    assert (heading.bbch, flowering.bbch) == ("55", "65")


BROKEN = [
    ('title = "Rye"', "title = Rye", "rye.toml is not TOML.*line 2"),
    ("mean_temperature = 15", "", "rye.toml: 'mean_temperature' is missing; add it as a number"),
    ("mean_temperature = 15", "mean_temperature = 150", "150, which is not between -10 and 50"),
    ("mean_temperature = 15", 'mean_temperature = "15"', "'mean_temperature' must be a number"),
    ("mean_temperature = 15", "mean_temperatur = 15", "'mean_temperature' is missing"),
    ("mean_temperature = 15", "mean_temperature = 15\nmeen = 3", "'meen' is not known"),
    ('name = "heading"', 'name = "headin"', "stage 1: 'name' names 'headin'.*'heading'"),
    ('name = "heading"', 'name = "harvest"', r"stage 2 \('flowering'\).*after 'harvest'"),
    ('bbch = "55"', 'bbch = "5"', r"stage 1 \('heading'\): 'bbch' is '5'"),
    ('zadoks = "Z55"', 'zadoks = "55"', "'Z65'"),
    ('["NDVI"]', '["NDVY"]', r"\('heading'\), curve 1: 'indices' names 'NDVY'.*'NDVI'"),
    ('["NDVI"]', '"NDVI"', "'indices' must be a list of texts"),
    ("sd = 20", "sd = -1", r"curve 1: 'sd' is -1"),
    ("sd = 20", "sdd = 20", "'sd' is missing"),
    ('measure = "peak"', 'measure = "peek"', r"curve 1, measure: There is no .*'peak'"),
    ('measure = "peak"', 'measure = "the peak"', "curve 1, measure: .*place 5 of 'the peak'"),
    ('measure = "peak"', 'measure = "rise(150)"', "'percent' goes from 1 to 99, not 150"),
    ('measure = "peak"', 'measure = "amplitude"', "'amplitude' is no date; choose one of: rise"),
    ("targets = [80]", "targets = [-80]", r"\('flowering'\), thermal 1: 'targets' must be degree"),
    ("targets = [80]", "targets = 80", "'targets' must be a list of numbers"),
    ('after = "heading"', 'after = "maturity"', "'after' names 'maturity'"),
    ('response = "growth"', 'response = "grow"', "'response' names 'grow'.*'growth'"),
    ("rate = [0, 26, 0]", "rate = [0, 26]", "rye.toml, response 'growth': .*as many rates"),
    ('here = "This test"', 'there = "This test"', "'source' names 'here'"),
    ("[[stages.thermal]]", "[[stages.termal]]", r"\('flowering'\): 'termal' is not known"),
]


@pytest.mark.parametrize(("good", "bad", "words"), BROKEN)
def test_that_a_broken_template_is_refused_in_one_sentence_that_says_where(
    tmp_path: Path, good: str, bad: str, words: str
) -> None:
    assert good in GOOD
    with pytest.raises(InputError, match=words) as caught:
        read_template(written(tmp_path, GOOD.replace(good, bad, 1)))
    message = str(caught.value)
    assert message.startswith("rye.toml")
    assert "\n" not in message
    assert message.count(". ") == 0


def test_that_a_stage_with_nothing_to_be_dated_by_is_refused(tmp_path: Path) -> None:
    text = GOOD + '\n[[stages]]\nname = "maturity"\n'
    with pytest.raises(InputError, match=r"\('maturity'\) has nothing to be dated by"):
        read_template(written(tmp_path, text))


def test_that_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"oats\.toml cannot be read"):
        read_template(tmp_path / "oats.toml")
    path = tmp_path / "oats.toml"
    path.write_bytes('title = "Häfer"'.encode("latin-1"))
    with pytest.raises(InputError, match="UTF-8"):
        read_template(path)


def test_that_the_folder_says_how_to_write_one() -> None:
    text = resource("crops", "README.md").read_text(encoding="utf-8")
    for word in ("[sources]", "[[stages.thermal]]", "mean_temperature", "even\n`field_id`", "MIT"):
        assert word in text
