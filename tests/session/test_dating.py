"""Dates of one field: by the curve, by a crop, by sowing, by a window drawn by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import read_table
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.thermal import temperatures_from_means
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.facts import NO_FACTS, Facts, Sown
from gpstudio.session.fitting import Fit, fit_series, redated
from gpstudio.session.request import Request, checked, regions
from gpstudio.session.results import write_report

RECIPE = Recipe.of(kernel="matern52(40)", learning="ml2")
START = float(days_from_dates(["2021-10-01"])[0])
PEAK = float(days_from_dates(["2022-05-10"])[0])
WHEAT = Request(stages="wheat", index="NDVI")


def field(seasons: int = 1, amplitude: float = 0.6, seed: int = 0) -> Series:
    random = np.random.default_rng(seed)
    time = START + np.arange(0.0, 365.0 * seasons, 7.0)
    value = 0.18 + 0.02 * random.standard_normal(len(time))
    for year in range(seasons):
        value += amplitude * np.exp(-0.5 * ((time - PEAK - 365.0 * year) / 28.0) ** 2)
    return Series("", time, value, "date", "NDVI", dated=True)


@pytest.fixture(scope="module")
def fit() -> Fit:
    return fit_series(field(seasons=2), RECIPE, WHEAT)


def dates(fit: Fit, season: str) -> dict[str, float | None]:
    return {s.stage: s.date for s in fit.stages if s.season == season}


def test_that_a_crop_gets_its_templates_stages_with_their_codes(fit: Fit) -> None:
    stages = {s.stage: s for s in fit.stages if s.season == "2022"}
    assert stages["flowering"].bbch == "65"
    assert stages["flowering"].zadoks == "Z65"
    assert stages["maturity"].bbch == "87"
    assert stages["harvest"].bbch == "99"
    assert {s.crop for s in fit.stages} == {"wheat"}
    assert "not flowering" in stages["peak"].note
    assert "not seen" in stages["grain_filling"].note


def test_that_the_stages_of_a_crop_follow_one_another(fit: Fit) -> None:
    order = ("heading", "flowering", "grain_filling", "maturity", "harvest")
    for season in ("2022", "2023"):
        found = [dates(fit, season)[name] for name in order]
        assert all(date is not None for date in found)
        assert found == sorted(found)  # type: ignore[type-var]


def test_that_days_at_a_stated_mean_widen_what_measured_days_keep_narrow(fit: Fit) -> None:
    day = np.arange(START, START + 800.0)
    known = Facts(temperatures=temperatures_from_means(day, np.full(len(day), 18.0)))
    measured = redated(fit, WHEAT, known)

    def spread(of: Fit) -> float:
        stage = next(s for s in of.stages if (s.season, s.stage) == ("2022", "flowering"))
        assert stage.std is not None
        return stage.std

    assert spread(measured) < 0.97 * spread(fit)
    line = next(s for s in measured.stages if s.stage == "grain_filling")
    assert "degree days by daily mean" in line.definition


def test_that_redating_keeps_the_curve(fit: Fit) -> None:
    again = redated(fit, Request(), NO_FACTS)
    assert again.posterior is fit.posterior
    assert again.curve is fit.curve
    assert {s.stage for s in again.stages} == set(RULES.names)
    assert redated(fit, Request(stages="none"), NO_FACTS).stages == ()


def test_that_a_sowing_date_dates_emergence_and_names_the_crop(fit: Fit) -> None:
    day = float(days_from_dates(["2021-10-20"])[0])
    sown = redated(fit, WHEAT, Facts(sowings=(Sown(day, "barley"),)))
    first = [s for s in sown.stages if s.season == "2022"]
    assert {s.crop for s in first} == {"barley"}
    emergence = next(s for s in first if s.stage == "emergence")
    assert emergence.date is not None
    assert day < emergence.date < day + 50.0
    assert {s.crop for s in sown.stages if s.season == "2023"} == {"wheat"}


def test_that_a_season_without_a_sowing_is_still_found(fit: Fit) -> None:
    day = float(days_from_dates(["2021-10-20"])[0])
    sown = redated(fit, WHEAT, Facts(sowings=(Sown(day),)))
    assert [season.name for season in sown.seasons] == ["2022", "2023"]
    reasons = [c.reason for c in sown.dates.findings.candidates if c.accepted]
    assert reasons[0].startswith("sown on a given day")
    assert "sown" not in reasons[1]


def test_that_a_window_drawn_by_hand_stands_in_place_of_the_season_found(fit: Fit) -> None:
    window = (PEAK - 60.0, PEAK + 40.0)
    drawn = redated(fit, WHEAT, Facts(windows=(window,)))
    first, second = drawn.seasons
    assert (first.start, first.end) == window
    assert second == fit.seasons[1]
    found = next(c for c in drawn.dates.findings.candidates if c.season is first)
    assert found.reason.startswith("drawn by hand")


def test_that_a_crop_without_a_template_gets_the_curves_own_stages(fit: Fit) -> None:
    lucerne = redated(fit, WHEAT, Facts(crop="lucerne"))
    assert {s.stage for s in lucerne.stages} == set(RULES.names)


def test_that_bare_soil_gets_a_sentence_and_no_date() -> None:
    soil = fit_series(field(amplitude=0.0), RECIPE, WHEAT)
    assert soil.seasons == ()
    assert soil.stages == ()
    assert soil.dates.findings.reason.startswith("No season: ")


def test_that_a_series_that_begins_within_the_rise_has_no_mid_green_up() -> None:
    whole = field()
    late = whole.time > PEAK - 10.0
    cut = replace(whole, time=whole.time[late], value=whole.value[late])
    found = fit_series(cut, RECIPE, WHEAT)
    stage = next(s for s in found.stages if s.stage == "mid_green_up")
    assert stage.date is None
    assert stage.reason.startswith("Not observed: the series begins after it")


def test_that_a_plain_number_axis_takes_no_crop() -> None:
    plain = replace(field(), dated=False)
    found = fit_series(plain, RECIPE, WHEAT)
    assert {s.crop for s in found.stages} <= {""}


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (Request(stages="weat"), "did you mean 'wheat'?"),
        (Request(stages="wheat", region="Great Plains"), "US Great Plains"),
        (Request(stages="wheat", region="US Great Plains", hemisphere="south"), "in the south"),
        (Request(hemisphere="east"), "north or south"),
        (Request(degree_days="sines"), "single_sine"),
        (Request(mean_temperature=64.0), "no crop grow"),
    ],
)
def test_that_wrong_words_are_refused_in_a_sentence(request_: Request, said: str) -> None:
    with pytest.raises(InputError) as refused:
        checked(request_)
    assert said in str(refused.value)


def test_that_regions_are_those_of_the_template_and_hemisphere() -> None:
    assert "US Great Plains" in regions("wheat")
    assert "US Great Plains" not in regions("wheat", "south")
    assert regions("lucerne") == ()


def test_that_the_report_tells_every_candidate_and_what_was_asked(fit: Fit, tmp_path: Path) -> None:
    table = read_table(resource(*SAMPLE))
    path = write_report(tmp_path / "report.json", table, [fit])
    told = json.loads(path.read_text(encoding="utf-8"))["fits"][0]["dating"]
    assert told["asked"]["stages"] == "wheat"
    assert told["index"] == "NDVI"
    assert [one["season"] for one in told["seasons"] if one["accepted"]] == ["2022", "2023"]
    assert all(one["reason"] for one in told["seasons"])


def test_that_a_field_without_a_season_has_a_row_with_the_reason_for_every_stage() -> None:
    soil = fit_series(field(amplitude=0.0), RECIPE, WHEAT)
    stages = [row["stage"] for row in soil.stage_rows]
    assert stages[:2] == ["emergence", "stem_elongation"]
    assert "flag_leaf" not in stages
    for row in soil.stage_rows:
        assert row["date"] is None
        assert row["season"] == ""
        assert row["quality"] == "none: no_season"
        assert str(row["reason"]).startswith("No season: ")
    assert redated(soil, Request(stages="none"), NO_FACTS).stage_rows == ()
