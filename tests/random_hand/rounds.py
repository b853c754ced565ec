"""A table is opened, fitted and closed, again and again: in one window, or each in its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer

from gpstudio.data.series import iso_from_days
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window

PATIENCE = 120_000


def tables(folder: Path, count: int, years: int = 3) -> list[Path]:
    """Different ones, of a field of some years each."""
    made = []
    for number in range(count):
        random = np.random.default_rng(number)
        days = np.arange(18_000.0, 18_000.0 + years * 365.0, 12.0)
        value = 0.5 - 0.3 * np.cos(2 * np.pi * days / 365.25)
        value += 0.03 * random.standard_normal(len(days))
        rows = zip(iso_from_days(days), value, strict=True)
        text = "".join(f"{date},{v:.4f}\n" for date, v in rows)
        path = folder / f"field {number}.csv"
        path.write_text(f"date,ndvi\n{text}", encoding="utf-8")
        made.append(path)
    return made


@contextmanager
def a_window(themes: Themes) -> Iterator[Window]:
    """Shown, and closed as a person closes it who wants nothing saved."""
    window = Window(themes)
    try:
        window.show()
        yield window
    finally:
        window.projects.give_up()
        window.close()
        window.deleteLater()


def open_and_fit(window: Window, path: Path) -> None:
    """As a person does: the file, Import, Fit; until all that follows by itself has followed."""
    open_path(window, path)
    until(lambda: _dialog_is_there(window), "the dialog")
    assert window.importer.dialog is not None
    window.importer.dialog.import_button.click()
    until(lambda: _shows(window, path), "the table")
    window.commands["fit"].trigger()
    desk = window.desk
    until(lambda: desk.document.fit is not None and not desk.is_busy, "the fit")
    until(lambda: not desk.is_dating, "its dates")
    look(60)


def until(done: Callable[[], bool], what: str) -> None:
    for _ in range(PATIENCE // 10):
        if done():
            return
        look(10)
    raise TimeoutError(f"{what} did not come")


def look(milliseconds: int) -> None:
    """Let the window's events run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _dialog_is_there(window: Window) -> bool:
    dialog = window.importer.dialog
    is_shown = dialog is not None and dialog.isVisible() and dialog.reading is not None
    return is_shown and not window.importer.is_busy


def _shows(window: Window, path: Path) -> bool:
    table = window.desk.document.table
    return table is not None and table.path.name == path.name
