"""The middle of the window: the curve's plot, its tools above it, residuals below when wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QToolButton, QVBoxLayout, QWidget

from gpstudio.data.series import Series
from gpstudio.gui.curve.as_of_bar import AsOfBar
from gpstudio.gui.curve.residual_plot import ResidualPlot
from gpstudio.gui.handles import name_handles
from gpstudio.gui.icons import WORD
from gpstudio.gui.plot import CurvePlot
from gpstudio.gui.tab_order import TabAnchor
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

GAP = 10
"""Pixels between two groups of tools."""
SHARE = 0.26
"""Of the height, for residuals when they are first shown."""


WORDLESS = Qt.ToolButtonStyle.ToolButtonIconOnly
WORDED = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


def _widths(button: QToolButton) -> tuple[int, int]:
    """Pixels that it wants without its word and with it."""
    before = button.toolButtonStyle()
    found = []
    for style in (WORDLESS, WORDED):
        button.setToolButtonStyle(style)
        found.append(button.sizeHint().width())
    button.setToolButtonStyle(before)
    return found[0], found[1]


class CurvePanel(QWidget):
    """Knows what a figure is: all that is shown here, one plot above the other."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("curve_panel")
        self._series: Series | None = None
        self._fit: Fit | None = None
        self._theme = theme
        self.plot = CurvePlot(theme)
        self.residuals: ResidualPlot | None = None
        """Made when it is first wanted: an empty plot would delay the window's first paint."""
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setObjectName("curve_splitter")
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.plot)
        self.tools = QWidget()
        self.tools.setObjectName("curve_tools")
        self._first = TabAnchor(self.tools)
        self._groups: list[list[QToolButton]] = []
        self._widths: dict[QToolButton, tuple[int, int]] = {}
        self._row = QHBoxLayout(self.tools)
        self._row.setContentsMargins(2, 0, 2, 2)
        self._row.setSpacing(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self.splitter, 1)
        self.as_of = AsOfBar()
        column.addWidget(self.as_of)

    def set_tools(self, groups: Sequence[Sequence[QAction]]) -> None:
        """Buttons for actions of the window, some together and a gap between groups."""
        for place, actions in enumerate(groups):
            if place:
                self._row.addSpacing(GAP)
            self._groups.append([self._button(action) for action in actions])
            for button in self._groups[-1]:
                self._row.addWidget(button)
        self._row.addStretch(1)
        self._first.lead(*(button for group in self._groups for button in group))

    def _give_words(self) -> None:
        """Beside the icons of as many groups as find room, the last first: what the others do is
        guessed more easily."""
        buttons = [button for group in self._groups for button in group]
        if not self._widths and buttons:
            self._widths = {button: _widths(button) for button in buttons}
        least = sum(wordless for wordless, _ in self._widths.values())
        least += GAP * len(self._groups) + self._row.spacing() * self._row.count()
        self.tools.setMinimumWidth(least)  # words keep no column from becoming narrower
        left = self.tools.width() - least
        for group in reversed(self._groups):
            worded = [button for button in group if button.defaultAction().property(WORD)]
            left -= sum(self._widths[button][1] - self._widths[button][0] for button in worded)
            style = WORDED if left >= 0 else WORDLESS
            for button in worded:
                if button.toolButtonStyle() != style:
                    button.setToolButtonStyle(style)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._give_words()

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"{action.objectName()}_tool")
        button.setProperty("tool", True)
        button.setDefaultAction(action)
        button.setToolButtonStyle(WORDLESS)
        button.setIconSize(QSize(16, 16))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(action.text().replace("&", ""))
        return button

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.plot.set_theme(theme)
        if self.residuals is not None:
            self.residuals.set_theme(theme)

    def show_field(
        self,
        series: Series | None,
        fit: Fit | None,
        stale: bool,
        season: str,
        windows: Sequence[tuple[float, float]] = (),
    ) -> None:
        """See ``CurvePlot.show_field``."""
        self._series, self._fit = series, fit
        self.plot.show_field(series, fit, stale, season, windows)
        self._show_residuals()

    def show_residuals(self, wanted: bool) -> None:
        if wanted and self.residuals is None:
            self.residuals = ResidualPlot(self._theme, self.plot.box)
            self.splitter.addWidget(self.residuals)
            name_handles(self.splitter, tr("the curve"), tr("the residuals"))
            self.splitter.setStretchFactor(0, 1)
            below = round(SHARE * self.splitter.height())
            self.splitter.setSizes([self.splitter.height() - below, below])
            self.plot.pointing.pointed.connect(self.residuals.show_time)
            self.residuals.pointed.connect(self._point)
        if self.residuals is not None:
            self.residuals.setVisible(wanted)
        self._show_residuals()

    def show_as_of(self, wanted: bool) -> None:
        if not wanted:
            self.as_of.leave()
        self.as_of.setVisible(wanted)

    def _show_residuals(self) -> None:
        """Those of the shown fit; what nobody looks at is not worked out."""
        if self.residuals is not None:
            self.residuals.box.turn_to(self._series)
            self.residuals.show_fit(self._fit if self._shows_residuals else None)

    @property
    def _shows_residuals(self) -> bool:
        return self.residuals is not None and not self.residuals.isHidden()

    def close_work(self) -> bool:
        return self.plot.close_work()

    def _point(self, x: float | None) -> None:
        """Both crosshairs go together, whichever plot the mouse is on."""
        self.plot.pointing.point_at_time(x)
        if self.residuals is not None:
            self.residuals.show_time(x)

    # a figure

    @property
    def figure_size(self) -> QSize:
        """Pixels of the plots that are shown, one above the other."""
        sizes = [size for size, _ in self._pictures()]
        return QSize(max(s.width() for s in sizes), sum(s.height() for s in sizes))

    @property
    def ground(self) -> str:
        return self.plot.ground

    @contextmanager
    def as_figure(self, size: QSize | None, heading: str | None) -> Iterator[None]:
        """Of another size and under another heading meanwhile. Nobody sees it: it is as it was
        before the screen is painted again."""
        plots = self._plots()
        before = [plot.geometry() for plot in plots]
        high = sum(place.height() for place in before)
        self.plot.set_heading(heading)
        if size is not None:
            for plot, place in zip(plots, before, strict=True):
                plot.resize(size.width(), round(size.height() * place.height() / high))
        try:
            yield
        finally:
            for plot, place in zip(plots, before, strict=True):
                plot.setGeometry(place)
            self.plot.set_heading(None)

    def paint_figure(self, painter: QPainter, target: QRectF) -> None:
        """All of them as they are on screen."""
        whole = self.figure_size
        across, down = target.width() / whole.width(), target.height() / whole.height()
        top = target.top()
        for size, paint in self._pictures():
            box = QRectF(target.left(), top, size.width() * across, size.height() * down)
            paint(painter, box)
            top = box.bottom()

    def _pictures(self) -> list[tuple[QSize, Callable[[QPainter, QRectF], None]]]:
        return [(QSize(plot.viewport().size()), plot.paint_figure) for plot in self._plots()]

    def _plots(self) -> list[CurvePlot | ResidualPlot]:
        if self.residuals is not None and self._shows_residuals:
            return [self.plot, self.residuals]
        return [self.plot]
