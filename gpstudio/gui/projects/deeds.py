"""What the actions about projects do; the names are those of the list in ``gui/actions``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpstudio.gui.projects import files

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


class ProjectDeeds:
    """A part of the window's deeds."""

    _window: Window

    def new_project(self) -> None:
        self._window.projects.new()

    def open_project(self) -> None:
        path = files.ask_open(self._window)
        if path is not None:
            self._window.projects.open(path)

    def save_project(self) -> None:
        self._window.projects.save()

    def save_project_as(self) -> None:
        self._window.projects.save_as()

    def open_earlier(self) -> None:
        self._window.projects.earlier.offer_present()
