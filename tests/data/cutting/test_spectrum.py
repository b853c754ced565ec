"""Every case of the spectrum is cut to the last cell."""

from __future__ import annotations

import pytest
from data.cutting.cutting import cut
from data.cutting.spectrum_cases import CASES


@pytest.mark.parametrize("case", CASES)
def test_that_a_case_of_the_spectrum_is_cut_right(case):
    data, names, rows = CASES[case]
    table = cut(data)
    assert table.names == names
    assert table.rows == rows
