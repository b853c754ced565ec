"""Readings that an index cannot have: few are faults, many are on another scale."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.data.names import is_signed, limits_of
from gpstudio.data.quality.beyond import BEYOND, FAULTS, too_many
from gpstudio.phenology.indices import INDICES, OPEN

from .conftest import Judged, account, decision

SCENES = (0.15 + 0.7 * np.random.default_rng(6).random(45)).tolist()
FAULT = "out of the range of an index"
OUTSIDE = "outside the limits of an index"


@pytest.mark.parametrize("fault", [7.023, 50.0, -2.0, 500.0, 9_000.0, 1e18])
@pytest.mark.parametrize("others", [2, 9, 45])
def test_that_a_single_impossible_reading_is_set_aside(
    judged: Judged, fault: float, others: int
) -> None:
    """Of a few readings one is many percent, and changes no scale."""
    entries = judged([*SCENES[:others], fault])
    assert account(entries) == {FAULT: 1}
    assert decision(entries, "range") == ("set aside", "")
    assert decision(entries, "scale") == ("", "")
    assert entries.value[0] == SCENES[0]


def test_that_one_click_keeps_them(judged: Judged) -> None:
    entries = judged([*SCENES, 3.2], answers={"range": "kept"})
    assert account(entries) == {}
    assert decision(entries, "range")[0] == "kept"


def test_that_readings_a_little_outside_are_used_and_told(judged: Judged) -> None:
    entries = judged([*SCENES, 1.2, -1.1, 1.0, -0.3])
    assert account(entries) == {}
    told = next(d for d in entries.decisions if d.about == "outside")
    assert told.chosen == "kept"
    assert told.clause == (
        "readings outside the limits kept because 2 readings of 'ndvi' lie a little outside -1 to 1"
    )
    aside = judged([*SCENES, 1.2, -1.1], answers={"outside": "set aside"})
    assert account(aside) == {OUTSIDE: 2}


def test_that_each_index_has_its_own_limits(judged: Judged) -> None:
    assert decision(judged([*SCENES, -0.2], "gcc"), "outside")[0] == "kept"
    assert decision(judged([*SCENES, 1.2], "evi"), "outside")[0] == ""


@pytest.mark.parametrize("name", ["lai", "gcvi", "t2m", "height", ""])
def test_that_other_quantities_have_no_range(judged: Judged, name: str) -> None:
    entries = judged([*SCENES * 3, 3.2, 1.2], name)
    assert account(entries) == {}
    assert decision(entries, "outside")[0] == ""


MANY = [2.3, 2.5, 4.1, 5.0, 3.3]


def test_that_the_scale_is_asked_where_many_are_beyond(judged: Judged) -> None:
    entries = judged(MANY, "ndvi_smooth")
    chosen, question = decision(entries, "scale")
    assert chosen == "as written"
    assert "runs from 2.3 to 5" in question
    assert decision(entries, "range") == ("", "")


@pytest.mark.parametrize(
    ("answers", "aside"),
    [
        ({"scale": "as written"}, {}),
        ({"scale": "divided by 100"}, {}),
        ({"range": "kept"}, {}),
        ({"range": "set aside"}, {FAULT: 5}),
        ({"scale": "as written", "range": "set aside"}, {FAULT: 5}),
    ],
)
def test_that_the_answer_settles_it(
    judged: Judged, answers: dict[str, str], aside: dict[str, int]
) -> None:
    entries = judged(MANY, "ndvi_smooth", answers=answers)
    assert not any(d.is_open for d in entries.decisions)
    assert account(entries) == aside


def test_that_two_sources_in_one_column_are_asked_about(judged: Judged) -> None:
    """A third is in percent: neither faults nor the scale of all."""
    mixed = [*SCENES[:30], *(100.0 * np.array(SCENES[30:]))]
    chosen, question = decision(judged(mixed), "scale")
    assert question
    assert chosen == "divided by 100"
    said = judged(mixed, answers={"scale": "as written"})
    assert account(said) == {FAULT: 15}


def test_that_keeping_faults_does_not_undo_a_scale(judged: Judged) -> None:
    packed = [*(10_000.0 * np.array(SCENES) + 0.5), 65_000.0]
    entries = judged(packed, answers={"range": "kept"})
    assert decision(entries, "scale")[0] == "divided by 10,000"
    assert account(entries) == {}
    assert account(judged(packed)) == {FAULT: 1}


@pytest.mark.parametrize(
    ("count", "among", "many"),
    [
        (0, 0, False),
        (1, 3, False),
        (2, 3, True),
        (1, 46, False),
        (6, 46, False),
        (12, 46, True),
        (49_000, 1_000_000, False),
        (51_000, 1_000_000, True),
    ],
)
def test_that_many_means_the_same_for_few_readings_and_for_millions(
    count: int, among: int, many: bool
) -> None:
    assert too_many(count, among) == many


@pytest.mark.parametrize("among", [3, 20, 46, 200, 5_000])
def test_that_faults_at_their_usual_rate_are_hardly_ever_many(among: int) -> None:
    """Counted by the binomial's own sum: less than one in 50 of the worst files."""
    from scipy.stats import binom

    least = next(count for count in range(among + 1) if too_many(count, among))
    assert binom.sf(least - 1, among, FAULTS) < 0.02


@pytest.mark.parametrize("name", INDICES)
def test_that_the_table_of_limits_is_whole(name: str) -> None:
    """A model's limits hold all that fields show, and lie within what can be read as the index."""
    index = INDICES[name]
    assert limits_of(name) == (index.formula if index.formula.is_closed else None)
    if index.formula.is_closed:
        assert -BEYOND < index.formula.low < index.formula.high < BEYOND
    if index.fields != OPEN:
        assert index.fields.is_closed
        assert index.fields.low < index.fields.high
    if index.span is not None:
        assert index.span < index.limits.high - index.limits.low


def test_that_a_column_is_known_by_the_word_that_has_limits() -> None:
    assert limits_of("meanNDVI") == limits_of("vi_ndvi") == INDICES["ndvi"].formula
    assert limits_of("lai") is None
    assert is_signed("MOD13Q1_EVI")
    assert not is_signed("fapar")


def test_that_the_account_of_a_file_says_it(tmp_path: Path) -> None:
    days = np.datetime64("2021-03-01") + 5 * np.arange(len(SCENES) + 2)
    values = [*SCENES, 7.023, 1.2]
    path = tmp_path / "field.csv"
    rows = (f"{day},{value}\n" for day, value in zip(days, values, strict=True))
    path.write_text("date,ndvi\n" + "".join(rows))
    table = read_table(path)
    assert table.as_json()["rows_set_aside"] == [{"reason": FAULT, "count": 1}]
    assert table.rows_used == len(SCENES) + 1
    assert "1 row set aside: out of the range of an index" in table.sentence
    assert "1 reading of 'ndvi' lies a little outside" in table.sentence
