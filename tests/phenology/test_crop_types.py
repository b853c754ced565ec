"""Winter, facultative and spring types: who heads by the calendar, and who counts from sowing."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.phenology.anchor_dates import Known
from gpstudio.phenology.crop_types import type_of
from gpstudio.phenology.places import Place
from gpstudio.phenology.stage_chain import StageDraws, date_by_template, told
from gpstudio.phenology.templates import load_template
from gpstudio.session.request import Request, checked

WHEAT = load_template("wheat")
PULLMAN, DELHI = Place(46.7, -117.2, 770), Place(28.6, 77.2, 220)
CANBERRA = Place(-35.3, 149.1, 580)
PEAK = float(np.datetime64("2022-06-01").astype(int))
DRAWS = 500


def day(iso: str) -> float:
    return float(np.datetime64(iso).astype(int))


def heading(**given: object) -> StageDraws:
    measures = {"peak": np.full(DRAWS, PEAK), "rise(10)": np.full(DRAWS, PEAK - 90.0)}
    known = Known(**{"index": "LAI", "middle": PEAK, "measures": measures, **given})  # type: ignore[arg-type]
    found = date_by_template(WHEAT, known, DRAWS, np.random.default_rng(0), _iso)
    return next(told(one, WHEAT, known) for one in found if one.what.name == "heading")


def emergence(**given: object) -> StageDraws:
    measures = {"peak": np.full(DRAWS, PEAK), "rise(10)": np.full(DRAWS, PEAK - 90.0)}
    known = Known(**{"index": "LAI", "middle": PEAK, "measures": measures, **given})  # type: ignore[arg-type]
    found = date_by_template(WHEAT, known, DRAWS, np.random.default_rng(0), _iso)
    return next(one for one in found if one.what.name == "emergence")


def _iso(time: float) -> str:
    return str(np.datetime64(int(time), "D"))


@pytest.mark.parametrize(
    ("sown", "place", "kind"),
    [
        ("2021-10-14", PULLMAN, "winter"),
        ("2021-12-20", PULLMAN, "winter"),
        ("2022-04-20", PULLMAN, "spring"),
        ("2022-05-10", CANBERRA, "winter"),
        ("2022-09-10", CANBERRA, "spring"),
        ("2022-04-20", None, "spring"),
    ],
)
def test_that_the_day_of_sowing_tells_the_type(sown: str, place: Place | None, kind: str) -> None:
    assert type_of("", day(sown), place) == kind
    assert type_of("facultative", day(sown), place) == "facultative"


def test_that_winter_wheat_heads_by_the_calendar_of_its_place() -> None:
    found = heading(place=PULLMAN)
    assert "usual day at 46.7,-117.2,770: 2022-06-0" in " ".join(found.summary.basis)
    assert np.std(found.dates) < 0.5 * np.std(heading().dates) or np.isnan(heading().dates).all()


def test_that_spring_wheat_counts_from_sowing_and_not_by_the_calendar() -> None:
    sown = np.full(DRAWS, day("2022-04-20"))
    found = heading(place=PULLMAN, sowing=sown)
    words = " ".join(found.summary.basis)
    assert "680 °Cd after sowing" in words
    assert "usual day" not in words
    autumn = heading(place=PULLMAN, sowing=np.full(DRAWS, day("2021-10-10")))
    assert "after sowing" not in " ".join(autumn.summary.basis)


def test_that_the_emergence_of_an_autumn_sown_cereal_is_never_told_from_the_spring_rise() -> None:
    """Winter wheat's green is there before the winter: what rises in spring has long emerged."""
    assert "rise" not in " ".join(emergence(place=PULLMAN).summary.basis)
    assert np.isnan(emergence(place=PULLMAN).dates).all()
    assert "date of sowing" in emergence(place=PULLMAN).summary.reason
    sown = np.full(DRAWS, day("2022-04-20"))
    assert "rise(10)" in " ".join(emergence(place=PULLMAN, sowing=sown).summary.basis)


def test_that_without_a_place_the_reason_says_what_it_would_bring() -> None:
    measures = {"lost(50)": np.full(DRAWS, PEAK + 30.0)}
    found = heading(index="NDVI", measures=measures)
    assert "the place of the field, if it were told" in found.summary.basis[-1]
    told_ = heading(index="NDVI", measures=measures, place=PULLMAN)
    assert "if it were told" not in " ".join(told_.summary.basis)


def test_that_a_date_wider_than_sixty_days_is_not_told_and_says_what_would_help() -> None:
    found = heading()
    assert np.isnan(found.dates).all()
    assert "days wide: tell when it was sown, where the field lies or a temperature file" in (
        found.summary.reason
    )


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Request(stages="wheat", crop_type="winter", place=DELHI), "from 30 to 56 degrees"),
        (
            Request(stages="wheat", crop_type="winter", place=Place(12.97, 77.6, 900)),
            "needs a cold winter and does not head at latitude 12.97",
        ),
        (Request(stages="maize", crop_type="winter"), "knows no types"),
        (Request(stages="wheat", crop_type="sommer"), "winter, facultative or spring"),
        (Request(stages="wheat", place=Place(0.0, -30.0)), "lies in the sea"),
        (Request(stages="wheat", place=Place(46.0, 8.0, 9_000.0)), "in metres"),
    ],
)
def test_that_what_cannot_be_is_refused_in_a_sentence(request_: Request, words: str) -> None:
    with pytest.raises(InputError) as refused:
        checked(request_)
    assert words in str(refused.value)


def test_that_beyond_the_laws_latitudes_an_untold_type_leaves_the_calendar_silent() -> None:
    checked(Request(stages="wheat", place=DELHI))
    assert "usual day" not in " ".join(heading(place=DELHI).summary.basis)


def test_that_an_assumption_for_an_index_stands_first_and_goes_once_it_is_taught() -> None:
    """Wheat's stem elongation is known of NDVI, and assumed of GCC."""
    for index, assumed in (("NDVI", False), ("GCC", True)):
        known = Known(index, PEAK, {"peak": np.full(DRAWS, PEAK)})
        found = date_by_template(WHEAT, known, DRAWS, np.random.default_rng(0), _iso)
        stage = next(one for one in found if one.what.name == "stem_elongation")
        assert stage.summary.note.startswith("assumed to show in GCC") == assumed
        assert ("assumed" in stage.rests_on) == assumed
    stem = WHEAT.stage("stem_elongation")
    assert stem is not None
    (anchor,) = stem.curve_anchors("GCC")
    assert anchor.kind == "assumed"
    assert anchor.moved(1.0, 2.0).kind == "curve"


def test_that_stem_elongation_comes_by_the_calendar_of_heading() -> None:
    """34 days before it, from the same regions."""
    heading, stem = WHEAT.stage("heading"), WHEAT.stage("stem_elongation")
    assert heading is not None
    assert stem is not None
    assert stem.places[0].regions == heading.places[0].regions
    known = Known("NDVI", PEAK, {}, place=PULLMAN)
    found = {
        one.what.name: one.dates
        for one in date_by_template(WHEAT, known, DRAWS, np.random.default_rng(0), _iso)
    }
    lag = np.median(found["heading"]) - np.median(found["stem_elongation"])
    assert lag == pytest.approx(34.0, abs=3.0)


def dated(crop: str, stage: str, **given: object) -> StageDraws:
    template = load_template(crop)
    known = Known(**{"index": "LAI", "middle": PEAK, "measures": {}, **given})  # type: ignore[arg-type]
    found = date_by_template(template, known, DRAWS, np.random.default_rng(0), _iso)
    return next(one for one in found if one.what.name == stage)


def middle(found: StageDraws) -> float:
    return float(np.median(found.dates))


@pytest.mark.parametrize("crop", ["barley", "rye"])
def test_that_winter_barley_and_rye_head_before_the_wheat_of_their_place(crop: str) -> None:
    wheat = middle(dated("wheat", "heading", place=PULLMAN))
    other = dated(crop, "heading", place=PULLMAN, crop_type="winter")
    assert middle(other) == pytest.approx(wheat - 12.0, abs=2.5)
    assert "usual day at" in " ".join(other.summary.basis)


def test_that_rye_flowers_about_when_wheat_heads() -> None:
    wheat = middle(dated("wheat", "heading", place=PULLMAN))
    rye = middle(dated("rye", "flowering", place=PULLMAN))
    assert rye == pytest.approx(wheat + 1.0, abs=3.0)


def test_that_spring_barley_counts_from_sowing_and_no_calendar_speaks() -> None:
    sown = np.full(DRAWS, day("2022-04-10"))
    words = " ".join(dated("barley", "heading", place=PULLMAN, sowing=sown).summary.basis)
    assert "60 d after sowing" in words
    assert "usual day" not in words
    autumn = np.full(DRAWS, day("2021-09-25"))
    words = " ".join(dated("barley", "heading", place=PULLMAN, sowing=autumn).summary.basis)
    assert "after sowing" not in words


def test_that_where_no_normal_is_known_the_count_says_so() -> None:
    """So far from every city the crop's own mean counts."""
    far = Place(60.0, -110.0, 300)
    words = " ".join(dated("rye", "flowering", place=far, crop_type="spring",
                           sowing=np.full(DRAWS, day("2022-05-01"))).summary.basis)  # fmt: skip
    assert "usual temperatures at 60,-110,300 are not known: a temperature file" in words
    near = " ".join(dated("rye", "flowering", place=PULLMAN).summary.basis)
    assert "not known" not in near
