"""Letters, codes and sentences of dates of which everything is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.quality import (
    CODES,
    LETTERS,
    DateToGrade,
    Grade,
    SeasonReadings,
    amplitude_at,
    band_at,
    grade_of,
    no_season,
)
from gpstudio.phenology.quality.looks import standing_of
from gpstudio.phenology.rules import SeasonPart
from gpstudio.phenology.season import Season

START, PEAK, END = (
    float(np.datetime64(day).astype(int)) for day in ("2022-03-01", "2022-05-10", "2022-07-19")
)
SEASON = Season("2022", START, PEAK, END, cut_left=False, cut_right=False)
WEEKLY = np.arange(START - 21.0, END + 22.0, 7.0)
EVERY = SeasonReadings(SEASON, WEEKLY)


def draws(date: float, sd: float = 2.0, share: float = 1.0, count: int = 1_000) -> Floats:
    found = np.random.default_rng(0).normal(date, sd, count)
    found[int(share * count) :] = np.nan
    return found


def dated(date: float = START + 30.0, sd: float = 2.0, part: SeasonPart = "rise") -> DateToGrade:
    drawn = draws(date, sd)
    return DateToGrade(
        tuple(np.quantile(drawn, (0.05, 0.25, 0.5, 0.75, 0.95))), drawn, part, band=0.03
    )


def without(part: SeasonPart, share: float = 0.31) -> DateToGrade:
    return DateToGrade(None, draws(PEAK, 2.0, share), part)


def cut(left: bool = False, right: bool = False, readings: Floats = WEEKLY) -> SeasonReadings:
    return SeasonReadings(replace(SEASON, cut_left=left, cut_right=right), readings)


def test_that_a_well_seen_date_is_good_and_says_by_what() -> None:
    grade = grade_of(dated(), EVERY)
    assert (grade.letter, grade.codes, grade.written) == ("A", (), "A")
    assert grade.sentence == (
        "Good: 8 readings in the rise, 5 readings about the peak, 8 readings in the fall, at most "
        "7 days apart about the date."
    )


@pytest.mark.parametrize(
    ("days", "letter"), [(10.0, "A"), (11.0, "B"), (20.0, "B"), (21.0, "C"), (41.0, "D")]
)
def test_that_a_gap_about_the_date_counts_by_its_days(days: float, letter: str) -> None:
    date = START + 30.0
    outside = WEEKLY[np.abs(WEEKLY - date) > days / 2.0]
    readings = np.sort(np.concatenate([outside, [date - days / 2.0, date + days / 2.0]]))
    # few readings are another matter
    far = np.concatenate([readings, np.linspace(START, START + 3.0, 4), np.linspace(PEAK, PEAK, 2)])
    grade = grade_of(dated(date, 0.5), SeasonReadings(SEASON, np.sort(far)))
    assert grade.letter == letter
    assert ("gap" in grade.codes) == (letter != "A")
    if letter != "A":
        assert f"{days:.0f} days without a reading about it" in grade.sentence


def test_that_a_gap_elsewhere_does_not_count() -> None:
    readings = WEEKLY[(WEEKLY < START + 50.0) | (WEEKLY > PEAK)]
    assert grade_of(dated(START + 20.0), SeasonReadings(SEASON, readings)).letter == "A"


@pytest.mark.parametrize(("sd", "letter"), [(2.0, "A"), (4.0, "B"), (8.0, "C"), (16.0, "D")])
def test_that_a_wide_interval_counts(sd: float, letter: str) -> None:
    grade = grade_of(dated(PEAK, sd, "peak"), EVERY)
    assert grade.letter == letter
    assert ("wide" in grade.codes) == (letter != "A")


@pytest.mark.parametrize(("band", "letter"), [(0.1, "A"), (0.15, "B"), (0.3, "C"), (np.inf, "D")])
def test_that_a_wide_band_counts(band: float, letter: str) -> None:
    grade = grade_of(replace(dated(), band=band), EVERY)
    assert grade.letter == letter
    assert grade.codes == (() if letter == "A" else ("band",))
    assert "inf" not in grade.sentence


@pytest.mark.parametrize(
    ("part", "date", "letters"),
    [
        ("rise", START + 30.0, "ABCD"),
        ("peak", PEAK, "AABC"),
        ("fall", END - 30.0, "ABCD"),
    ],
)
def test_that_few_readings_count_where_the_date_is(
    part: SeasonPart, date: float, letters: str
) -> None:
    inside = WEEKLY[(WEEKLY >= START) & (WEEKLY <= END)]
    mine = [time for time in inside if EVERY.part_at(time) == part]
    others = [time for time in WEEKLY if time not in mine]
    for kept, letter in zip((3, 2, 1, 0), letters, strict=True):
        seen = SeasonReadings(SEASON, np.sort(np.array([*mine[:kept], *others])))
        assert seen.counts[part] == kept
        # no gap, no width: only the readings differ
        grade = grade_of(replace(dated(date, 0.0, part), draws=np.full(9, date)), seen)
        few = [code for code in grade.codes if code != "gap"]
        assert few == ([] if letter == "A" else [f"few_{part}"])
        assert (
            letter == "A" or CODES[f"few_{part}"].letter({"peak": 2}.get(part, 3) - kept) == letter
        )


def test_that_readings_of_the_fall_do_not_matter_to_the_rise() -> None:
    seen = SeasonReadings(SEASON, WEEKLY[WEEKLY < PEAK + 14.0])
    assert seen.counts["fall"] == 0
    assert grade_of(dated(START + 20.0), seen).letter == "A"


@pytest.mark.parametrize(
    ("ahead", "letter", "words"),
    [
        (-1.0, "B", "its interval ends after the last reading"),
        (1.0, "B", "forecast, 1 day after the last reading"),
        (16.0, "C", "forecast, 16 days after the last reading"),
        (50.0, "D", "forecast, 50 days after the last reading"),
    ],
)
def test_that_a_date_after_the_last_reading_is_a_forecast(
    ahead: float, letter: str, words: str
) -> None:
    last = float(WEEKLY[WEEKLY < PEAK + 20.0][-1])
    known = dated(last + ahead, 1.5, "fall")
    quantiles = (*(known.quantiles or ())[:2], last + ahead, *(known.quantiles or ())[3:])
    grade = grade_of(
        replace(known, quantiles=quantiles), SeasonReadings(SEASON, WEEKLY[last >= WEEKLY])
    )
    assert (grade.letter, grade.codes) == (letter, ("forecast",))
    assert words in grade.sentence
    asked = SeasonReadings(SEASON, WEEKLY, last_reading=last)
    assert grade_of(replace(known, quantiles=quantiles), asked).codes == ("forecast",)


@pytest.mark.parametrize(("inside", "letter"), [(2.0, "C"), (6.0, "B"), (15.0, "A")])
def test_that_a_date_near_a_cut_edge_is_told(inside: float, letter: str) -> None:
    left = grade_of(dated(START + inside, 0.5), cut(left=True))
    assert left.letter == letter
    assert ("edge" in left.codes) == (letter != "A")
    assert grade_of(dated(START + inside, 0.5), EVERY).letter == "A"
    right = grade_of(dated(END - inside, 0.5, "fall"), cut(right=True))
    assert right.letter == letter


def test_that_a_date_before_the_first_reading_is_told() -> None:
    grade = grade_of(dated(START + 3.0, 1.0), SeasonReadings(SEASON, WEEKLY[WEEKLY > START + 10.0]))
    assert grade.codes[0] == "edge"
    assert "11 days before the first reading" in grade.sentence


def test_that_anchors_that_disagree_are_told() -> None:
    for agreement, letter in ((0.2, "A"), (0.04, "B"), (0.005, "C"), (0.0, "D")):
        grade = grade_of(replace(dated(), agreement=agreement), EVERY)
        assert grade.letter == letter
        assert ("disagree" in grade.codes) == (letter != "A")


def test_that_draws_in_two_groups_are_told_with_both_dates() -> None:
    drawn = np.concatenate([draws(PEAK + 0.5, 1.0, count=600), draws(PEAK + 24.5, 1.0, count=400)])
    known = DateToGrade(tuple(np.quantile(drawn, (0.05, 0.25, 0.5, 0.75, 0.95))), drawn, "peak")
    grade = grade_of(known, EVERY)
    assert "either_or" in grade.codes
    assert "either about 10 May (60 %) or about 3 June (40 %)" in grade.sentence
    assert len(grade.modes.modes) == 2


@pytest.mark.parametrize(
    ("rests_on", "letter", "codes"),
    [
        (("curve", "calendar"), "A", ()),
        (("thermal",), "D", ("thermal",)),
        (("counted",), "D", ("counted",)),
        (("calendar", "thermal"), "C", ("calendar",)),
        (("counted", "calendar"), "C", ("calendar",)),
        (("calendar",), "C", ("calendar",)),
        (("assumed",), "C", ("assumed",)),
        (("assumed", "counted"), "C", ("assumed",)),
    ],
)
def test_that_what_is_modelled_is_told_not_to_be_seen(
    rests_on: tuple[str, ...], letter: str, codes: tuple[str, ...]
) -> None:
    grade = grade_of(replace(dated(), rests_on=rests_on), EVERY)
    assert (grade.letter, grade.codes) == (letter, codes)
    assert ("not seen" in grade.sentence) == bool(codes)


def test_that_width_speaks_against_a_landmark_alone() -> None:
    """A crop's stage has its letter by what was seen of it, and its width beside."""
    wide = replace(dated(PEAK, 4.0, "peak"), is_landmark=False)
    assert "wide" in grade_of(replace(wide, is_landmark=True), EVERY).codes
    assert grade_of(wide, EVERY).letter == "A"


def test_that_what_made_a_date_wide_is_told_before_its_width() -> None:
    """A field of few readings needs more of them: it is not called noisy for its wide dates."""
    seen = SeasonReadings(SEASON, WEEKLY[abs(WEEKLY - START - 30.0) > 25.0])
    grade = grade_of(replace(dated(sd=16.0), band=0.5), seen)
    assert (grade.letter, grade.codes[0]) == ("D", "gap")
    assert {"band", "wide"} < set(grade.codes)
    assert standing_of([grade]).look == "few_readings"


def test_that_no_gap_speaks_against_what_no_reading_shows() -> None:
    seen = SeasonReadings(SEASON, WEEKLY[(WEEKLY < PEAK) | (WEEKLY > END)])
    assert grade_of(replace(dated(END - 20.0), rests_on=("thermal",)), seen).codes == ("thermal",)


def test_that_the_worst_code_makes_the_letter_and_comes_first() -> None:
    grade = grade_of(replace(dated(PEAK, 4.0, "peak"), band=0.3), EVERY)
    assert (grade.letter, grade.codes) == ("C", ("band", "wide"))
    assert grade.written == "C: band wide"
    assert grade.sentence.startswith("Weak: the curve there is uncertain by 30 %")
    assert grade.sentence.endswith("the 90 % interval is 12 days wide.")


@pytest.mark.parametrize(
    ("known", "seen", "code", "words"),
    [
        (without("fall"), EVERY, "not_reached", "Not reached: P = 0.31 by 19 July."),
        (without("rise"), cut(left=True), "not_observed", "the series begins after it, on 8 Febr"),
        (without("peak"), cut(left=True), "not_observed", "the series begins after it"),
        (without("fall"), cut(left=True), "not_reached", "P = 0.31"),
        (without("fall"), cut(right=True), "cut", "the series ends in the season, not reached yet"),
        (without("peak"), cut(right=True), "cut", "P = 0.31 by 19 July"),
        (without("rise"), cut(right=True), "not_reached", "P = 0.31"),
        (
            replace(without("fall", 0.0), needs="needs a date of sowing"),
            EVERY,
            "needs",
            "Needs more: a date of sowing.",
        ),
    ],
)
def test_that_no_date_has_its_reason(
    known: DateToGrade, seen: SeasonReadings, code: str, words: str
) -> None:
    grade = grade_of(known, seen)
    assert (grade.letter, grade.codes) == ("-", (code,))
    assert words in grade.sentence
    assert grade.written == f"none: {code}"


def test_that_the_day_of_the_question_is_told_where_a_stage_is_still_to_come() -> None:
    told = grade_of(without("fall"), cut(right=True), as_of=PEAK).sentence
    assert "not reached yet on 10 May, P = 0.31 by 19 July" in told


def test_that_a_season_cut_on_both_sides_misses_the_peak_on_the_nearer() -> None:
    late = SeasonReadings(replace(SEASON, peak=START + 5.0, cut_left=True, cut_right=True), WEEKLY)
    early = SeasonReadings(replace(SEASON, peak=END - 5.0, cut_left=True, cut_right=True), WEEKLY)
    assert grade_of(without("peak"), late).codes == ("not_observed",)
    assert grade_of(without("peak"), early).codes == ("cut",)


def test_that_no_season_says_what_the_search_said() -> None:
    grade = no_season("No season: amplitude 0.09 below 0.10.")
    assert (grade.letter, grade.codes) == ("-", ("no_season",))
    assert grade.sentence == "No season: amplitude 0.09 below 0.10."
    assert no_season().sentence.startswith("No season: nothing in the series")


def test_that_bars_of_days_are_silent_where_times_are_no_days() -> None:
    """A season of 140 years, say: an interval of 30 is no matter of days."""
    seen = SeasonReadings(SEASON, WEEKLY[::3], dated=False)
    assert grade_of(dated(PEAK, 10.0, "peak"), seen).codes == ()
    assert (
        grade_of(replace(dated(), band=0.3), SeasonReadings(SEASON, WEEKLY, dated=False)).letter
        == "C"
    )


def test_that_a_series_without_readings_is_no_good() -> None:
    grade = grade_of(dated(), SeasonReadings(SEASON, np.zeros(0)))
    assert grade.letter == "D"
    assert "inf" not in grade.sentence
    assert "nan" not in grade.sentence


def band(time: Floats, mean: Floats, std: Floats, seen: SeasonReadings) -> float:
    """At the peak."""
    return band_at(time, std, amplitude_at(time, mean, seen), PEAK)


def test_that_the_band_is_a_share_of_the_amplitude() -> None:
    time = np.arange(START, END + 1.0)
    mean = 0.2 + 0.6 * np.exp(-(((time - PEAK) / 20.0) ** 2))
    std = np.full(len(time), 0.03)
    amplitude = mean.max() - max(mean[0], mean[-1])
    assert band(time, mean, std, EVERY) == pytest.approx(0.03 / amplitude)
    # the side that is cut off says nothing of the ground
    half = time >= PEAK - 10.0
    season = replace(SEASON, start=PEAK - 10.0, cut_left=True)
    found = band(time[half], mean[half], std[half], SeasonReadings(season, WEEKLY))
    assert found == pytest.approx(0.03 / (mean.max() - mean[-1]))
    assert band(time, np.full_like(mean, 0.3), std, EVERY) == np.inf


def test_that_every_code_and_letter_is_declared_with_words() -> None:
    assert list(LETTERS) == ["A", "B", "C", "D", "-"]
    for name, code in CODES.items():
        assert name == code.name == name.strip().lower()
        assert " " not in name
        assert code.title
        assert code.help.endswith(".")
        bars = [bar for bar, _ in code.bars]
        assert bars == sorted(bars)
        assert [letter for _, letter in code.bars] == sorted(letter for _, letter in code.bars)
        assert all(letter in LETTERS for _, letter in code.bars)
    assert CODES["gap"].told == "At best B above 10, C above 20, D above 40 days."
    assert CODES["calendar"].told == ""


def test_that_the_same_date_has_the_same_grade() -> None:
    assert grade_of(dated(), EVERY) == grade_of(dated(), EVERY) == Grade("A", (), grade_of(
        dated(), EVERY).sentence)  # fmt: skip


def test_that_a_date_of_smoothed_readings_is_at_best_fair_and_says_why() -> None:
    grade = grade_of(dated(), replace(EVERY, smoothed=True))
    assert (grade.letter, grade.codes) == ("B", ("smoothed",))
    assert "says nothing about the readings" in grade.sentence
