"""Every plot of the fit."""

from __future__ import annotations

from gpstudio.gui.diagnostics import DiagnosticsView
from gpstudio.gui.pages.page import Page
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class DiagnosticsPage(Page[DiagnosticsView]):
    title = tr("Diagnostics")
    topic = "diagnostics"
    keys = "Alt+6"

    def make(self) -> DiagnosticsView:
        return DiagnosticsView(self.window.themes.theme)

    def show(self) -> None:
        self.view.show_fit(self.window.desk.document.fit)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)

    def close(self) -> bool:
        return self.view.close_work()
