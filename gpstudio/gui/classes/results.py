"""The right side of the classes: figures, what was told of each season, and how good it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QWidget,
)

from gpstudio.gui.cards import lay_tabs_below
from gpstudio.gui.classes.rows_view import ToldView
from gpstudio.gui.classes.work import ClassDrawings
from gpstudio.gui.fields import describe
from gpstudio.gui.lab.figures_view import FiguresView
from gpstudio.gui.table_page import StateLine
from gpstudio.gui.theme import Theme
from gpstudio.gui.work_bar import WorkBar
from gpstudio.translation import tr

CHOOSE = tr("Choose which word is the class, and press Learn.")
PRESS = tr("Press Learn: figures and what was told of each stand here then.")
NOTHING = tr("There is no class to learn yet.")


class ClassResultsPanel(QWidget):
    export_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("classes_results")
        self.drawn: ClassDrawings | None = None
        self.figures = FiguresView(NOTHING)
        self.figures.setObjectName("classes_figures")
        self.rows = ToldView(theme)
        self.words = QPlainTextEdit()
        self.words.setObjectName("classes_words")
        self.words.setReadOnly(True)
        self.words.setTabChangesFocus(True)
        self.words.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.words.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        describe(self.words, tr("Summary"), tr("Scores, the kernel learnt, and what was left out."))
        self.state = StateLine("classes_state", NOTHING)
        self.bar = WorkBar("classes_progress", 150, tr("Progress of learning classes"))
        self.export = QPushButton(tr("Export…"))
        self.export.setObjectName("classes_export")
        describe(
            self.export, tr("Export"),
            tr("Write probabilities, confusion, figures and report to a folder."),
        )  # fmt: skip
        self.export.clicked.connect(self.export_asked)
        self.tabs = QTabWidget()
        self._lay_out()
        self.show_drawn(None)

    def _lay_out(self) -> None:
        self.tabs.setObjectName("classes_tabs")
        self.tabs.setAccessibleName(tr("Results of the classes"))
        pages = (
            (self.figures, tr("Figures"), tr("Map, confusion, reliability and ROC.")),
            (self.rows, tr("Seasons"), tr("What was told of each, the least sure first.")),
            (self.words, tr("Summary"), tr("How good it is, and how it was made.")),
        )
        lay_tabs_below(self, (self.state, self.bar, self.export), self.tabs, pages)

    def set_theme(self, theme: Theme) -> None:
        self.rows.set_theme(theme)

    def show_drawn(self, drawn: ClassDrawings | None) -> None:
        self.drawn = drawn
        self.figures.show_figures(() if drawn is None else drawn.figures)
        self.rows.show_drawn(drawn)
        self.words.setPlainText("" if drawn is None else "\n".join(drawn.words))
        self.export.setEnabled(drawn is not None)
        for tab in range(1, self.tabs.count()):
            self.tabs.setTabEnabled(tab, drawn is not None)

    def tell(self, sentence: str) -> None:
        self.state.tell(sentence)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def invite(self, sentence: str) -> None:
        """Where nothing is learnt: what to do next."""
        self.figures.hint.setText(sentence)
        if self.drawn is None:
            self.tell(sentence)

    def show_progress(self, fraction: float | None) -> None:
        """None: nothing runs."""
        self.bar.show_work(fraction)
