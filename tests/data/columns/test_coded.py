"""A coded column is its distinct cells, stripped, and which of them stands in each row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.columns.coded import CodedColumn
from gpstudio.data.cutting.blocks import block_of, cut_blocks

WORDS = st.text(alphabet='ab" \té\u00a0\u3000\u2028x', max_size=4)


def coded(*parts):
    column = CodedColumn()
    for part in parts:
        column.add(block_of(part), 0)
    return column.finish()


@given(st.lists(st.lists(WORDS, max_size=30), max_size=4))
def test_that_cells_that_differ_only_in_blanks_around_them_are_one(parts):
    column = coded(*parts)
    stripped = [cell.strip() for part in parts for cell in part]
    assert [column.cells[code] for code in column.codes] == stripped
    assert column.cells.tolist() == list(dict.fromkeys(stripped))


@given(st.lists(WORDS, min_size=1, max_size=30))
def test_that_quotation_marks_around_a_cell_are_not_part_of_it(cells):
    raw = "".join('"' + cell.replace('"', '""') + '"\n' for cell in cells).encode()
    column = CodedColumn()
    for block in cut_blocks([raw], ",", [0], "'x.csv'"):
        column.add(block, 0)
    found = column.finish()
    assert [found.cells[code] for code in found.codes] == [cell.strip() for cell in cells]


def test_that_there_is_room_for_very_many_and_very_long_cells():
    cells = [f"field {k}" for k in range(50_000)] + ["x" * 100_000, "field 7 ", "x" * 99_999]
    column = coded(cells[:30_000], cells[30_000:])
    assert len(column.cells) == 50_002
    assert column.codes[-2] == 7
    assert column.codes.dtype == np.int32
    assert column.cells[column.codes].tolist() == [cell.strip() for cell in cells]


def test_that_a_column_without_rows_has_no_cells():
    assert len(CodedColumn().finish()) == 0


@given(
    st.lists(st.text(alphabet="01é", max_size=3)),
    st.booleans(),
    st.lists(st.text(alphabet="01é", max_size=3), max_size=5),
    st.integers(0, 20),
)
def test_that_cells_in_order_are_coded_like_others_and_so_are_those_behind_them(
    cells, descend, others, cut
):
    cells = [*sorted(cells, reverse=descend), *others]
    column = coded(cells[:cut], cells[cut:])
    assert column.cells.tolist() == list(dict.fromkeys(cells))
    assert [column.cells[code] for code in column.codes] == cells


@pytest.mark.parametrize("step", [1, -1])
def test_that_a_long_column_in_order_may_turn_at_its_end(step):
    cells = [f"{k:06d}" for k in range(5_000)][::step]
    column = coded(cells, [cells[17], "000017x", cells[-1]])
    assert column.codes.tolist() == [*range(5_000), 17, 5_000, 4_999]
    assert column.cells.tolist() == [*cells, "000017x"]


def test_that_what_distinct_cells_mean_is_spread_over_rows():
    once, again = coded(["b", "a", "c"]), coded(["b", "a", "b"])
    assert once.spread(np.array([1.0, 2.0, 3.0])).tolist() == [1.0, 2.0, 3.0]
    assert again.spread(np.array([1.0, 2.0])).tolist() == [1.0, 2.0, 1.0]
