"""Cells as they stand in the file, and the ways people write that a cell has nothing to say."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Texts: TypeAlias = NDArray[np.object_]

MISSING = frozenset(
    [
        "",
        "na",
        "n/a",
        "nan",
        "null",
        "none",
        "nat",
        "-",
        "--",
        ".",
        "#n/a",
        "#na",
        "n.a.",
        "missing",
    ]
)
"""In small letters."""


def is_missing(cell: str) -> bool:
    return cell.strip().lower() in MISSING


def sample(column: Texts, size: int) -> Texts:
    """Cells from all over the column, in its order: the first and the last are among them."""
    if len(column) <= size:
        return column
    rows = np.linspace(0, len(column) - 1, size).astype(np.int64)
    return np.asarray(column[rows], dtype=object)
