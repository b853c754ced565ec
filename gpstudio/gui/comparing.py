"""What pages have in common that compare on the shown field, away from the window: a button that
begins and stops it, a line that tells of it, a table that fills."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QTableView, QWidget

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.latest import Latest
from gpstudio.gui.pace import Pace
from gpstudio.gui.steady_button import SteadyButton
from gpstudio.gui.table_page import StateLine, lay_out
from gpstudio.gui.work_bar import WorkBar
from gpstudio.translation import tr

COMPARE, STOP = tr("Compare"), tr("Stop")


class ComparingView(QWidget):
    export_asked = Signal()
    listed = Signal()
    """What can be compared on the shown field is there."""
    compared = Signal()
    """All that was asked for is done."""
    room_for_how: ClassVar[int]
    """Pixels of the whole below which how it is compared is one hover away."""
    stopped: ClassVar[str]
    """What is told when it was."""

    def __init__(
        self, name: str, idle: str, export: tuple[str, str], how: QLabel, parent: QWidget | None
    ) -> None:
        """``export``: the title and help of its button."""
        super().__init__(parent)
        self.setObjectName(name)
        self._began, self._pace = 0.0, Pace()
        self.how = how
        self.start = SteadyButton(f"{name}_start", COMPARE, STOP)
        self.export = QPushButton(tr("Export…"))
        self.export.setObjectName(f"{name}_export")
        describe(self.export, *export)
        self.state = StateLine(f"{name}_state", idle)
        self.bar = WorkBar(f"{name}_progress", 90)
        self._listing = Latest(self)
        self._work = Bridge(self)

    def _arrange(self, tools: Sequence[QWidget], table: QTableView) -> None:
        lay_out(self, tools, self.how, self.state, table, self.bar)
        self.start.clicked.connect(self._start_or_stop)
        self.export.clicked.connect(self.export_asked)
        table.selectionModel().selectionChanged.connect(lambda *_: self._show_selected())
        self._listing.arrived.connect(self._show_list)
        self._listing.failed.connect(lambda sentence, details: self._end(sentence))
        work = self._work
        work.partial_arrived.connect(self._take)
        work.finished.connect(self._finish)
        work.failed.connect(lambda sentence, details: self._end(sentence))
        work.stopped.connect(lambda: self._end(self.stopped))

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy

    def close_work(self) -> bool:
        ended = [self._listing.close(), self._work.close()]
        return all(ended)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.how.setVisible(self.width() >= scaled(self.room_for_how))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_busy:
            self._work.stop()
        else:
            super().keyPressEvent(event)

    def _start_or_stop(self) -> None:
        if self.is_busy:
            self._work.stop()
            self.state.tell(tr("Stopping…"))
        else:
            self._begin()

    @abstractmethod
    def _begin(self) -> None:
        """Compare what is asked for, if anything is."""

    @abstractmethod
    def _show_list(self, answer: Any) -> None:
        """What can be compared has come."""

    @abstractmethod
    def _take(self, row: Any) -> None:
        """One of those that are compared has come."""

    @abstractmethod
    def _finish(self, rows: Any) -> None:
        """All of them have."""

    @abstractmethod
    def _end(self, sentence: str) -> None:
        """Nothing is under way any more."""

    @abstractmethod
    def _show_selected(self) -> None:
        """The selected row in full, since columns may cut it short."""
