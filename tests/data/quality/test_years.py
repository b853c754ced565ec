"""One reading of another age is a slip of the pen; a record of its own is not."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.data.quality.years import REASON
from gpstudio.data.series import days_from_dates

from .conftest import Judged, account, decision

YEARS = days_from_dates(["2019-01-01"])[0] + 30.0 * np.arange(48)


def at(*dates: str) -> list[float]:
    return days_from_dates(list(dates)).tolist()


def values(count: int) -> list[float]:
    return (0.3 + 0.01 * (np.arange(count) % 37)).tolist()


@pytest.mark.parametrize("slips", [["2201-03-04"], ["1021-03-04"], ["1021-03-04", "2201-03-04"],
                                   ["2038-01-19"], ["-0400-01-01"]])  # fmt: skip
def test_that_an_isolated_year_is_set_aside_and_told(judged: Judged, slips: list[str]) -> None:
    time = [*YEARS.tolist(), *at(*slips)]
    entries = judged(values(len(time)), time=time)
    assert account(entries) == {REASON: len(slips)}
    told = next(d for d in entries.decisions if d.about == "years")
    assert told.chosen == "set aside"
    assert str(int(slips[0][:-6])) in told.why
    kept = judged(values(len(time)), time=time, answers={"years": "kept"})
    assert account(kept) == {}


@pytest.mark.parametrize(
    "time",
    [
        YEARS.tolist(),
        [*YEARS.tolist(), *at("2029-06-01")],
        [*(YEARS - 40.0 * 365.25).tolist()[:20], *YEARS.tolist()],
        [*at("1950-05-01"), *(days_from_dates(["1980-01-01"])[0] + 365.0 * np.arange(44)).tolist()],
    ],
    ids=["no gap", "less than ten years", "many of another age", "a long record"],
)
def test_that_what_may_be_stays(judged: Judged, time: list[float]) -> None:
    entries = judged(values(len(time)), time=time)
    assert account(entries) == {}
    assert decision(entries, "years") == ("", "")


def test_that_each_field_has_its_own_age(judged: Judged) -> None:
    """An old record is no slip beside new ones; a reading of the other's years is."""
    old = YEARS[:5] - 35.0 * 365.25
    time = [*YEARS.tolist(), *old.tolist(), YEARS[3]]
    owner = [0] * len(YEARS) + [1] * 6
    entries = judged(values(len(time)), time=time, field_of=owner)
    assert account(entries) == {REASON: 1}
    assert entries.ledger.reason(len(time) - 1) == REASON


def test_that_a_field_of_one_reading_is_judged_by_the_table(judged: Judged) -> None:
    time = [*YEARS.tolist(), *at("2201-03-04")]
    entries = judged(values(len(time)), time=time, field_of=[0] * len(YEARS) + [1])
    assert account(entries) == {REASON: 1}


def test_that_numbers_are_no_years(judged: Judged) -> None:
    entries = judged([0.3, 0.4, 0.5, 0.6, 0.7], time=[1.0, 2.0, 3.0, 4.0, 1e9])
    assert decision(entries, "years")[0] == "set aside"


def test_that_infinitely_far_is_far_enough(judged: Judged) -> None:
    time = [*YEARS.tolist(), 1e12, np.nan]
    entries = judged(values(len(time)), time=time)
    assert account(entries)[REASON] == 1
