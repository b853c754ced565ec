"""What the window begins with, and the page of welcome joined to it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from gpstudio.gui.commands.program import show_welcome
from gpstudio.gui.commands.tables import open_path, open_sample, open_this_sample
from gpstudio.gui.projects.files import is_project
from gpstudio.gui.recent import recent_files
from gpstudio.gui.settings.declared import START

if TYPE_CHECKING:
    from gpstudio.gui.welcome.view import WelcomeView
    from gpstudio.gui.window import Window

WARM_UP_AFTER = 400
"""Milliseconds: loading what fits need would hold up the first looks round."""


def prepare(window: Window, path: Path | None) -> None:
    """Before the window is seen: turning to the page of welcome later would be a flash."""
    if path is None and START.value != "sample" and last_project() is None:
        show_welcome(window)


def begin(window: Window) -> None:
    """What was chosen to begin with, once the window can be seen."""

    def warm_up() -> None:
        if window.isVisible():  # it may have been closed meanwhile
            window.desk.warm_up()

    path = last_project()
    if START.value == "sample":
        open_sample(window)
    elif path is not None:
        window.projects.open(path)
    else:
        show_welcome(window)
        QTimer.singleShot(WARM_UP_AFTER, window, warm_up)


def made_welcome(window: Window) -> WelcomeView:
    """When it is first looked at."""
    from gpstudio.gui.welcome.view import WelcomeView

    view, commands = WelcomeView(), window.commands
    view.file_asked.connect(commands["open_file"].trigger)
    view.project_asked.connect(commands["open_project"].trigger)
    view.tour_asked.connect(commands["begin_tour"].trigger)
    view.manual_asked.connect(lambda: window.helpers.open_manual("first_steps"))
    view.path_chosen.connect(partial(open_path, window))
    view.sample_chosen.connect(partial(open_this_sample, window))
    view.left.connect(window.sides.show_fields)
    return view


def last_project() -> Path | None:
    """Where the window is to begin with it, and it is still there."""
    if START.value != "last":
        return None
    return next((path for path in recent_files() if is_project(path)), None)
