"""What falls on a window: the first file of what was dragged there."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QDropEvent


def dropped_file(event: QDropEvent) -> Path | None:
    """Also of the events that come before the fall, which are of the same family."""
    urls = event.mimeData().urls()
    return next((Path(url.toLocalFile()) for url in urls if url.isLocalFile()), None)
