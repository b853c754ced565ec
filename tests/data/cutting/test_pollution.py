"""Polluted tables are read right, or refused where nothing else is safe; never misread."""

from __future__ import annotations

import pytest
from data.cutting.judging import REFUSED, RIGHT, judged
from data.cutting.pollution_cases import POLLUTIONS, READ


@pytest.mark.parametrize("pollution", POLLUTIONS)
def test_that_a_polluted_table_comes_out_as_it_should(pollution, tmp_path):
    wrong = []
    for case in POLLUTIONS[pollution]():
        verdict, why = judged(case, tmp_path)
        if verdict != (RIGHT if case.expected == READ else REFUSED):
            wrong.append((case.name, verdict, why))
    assert wrong == []


def test_that_no_two_cases_of_a_pollution_are_called_the_same():
    for cases in POLLUTIONS.values():
        names = [case.name for case in cases()]
        assert len(names) == len(set(names))
