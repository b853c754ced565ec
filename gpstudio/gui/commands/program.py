"""What the window shows, how it looks, and how a person finds their way in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gpstudio.gui.commands.command import window_command
from gpstudio.gui.commands.needs import NOTHING
from gpstudio.gui.commands.tables import open_sample
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


@window_command(tr("&Quit"), tr("Leave GP Studio."), "Ctrl+Q", needs=NOTHING)
def quit_program(window: Window) -> None:
    window.close()


@window_command(tr("&Settings…"), tr("Colours, size, and what is usual."), "Ctrl+,", needs=NOTHING)
def open_settings(window: Window) -> None:
    window.helpers.open_settings()


@window_command(tr("&Keyboard shortcuts…"), tr("Which keys do what."), needs=NOTHING)
def edit_shortcuts(window: Window) -> None:
    window.helpers.edit_shortcuts()


@window_command(
    tr("Command &palette…"), tr("Find a command, a field or a season."), "Ctrl+Shift+P",
    needs=NOTHING,
)  # fmt: skip
def find_command(window: Window) -> None:
    window.helpers.find_command()


@window_command(
    tr("&Fields"), tr("Fields and their dates."), "Ctrl+Shift+F", needs=NOTHING, group="side"
)
def show_fields(window: Window) -> None:
    """Without a table there is nothing to be seen there."""
    if window.desk.document.table is None:
        show_welcome(window)
    else:
        window.sides.show_fields()


@window_command(
    tr("&Classes"), tr("Which crop each season is of, with probabilities."), "Ctrl+Shift+K",
    needs=NOTHING, group="side",
)  # fmt: skip
def show_classes(window: Window) -> None:
    window.sides.show_classes()


@window_command(
    tr("St&udies"), tr("Studies that compare approximations and solvers."), "Ctrl+Shift+L",
    needs=NOTHING, group="side",
)  # fmt: skip
def show_lab(window: Window) -> None:
    window.sides.show_lab()


@window_command(
    tr("&Colours of the system"), tr("Light or dark as the system is."),
    needs=NOTHING, group="theme",
)  # fmt: skip
def theme_system(window: Window) -> None:
    window.themes.set_wish("system")


@window_command(tr("&Light"), tr("Dark text on white."), needs=NOTHING, group="theme")
def theme_light(window: Window) -> None:
    window.themes.set_wish("light")


@window_command(tr("&Dark"), tr("Light text on black."), needs=NOTHING, group="theme")
def theme_dark(window: Window) -> None:
    window.themes.set_wish("dark")


@window_command(
    tr("Reset la&yout"), tr("Put the panels back to where they were first."), needs=NOTHING
)
def reset_layout(window: Window) -> None:
    window.helpers.layout.reset()


@window_command(
    tr("&Welcome"), tr("Ways in: recent files, samples, tour and manual."), needs=NOTHING
)
def show_welcome(window: Window) -> None:
    window.sides.show_welcome(window.desk.document.table is not None)


@window_command(tr("&Manual"), tr("The page on what has the keyboard."), "F1", needs=NOTHING)
def show_manual(window: Window) -> None:
    window.helpers.show_manual()


@window_command(tr("First &tour"), tr("Five steps from a table to its dates."), needs=NOTHING)
def begin_tour(window: Window) -> None:
    """Over a window in which there is something to see."""
    if window.sides.is_welcome and window.desk.document.table is None:
        open_sample(window)
    window.helpers.begin_tour()


@window_command(
    tr("What's &new"), tr("What is different in this version and earlier ones."), needs=NOTHING
)
def show_news(window: Window) -> None:
    window.helpers.open_manual("whats_new")


@window_command(tr("&Check"), tr("Versions, and where what you make is kept."), needs=NOTHING)
def show_check(window: Window) -> None:
    window.helpers.open_manual("check")


@window_command(tr("&About GP Studio"), tr("Version, licence, and what is inside."), needs=NOTHING)
def about(window: Window) -> None:
    from gpstudio.gui.help.about import AboutWindow

    watchdog = window.watchdog
    shown = AboutWindow("" if watchdog is None else watchdog.words, window)
    shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    shown.open()
