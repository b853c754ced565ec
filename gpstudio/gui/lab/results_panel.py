"""The right side of the lab: how a study goes, and what it has found so far."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QPushButton,
    QTabWidget,
    QWidget,
)

from gpstudio.gui.cards import lay_tabs_below
from gpstudio.gui.fields import describe, label
from gpstudio.gui.lab.drawn import StudyDrawings
from gpstudio.gui.lab.figures_view import FiguresView
from gpstudio.gui.lab.rows_view import MeasurementsView
from gpstudio.gui.lab.summary_view import SummaryView
from gpstudio.gui.theme import Theme
from gpstudio.gui.work_bar import WorkBar
from gpstudio.translation import tr

FIGURES, SUMMARY, ROWS = range(3)


class ResultsPanel(QWidget):
    """Each tab is brought up to date when it is looked at: results that grow are many, and only
    one tab is seen."""

    folder_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab_results")
        self.drawn: StudyDrawings | None = None
        self._behind: set[int] = set()
        self.figures = FiguresView()
        self.summary = SummaryView(theme)
        self.rows = MeasurementsView(theme)
        self.state = label()
        self.state.setObjectName("lab_state")
        self.state.setMinimumWidth(60)
        self.bar = WorkBar("lab_progress", 150, tr("Progress of the study"))
        self.folder = QPushButton(tr("Open folder"))
        self.folder.setObjectName("lab_folder")
        describe(
            self.folder, tr("Open folder"), tr("Show results.csv, figures and summary as files.")
        )
        self.folder.clicked.connect(self.folder_asked)
        self.tabs = QTabWidget()
        self._lay_out()
        self.tabs.currentChanged.connect(self._catch_up)

    def _lay_out(self) -> None:
        self.tabs.setObjectName("lab_tabs")
        self.tabs.setAccessibleName(tr("Results of the study"))
        pages = (
            (self.figures, tr("Figures"), tr("What was measured, drawn.")),
            (self.summary, tr("Summary"), tr("What was found, with a verdict on each hypothesis.")),
            (self.rows, tr("Measurements"), tr("Every measurement in a row of its own.")),
        )
        lay_tabs_below(self, (self.state, self.bar, self.folder), self.tabs, pages)

    def set_theme(self, theme: Theme) -> None:
        self.summary.set_theme(theme)
        self.rows.set_theme(theme)

    def show_drawn(self, drawn: StudyDrawings | None) -> None:
        self.drawn = drawn
        self._behind = {FIGURES, SUMMARY, ROWS}
        if drawn is not None:
            self.folder.setEnabled(True)
        for tab in (SUMMARY, ROWS):
            self.tabs.setTabEnabled(tab, drawn is not None)
        self._catch_up(self.tabs.currentIndex())

    def show_progress(self, fraction: float | None) -> None:
        """None: nothing runs."""
        self.bar.show_work(fraction)

    def _catch_up(self, tab: int) -> None:
        if tab not in self._behind:
            return
        self._behind.discard(tab)
        drawn = self.drawn
        if tab == FIGURES:
            self.figures.show_figures(() if drawn is None else drawn.figures)
        elif tab == SUMMARY:
            self.summary.show_summary(None if drawn is None else drawn.summary)
        else:
            self.rows.show_results(None if drawn is None else drawn.results)
