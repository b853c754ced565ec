"""What can be done with the plot of the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpstudio.gui.commands.command import window_command
from gpstudio.gui.commands.needs import (
    FIT,
    NOTHING,
    READINGS,
    SEASON,
    VIEW_AFTER,
    VIEW_BEFORE,
)
from gpstudio.gui.curve import interaction
from gpstudio.gui.export import copy_figure as copy_picture
from gpstudio.gui.messages import Message
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

COPIED = tr("The figure is on the clipboard: paste it into a text or a picture.")


@window_command(
    tr("Copy fi&gure"), tr("Put the figure on the clipboard."), "Ctrl+Shift+C", needs=READINGS
)
def copy_figure(window: Window) -> None:
    copy_picture(window.curve)
    window.desk.said.emit(Message.info(COPIED))


@window_command(
    tr("&Whole curve"), tr("Show all readings and the forecast."), "Ctrl+0",
    needs=READINGS, icon="whole", brief=tr("All"),
)  # fmt: skip
def show_whole(window: Window) -> None:
    window.plot.show_whole()


@window_command(
    tr("This s&eason"), tr("Show the selected season alone."), "Ctrl+1",
    needs=SEASON, icon="season", brief=tr("Season"),
)  # fmt: skip
def show_season(window: Window) -> None:
    window.plot.show_season()


@window_command(
    tr("&View before"), tr("Back to where you looked before."), "Alt+Left",
    needs=VIEW_BEFORE, icon="back",
)  # fmt: skip
def view_back(window: Window) -> None:
    window.plot.looking.back()


@window_command(
    tr("View af&ter"), tr("Forward again to where you looked after that."), "Alt+Right",
    needs=VIEW_AFTER, icon="forward",
)  # fmt: skip
def view_forward(window: Window) -> None:
    window.plot.looking.forward()


@window_command(
    tr("Dr&aws of the curve"), tr("Twenty whole curves that could have made the readings."),
    "Ctrl+Shift+D", needs=FIT, icon="draws", brief=tr("Draws"), ticks=True,
)  # fmt: skip
def show_draws(window: Window) -> None:
    window.plot.show_draws(window.commands["show_draws"].isChecked())


@window_command(
    tr("Earl&ier seasons"),
    tr("The field's earlier seasons behind the curve, by day of the year."),
    "Ctrl+Shift+B", needs=FIT, icon="earlier", brief=tr("Earlier"), ticks=True,
)  # fmt: skip
def show_earlier(window: Window) -> None:
    window.plot.show_earlier(window.commands["show_earlier"].isChecked())


@window_command(
    tr("Resid&uals"), tr("How far each reading lies from the curve, below it."),
    "Ctrl+Shift+R", needs=FIT, icon="residuals", brief=tr("Residuals"), ticks=True,
)  # fmt: skip
def show_residuals(window: Window) -> None:
    window.curve.show_residuals(window.commands["show_residuals"].isChecked())


@window_command(
    tr("As o&f a day"),
    tr("A slider below the curve tells what was known on that day."),
    "Ctrl+D", needs=READINGS, icon="as_of", brief=tr("As of"), ticks=True,
)  # fmt: skip
def show_as_of(window: Window) -> None:
    window.curve.show_as_of(window.commands["show_as_of"].isChecked())


@window_command(
    tr("Dragging &moves the view"), tr("What dragging on the curve does."), "F6",
    needs=NOTHING, icon="move", brief=tr("Move"), group="mouse",
)  # fmt: skip
def mouse_move(window: Window) -> None:
    window.plot.set_mode(interaction.MOVE)


@window_command(
    tr("Dragging &selects readings"),
    tr("Drag around readings to take them out; also with Shift held."), "F7",
    needs=READINGS, icon="select", brief=tr("Select"), group="mouse",
)  # fmt: skip
def mouse_select(window: Window) -> None:
    window.plot.set_mode(interaction.SELECT)


@window_command(
    tr("Dragging draws a seas&on"),
    tr("Drag across the curve from the start of a season to its end; also with Alt held."),
    "F8", needs=FIT, icon="draw_season", brief=tr("Draw season"), group="mouse",
)  # fmt: skip
def mouse_season(window: Window) -> None:
    window.plot.set_mode(interaction.SEASON)
