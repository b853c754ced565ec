"""The lab in the window: choose a study, run it, see figures and verdicts grow.

One study runs at a time, beside whatever the fields' side does; it goes on while that is shown.
"""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.fields import describe, label
from gpstudio.gui.lab.drawn import Drawn, run_study
from gpstudio.gui.lab.figures_view import FiguresView
from gpstudio.gui.lab.outlook import Outlook, look
from gpstudio.gui.lab.pace import Pace, told
from gpstudio.gui.lab.rows_view import RowsView
from gpstudio.gui.lab.study_panel import StudyPanel
from gpstudio.gui.lab.summary_view import SummaryView
from gpstudio.gui.lab.wish import Wish
from gpstudio.gui.latest import Latest
from gpstudio.gui.messages import Message
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import count
from gpstudio.lab import STUDIES

FIGURES, SUMMARY, ROWS = range(3)
NOTHING_YET = "Nothing is measured yet: press Run, and figures grow here."


class LabView(QWidget):
    """Wires what is wanted to what is measured and shown."""

    said = Signal(object)
    progressed = Signal(object)
    """The fraction of the running study; None when none runs."""
    looked = Signal()
    """What stands in the folder is shown."""
    began = Signal()
    ended = Signal()
    """The study is done, stopped or has failed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
        self._wish: Wish | None = None
        self._outlook: Outlook | None = None
        self._pace = Pace()
        self._began = 0.0
        self._fraction = 0.0
        self.drawn: Drawn | None = None
        self.panel = StudyPanel(theme)
        self.figures = FiguresView()
        self.summary = SummaryView(theme)
        self.rows = RowsView(theme)
        self.state = label(NOTHING_YET)
        self.state.setObjectName("lab_state")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.bar.setFixedWidth(150)
        self.bar.setAccessibleName("Progress of the study")
        self.bar.hide()
        self.folder = QPushButton("Open folder")
        self.folder.setObjectName("lab_folder")
        describe(self.folder, "Open folder", "Show results.csv, figures and summary as files.")
        self.tabs = QTabWidget()
        self._looking = Latest(self)
        self._work = Bridge(self)
        self._lay_out()
        self._connect()
        self._show(None)
        self._take_wish(self.panel.wish)

    def _lay_out(self) -> None:
        self.tabs.setObjectName("lab_tabs")
        self.tabs.setAccessibleName("Results of the study")
        self.tabs.setDocumentMode(True)
        for view, title in (
            (self.figures, "Figures"), (self.summary, "Summary"), (self.rows, "Measurements"),
        ):  # fmt: skip
            self.tabs.addTab(view, title)
        top = QHBoxLayout()
        top.setContentsMargins(14, 10, 10, 4)
        top.setSpacing(10)
        self.state.setMinimumWidth(60)
        top.addWidget(self.state, 1)
        top.addWidget(self.bar)
        top.addWidget(self.folder)
        right = QFrame()
        right.setProperty("card", True)
        column = QVBoxLayout(right)
        column.setContentsMargins(2, 2, 2, 2)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.tabs, 1)
        left = QFrame()
        left.setProperty("card", True)
        inside = QVBoxLayout(left)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.panel)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(10)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([356, 990])
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    def _connect(self) -> None:
        self.panel.wished.connect(self._take_wish)
        self.panel.run_asked.connect(self.run)
        self.panel.stop_asked.connect(self.stop)
        self.panel.said.connect(lambda sentence: self.said.emit(Message.error(sentence)))
        self.figures.said.connect(self.said)
        self.folder.clicked.connect(self._open_folder)
        self._looking.arrived.connect(self._take_outlook)
        self._looking.failed.connect(self._fail)
        work = self._work
        work.progressed.connect(self._show_progress)
        work.partial_arrived.connect(self._show)
        work.finished.connect(self._finish)
        work.failed.connect(self._fail)
        work.stopped.connect(self._stopped)
        for keys, deed in (("F5", self.run), ("Esc", self.stop)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(deed)

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
        self.summary.set_theme(theme)
        self.rows.set_theme(theme)

    def close_work(self) -> bool:
        ended = [self._looking.close(), self._work.close()]
        return all(ended)

    def run(self) -> None:
        """Run what is on screen: also with a number whose field still has the cursor."""
        if self.is_busy:
            return
        self.panel.settle()
        outlook = self._outlook
        if outlook is None or outlook.wish != self._wish or not outlook.can_run:
            return
        self._looking.forget()
        self._began, self._pace, self._fraction = time.monotonic(), Pace(), 0.0
        self.bar.setValue(0)
        self.bar.show()
        self.state.setText("Preparing…")
        self._work.start(run_study, outlook.wish)
        self.panel.show_running(True)
        self.began.emit()
        self.progressed.emit(0.0)

    def stop(self) -> None:
        if self.is_busy:
            self._work.stop()
            self.state.setText("Stopping…")
            self.panel.show_running(True, stopping=True)

    def _take_wish(self, wish: Wish | None) -> None:
        self._wish = wish
        self.panel.show_outlook(None)
        if wish is None:
            self._outlook = None
            self._looking.forget()
        elif not self.is_busy:
            self._looking.ask(look, wish)

    def _take_outlook(self, outlook: Outlook) -> None:
        if outlook.wish != self._wish or self.is_busy:
            return
        self._show_outlook(outlook)
        self._show(outlook.drawn)
        self.state.setText(_standing(outlook))
        self.looked.emit()

    def _show_outlook(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self.panel.show_outlook(outlook)
        self.figures.folder = outlook.folder
        self.folder.setEnabled(outlook.folder.is_dir())

    def _show(self, drawn: Drawn | None) -> None:
        self.drawn = drawn
        self.figures.show_figures(() if drawn is None else drawn.figures)
        self.summary.show_summary(None if drawn is None else drawn.summary)
        self.rows.show_results(None if drawn is None else drawn.results)
        for tab in (SUMMARY, ROWS):
            self.tabs.setTabEnabled(tab, drawn is not None)

    def _show_progress(self, status: str, fraction: float | None) -> None:
        if self._work.is_stopping:
            return
        left = ""
        if fraction is not None:
            self._fraction = fraction
            left = told(self._pace.left(fraction))
            self.bar.setValue(round(1000 * fraction))
            self.progressed.emit(fraction)
        self.state.setText(" · ".join(part for part in (left, status) if part))

    def _finish(self, drawn: Drawn) -> None:
        results = drawn.results
        seconds = time.monotonic() - self._began
        self._show(drawn)
        self._end(_done(results.measured, seconds))
        if self._wish is not None:
            there = results.already + results.measured
            self._show_outlook(
                Outlook(self._wish, results.folder, results.cases, there, drawn=drawn)
            )
        self.ended.emit()

    def _fail(self, sentence: str, details: str) -> None:
        self._end("Not finished; what was measured stays.")
        self.said.emit(Message.error(sentence, details))
        self.ended.emit()

    def _stopped(self) -> None:
        self._end("Stopped; what was measured stays.")
        if self._wish is not None:
            self._looking.ask(look, self._wish)
        self.ended.emit()

    def _end(self, sentence: str) -> None:
        self.bar.hide()
        self.state.setText(sentence)
        self.panel.show_running(False)
        self.panel.show_outlook(self._outlook)
        self.progressed.emit(None)

    def _open_folder(self) -> None:
        if self._outlook is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._outlook.folder)))


def _standing(outlook: Outlook) -> str:
    """What stands in the folder, in the words of the right side."""
    title = STUDIES[outlook.wish.study].spec.title
    if outlook.drawn is None:
        return f"{title}: nothing is measured yet."
    return f"{title}: {outlook.already:,} of {outlook.cases:,} measured."


def _done(measured: int, seconds: float) -> str:
    if measured == 0:
        return "All was measured before; figures and summary are written anew."
    return f"{count(measured, 'measurement')} made in {_lasted(seconds)}."


def _lasted(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds < 100 else f"{seconds / 60:.1f} min"
