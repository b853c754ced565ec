"""What the actions about the plot do; the names are those of the list in ``gui/actions``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpstudio.gui.curve.hands import MOVE, SEASON, SELECT
from gpstudio.gui.export import copy_figure
from gpstudio.gui.messages import Message
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

COPIED = tr("The figure is on the clipboard: paste it into a text or a picture.")


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

    def view_back(self) -> None:
        self._window.plot.looking.back()

    def view_forward(self) -> None:
        self._window.plot.looking.forward()

    def show_draws(self) -> None:
        self._window.plot.show_draws(self._window.acts["show_draws"].isChecked())

    def show_earlier(self) -> None:
        self._window.plot.show_earlier(self._window.acts["show_earlier"].isChecked())

    def show_residuals(self) -> None:
        self._window.curve.show_residuals(self._window.acts["show_residuals"].isChecked())

    def copy_figure(self) -> None:
        copy_figure(self._window.curve)
        self._window.desk.said.emit(Message.info(COPIED))
