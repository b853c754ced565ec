"""Readings of one field at one time: kept, counted once, or averaged by the day."""

from __future__ import annotations

import numpy as np
import pytest

from .conftest import Judged, account, decision

TWICE, MERGED = "repeating another row", "averaged into another of their day"


def test_that_pixels_of_a_field_are_readings_in_their_own_right(judged: Judged) -> None:
    entries = judged([0.51, 0.48, 0.52, 0.61, 0.6, 0.6], time=[0, 0, 0, 16, 16, 16])
    assert decision(entries, "repeated")[0] == "kept"
    assert account(entries) == {}


def test_that_a_doubled_row_is_counted_once(judged: Judged) -> None:
    values, time = [0.11, 0.25, 0.25, 0.4, 0.4], [0.0, 8.0, 8.0, 16.0, 16.0]
    entries = judged(values, time=time)
    assert account(entries) == {TWICE: 2}
    assert entries.ledger.used.tolist() == [True, True, False, True, False]
    assert account(judged(values, time=time, answers={"repeated": "kept"})) == {}


def test_that_the_same_reading_of_two_fields_is_two(judged: Judged) -> None:
    entries = judged([0.25, 0.25, 0.3], time=[8.0, 8.0, 9.0], field_of=[0, 1, 1])
    assert account(entries) == {}
    assert decision(entries, "repeated") == ("", "")


def test_that_ratings_agree_by_chance(judged: Judged) -> None:
    """Ten plants rated on ten days, all at the same stage."""
    time = np.repeat(np.arange(10.0), 10)
    entries = judged(10 * time, "bbch", time=time + np.tile(0.0, 100))
    assert account(entries) == {TWICE: 90}  # every row is doubled
    values = 10 * time
    values[::10] += 1.0
    assert account(judged(values, "bbch", time=time)) == {}


def test_that_a_day_is_averaged_by_weight(judged: Judged) -> None:
    entries = judged(
        [0.4, 0.8, 0.5, 0.3],
        time=[10.2, 10.7, 11.0, 10.4],
        field_of=[0, 0, 0, 1],
        answers={"repeated": "averaged"},
        weight=["1", "0.5", "0.25", "1"],
        roles={"weight": "weight"},
    )
    assert account(entries) == {MERGED: 1}
    assert entries.ledger.used.tolist() == [True, False, True, True]
    np.testing.assert_allclose(entries.value[0], (0.4 + 0.5 * 0.8) / 1.5, rtol=1e-15)
    assert entries.weight is not None
    assert entries.weight[[0, 2, 3]].tolist() == [1.0, 0.25, 1.0]


def test_that_averaging_lets_rows_that_are_set_aside_be(judged: Judged) -> None:
    entries = judged([0.4, np.nan, 0.6], time=[3.0, 3.0, 3.0], answers={"repeated": "averaged"})
    assert account(entries) == {"without a value": 1, MERGED: 1}
    assert entries.value[0] == 0.5


def test_that_a_table_of_single_readings_has_no_such_decision(judged: Judged) -> None:
    entries = judged([0.2, 0.2, 0.2])
    assert decision(entries, "repeated") == ("", "")


@pytest.mark.parametrize("choice", ["kept", "counted once", "averaged"])
@pytest.mark.parametrize("values", [[], [np.nan, np.nan], [0.5]])
def test_that_nothing_is_a_table_too(judged: Judged, choice: str, values: list[float]) -> None:
    answers = {"repeated": choice, "zeros": "set aside", "range": "set aside", "quality": "used"}
    entries = judged(values, answers=answers, scl=["4"] * len(values))
    assert int(entries.ledger.used.sum()) == sum(np.isfinite(values))
