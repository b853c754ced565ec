"""Saving what there is, opening it in another window, and comparing the two."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QFileDialog

from gpstudio.gui.commands.tables import open_path, open_sample
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.session.document import Document
from gpstudio.session.project.codec.document import parts_of_document
from gpstudio.session.project.part import fingerprint

PATIENCE = 120.0


def reopened(
    window: Window, themes: Themes, path: Path, closed: Callable[[], None] = lambda: None
) -> str:
    """In words, what did not come back; empty where all did. Both windows are closed; who closes
    one waits for its work while there is nothing to see, and is told as ``closed``."""
    other: Window | None = None
    try:
        if not _until(lambda: _is_idle(window)):
            return "the window's work did not come to its end"
        if window.desk.document.table is None:
            open_sample(window)
            _until(lambda: window.desk.document.table is not None and _is_idle(window))
        QFileDialog.getSaveFileName = staticmethod(lambda *_: (str(path), ""))  # type: ignore[method-assign]
        window.projects.save_as()
        if not _until(lambda: path.exists() and _is_idle(window)):
            message = window.messages.message
            return f"the project was not saved: {message}"
        saved = window.desk.document
        _leave(window)
        closed()
        other = Window(themes)
        other.show()
        open_path(other, path)
        if not _until(lambda: other.desk.document.table is not None and _is_idle(other)):
            return f"the project did not open: {other.messages.message}"
        return difference(saved, other.desk.document)
    finally:
        _leave(other or window)
        closed()


def difference(saved: Document, opened: Document) -> str:
    """By the parts that a project file would hold of each."""
    some = {part.name: fingerprint(part) for part in parts_of_document(saved)}
    others = {part.name: fingerprint(part) for part in parts_of_document(opened)}
    names = some.keys() | others.keys()
    unlike = sorted(name for name in names if some.get(name) != others.get(name))
    return f"other parts than were saved: {', '.join(unlike[:8])}" if unlike else ""


def _is_idle(window: Window) -> bool:
    desk = window.desk
    works = (window.importer, window.season.reader, window.projects.runner._bridge)
    mine = (desk, desk._dating)
    return not any(work.is_busy for work in (*works, *mine))


def _leave(window: Window) -> None:
    window.projects.give_up()
    window.close()
    window.deleteLater()


def _until(done: Callable[[], bool]) -> bool:
    """Also a little longer, since one thing leads to another."""
    end, calm = time.perf_counter() + PATIENCE, 0
    while time.perf_counter() < end:
        loop = QEventLoop()
        QTimer.singleShot(30, loop.quit)
        loop.exec()
        calm = calm + 1 if done() else 0
        if calm > 12:
            return True
    return False
