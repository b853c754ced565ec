"""Pictures of one change, made in several turns of the event loop.

What a person looks at first is painted before the rest is begun, and between two pieces the window
hears what comes next. What is true is never in a picture: it has changed before the first piece.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

Piece = Callable[[], None]
HANDS = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.KeyPress,
    QEvent.Type.ContextMenu,
    QEvent.Type.Wheel,
)
"""By these a person uses what is shown."""


class InTurns(QObject):
    """Makes pieces one a turn, in their order; a newer change takes the place of what is left.

    Whoever lays a hand on a widget meanwhile finds everything there: what is left is made first. In
    the one that ``chooses`` one may go on to the next thing without waiting for that.
    """

    ended = Signal()
    """All pieces are made, and what they changed can be painted."""

    def __init__(self, chooses: QWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chooses = chooses
        self._left: deque[Piece] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._turn)

    @property
    def is_pending(self) -> bool:
        """Whether something is not shown yet."""
        return bool(self._left)

    def begin(self, pieces: Iterable[Piece]) -> None:
        """From the next turn on; what was left of an older change is not wanted any more."""
        self._left = deque(pieces)
        self._timer.start()
        self._application().installEventFilter(self)

    def make(self, pieces: Iterable[Piece]) -> None:
        """All at once, instead of what was left of an older change. Nobody can lay a hand on what
        is missing: to hear every event of the program costs more than the pieces."""
        self._rest()
        self._left = deque(pieces)
        self.finish()
        self._timer.start()

    def finish(self) -> None:
        """Make at once what is left."""
        while self._left:
            self._left.popleft()()

    def close(self) -> None:
        """Nobody looks any more."""
        self._left.clear()
        self._rest()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in HANDS and isinstance(watched, QWidget) and self._is_elsewhere(watched):
            self.finish()
        return False

    def _is_elsewhere(self, widget: QWidget) -> bool:
        return widget is not self._chooses and not self._chooses.isAncestorOf(widget)

    def _turn(self) -> None:
        if self._left:
            self._left.popleft()()
        if not self._left:
            self._rest()
            self.ended.emit()

    def _rest(self) -> None:
        self._timer.stop()
        self._application().removeEventFilter(self)

    def _application(self) -> QCoreApplication:
        application = QCoreApplication.instance()
        assert application is not None
        return application
