"""Where the window and its panels stood: kept when it is left, and the usual places on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings, QSize
from PySide6.QtWidgets import QSplitter

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

KEPT = "layout"
SIZE = (1360, 860)


class PanelLayout:
    """Knows the usual places, because it looks before anything is restored."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._usual = {name: splitter.sizes() for name, splitter in self._splitters()}

    def restore(self) -> None:
        """As it was left, the first time within the screen; one that is gone or smaller is Qt's to
        judge."""
        kept = QSettings()
        geometry = kept.value(f"{KEPT}/window")
        if isinstance(geometry, QByteArray):
            self._window.restoreGeometry(geometry)
        elif not kept.contains(f"{KEPT}/columns"):
            self._fit_the_screen()
        for name, splitter in self._splitters():
            state = kept.value(f"{KEPT}/{name}")
            if isinstance(state, QByteArray):
                splitter.restoreState(state)

    def keep(self) -> None:
        kept = QSettings()
        kept.setValue(f"{KEPT}/window", self._window.saveGeometry())
        for name, splitter in self._splitters():
            kept.setValue(f"{KEPT}/{name}", splitter.saveState())

    def reset(self) -> None:
        window = self._window
        QSettings().remove(KEPT)
        window.showNormal()
        self._fit_the_screen()
        for name, splitter in self._splitters():
            splitter.setSizes(self._usual[name])

    def _fit_the_screen(self) -> None:
        self._window.resize(QSize(*SIZE).boundedTo(self._window.screen().availableSize()))

    def _splitters(self) -> list[tuple[str, QSplitter]]:
        """Those of the fields' side, each by what it parts."""
        columns = self._window.splitter
        rows = columns.widget(1)
        found = [("columns", columns)]
        return [*found, ("rows", rows)] if isinstance(rows, QSplitter) else found
