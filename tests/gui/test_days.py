"""Days written by hand: none is guessed."""

from __future__ import annotations

import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.series import days_from_dates
from gpstudio.gui.days import day_of, day_text


@pytest.mark.parametrize(
    "text",
    [
        "2022-05-14", "2022-5-14", "2022/05/14", "2022.05.14", "14.5.2022", "14.05.2022",
        "14/05/2022", "05/14/2022", " 14-5-2022 ", "14 May 2022", "14. Mai 2022", "14th May, 2022",
        "May 14, 2022", "14-May-2022", "14MAY2022",
    ],
)  # fmt: skip
def test_that_a_day_is_understood_however_it_is_written(text: str) -> None:
    assert day_of(text) == days_from_dates(["2022-05-14"])[0]


def test_that_a_day_with_points_has_its_day_first() -> None:
    assert day_text(day_of("3.4.2022")) == "2022-04-03"
    assert day_text(day_of("4/4/2022")) == "2022-04-04"  # either way


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("03/04/2022", "could be 2022-04-03 or 2022-03-04"),
        ("3-4-2022", "could be 2022-04-03 or 2022-03-04"),
        ("2022-02-30", "no day of the calendar"),
        ("31.4.2022", "no day of the calendar"),
        ("0005-01-01", "in the year 5"),
        ("5/4/22", "is no date"),
        ("in May", "is no date"),
        ("14 Sunday 2022", "is no date"),
        ("31 April 2022", "no day of the calendar"),
        ("14/05.2022", "is no date"),
    ],
)
def test_that_what_could_be_another_day_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says.replace("(", r"\(")) as told:
        day_of(text)
    assert text.strip() in str(told.value)
    assert str(told.value).endswith(".")
