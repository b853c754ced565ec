"""Every cell that leaves as text leaves by one door, and starts no formula."""

from __future__ import annotations

import ast
import csv
import io
import math
from pathlib import Path

import numpy as np
import pytest

import gpstudio
from gpstudio.data.harmless import as_it_was
from gpstudio.data.writing.cells import (
    cell,
    copied_cell,
    copied_lines,
    lines,
    number_cell,
    number_cells,
)
from gpstudio.data.writing.form import DELIMITERS

from .test_harmless import TRIGGERS, hostile, shows_first

HOSTILE = hostile(2_000)


def test_that_a_small_table_starts_no_formula_and_reads_back() -> None:
    """Whatever delimiter a spreadsheet expects."""
    written = lines([("group", "value"), *((text, -0.12) for text in HOSTILE)])
    for mark in (*DELIMITERS.values(), "|"):
        rows = csv.reader(io.StringIO(written, newline=""), delimiter=mark)
        cells = [found for row in rows for found in row]
        assert not [found for found in cells if shows_first(found) in {*TRIGGERS} - {"-"}]
        assert not [f for f in cells if shows_first(f) == "-" and not f.startswith("-0.12")]
    back = list(csv.reader(io.StringIO(written, newline="")))[1:]
    assert [as_it_was(row[0]) for row in back] == HOSTILE
    assert {row[1] for row in back} == {"-0.12"}


@pytest.mark.parametrize(
    ("content", "written"),
    [(None, ""), (float("nan"), ""), (-0.12, "-0.12"), (-3, "-3"), (0.1 + 0.2, repr(0.1 + 0.2)),
     ("-0.12", "'-0.12"), ("=1", "'=1"), ("a,b", '"a,b"')],
)  # fmt: skip
def test_that_a_number_stays_a_number(content: str | float | None, written: str) -> None:
    assert cell(content) == written


@pytest.mark.parametrize("shown", ["-0.12", "+3", "-1e-05", "12"])
def test_that_a_number_that_is_shown_is_copied_as_one(shown: str) -> None:
    assert copied_cell(shown) == shown


def test_that_what_is_copied_starts_no_formula() -> None:
    rows = copied_lines([[text, "-0.12"] for text in HOSTILE]).splitlines()
    cells = [found for row in rows for found in row.split("\t")]
    assert len(cells) == 2 * len(HOSTILE)
    assert not [found for found in cells if shows_first(found) in TRIGGERS and found != "-0.12"]


def test_that_no_module_writes_cells_by_itself() -> None:
    """A writer of Python's or a join of cells by tabs would leave them as they are.

    ``framed.py`` writes nothing out: it hands a DataFrame's cells to the importer.
    """
    found = []
    for path in Path(gpstudio.__file__).parent.rglob("*.py"):
        if path.name == "framed.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                writes = node.attr in ("DictWriter", "to_csv", "to_excel")
                if writes or ast.unparse(node) in ("csv.writer", '"\\t".join', "'\\t'.join"):
                    found.append(path.name)
    assert found == ["cells.py"]


@pytest.mark.parametrize(
    "values",
    [[], [1.0], [0.3] * 4, [math.nan] * 3, [1.0, 0.1 + 0.2, math.nan, -0.0, 1e22, -3.0, math.inf],
     [1e-300, 1e16, 1e17, 123456789.0]],
)  # fmt: skip
def test_that_numbers_are_written_together_as_one_by_one(values: list[float]) -> None:
    assert number_cells(np.array(values)) == [number_cell(value) for value in values]
