"""The tab of one registered plot."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from gpstudio.gui.canvas import Canvas
from gpstudio.gui.plots.registered import FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit


class PlotView(Canvas):
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
        self.getPlotItem().layout.setContentsMargins(6, 8, 14, 4)
        self.set_theme(theme)

    @property
    def title(self) -> str:
        """Of its tab."""
        return self._kind.spec.title

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
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
        dated = self._kind.along_time and fit is not None and fit.series.dated
        self.dress(theme, dated, empty=fit is None)
        if fit is None:
            return
        self._kind().draw(plot, fit, theme)
        plot.autoRange(padding=0.04)
