"""What can be done with projects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpstudio.gui.commands.command import window_command
from gpstudio.gui.commands.needs import NOTHING, SAVED_PROJECT, SOMETHING_TO_SAVE
from gpstudio.gui.projects import files
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


@window_command(tr("&New"), tr("Begin with nothing open."), "Ctrl+N", needs=NOTHING)
def new_project(window: Window) -> None:
    window.projects.new()


@window_command(
    tr("Open &project…"), tr("Open what was saved, as it was."), "Ctrl+Shift+O", needs=NOTHING
)
def open_project(window: Window) -> None:
    path = files.ask_open(window)
    if path is not None:
        window.projects.open(path)


@window_command(
    tr("&Save"), tr("Save everything in the project's file."), "Ctrl+S", needs=SOMETHING_TO_SAVE
)
def save_project(window: Window) -> None:
    window.projects.save()


@window_command(
    tr("Save &as…"), tr("Save everything in another file."), "Ctrl+Shift+S",
    needs=SOMETHING_TO_SAVE,
)  # fmt: skip
def save_project_as(window: Window) -> None:
    window.projects.save_as()


@window_command(
    tr("Open an earlier &version…"),
    tr("Go back to what was saved before; the last three are kept."),
    needs=SAVED_PROJECT,
)
def open_earlier(window: Window) -> None:
    window.projects.earlier.offer_present()
