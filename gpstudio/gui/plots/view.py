"""The tab of one registered plot."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from gpstudio.gui.date_axis import DateAxis
from gpstudio.gui.plots.registered import FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit


class PlotView(pg.PlotWidget):
    """Draws when it is seen: a plot that nobody looks at costs nothing."""

    def __init__(self, kind: type[FitPlot], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._theme = theme
        self._fit: Fit | None = None
        self._drawn = False
        self.setObjectName(f"plot_{kind.spec.name}")
        self.setAccessibleName(kind.spec.title)
        self.setAccessibleDescription(kind.spec.help)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # pyqtgraph would take dropped files for itself
        self.setAcceptDrops(False)
        plot = self.getPlotItem()
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.layout.setContentsMargins(6, 8, 14, 4)
        self.set_theme(theme)

    @property
    def title(self) -> str:
        """Of its tab."""
        return self._kind.spec.title

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setBackground(theme.card)
        self._draw_again()

    def show_fit(self, fit: Fit | None) -> None:
        if fit is not self._fit:
            self._fit = fit
            self._draw_again()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def _draw_again(self) -> None:
        self._drawn = False
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        if self._drawn:
            return
        self._drawn = True
        plot, theme, fit = self.getPlotItem(), self._theme, self._fit
        plot.clear()
        for side in ("left", "bottom"):
            plot.showAxis(side, fit is not None)
        if fit is None:
            return
        dates = self._kind.along_time and fit.series.dated
        plot.setAxisItems({"bottom": DateAxis() if dates else pg.AxisItem("bottom")})
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.setPen(theme.border)
            axis.setTextPen(theme.quiet)
            axis.enableAutoSIPrefix(False)
        plot.showGrid(x=True, y=True, alpha=0.10)
        self._kind().draw(plot, fit, theme)
        plot.autoRange(padding=0.04)
