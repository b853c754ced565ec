"""What can be done from the page of welcome, and what the window begins with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from gpstudio.data.table import Table
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.messages import Message
from gpstudio.gui.projects.files import is_project
from gpstudio.gui.recent import recent_files
from gpstudio.gui.settings.declared import START
from gpstudio.gui.welcome.samples import FIELD, Sample

if TYPE_CHECKING:
    from gpstudio.gui.desk import Desk
    from gpstudio.gui.welcome.view import WelcomeView
    from gpstudio.gui.window import Window

WARM_UP_AFTER = 400
"""Milliseconds: loading what fits need would hold up the first looks round."""


class WelcomeDeeds:
    """A part of the window's deeds: the names are those of the list in ``gui/actions``."""

    _window: Window
    _desk: Desk

    def show_welcome(self) -> None:
        self._window.sides.show_welcome(self._desk.document.table is not None)

    def show_fields(self) -> None:
        """Without a table there is nothing to be seen there."""
        if self._desk.document.table is None:
            self.show_welcome()
        else:
            self._window.sides.show_fields()

    def open_sample(self) -> None:
        self.open_this_sample(FIELD)

    def open_this_sample(self, sample: Sample) -> None:
        """It is fitted at once: a window that opens with dates explains itself."""
        window = self._window

        def read() -> None:
            window.sides.show_fields()
            self._desk.open(sample.path, then=fit)

        def ask() -> None:
            window.messages.clear()
            window.importer.open(Opening(sample.path))

        def fit(table: Table) -> None:
            if sample.sentence:
                self._desk.said.emit(Message.info(sample.sentence))
            if len(table.groups) > 1:
                self._desk.fit_many(table.groups)
            else:
                self._desk.fit()

        window.projects.leaving(ask if sample.asks else read, to_table=True)

    def begin_tour(self) -> None:
        """Over a window in which there is something to see."""
        if self._window.sides.is_welcome and self._desk.document.table is None:
            self.open_sample()
        self._window.aids.begin_tour()

    def prepare(self, path: Path | None) -> None:
        """Before the window is seen: turning to the page of welcome later would be a flash."""
        if path is None and START.value != "sample" and last_project() is None:
            self.show_welcome()

    def begin(self) -> None:
        """What was chosen to begin with, once the window can be seen."""
        path = last_project()
        if START.value == "sample":
            self.open_sample()
        elif path is not None:
            self._window.projects.open(path)
        else:
            self.show_welcome()
            QTimer.singleShot(WARM_UP_AFTER, self._window, self._warm_up)

    def _warm_up(self) -> None:
        if self._window.isVisible():  # it may have been closed meanwhile
            self._desk.warm_up()

    def made_welcome(self) -> WelcomeView:
        """When it is first looked at."""
        from gpstudio.gui.welcome.view import WelcomeView

        view, window = WelcomeView(), self._window
        acts = window.acts
        view.file_asked.connect(acts["open_file"].trigger)
        view.project_asked.connect(acts["open_project"].trigger)
        view.tour_asked.connect(acts["begin_tour"].trigger)
        view.manual_asked.connect(lambda: window.aids.open_manual("first_steps"))
        view.path_chosen.connect(window.deeds.open_path)
        view.sample_chosen.connect(self.open_this_sample)
        view.left.connect(window.sides.show_fields)
        return view


def last_project() -> Path | None:
    """Where the window is to begin with it, and it is still there."""
    if START.value != "last":
        return None
    return next((path for path in recent_files() if is_project(path)), None)
