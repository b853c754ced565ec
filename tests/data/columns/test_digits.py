"""Compiled reading of numbers is what Python reads, to the last bit and the last witness."""

from __future__ import annotations

import math
import struct
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gpstudio.data.columns.nearest import nearest_bits, powers_of_five
from gpstudio.data.columns.numbers import NumberColumn, NumberMarks, NumberStyle, number_in
from gpstudio.data.cutting.blocks import block_of, cut_blocks
from gpstudio.data.texts import MISSING

STYLES = [
    NumberStyle(),
    NumberStyle(".", ","),
    NumberStyle(","),
    NumberStyle(",", "."),
    NumberStyle(",", ".", percent=True),
]
FINITE = (
    st.integers(0, 2**63 - 1)
    .map(lambda bits: struct.unpack("<d", struct.pack("<Q", bits))[0])
    .filter(math.isfinite)
)
BLANKS = [" ", "\t", "\u00a0", "\u202f", "\u2007", "\u3000", "\x85", "\x1f", "\u2029"]
GAPS = [" ", "'", "’", "\u00a0", "\u202f", "\u2009"]
PARTS = st.sampled_from([*"01234567890123456789.,.,+-\u2212eExé%*#†‡<≤>", "000", "123", *BLANKS])
CELLS = st.one_of(
    st.lists(PARTS, max_size=12).map("".join),
    st.from_regex(
        r"[+\-\u2212]?[0-9]{0,4}([.,][0-9]{0,4}){0,4}([eE][+-]?[0-9]{0,5})?", fullmatch=True
    ),
    st.sampled_from(sorted(MISSING)).map(str.upper),
    FINITE.map(repr),
    st.lists(
        st.sampled_from(["1", "12", "123", "456", "0", *"-\u2212", *GAPS, *GAPS, ",", ",5", "."]),
        max_size=7,
    ).map("".join),
)


def bits_of(number):
    return struct.unpack("<Q", struct.pack("<d", number))[0]


def read(cells, style=STYLES[0]):
    column = NumberColumn(style)
    column.take(cells)
    return column.finish("x", None), column.marks


@given(st.lists(CELLS, min_size=1, max_size=20), st.sampled_from(STYLES))
@example(["45,3 %", "4 500%", "%", "-%", " 5\u00a0% ", "12%%", "1e3%"], STYLES[4])
@example(
    ["0,45*", "0,45 **", "45 %*", "4 500†", "*", "<0,1", "≤ 0,1", "\u2020", "<", "#"], STYLES[2]
)
@example(["0E00000", "1e-0005", "1e", "1e+", "e5", ".e5", "1.e5", "1e5.", "1,5e2"], STYLES[2])
def test_that_cells_mean_what_the_definition_says(cells, style):
    numbers, marks = read(cells, style)
    defined = [number_in(cell, style) for cell in cells]
    assert numbers.blank.tolist() == [number is None for number in defined]
    expected = [math.nan if number is None else number for number in defined]
    assert list(map(bits_of, numbers.values)) == list(map(bits_of, expected))
    heard = NumberMarks()
    heard.look(cells)
    assert asdict(marks) == asdict(heard)


@given(st.lists(FINITE, min_size=1, max_size=50))
@example([5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 1.7976931348623157e308, -0.0])
def test_that_every_double_comes_back_from_its_shortest_form(doubles):
    numbers, _ = read([repr(double) for double in doubles])
    assert list(map(bits_of, numbers.values)) == list(map(bits_of, doubles))


@given(st.integers(1, 10**40), st.integers(-370, 330))
@example(9007199254740993, 0)
@example(2**64 - 1, -20)
@example(10**19, 0)
@example(24703282292062327208, -343)
@example(24703282292062328, -340)
def test_that_any_digits_and_exponent_round_as_python_rounds(digits, power):
    cell = f"{digits}e{power}"
    number = float(cell)
    assert bits_of(read([cell])[0].values[0]) == bits_of(number if number < math.inf else math.nan)


@given(st.integers(2**52, 2**53 - 1), st.integers(-1074, 971), st.sampled_from([-1, 0, 1]))
def test_that_numbers_halfway_between_two_doubles_round_as_python_rounds(mantissa, power, aside):
    """Written out in full, such a number has hundreds of digits; the last one decides."""
    from fractions import Fraction

    halfway = Fraction(2 * mantissa + 1) * Fraction(2) ** (power - 1)
    places = max(0, 1 - power) + 1
    digits = int(halfway * 10**places) + aside
    cell = f"{digits}e-{places}"
    number = float(cell)
    assert bits_of(read([cell])[0].values[0]) == bits_of(number if number < math.inf else math.nan)


def test_that_the_product_alone_rounds_as_python_rounds():
    random = np.random.default_rng(0)
    fives = powers_of_five()
    for power in range(-345, 312):
        for digits in random.integers(1, 2**64 - 1, 20, dtype=np.uint64):
            expected = bits_of(float(f"{digits}e{power}"))
            assert int(nearest_bits(digits, power, fives)) == expected


@pytest.mark.parametrize("blank", BLANKS)
def test_that_all_blanks_of_python_are_blanks(blank):
    numbers, _ = read([f"{blank}1.5{blank}{blank}", f"{blank}NaN{blank}", blank, f"1{blank}5"])
    assert numbers.blank.tolist() == [False, True, True, False]
    assert numbers.values[0] == 1.5
    assert np.isnan(numbers.values[1:]).all()


def test_that_every_letter_python_strips_is_stripped():
    letters = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    blanks = {letter for letter in letters if letter.isspace()}
    near = [letter for letter in letters if ord(letter) < 0x3100]
    numbers, _ = read([letter + "1" + letter for letter in near if not letter.isdigit()])
    stripped = [letter in blanks for letter in near if not letter.isdigit()]
    signs = [letter in ".," for letter in near if not letter.isdigit()]
    assert (np.isfinite(numbers.values) | np.array(signs) == np.array(stripped) | signs).all()
    assert max(blanks) < chr(0x3100)


@pytest.mark.parametrize("gap", GAPS)
def test_that_gaps_part_thousands(gap):
    cells = [
        f"1{gap}234,5",
        f"-12{gap}345{gap}678",
        f"1{gap}23",
        f"1234{gap}567",
        "0,5",
        "1 234'567",
    ]
    numbers, marks = read(cells, NumberStyle(","))
    assert numbers.values[[0, 1, 4]].tolist() == [1234.5, -12345678.0, 0.5]
    assert np.isnan(numbers.values[[2, 3, 5]]).all()
    assert not numbers.blank.any()
    assert marks.style() == NumberStyle(",")


def test_that_quotation_marks_make_no_difference_and_doubled_ones_no_number():
    raw = b'a,"0.5"\nb," 1.5 "\nc,"""2"""\nd,""\ne,\nf\n'
    column = NumberColumn(NumberStyle())
    for block in cut_blocks([raw], ",", [1], "'x.csv'"):
        column.add(block, 0)
    numbers = column.finish("x", None)
    assert numbers.values[:2].tolist() == [0.5, 1.5]
    assert np.isnan(numbers.values[2:]).all()
    assert numbers.blank.tolist() == [False, False, False, True, True, True]


def test_that_columns_side_by_side_are_taken_row_by_row():
    column = NumberColumn(NumberStyle(","))
    for block in cut_blocks([b"1;2,5;x\n3;4;1,807\n"], ";", [0, 1, 2], "'x.csv'"):
        column.add(block, 1, 2)
    values = column.finish("x", None).values
    assert values[[0, 2, 3]].tolist() == [2.5, 4.0, 1.807]
    assert np.isnan(values[1])
    assert (column.marks.commas, column.marks.open_cell) == (1, "1,807")


def test_that_the_first_open_cell_is_the_one_that_is_shown():
    column = NumberColumn(NumberStyle())
    column.add(block_of(["1807", " 1,807 "]), 0)
    column.add(block_of(["2,001"]), 0)
    question = column.finish("x", None).question
    assert question is not None
    assert "is 1,807 the number" in question.text
