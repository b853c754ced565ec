"""The diagnostics: a list of every registered plot, and the chosen one beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.plots import PLOTS
from gpstudio.gui.plots.view import PlotView
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit

LIST_WIDTH = 172


class DiagnosticsView(QWidget):
    """Every plot has its row; only the chosen one is drawn."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diagnostics")
        self.views = [PlotView(kind, theme) for kind in PLOTS]
        self.list = QListWidget()
        self.list.setObjectName("diagnostics_list")
        self.list.setFixedWidth(LIST_WIDTH)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        describe(self.list, "Plots of the fit", "Choose which plot of the fit is shown.")
        self.pages = QStackedWidget()
        for kind, view in zip(PLOTS, self.views, strict=True):
            row = QListWidgetItem(kind.spec.title)
            row.setToolTip(f"<p>{kind.spec.help}</p>")
            self.list.addItem(row)
            self.pages.addWidget(view)
        self.list.currentRowChanged.connect(self.pages.setCurrentIndex)
        self.list.setCurrentRow(0)
        row_of_both = QHBoxLayout(self)
        row_of_both.setContentsMargins(6, 6, 0, 0)
        row_of_both.setSpacing(6)
        row_of_both.addWidget(self.list)
        row_of_both.addWidget(self.pages, 1)

    def show_plot(self, name: str) -> None:
        self.list.setCurrentRow(PLOTS.names.index(name))

    def show_fit(self, fit: Fit | None) -> None:
        for view in self.views:
            view.show_fit(fit)

    def set_theme(self, theme: Theme) -> None:
        for view in self.views:
            view.set_theme(theme)

    def close_work(self) -> bool:
        ended = [view.close_work() for view in self.views]
        return all(ended)
