"""The right side of the lab: how a study goes, and what it has found so far."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.fields import describe, label
from gpstudio.gui.lab.drawn import StudyDrawings
from gpstudio.gui.lab.figures_view import FiguresView
from gpstudio.gui.lab.rows_view import MeasurementsView
from gpstudio.gui.lab.summary_view import SummaryView
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

FIGURES, SUMMARY, ROWS = range(3)
STEPS = 1_000


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
        self.bar = QProgressBar()
        self.bar.setObjectName("lab_progress")
        self.bar.setTextVisible(False)
        self.bar.setRange(0, STEPS)
        self.bar.setFixedWidth(150)
        self.bar.setAccessibleName(tr("Progress of the study"))
        self.bar.hide()
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
        self.tabs.setDocumentMode(True)
        for page, title, help in (
            (self.figures, tr("Figures"), tr("What was measured, drawn.")),
            (self.summary, tr("Summary"), tr("What was found, with a verdict on each hypothesis.")),
            (self.rows, tr("Measurements"), tr("Every measurement in a row of its own.")),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(page, title), tip(help))
        top = QHBoxLayout()
        top.setContentsMargins(14, 10, 10, 4)
        top.setSpacing(10)
        top.addWidget(self.state, 1)
        top.addWidget(self.bar)
        top.addWidget(self.folder)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 2, 2, 2)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.tabs, 1)

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
        self.bar.setVisible(fraction is not None)
        self.bar.setValue(round(STEPS * (fraction or 0.0)))

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
