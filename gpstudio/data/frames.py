"""Tables as pandas DataFrames, for people who go on in Python.

The one place that loads pandas: window and command line run without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gpstudio.core.arrays import AnyArray
from gpstudio.data.series import SECONDS
from gpstudio.data.writing.sheet import CellKind, Sheet

if TYPE_CHECKING:
    import pandas as pd


def frame_of(sheet: Sheet) -> pd.DataFrame:
    """The columns of the file, dates as dates."""
    import pandas as pd

    blocks = list(sheet.chunks())
    cells = {
        column.name: _cells([block[place] for block in blocks], column.kind)
        for place, column in enumerate(sheet.columns)
    }
    # texts are texts though every cell is empty
    texts = {column.name: "string" for column in sheet.columns if column.kind == "text"}
    return pd.DataFrame(cells).astype(texts)


def _cells(parts: list[AnyArray], kind: CellKind) -> AnyArray:
    cells = np.concatenate(parts) if parts else np.empty(0, dtype=_EMPTY.get(kind, float))
    return _dates(cells) if kind == "date" else cells


_EMPTY: dict[CellKind, type] = {"text": object, "flag": bool}


def _dates(days: AnyArray) -> AnyArray:
    """To the second, as files have them; NaN becomes no date."""
    known = np.isfinite(days)
    seconds = np.rint(np.where(known, days, 0.0) * SECONDS).astype("datetime64[s]")
    return np.where(known, seconds, np.datetime64("NaT"))
