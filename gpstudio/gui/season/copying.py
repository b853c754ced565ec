"""Cells on their way to the clipboard: text for spreadsheets, and a table for letters."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.data.writing.cells import copied_cell, copied_lines
from gpstudio.gui.literal import in_markup

Cells = Sequence[Sequence[str]]


def as_text(table: Cells) -> str:
    """A line a row, tabs between cells; no cell starts a formula."""
    return copied_lines(table)


def as_html(table: Cells) -> str:
    head, *rows = table
    lines = [_row(head, "th"), *(_row(row, "td") for row in rows)]
    return f"<table>{''.join(lines)}</table>"


def _row(cells: Sequence[str], tag: str) -> str:
    inner = "".join(f"<{tag}>{in_markup(copied_cell(cell))}</{tag}>" for cell in cells)
    return f"<tr>{inner}</tr>"
