"""What all plots have in common: no menus of pyqtgraph's, the theme's colours, dates in UTC."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtWidgets import QFrame, QWidget

from gpstudio.gui.date_axis import DateAxis
from gpstudio.gui.grid import GridLines
from gpstudio.gui.theme import Theme


class Canvas(pg.PlotWidget):
    """An empty plot."""

    def __init__(self, parent: QWidget | None = None, box: pg.ViewBox | None = None) -> None:
        """``box`` holds what is drawn, where it is to take the mouse otherwise than usual."""
        super().__init__(parent, viewBox=box)
        self._dated: bool | None = None
        self._upright: bool | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        # pyqtgraph would take dropped files for itself
        self.setAcceptDrops(False)
        plot = self.getPlotItem()
        plot.setMenuEnabled(False)
        plot.hideButtons()
        self.grid = GridLines(plot)
        # the menu is made all the same; with a parent it at least goes when the plot does
        plot.ctrlMenu.setParent(self, plot.ctrlMenu.windowFlags())

    def dress(self, theme: Theme, dated: bool, empty: bool, upright: bool = False) -> None:
        """Axes for dates or for numbers, in the theme's colours; none while there is nothing.

        ``upright`` is for dates along the vertical axis too.
        """
        plot = self.getPlotItem()
        self.setBackground(theme.card)
        if (dated, upright) != (self._dated, self._upright):
            self._dated, self._upright = dated, upright
            axes = {"bottom": dated, "left": upright}
            made = {s: DateAxis(s) if dates else pg.AxisItem(s) for s, dates in axes.items()}
            plot.setAxisItems(made)
        for side in ("left", "bottom"):
            plot.showAxis(side, not empty)
            axis = plot.getAxis(side)
            axis.setPen(theme.border)
            axis.setTextPen(theme.quiet)
            axis.setTickPen(pg.mkPen(theme.border))
            # its setter would first scale the numbers to the range that is shown now
            axis.autoSIPrefix = False
        self.grid.set_theme(theme)
        self.grid.setVisible(not empty)

    def clear_all(self) -> None:
        """Take every item away, also those that stand beside the picture, such as a colour bar."""
        plot = self.getPlotItem()
        plot.clear()
        for item in [i for i in plot.childItems() if isinstance(i, pg.ColorBarItem)]:
            plot.layout.removeItem(item)
            item.setParentItem(None)
            if item.scene() is not None:
                item.scene().removeItem(item)
