"""All fields and their stages, side by side."""

from __future__ import annotations

from gpstudio.gui.across.view import AcrossView
from gpstudio.gui.pages.page import Page
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class AcrossPage(Page[AcrossView]):
    title = tr("Fields × stages")
    topic = "across"
    keys = "Alt+2"

    def make(self) -> AcrossView:
        view, window = AcrossView(self.window.themes.theme), self.window
        view.selected.connect(window.point_at)
        view.export_asked.connect(lambda *_: window.commands["export_fields"].trigger())
        return view

    def show(self) -> None:
        self.view.show_document(self.window.desk.document, self.window.desk.unfitted)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
