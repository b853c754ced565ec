"""What ``tests/benchmarks/fuzz_tables.py`` found, each made as small as it goes."""

from __future__ import annotations

from contextlib import suppress

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError

FOUND = {
    "rows of as many widths as there are rows": (
        b",,,,\n,,,,,\n,,,,,,\nO\r2,5,,0,,5,,\r,\r,,,,,,,,N\r,,\n,,,,,,,,,\n,,,,,,,,,,\n,,,"
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_that_a_finding_brings_a_table_or_one_sentence(file_of, what):
    with suppress(InputError):
        table = read_table(file_of(FOUND[what]))
        assert table.rows_in == table.rows_used + sum(a.count for a in table.set_aside)
