"""Decimal marks are decided on the whole column; a cell that does not fit is never bent to fit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.columns.numbers import ColumnNumbers, read_numbers

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def read(*cells: str, answer: str | None = None) -> ColumnNumbers:
    return read_numbers("ndvi", np.array(cells, dtype=object), answer)


@given(st.lists(FINITE, min_size=1))
def test_that_every_double_is_read_back_as_itself(values):
    assert read(*map(repr, values)).values.tolist() == values


@given(st.lists(st.decimals(-10, 10, places=4), min_size=1))
def test_that_a_decimal_comma_reads_as_a_point_would(values):
    with_comma = read(*(str(v).replace(".", ",") for v in values))
    assert with_comma.style.decimal == ","
    assert with_comma.values.tolist() == [float(v) for v in values]


@given(st.lists(st.decimals(1000, 10**9, places=2), min_size=1))
def test_that_thousands_marks_fall_away_in_both_dialects(values):
    expected = [float(v) for v in values]
    english = [f"{v:,}" for v in values]
    assert read(*english).values.tolist() == expected
    german = [cell.translate(str.maketrans(",.", ".,")) for cell in english]
    assert read(*german).values.tolist() == expected


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("0,5", ",6", "-1,25"), [0.5, 0.6, -1.25]),
        (("1,807.279", "950.2", "2,001"), [1807.279, 950.2, 2001.0]),
        (("1.234,5", "2.001"), [1234.5, 2001.0]),
        (("1,234,567", "1,807"), [1234567.0, 1807.0]),
        ((" 0.5 ", "+2", "1e-3", "7."), [0.5, 2.0, 0.001, 7.0]),
    ],
)
def test_that_the_column_decides_what_its_marks_mean(cells, expected):
    numbers = read(*cells)
    assert numbers.question is None
    assert numbers.values.tolist() == expected


@pytest.mark.parametrize(
    ("cells", "strangers"),
    [
        (("0.5", "0.6", "0,7"), [2]),
        (("0,5", "0,6", "0.7"), [2]),
        (("0,5", "1.234"), [1]),
        (("0.5", "0.6", "0,7", "12,345"), [2, 3]),
        (("0.5", "1_000", "inf", "0x10", "١", "1e999", "12 %"), [1, 2, 3, 4, 5, 6]),
    ],
)
def test_that_cells_of_another_style_are_unreadable_and_not_guessed(cells, strangers):
    numbers = read(*cells)
    assert np.flatnonzero(np.isnan(numbers.values)).tolist() == strangers
    assert not numbers.blank.any()


def test_that_commas_before_three_digits_throughout_are_a_question():
    cells = ("1,807", "2,001")
    question = read(*cells).question
    assert question is not None
    assert question.about == "decimal"
    assert read(*cells, answer="decimal comma").values.tolist() == [1.807, 2.001]
    assert read(*cells, answer="thousands mark").values.tolist() == [1807.0, 2001.0]


@pytest.mark.parametrize("cell", ["", "  ", "NA", "n/a", "NaN", "null", "None", "-", "#N/A"])
def test_that_every_way_to_write_nothing_is_blank(cell):
    assert read("0.5", cell).blank.tolist() == [False, True]


def test_that_the_minus_of_a_typesetter_is_a_minus():
    column = np.array(["\u22120.5", "\u22121 234.5", "-2", "\u2212", "1e\u22123"], dtype=object)
    numbers = read_numbers("temp", column)
    assert numbers.values[:3].tolist() == [-0.5, -1234.5, -2.0]
    assert numbers.blank.tolist() == [False, False, False, True, False]
    assert np.isnan(numbers.values[4])
