"""A pandas DataFrame as a source of text: it is read as a file of its columns would be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from gpstudio.core.errors import InputError
from gpstudio.data.source.source import Source, of_bytes
from gpstudio.translation import tr

if TYPE_CHECKING:
    import pandas as pd

NAME = Path("DataFrame")
DELIMITER = "\t"
"""Of all delimiters the one that names and remarks hold least, so that few cells want quotes."""


def is_frame(source: object) -> TypeGuard[pd.DataFrame]:
    """Asked without loading pandas: whoever has a DataFrame has loaded it."""
    return hasattr(source, "to_csv") and hasattr(source, "columns")


def framed_source(frame: pd.DataFrame) -> Source:
    """An index that has a name, or dates, is a column like the others; row numbers are none."""
    if not len(frame.columns) or frame.empty:
        raise InputError(tr("The DataFrame is empty; give one with a column of times and values."))
    columns = frame if _is_row_number(frame.index) else _with_index(frame)
    names = [str(name) for name in columns.columns]
    text: str = columns.set_axis(names, axis=1).to_csv(
        sep=DELIMITER, index=False, lineterminator="\n"
    )
    return of_bytes(
        NAME,
        text.encode("utf-8", "replace"),
        encoding="utf-8",
        delimiter=DELIMITER,
        kind=tr("a DataFrame"),
    )


def _is_row_number(index: Any) -> bool:
    named = any(name is not None for name in index.names)
    return not named and index.nlevels == 1 and index.dtype.kind in "iu"


def _with_index(frame: pd.DataFrame) -> pd.DataFrame:
    names = [
        name if name is not None else ("time" if level == 0 else f"level_{level}")
        for level, name in enumerate(frame.index.names)
    ]
    return frame.reset_index(names=names)
