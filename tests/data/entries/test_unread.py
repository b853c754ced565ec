"""Limits and marks in the cells of readings."""

from __future__ import annotations

import pytest

from gpstudio import read_table

LONG = """field;date;ndvi
A;2021-05-01;0,41
A;2021-05-11;0,45*
A;2021-05-21;<0,1
A;2021-05-31;0,52 †
A;2021-06-10;0,61
A;2021-06-20;much
A;2021-06-30;0,50
"""
WIDE = """field;2021-05-01;2021-05-11;2021-05-21;2021-05-31
A;0,41;0,45*;<0,1;0,52 †
B;0,43;much;0,61;0,50
C;0,44;0,55;0,63;0,57
"""


def reasons(table) -> dict[str, int]:
    return {aside.reason: aside.count for aside in table.set_aside}


@pytest.mark.parametrize("text", [LONG, WIDE])
def test_that_marks_are_left_out_of_numbers_and_limits_are_no_numbers(file_of, text):
    path = file_of(text)
    table = read_table(path)
    assert table.series[0].value.tolist()[:3] == [0.41, 0.45, 0.52]
    assert reasons(table) == {
        "with an unreadable value": 1,
        "that say only less or more, such as '<0,1'": 1,
    }
    assert "'0,45*' read without its mark because 2 numbers have one" in table.sentence
    aside = read_table(path, answers={"marks": "set aside"})
    assert reasons(aside)["with a mark behind the number"] == 2
    assert aside.rows_used == table.rows_used - 2
