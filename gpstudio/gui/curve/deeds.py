"""What the actions about the plot do; the names are those of the list in ``gui/actions``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpstudio.gui.plot import MOVE, SEASON, SELECT

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


class PlotDeeds:
    """A part of the window's deeds."""

    _window: Window

    def show_whole(self) -> None:
        self._window.plot.show_whole()

    def show_season(self) -> None:
        self._window.plot.show_season()

    def mouse_move(self) -> None:
        self._window.plot.set_mode(MOVE)

    def mouse_select(self) -> None:
        self._window.plot.set_mode(SELECT)

    def mouse_season(self) -> None:
        self._window.plot.set_mode(SEASON)
