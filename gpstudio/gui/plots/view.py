"""The page of one registered plot."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from gpstudio.core.task import Task
from gpstudio.gui.canvas import Canvas
from gpstudio.gui.latest import Latest
from gpstudio.gui.plots.fit_plot import FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

DRAWING = tr("drawing…")


class PlotView(Canvas):
    """Draws when it is seen: a plot that nobody looks at costs nothing."""

    drawn = Signal()

    def __init__(self, kind: type[FitPlot], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._theme = theme
        self._fit: Fit | None = None
        self._drawn = False
        self._asked: Fit | None = None
        self._numbers: tuple[Fit, Any] | None = None
        self.trouble = ""
        """Why there is nothing to see."""
        self._work = Latest(self)
        self._work.arrived.connect(self._take)
        self._work.failed.connect(self._fail)
        self.setObjectName(f"plot_{kind.spec.name}")
        self.setAccessibleName(kind.spec.title)
        self.setAccessibleDescription(kind.spec.help)
        self.getPlotItem().layout.setContentsMargins(6, 8, 14, 4)
        self.set_theme(theme)

    @property
    def title(self) -> str:
        return self._kind.spec.title

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._draw_again()

    def show_fit(self, fit: Fit | None) -> None:
        if fit is not self._fit:
            self._fit = fit
            self._draw_again()

    def close_work(self) -> bool:
        return self._work.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_work()
        super().closeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """With a word while its numbers are on their way, and where they did not come."""
        super().paintEvent(event)
        waiting = self._fit is not None and not self._drawn
        words = self.trouble or (DRAWING if waiting and not self.getPlotItem().items else "")
        if words:
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.quiet)
            box = QRectF(self.viewport().rect())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), words)
            painter.end()

    def _draw_again(self) -> None:
        self._drawn = False
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        """What is on screen stays until the numbers of the newer fit are there."""
        fit, prepare = self._fit, self._kind.prepare
        if self._drawn:
            return
        if fit is None or prepare is None:
            self._work.forget()
            self._asked = None
            self._paint(None)
        elif self._numbers is not None and self._numbers[0] is fit:
            self._paint(self._numbers[1])
        elif self._asked is not fit:
            self._asked = fit
            if not self.getPlotItem().items:
                self.dress(self._theme, dated=False, empty=True)
            self._work.ask(_numbers, self._kind, fit)

    def _take(self, answer: tuple[Fit, Any]) -> None:
        if answer[0] is self._fit:
            self._numbers = answer
            self._paint(answer[1])

    def _fail(self, sentence: str, details: str) -> None:
        self._paint(None, sentence)

    def _paint(self, numbers: Any, trouble: str = "") -> None:
        self._drawn = True
        self.trouble = trouble
        plot, theme, fit = self.getPlotItem(), self._theme, self._fit
        self.clear_all()
        kind, empty = self._kind, fit is None or bool(trouble)
        dated = fit is not None and fit.series.dated
        self.dress(theme, kind.along_time and dated, empty, kind.upright_time and dated)
        if fit is not None and not empty:
            kind().draw(plot, fit, theme, numbers)
            plot.autoRange(padding=0.04)
        self.viewport().update()
        self.drawn.emit()


def _numbers(kind: type[FitPlot], fit: Fit, *, task: Task) -> tuple[Fit, Any]:
    """With the fit they are of: an answer may come when another fit is shown."""
    assert kind.prepare is not None
    return fit, kind.prepare(fit, task)
