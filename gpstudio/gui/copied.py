"""What was copied, in words: whoever presses Copy wants to know that it worked."""

from __future__ import annotations

from PySide6.QtCore import QMimeData

from gpstudio.translation import tr, tr_count


def copied_words(data: QMimeData | None) -> str:
    """Empty where there is nothing."""
    if data is None or not data.formats():
        return ""
    if data.hasImage():
        return tr("The figure is copied.")
    lines = data.text().rstrip("\n").split("\n")
    if len(lines) > 1 and all("\t" in line for line in lines):  # the first are headings
        return tr_count(len(lines) - 1, "{n:,} row is copied.", "{n:,} rows are copied.")
    return tr("Copied.")
