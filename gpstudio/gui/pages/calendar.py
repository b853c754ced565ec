"""Stages of all fields on one time axis."""

from __future__ import annotations

from gpstudio.gui.calendar_strip import CalendarStrip
from gpstudio.gui.pages.page import Page
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class CalendarPage(Page[CalendarStrip]):
    title = tr("Calendar")
    topic = "calendar"
    keys = "Alt+4"

    def make(self) -> CalendarStrip:
        view, window = CalendarStrip(self.window.themes.theme), self.window
        view.selected.connect(window.point_at)
        return view

    def show(self) -> None:
        self.view.show_document(self.window.desk.document, self.window.desk.unfitted)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
