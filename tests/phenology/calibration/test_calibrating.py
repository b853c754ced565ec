"""Calibration on the whole road: from observed dates to the dates of other fields."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from phenology.calibration.seasons import (
    WHEAT,
    dates,
    day,
    known,
    late_headings,
    middle,
    warm,
)

from gpstudio.core.errors import InputError
from gpstudio.phenology.anchors import OBSERVED
from gpstudio.phenology.calibration import (
    Calibration,
    CalibrationCase,
    calibrate,
    calibrated,
    calibration_of,
    record_of,
)
from gpstudio.phenology.calibration.cases import fields_of
from gpstudio.phenology.calibration.learning import residuals_of
from gpstudio.phenology.stage_chain import date_by_template
from gpstudio.phenology.templates import load_template

PEAK = day("2023-05-12")


def learnt_keys(calibration: Calibration, stage: str) -> set[str]:
    return {anchor.key for anchor in calibration.of_stage(stage)}


def test_that_an_offset_that_all_seasons_show_is_recovered() -> None:
    """Heading twenty days after the peak, and not three; the season to be dated was not seen."""
    calibration = calibrate(WHEAT, late_headings(range(2015, 2022), 3, 20.0))
    new = known(PEAK)
    before = dates(WHEAT, new)["heading"]
    after = dates(calibrated(WHEAT, calibration, "new", "2023"), new)["heading"]
    assert middle(before) < PEAK + 6.0
    assert middle(after) == pytest.approx(PEAK + 20.0, abs=1.5)
    assert np.std(after) < 0.4 * np.std(before)


def test_that_the_words_say_what_was_learnt() -> None:
    calibration = calibrate(WHEAT, late_headings(range(2015, 2020), 3, 20.0))
    (words,) = calibration.words
    assert words.startswith("heading: +")
    assert "from 15 fields in 5 seasons; leaving one season out the error is" in words
    (heading,) = calibration.stages
    assert heading.error is not None
    assert heading.error < 4.0


def test_that_with_one_season_another_field_is_known_and_another_year_is_not() -> None:
    calibration = calibrate(WHEAT, late_headings([2022], 12, 20.0))
    new = known(day("2022-05-08"))
    same, other = (
        dates(calibrated(WHEAT, calibration, "new", season), new)["heading"]
        for season in ("2022", "2023")
    )
    assert middle(same) == pytest.approx(day("2022-05-28"), abs=2.0)
    assert np.std(other) > 2.0 * np.std(same)
    assert "leaving one field out" in calibration.words[0]
    assert "of another season nothing is known" in calibration.words[0]


def test_that_one_date_is_learnt_from_and_said_to_be_one() -> None:
    calibration = calibrate(WHEAT, late_headings([2022], 1, 20.0))
    assert calibration.words[0].endswith("one date cannot tell the error")
    new = known(PEAK)
    moved = dates(calibrated(WHEAT, calibration, "new", "2023"), new)["heading"]
    assert middle(dates(WHEAT, new)["heading"]) < middle(moved) < PEAK + 20.0


def test_that_nothing_observed_leaves_the_template_as_it_is() -> None:
    calibration = calibrate(WHEAT, [])
    assert calibration.words == ()
    assert calibrated(WHEAT, calibration, "any", "2023") == WHEAT


def test_that_the_mean_of_the_other_fields_of_a_season_is_hard_to_beat_and_used() -> None:
    """Peaks scatter by ten days about dates that do not."""
    random = np.random.default_rng(3)
    cases = []
    for field in range(15):
        peak = day("2022-05-08") + random.normal(0.0, 10.0)
        seen = day("2022-05-20") + random.normal(0.0, 1.5)
        one = known(peak, seed=field)
        cases.append(CalibrationCase(str(field), "2022", "heading", seen, one))
    errors, means = [], []
    for place, case in enumerate(cases):
        others = cases[:place] + cases[place + 1 :]
        moved = calibrated(WHEAT, calibrate(WHEAT, others), case.group, "2022")
        errors.append(middle(dates(moved, case.known)["heading"]) - case.day)
        means.append(np.mean([other.day for other in others]) - case.day)
    assert np.sqrt(np.mean(np.square(errors))) <= 1.15 * np.sqrt(np.mean(np.square(means)))


def test_that_a_stage_counted_from_another_tells_when_that_one_was() -> None:
    """Only flowering is seen, 80 °Cd after heading at 16 °C: the peak's anchor of heading moves."""
    cases = [
        replace(case, known=replace(case.known, record=warm(16.0)))
        for case in late_headings(range(2015, 2020), 4, 25.0, stage="flowering")
    ]
    calibration = calibrate(WHEAT, cases)
    assert "peak of NDVI" in learnt_keys(calibration, "heading")
    new = known(PEAK, record=warm(16.0))
    found = dates(calibrated(WHEAT, calibration, "new", "2023"), new)
    assert middle(found["flowering"]) == pytest.approx(PEAK + 25.0, abs=1.5)
    assert middle(found["heading"]) == pytest.approx(PEAK + 20.0, abs=1.5)


def test_that_a_farmers_harvest_moves_harvest_alone() -> None:
    random = np.random.default_rng(4)
    cases = []
    for year in range(2015, 2022):
        peak = day(f"{year}-05-05") + random.normal(0.0, 8.0)
        one = known(peak, peak + 45.0, record=warm(18.0))
        said = dates(WHEAT, one)
        seen = middle(said["harvest"]) + 14.0 + random.normal(0.0, 1.0)
        cases.append(CalibrationCase(str(year), str(year), "harvest", seen, one))
    calibration = calibrate(WHEAT, cases)
    new = known(PEAK, PEAK + 45.0, record=warm(18.0))
    before = dates(WHEAT, new)
    after = dates(calibrated(WHEAT, calibration, "new", "2023"), new)
    assert middle(after["harvest"]) - middle(before["harvest"]) == pytest.approx(14.0, abs=2.5)
    assert middle(after["maturity"]) == pytest.approx(middle(before["maturity"]), abs=2.5)
    assert learnt_keys(calibration, "maturity") == set()


def test_that_a_stage_that_was_seen_is_where_later_ones_are_counted_from() -> None:
    """Heading and flowering both seen, ten days apart: what is learnt of flowering is the lag."""
    cases = late_headings(range(2015, 2021), 2, 20.0)
    cases += [replace(case, stage="flowering", day=case.day + 10.0) for case in cases]
    calibration = calibrate(WHEAT, cases)
    (lag,) = calibration.of_stage("flowering")
    assert lag.key == "degree days after heading"
    assert np.mean([row.days for row in lag.rows]) == pytest.approx(10.0 - 80.0 / 18.0, abs=0.5)


def test_that_stages_counted_from_one_another_share_one_calendar() -> None:
    cases = late_headings(range(2015, 2019), 2, 20.0)
    cases += [replace(case, stage="flowering", day=case.day + 6.0) for case in cases]
    cases += [CalibrationCase("one more", "2019", "flowering", day("2019-06-01"), cases[0].known)]
    calibration = calibrate(WHEAT, cases)
    with_days = [anchor.stage for anchor in calibration.anchors if anchor.key == OBSERVED]
    assert len(with_days) == 1


def test_that_a_region_that_has_its_calendar_gets_no_second_one() -> None:
    cases = [
        replace(case, known=replace(case.known, region="US Great Plains"))
        for case in late_headings(range(2015, 2020), 3, 20.0)
    ]
    calibration = calibrate(WHEAT, cases)
    assert "calendar of US Great Plains" in learnt_keys(calibration, "heading")
    assert OBSERVED not in learnt_keys(calibration, "heading")
    moved = calibrated(WHEAT, calibration, "new", "2023").stage("heading")
    assert moved is not None
    assert moved.calendar[0].days > 10.0


def test_that_days_about_new_year_are_neighbours() -> None:
    """Emergence on 30 December and 2 January: about New Year, not in July."""
    cases = []
    for year, seen in ((2019, "2018-12-30"), (2020, "2020-01-02"), (2021, "2021-01-03")):
        peak = day(f"{year}-03-20")
        sowing = np.full(400, day(seen) - 25.0)
        cases.append(
            CalibrationCase(
                "f", str(year), "emergence", day(seen), known(peak, peak + 40, sowing=sowing)
            )
        )
    calibration = calibrate(WHEAT, cases)
    (days,) = [a for a in calibration.anchors if a.key == OBSERVED]
    assert np.ptp([row.days for row in days.rows]) < 6.0
    new = known(day("2023-03-20"), day("2023-05-01"))
    found = dates(calibrated(WHEAT, calibration, "f", "2023"), new)["emergence"]
    assert middle(found) == pytest.approx(day("2023-01-01"), abs=4.0)


def test_that_a_stage_long_after_the_peak_falls_in_its_own_year() -> None:
    """Early peaks: ripening more than 95 days later, where a calendar would be a year off."""
    cases = []
    for year in range(2015, 2020):
        peak = day(f"{year}-02-01")
        one = known(peak, peak + 110.0)
        cases.append(CalibrationCase("f", str(year), "maturity", day(f"{year}-05-30"), one))
    calibration = calibrate(WHEAT, cases)
    new = known(day("2023-02-01"), day("2023-05-22"))
    found = dates(calibrated(WHEAT, calibration, "g", "2023"), new)["maturity"]
    assert middle(found) == pytest.approx(day("2023-05-30"), abs=6.0)


def test_that_intervals_are_widened_by_what_leaving_out_says() -> None:
    """Years that differ by far more than the template and the prior expect."""
    cases = []
    for year, late in zip(range(2010, 2018), (40, -30, 35, -35, 45, -25, 30, -40), strict=True):
        cases += late_headings([year], 3, float(late), seed=year)
    calibration = calibrate(WHEAT, cases)
    heading = calibration.learnt("heading")
    assert heading is not None
    assert heading.error is not None
    assert heading.error > 15.0
    new = known(PEAK)
    plain = replace(calibration, stages=(replace(heading, widened_season=1.0),))
    wide = replace(calibration, stages=(replace(heading, widened_season=1.5),))
    spreads = [
        np.std(dates(calibrated(WHEAT, c, "new", "2023"), new)["heading"]) for c in (plain, wide)
    ]
    assert spreads[1] > 1.3 * spreads[0]


def test_that_a_field_can_be_left_out() -> None:
    cases = late_headings([2020, 2021], 3, 20.0)
    calibration = calibrate(WHEAT, cases)
    without = calibration.without(group="2020 1")
    seen = {row.group for anchor in without.anchors for row in anchor.rows}
    assert seen == {case.group for case in cases} - {"2020 1"}
    of_season = calibration.without(season="2021")
    assert {row.season for anchor in of_season.anchors for row in anchor.rows} == {"2020"}
    of_both = calibration.without("2020 1", "2021")
    assert of_both == calibration


def test_that_a_calibration_survives_a_file() -> None:
    calibration = calibrate(WHEAT, late_headings([2020, 2021], 3, 20.0))
    written = json.dumps(record_of(calibration))
    assert calibration_of(json.loads(written)) == calibration
    once = calibrate(WHEAT, late_headings([2020], 1, 20.0))
    assert calibration_of(json.loads(json.dumps(record_of(once)))) == once


def test_that_a_damaged_file_is_told_where() -> None:
    record = record_of(calibrate(WHEAT, late_headings([2020, 2021], 2, 20.0)))
    anchors = record["anchors"]
    assert isinstance(anchors, list)
    anchors[0]["rows"][1]["days"] = "ten"
    with pytest.raises(InputError, match="The calibration, anchor 1, row 2: 'days' must be a num"):
        calibration_of(record)


def test_that_it_is_frozen_and_repeatable() -> None:
    cases = late_headings([2020, 2021], 3, 20.0)
    calibration = calibrate(WHEAT, cases)
    assert calibrate(WHEAT, cases) == calibration
    with pytest.raises(FrozenInstanceError):
        calibration.crop = "barley"  # type: ignore[misc]


def test_that_landmarks_of_the_curve_are_put_aside_with_a_word() -> None:
    cases = [CalibrationCase("a", "2020", "peak", day("2020-05-05"), known(day("2020-05-06")))]
    calibration = calibrate(WHEAT, cases)
    assert calibration.anchors == ()
    assert calibration.aside == (
        "1 date of peak, which is a landmark of the curve and not calibrated",
    )


def test_that_what_cannot_be_used_is_refused_in_one_sentence() -> None:
    one = known(PEAK)
    with pytest.raises(InputError, match="'tasseling' was observed, but there is no such stage of"):
        calibrate(WHEAT, [CalibrationCase("a", "2023", "tasseling", PEAK, one)])
    with pytest.raises(InputError, match="The date of heading in a is no date"):
        calibrate(WHEAT, [CalibrationCase("a", "2023", "heading", np.nan, one)])
    with pytest.raises(InputError, match="of wheat: it says nothing of barley"):
        calibrated(load_template("barley"), calibrate(WHEAT, []), "a", "2023")


def test_that_a_date_says_that_it_rests_on_observed_ones() -> None:
    calibration = calibrate(WHEAT, late_headings(range(2015, 2020), 3, 20.0))
    template = calibrated(WHEAT, calibration, "new", "2023")
    new = known(PEAK)
    found = date_by_template(template, new, 400, np.random.default_rng(0), str)
    (heading,) = [stage for stage in found if stage.what.name == "heading"]
    assert any(
        "as observed in 15 other fields or seasons" in words for words in heading.summary.basis
    )
    assert any(words.startswith("peak +") for words in heading.summary.basis)


def asked_and_known(random: np.random.Generator) -> tuple[list[CalibrationCase], CalibrationCase]:
    """Three fields in each of three years, and one of a fourth: place, years and fields anew."""
    late = 3.0 + random.normal(0.0, 15.0)
    found = []
    for year in range(2015, 2019):
        of_year = random.normal(0.0, 5.0)
        for field in range(3):
            peak = day(f"{year}-05-05") + random.normal(0.0, 8.0)
            seen = peak + late + of_year + random.normal(0.0, 4.0)
            one = known(peak, sharp=3.0, seed=int(random.integers(1_000_000)))
            found.append(CalibrationCase(f"{year} {field}", str(year), "heading", seen, one))
    return found[:9], found[9]


def test_that_intervals_hold_on_the_whole_road() -> None:
    random = np.random.default_rng(5)
    held = 0
    for trial in range(100):
        cases, asked = asked_and_known(random)
        fields, _ = fields_of(WHEAT, cases)
        template = calibrated(WHEAT, residuals_of(WHEAT, fields, trial), asked.group, "2018")
        lower, upper = np.quantile(dates(template, asked.known, trial)["heading"], [0.05, 0.95])
        held += bool(lower <= asked.day <= upper)
    assert 0.82 <= held / 100 <= 0.97, held
