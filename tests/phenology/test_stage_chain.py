"""Stages by template, against sums that can be done by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from phenology.plain_wheat import PLAIN_WHEAT

from gpstudio.core.arrays import Floats
from gpstudio.phenology.anchor_dates import AnchorDates
from gpstudio.phenology.anchors import YEAR, ObservedAnchor
from gpstudio.phenology.stage_chain import Known, StageDraws, _related, date_by_template
from gpstudio.phenology.templates import CropTemplate, crops, load_template
from gpstudio.phenology.thermal import temperatures_from_means

DRAWS = 4_000
PEAK = float(np.datetime64("2016-05-05").astype(int))


def say(time: float) -> str:
    return str(np.datetime64(int(time), "D"))


def season(**given: object) -> Known:
    random = np.random.default_rng(0)
    peak = PEAK + random.normal(0.0, 4.0, DRAWS)
    measures = {
        "peak": peak,
        "rise(50)": peak - 50.0 + random.normal(0.0, 2.0, DRAWS),
        "rise(10)": peak - 80.0,
        "fall(50)": peak + 35.0 + random.normal(0.0, 2.0, DRAWS),
        "fall(25)": peak + 39.0 + random.normal(0.0, 2.0, DRAWS),
    }
    return Known(**{"index": "NDVI", "middle": PEAK, "measures": measures, **given})  # type: ignore[arg-type]


def dated(crop: str, known: Known, seed: int = 1) -> dict[str, StageDraws]:
    random = np.random.default_rng(seed)
    template = PLAIN_WHEAT if crop == "wheat" else load_template(crop)
    found = date_by_template(template, known, DRAWS, random, say)
    return {stage.what.name: stage for stage in found}


def early(**given: object) -> Known:
    """As ``season``, seen before it falls."""
    known = season(**given)
    unseen = {name: np.full(DRAWS, np.nan) for name in ("fall(50)", "fall(25)")}
    return replace(known, measures={**known.measures, **unseen})


def steady(temperature: float) -> object:
    day = PEAK - 400 + np.arange(800)
    return temperatures_from_means(day, np.full(800, temperature))


def middle(drawn: Floats) -> float:
    return float(np.nanmedian(drawn))


def test_that_heading_weighs_the_calendar_against_the_peak() -> None:
    """4 May ± 11.5 and 8 May ± √(15² + 4²): by hand 5.4 May ± 9.2."""
    heading = dated("wheat", early(region="US Great Plains"))["heading"]
    calendar, curve = 1 / 11.5**2, 1 / (15**2 + 4**2)
    expected = PEAK + (-1 * calendar + 3 * curve) / (calendar + curve)
    assert np.mean(heading.dates) == pytest.approx(expected, abs=0.6)
    assert np.std(heading.dates) == pytest.approx((calendar + curve) ** -0.5, rel=0.05)
    assert heading.summary.basis[0] == "peak +3 d ± 15 d"
    assert heading.summary.basis[1] == "calendar of US Great Plains (05-04) ± 11.5 d"


def test_that_elsewhere_the_calendar_says_nothing() -> None:
    heading = dated("wheat", early(region="Queensland"))["heading"]
    assert np.std(heading.dates) == pytest.approx(np.hypot(15, 4), rel=0.05)
    assert heading.summary.basis == ("peak +3 d ± 15 d",)


def test_that_what_is_seen_of_ripening_says_something_of_heading() -> None:
    """Heading is p + 3 + 15 z and 745 °Cd at 18 °C (41.4 d ± √34) later is p + 42 + e + 10 v:
    conditioning the normal variables by hand leaves a variance of 241 − 225²/363."""
    known = season(record=steady(18.0))
    heading = dated("wheat", known)["heading"]
    assert np.std(heading.dates) == pytest.approx(np.sqrt(241 - 225**2 / 363), rel=0.06)
    assert heading.summary.basis[-1] == "and by what is seen of maturity"
    shift = 225 / 363 * (39 - 745 / 18)
    assert np.mean(heading.dates) == pytest.approx(PEAK + 3 + shift, abs=1.0)


def test_that_flowering_follows_heading_draw_by_draw() -> None:
    """80 °Cd at a measured 16 °C are five days, give or take the model's three."""
    found = dated("wheat", early(record=steady(16.0)))
    lag = found["flowering"].dates - found["heading"].dates
    assert np.mean(lag) == pytest.approx(5.0, abs=0.2)
    assert np.std(lag) == pytest.approx(3.0, rel=0.06)
    assert "80 °Cd after heading ± 3 d: degree days by" in found["flowering"].summary.basis[0]


def test_that_without_temperatures_intervals_are_wider_and_the_reader_is_told() -> None:
    measured = dated("wheat", season(record=steady(18.0)))
    stated = dated("wheat", season())
    lags = [f["harvest"].dates - f["maturity"].dates for f in (measured, stated)]
    assert np.mean(lags[0]) == pytest.approx(335 / 18, abs=0.3)
    assert np.std(lags[1]) > 1.1 * np.std(lags[0])
    assert "not measured" in stated["harvest"].summary.basis[0]


def test_that_landmarks_of_the_curve_stay_what_the_curve_says() -> None:
    known = season(region="US Great Plains")
    found = dated("wheat", known)
    np.testing.assert_array_equal(found["peak"].dates, known.measures["peak"])
    np.testing.assert_array_equal(found["mid_green_up"].dates, known.measures["rise(50)"])
    np.testing.assert_array_equal(found["senescence"].dates, known.measures["fall(50)"])


def test_that_canolas_grain_fill_counts_from_its_first_flower() -> None:
    """Ten days before the dip, then 240 °Cd at 14 °C above the base: 7.1 days after full bloom."""
    known = season(record=steady(16.0))
    bloom = np.full(DRAWS, PEAK - 3.0)
    found = dated("canola", season(record=steady(16.0), measures={**known.measures, "dip": bloom}))
    assert np.std(found["flowering"].dates) == pytest.approx(5.0, rel=0.1)
    lag = found["grain_filling"].dates - found["flowering"].dates
    assert np.mean(lag) == pytest.approx(240 / 14 - 10, abs=0.4)


def test_that_a_stage_that_nothing_dates_says_what_it_needs() -> None:
    emergence = dated("barley", season())["emergence"]
    assert np.isnan(emergence.dates).all()
    assert emergence.summary.reason == "needs a date of sowing"
    assert "rise" not in emergence.summary.reason


def test_that_sowing_dates_emergence_by_measured_degree_days() -> None:
    """100 °Cd at 10 °C are ten days ± 5, 15 days ± 12 the other word: by hand 10.7 ± 4.6."""
    sowing = np.full(DRAWS, PEAK - 200.0)
    found = dated("wheat", early(sowing=sowing, record=steady(10.0)))["emergence"]
    weights = np.array([1 / 25, 1 / 144])
    lag = float(weights @ [10.0, 15.0]) / weights.sum()
    assert np.mean(found.dates) == pytest.approx(PEAK - 200 + lag, abs=0.5)
    assert np.std(found.dates) == pytest.approx(weights.sum() ** -0.5, rel=0.05)


def test_that_emergence_is_not_counted_at_a_temperature_stated_for_grain_fill() -> None:
    found = dated("wheat", early(sowing=np.full(DRAWS, PEAK - 200.0)))["emergence"]
    assert found.summary.basis == ("15 d after sowing ± 12 d",)


def test_that_curves_without_a_peak_have_no_heading() -> None:
    known = season()
    peak = known.measures["peak"].copy()
    peak[: DRAWS // 4] = np.nan
    found = dated("wheat", season(measures={**known.measures, "peak": peak}))
    assert np.mean(np.isnan(found["heading"].dates)) == pytest.approx(0.25, abs=0.001)
    assert np.mean(np.isnan(found["flowering"].dates)) == pytest.approx(0.25, abs=0.001)


def test_that_anchors_that_contradict_each_other_are_noticed() -> None:
    late = {name: drawn + 80.0 for name, drawn in season().measures.items()}
    found = dated("wheat", season(region="US Great Plains", measures=late))
    assert found["heading"].agreement < 0.01


def test_that_autumn_stages_fall_in_the_year_before() -> None:
    emergence = dated("wheat", season(index="EVI", region="US Great Plains"))["emergence"]
    assert say(middle(emergence.dates) + 0.5)[:7] == "2015-10"


@pytest.mark.parametrize("crop", [name for name in crops() if not load_template(name).is_sward])
def test_that_modelled_stages_come_in_their_order(crop: str) -> None:
    found = dated(crop, season(record=steady(20.0)))
    modelled = ("flowering", "grain_filling", "maturity", "harvest")
    seen = [name for name in modelled if name in found and np.isfinite(found[name].dates).any()]
    middles = [middle(found[name].dates) for name in seen]
    assert middles == sorted(middles)
    assert {"mid_green_up", "peak", "harvest"} <= set(found)
    assert "flag_leaf" not in found


def changed(stage: str, **parts: object) -> CropTemplate:
    wheat = PLAIN_WHEAT
    stages = tuple(replace(s, **parts) if s.name == stage else s for s in wheat.stages)  # type: ignore[arg-type]
    return replace(wheat, stages=stages)


def dates_of(template: CropTemplate, known: Known, stage: str) -> StageDraws:
    found = date_by_template(template, known, DRAWS, np.random.default_rng(1), say)
    return next(one for one in found if one.what.name == stage)


def test_that_days_on_which_others_were_observed_are_an_anchor() -> None:
    """Day 125 of the year is 5 May in the year of the season, whatever that year is."""
    day_of_year = (PEAK + 14.0) % YEAR
    observed = ObservedAnchor(day_of_year, 10.0, 2.0, "as observed once")
    found = dates_of(changed("heading", curve=(), observed=(observed,)), early(), "heading")
    assert np.mean(found.dates) == pytest.approx(PEAK + 14.0, abs=0.2)
    assert np.std(found.dates) == pytest.approx(2.0, rel=0.05)
    assert found.summary.basis[0] == "about 2016-05-19, as observed once ± 2 d"
    later = replace(early(), middle=PEAK + 731.0)
    found = dates_of(changed("heading", curve=(), observed=(observed,)), later, "heading")
    assert np.mean(found.dates) == pytest.approx(PEAK + 14.0 + 2 * YEAR, abs=0.2)


def test_that_a_stage_far_from_the_middle_keeps_its_year() -> None:
    for after in (-170.0, 150.0):
        observed = ObservedAnchor((PEAK + after) % YEAR, after - 15.0, 2.0, "as observed once")
        found = dates_of(changed("heading", curve=(), observed=(observed,)), early(), "heading")
        assert np.mean(found.dates) == pytest.approx(PEAK + after, abs=0.2)


def test_that_days_that_observed_dates_add_come_after_the_degree_days() -> None:
    wheat = PLAIN_WHEAT.stage("flowering")
    assert wheat is not None
    (thermal,) = wheat.thermal
    template = changed("flowering", thermal=(thermal.moved(6.0, 1.0),))
    found = date_by_template(
        template, early(record=steady(16.0)), DRAWS, np.random.default_rng(1), say
    )
    dates = {stage.what.name: stage for stage in found}
    lag = dates["flowering"].dates - dates["heading"].dates
    assert np.mean(lag) == pytest.approx(11.0, abs=0.2)
    assert np.std(lag) == pytest.approx(1.0, rel=0.1)
    assert dates["flowering"].summary.basis[0].startswith("80 °Cd after heading +6 d ± 1 d")


def test_that_an_anchor_that_awaits_observed_dates_is_silent() -> None:
    wheat = PLAIN_WHEAT.stage("harvest")
    assert wheat is not None
    assert [a.calibrated_only for a in wheat.curve] == [True, True]
    assert all("fall" not in words for words in dated("wheat", season())["harvest"].summary.basis)
    taught = changed("harvest", curve=tuple(a.moved(5.0, 2.0) for a in wheat.curve))
    found = dates_of(taught, season(), "harvest")
    assert found.summary.basis[0] == "fall(25) +27 d ± 2 d"
    assert np.mean(found.dates) == pytest.approx(PEAK + 39.0 + 27.0, abs=1.0)


def test_that_a_template_may_know_that_anchors_err_together() -> None:
    """The peak and the calendar of the Plains, correlated by the ratio of their trust: the
    calendar alone is left."""
    sd = (11.5, np.hypot(15.0, 4.0))
    related = (("peak of NDVI", "calendar of US Great Plains", 11.5 / 15.0),)
    found = dates_of(
        changed("heading", related=related), early(region="US Great Plains"), "heading"
    )
    plain = dated("wheat", early(region="US Great Plains"))["heading"]
    assert np.std(plain.dates) == pytest.approx(np.sqrt(1 / np.sum(1 / np.square(sd))), rel=0.05)
    assert np.mean(found.dates) == pytest.approx(PEAK - 1.0, abs=0.7)
    assert np.std(found.dates) == pytest.approx(11.5, rel=0.05)


def test_that_witnesses_of_several_indices_make_a_covariance() -> None:
    """One that is none gives some of them weights below zero, and a width that is no number."""
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    indices = ("NDVI", "EVI", "NDRE", "LAI", "VH", "VV")
    said = [
        AnchorDates(anchor, np.zeros(3), "", index=index)
        for index in indices
        for anchor in heading.curve_anchors(index)
    ]
    assert len(said) > len(indices)
    related = _related(heading, said)
    assert related is not None
    assert np.linalg.eigvalsh(related).min() > 0.05


def test_that_what_was_learnt_and_what_is_assumed_make_a_covariance_together() -> None:
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    said = [
        AnchorDates(anchor, np.zeros(3), "", index=index)
        for index in ("NDVI", "EVI")
        for anchor in heading.curve_anchors(index)
    ]
    keys = [one.anchor.key for one in said]
    pairs = ((keys[0], keys[1], 0.95), (keys[1], keys[3], 0.95))
    related = _related(replace(heading, related=pairs), said)
    assert related is not None
    assert np.linalg.eigvalsh(related).min() >= 0.05 - 1e-9
    assert np.allclose(np.diag(related), 1.0)
    assert related[0, 1] > 0.3
