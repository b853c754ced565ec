"""Cells as they stand in the file, the ways to say nothing, and how a message shows either."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any, Protocol, TypeAlias

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
        "nodata",
        "no data",
        "#div/0!",
        "#value!",
        "#num!",
        "#ref!",
        "#nv",
        "#wert!",
        "#zahl!",
        "#bezug!",
        "#n/d",
        "#valeur!",
        "#nombre!",
        "k.a.",
        "k. a.",
        "n/d",
        "s/d",
        "\u2013",
        "\u2014",
        "\u2212",
    ]
)
"""In small letters."""
_KELVIN = "\u212a"
"""The one sign beyond ASCII whose small letter is one of theirs."""


def is_missing(cell: str) -> bool:
    return cell.strip().lower() in MISSING and _KELVIN not in cell


def bare(text: str) -> str:
    """In small letters without accents; a Turkish i without its dot is an i."""
    small = text.casefold()
    if small.isascii():
        return small
    apart = unicodedata.normalize("NFKD", small.replace("ı", "i"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


class TextColumn(Protocol):
    """Cells in memory, as texts or as bytes."""

    def __len__(self) -> int: ...
    def __getitem__(self, chosen: Any, /) -> Any: ...


def sample(column: TextColumn, size: int) -> Texts:
    """Cells from all over the column, in its order: the first and the last are among them."""
    if len(column) <= size:
        return np.asarray(column, dtype=object)
    rows = np.linspace(0, len(column) - 1, size).astype(np.int64)
    return np.asarray(column[rows], dtype=object)


_LONGEST = 60


def shown(thing: object, *, whole: bool = False) -> str:
    """A name or cell in quotes, safe for one line of a message: paths show their last part.

    Cells can hold line breaks and file names can hold almost anything; neither may break the
    sentence or the terminal.
    """
    text = thing.name if isinstance(thing, Path) and thing.name and not whole else str(thing)
    plain = "".join(c if c.isprintable() else "?" for c in text)
    if len(plain) > _LONGEST and not whole:
        plain = plain[: _LONGEST - 1] + "…"
    return f"'{plain}'"
