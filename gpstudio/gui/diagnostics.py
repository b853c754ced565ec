"""The diagnostics: a list of every registered plot, and the chosen one beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QWidget

from gpstudio.gui.fields import describe, scaled
from gpstudio.gui.literal import tip
from gpstudio.gui.plots import PLOTS
from gpstudio.gui.plots.view import PlotView
from gpstudio.gui.tab_order import in_order
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

LIST_WIDTH = 172


class DiagnosticsView(QWidget):
    """Every plot has its row; a plot is made when it is first looked at, since an empty one takes
    long enough to delay the window's first paint."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diagnostics")
        self._theme = theme
        self._fit: Fit | None = None
        self.views: dict[str, PlotView] = {}
        self.list = QListWidget()
        self.list.setObjectName("diagnostics_list")
        self.list.setFixedWidth(scaled(LIST_WIDTH))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        describe(self.list, tr("Plots of the fit"), tr("Choose which plot of the fit is shown."))
        self.pages = QStackedWidget()
        for spec in PLOTS.specs:
            row = QListWidgetItem(spec.title)
            row.setToolTip(tip(spec.help))
            self.list.addItem(row)
        self.list.setCurrentRow(0)
        self.list.currentRowChanged.connect(self._turn_to)
        row_of_both = QHBoxLayout(self)
        row_of_both.setContentsMargins(6, 6, 0, 0)
        row_of_both.setSpacing(6)
        row_of_both.addWidget(self.list)
        row_of_both.addWidget(self.pages, 1)

    def show_plot(self, name: str) -> None:
        self.list.setCurrentRow(PLOTS.names.index(name))

    def show_fit(self, fit: Fit | None) -> None:
        self._fit = fit
        for view in self.views.values():
            view.show_fit(fit)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for view in self.views.values():
            view.set_theme(theme)

    def close_work(self) -> bool:
        ended = [view.close_work() for view in self.views.values()]
        return all(ended)

    def showEvent(self, event: QShowEvent) -> None:
        self._turn_to(self.list.currentRow())
        super().showEvent(event)

    def _turn_to(self, row: int) -> None:
        name = PLOTS.names[row]
        if name not in self.views:
            view = self.views[name] = PlotView(PLOTS[name], self._theme)
            view.show_fit(self._fit)
            self.pages.addWidget(view)
            in_order(self.list, view)
        self.pages.setCurrentWidget(self.views[name])
