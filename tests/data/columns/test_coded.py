"""A coded column is its distinct cells, stripped, and which of them stands in each row."""

from __future__ import annotations

import numpy as np
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
