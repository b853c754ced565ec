"""Work that follows a hand: only the newest wish is worth doing.

While something runs, wishes replace each other; what runs is let finish, since its answer is on
its way, and then the newest wish is done. So a quick hand sees every answer there was time for, and
the last one always comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpstudio.gui.bridge import Bridge

MILLISECONDS_BETWEEN_LOOKS = 5
"""An answer should be on screen within a frame or two."""


class Latest(QObject):
    """Runs the newest of many wishes away from the window."""

    arrived = Signal(object)
    failed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = Bridge(self, MILLISECONDS_BETWEEN_LOOKS)
        self._bridge.finished.connect(self.arrived)
        self._bridge.failed.connect(self.failed)
        self._bridge.busy_changed.connect(self._go_on)
        self._wish: tuple[Callable[..., Any], tuple[Any, ...]] | None = None

    @property
    def is_busy(self) -> bool:
        return self._bridge.is_busy or self._wish is not None

    def ask(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Do this as soon as what runs is done, unless something newer is asked by then."""
        self._wish = (work, arguments)
        self._go_on(self._bridge.is_busy)

    def forget(self) -> None:
        """Whatever was asked is not wanted any more."""
        self._wish = None
        self._bridge.leave()

    def stop(self) -> None:
        """Nothing new is begun, and what runs is asked to end."""
        self._wish = None
        self._bridge.stop()

    def close(self) -> bool:
        self._wish = None
        return self._bridge.close()

    def _go_on(self, busy: bool) -> None:
        if busy or self._wish is None:
            return
        (work, arguments), self._wish = self._wish, None
        self._bridge.start(work, *arguments)
