"""A table from the clipboard."""

from __future__ import annotations

from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.data.source.source import Source, of_bytes
from gpstudio.translation import tr

NAME = Path("pasted table")


def pasted_source(text: str) -> Source:
    """What was copied, as a spreadsheet (tabs between the cells) or a text editor leaves it."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise InputError(
            tr(
                "The clipboard holds no text; copy the cells of a table, its header among them, "
                "and paste again."
            )
        )
    return of_bytes(NAME, text.encode("utf-8", "replace"), encoding="utf-8", kind="pasted")
