"""Kinds of file that tables are written as.

A further kind is a file of its own, a line in ``KINDS``, a word of ``FileKind`` and a test row.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from gpstudio.core.task import Task
from gpstudio.data.writing.form import FileKind, WrittenAs
from gpstudio.data.writing.kinds.csv import write_csv
from gpstudio.data.writing.kinds.parquet import write_parquet
from gpstudio.data.writing.kinds.xlsx import write_xlsx
from gpstudio.data.writing.sheet import Sheet

Write: TypeAlias = Callable[[Path, Sheet, WrittenAs, Task], None]

KINDS: dict[FileKind, Write] = {
    "csv": write_csv,
    "xlsx": write_xlsx,
    "parquet": write_parquet,
}
