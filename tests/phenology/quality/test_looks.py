"""Whether a season's dates can be used, or somebody should look at the field."""

from __future__ import annotations

import pytest

from gpstudio.phenology.quality import CODES, LETTERS, Grade
from gpstudio.phenology.quality.looks import LOOKS, standing_of


def grade(words: str) -> Grade:
    """As in ``D wide gap``: the letter, then codes, the worst first."""
    letter, *codes = words.split()
    return Grade(letter, tuple(codes), "")


@pytest.mark.parametrize(
    ("grades", "letter", "look"),
    [
        (["A", "A", "B gap"], "A", ""),
        (["A", "D gap", "D gap"], "D", "few_readings"),
        (["A", "B wide", "D gap", "D gap"], "B", ""),
        (["D wide", "D wide", "D gap"], "D", "noise"),
        (["D either_or", "D either_or", "A"], "D", "two_crops"),
        (["A", "D forecast", "D forecast", "D wide counted"], "A", ""),
        (["D forecast", "D forecast"], "D", ""),
        (["- no_season", "- no_season"], "-", "no_season"),
        (["- not_fitted"], "-", "not_fitted"),
        (["- cut", "- not_reached", "B gap"], "B", ""),
        (["- not_reached", "- not_reached"], "-", "no_dates"),
        ([], "", ""),
    ],
)
def test_that_the_typical_date_decides(grades: list[str], letter: str, look: str) -> None:
    standing = standing_of([grade(words) for words in grades])
    assert (standing.letter, standing.look) == (letter, look)


def test_that_every_code_is_in_one_look_or_no_fault_of_the_readings() -> None:
    named = [code.name for look in LOOKS.values() for code in look.codes]
    assert len(named) == len(set(named))
    assert CODES.keys() - set(named) == {
        "forecast", "assumed", "thermal", "counted", "calendar",
    }  # fmt: skip
    assert set(LETTERS) >= {"D", "-"}
