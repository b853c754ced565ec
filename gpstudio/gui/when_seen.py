"""A page that nobody looks at is not made: it is told the newest, and shows it when it is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class WhenSeen(QObject):
    """Calls ``show`` at once where the page is visible, otherwise before it is next painted."""

    def __init__(self, page: QWidget, show: Callable[..., None]) -> None:
        super().__init__(page)
        self._page, self._show = page, show
        self._waiting: tuple[Any, ...] | None = None
        page.installEventFilter(self)

    def __call__(self, *what: Any) -> None:
        self._waiting = what
        if self._page.isVisible():
            self._do()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and watched is self._page:
            self._do()
        return False

    def _do(self) -> None:
        if self._waiting is not None:
            what, self._waiting = self._waiting, None
            self._show(*what)
