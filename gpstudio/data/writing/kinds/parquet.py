"""Tables as Parquet: every column with its type, so nothing can be misread and texts stay texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.series import whole_seconds
from gpstudio.data.writing.form import WrittenAs
from gpstudio.data.writing.sheet import CellKind, Sheet
from gpstudio.translation import tr


def write_parquet(path: Path, sheet: Sheet, form: WrittenAs, task: Task) -> None:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise InputError(
            tr(
                "A Parquet file needs the extra 'parquet' of GP Studio (pip install "
                '"gpstudio[parquet]"); install it, or write CSV or xlsx.'
            )
        ) from None
    types = {
        "text": pa.string(),
        "number": pa.float64(),
        "flag": pa.bool_(),
        "date": pa.timestamp("ms"),
    }
    schema = pa.schema(
        pa.field(c.name, types[c.kind], metadata={"help": c.help}) for c in sheet.columns
    )
    with parquet.ParquetWriter(path, schema) as writer:
        for chunk in sheet.chunks(task):
            arrays = [
                pa.array(_cells(cells, column.kind), types[column.kind], from_pandas=True)
                for column, cells in zip(sheet.columns, chunk, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema))


def _cells(cells: AnyArray, kind: CellKind) -> Any:
    if kind != "date":
        return cells
    known = np.isfinite(cells)
    seconds = whole_seconds(np.where(known, cells, 0.0)).astype("datetime64[s]")
    return np.where(known, seconds, np.datetime64("NaT")).astype("datetime64[ms]")
