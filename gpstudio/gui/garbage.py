"""Python's own tidying up, taken in small bites.

Looking for objects that only hold each other stops every thread, and looks at all there are: a
fitted field is some 225 of them, and there may be ten thousand. So what has lived for a while is
put where nobody looks any more, and each look is at what came since the one before. What is put
away is freed all the same when nobody needs it; only what by then holds itself in a circle stays,
and documents hold none.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY = 500
"""Milliseconds between two moments at which a bite may be taken."""
BITE = 6
"""Middle-aged collections that make one due. 56,000 small lists were looked at in 0.7 ms, the
150,000 objects that come with the first fit's imports in 30."""
NEVER = 100_000
AT_FIRST = 3000
"""Milliseconds after the first paint in which nothing is looked at: what is loaded for the first
fit stays. The entrance has switched it off, a tenth of what imports take."""


class GarbageCollection(QObject):
    """Takes the place of Python's full collections while it is there; one for the program."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._usual = gc.get_threshold()
        self._middle_aged = 0
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self._look)

    def begin(self) -> None:
        """What was imported stays for good."""
        gc.set_threshold(*self._usual[:2], NEVER)
        gc.freeze()
        gc.callbacks.append(self._count)
        self._timer.start()
        QTimer.singleShot(AT_FIRST, self, self._begin_to_look)

    def _begin_to_look(self) -> None:
        gc.freeze()
        gc.enable()

    def close(self) -> None:
        """As Python had it."""
        gc.enable()
        if self._count in gc.callbacks:
            self._timer.stop()
            gc.callbacks.remove(self._count)
            gc.set_threshold(*self._usual)
            gc.unfreeze()

    def _count(self, phase: str, about: dict[str, int]) -> None:
        if phase == "stop" and about["generation"] == 1:
            self._middle_aged += 1

    def _look(self) -> None:
        if self._middle_aged >= BITE:
            self._middle_aged = 0
            gc.collect()
            gc.freeze()
