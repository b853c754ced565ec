"""Cells kept as bytes are the cells they were, one by one, some, or all."""

from __future__ import annotations

import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.columns.arena import block_in, said_in
from gpstudio.data.columns.coded import CodedColumn
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.cutting.blocks import block_of
from gpstudio.data.texts import MISSING, is_missing, sample

CELLS = st.lists(
    st.one_of(
        st.text(alphabet="aé\u2212漢1.", max_size=6),
        st.sampled_from(sorted(MISSING)).map(str.upper),
        st.floats(-1e6, 1e6).map(str),
    ),
    unique_by=str.strip,
).map(lambda cells: [cell.strip() for cell in cells])


def arena(cells):
    column = CodedColumn()
    column.add(block_of(cells), 0)
    return column.finish().distinct


def texts(cells):
    return np.array([*cells, None], dtype=object)[:-1]


@given(CELLS, st.data())
def test_that_it_looks_like_an_array_of_texts(cells, data):
    kept, plain = arena(cells), texts(cells)
    assert list(kept) == cells
    assert np.asarray(kept, dtype=object).tolist() == cells
    assert block_in(kept).texts(0).tolist() == cells
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(cells), max_size=len(cells))))
    assert list(kept[chosen.astype(bool)]) == plain[chosen.astype(bool)].tolist()
    assert list(kept[2:5]) == cells[2:5]
    assert sample(kept, 3).tolist() == sample(plain, 3).tolist()
    for place in np.flatnonzero(chosen):
        assert kept[place] == cells[place]


@given(CELLS)
def test_that_what_says_nothing_is_known_by_its_length_first(cells):
    said = [not is_missing(cell) for cell in cells]
    assert said_in(arena(cells)).tolist() == said_in(texts(cells)).tolist() == said


def test_that_no_longer_letter_stands_for_a_letter_of_the_missing_words():
    letters = set("".join(MISSING))
    others = (chr(k) for k in range(128, sys.maxunicode + 1))
    for sign in [c for c in others if c.lower() in letters and c not in letters]:
        words = [word for word in MISSING if sign.lower() in word]
        assert not any(is_missing(word.replace(sign.lower(), sign)) for word in words)


@given(CELLS)
def test_that_numbers_are_the_same_from_bytes_and_from_texts(cells):
    ours, theirs = (read_numbers("ndvi", of(cells)) for of in (arena, texts))
    assert np.array_equal(ours.values, theirs.values, equal_nan=True)
    assert (ours.blank.tolist(), ours.style) == (theirs.blank.tolist(), theirs.style)
