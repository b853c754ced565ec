"""What stands in a written file, told by programs that are not ours."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from gpstudio.data.writing.form import PLAIN, WrittenAs

Rows: TypeAlias = list[list[Any]]
"""The header, then the rows; None or an empty text where a cell is empty."""


def read_csv(path: Path, form: WrittenAs = PLAIN) -> Rows:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.reader(handle, delimiter=form.delimiter_mark))


def read_xlsx(path: Path, form: WrittenAs = PLAIN) -> Rows:
    openpyxl = pytest.importorskip("openpyxl")
    from openpyxl.utils.escape import unescape

    sheet = openpyxl.load_workbook(path).active
    return [
        [unescape(c.value) if isinstance(c.value, str) else c.value for c in row]
        for row in sheet.iter_rows()
    ]


def read_parquet(path: Path, form: WrittenAs = PLAIN) -> Rows:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(path)
    columns = [column.to_pylist() for column in table.columns]
    return [table.column_names, *map(list, zip(*columns, strict=True))]


READERS: dict[str, Callable[[Path, WrittenAs], Rows]] = {
    "csv": read_csv,
    "xlsx": read_xlsx,
    "parquet": read_parquet,
}
"""A row for each kind of file."""
