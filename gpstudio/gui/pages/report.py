"""How the shown fit was made."""

from __future__ import annotations

from gpstudio.gui.pages.page import Page
from gpstudio.gui.report_view import ReportView
from gpstudio.gui.when_seen import WhenSeen
from gpstudio.translation import tr


class ReportPage(Page[ReportView]):
    title = tr("Report")
    topic = "report"
    keys = "Alt+0"

    def make(self) -> ReportView:
        view = ReportView()
        self._show_report = WhenSeen(view, view.show_fit)
        return view

    def show(self) -> None:
        self._show_report(self.window.desk.shown_fit)
