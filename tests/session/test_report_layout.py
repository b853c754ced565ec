"""The report is laid out as ``json`` lays it out."""

from __future__ import annotations

import json
import math
from types import MappingProxyType
from typing import Any

import pytest

from gpstudio.session.results import _indented

RECORDS: tuple[Any, ...] = (
    {}, [], (), "text", None, 1.5, True,
    {"a": {}, "b": [], "c": (1, 2.0, None, math.nan, math.inf)},
    {"ä \n": "line\nline \u2028 é \"q\""},
    [{"x": [[1], [], {"y": {"z": ()}}]}, [True, False], 10**20, -0.0],
)  # fmt: skip


@pytest.mark.parametrize("by", ["", "    "])
@pytest.mark.parametrize("record", RECORDS, ids=str)
def test_that_a_record_is_laid_out_as_by_json(record: Any, by: str) -> None:
    expected = json.dumps(record, indent=2, ensure_ascii=False).replace("\n", "\n" + by)
    assert _indented(record, by) == expected


def test_that_mappings_that_nobody_changes_are_laid_out_too() -> None:
    assert _indented(MappingProxyType({"a": 1}), "") == json.dumps({"a": 1}, indent=2)
