"""Cells on their way to the clipboard: text for spreadsheets, and a table for letters."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.data.harmless import harmless
from gpstudio.gui.literal import in_markup

Cells = Sequence[Sequence[str]]


def as_text(table: Cells) -> str:
    """A line a row, tabs between cells; no cell starts a formula."""
    return "".join(f"{chr(9).join(_cell(cell) for cell in row)}\n" for row in table)


def as_html(table: Cells) -> str:
    head, *rows = table
    lines = [f"<tr>{''.join(f'<th>{in_markup(cell)}</th>' for cell in head)}</tr>"]
    for row in rows:
        lines.append(f"<tr>{''.join(f'<td>{in_markup(harmless(cell))}</td>' for cell in row)}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _cell(text: str) -> str:
    """Without marks that end a cell or a line."""
    return harmless(" ".join(text.split()))
