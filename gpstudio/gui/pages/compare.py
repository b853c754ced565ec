"""Kernels held against each other on the shown field."""

from __future__ import annotations

from gpstudio.gui.commands.exports import export_comparison
from gpstudio.gui.compare_view import CompareView
from gpstudio.gui.pages.page import Page
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class ComparePage(Page[CompareView]):
    title = tr("Compare")
    topic = "compare"
    keys = "Alt+9"

    def make(self) -> CompareView:
        view, window = CompareView(self.window.themes.theme), self.window
        view.used.connect(lambda text: window.choose("kernel", text))
        view.export_asked.connect(self._export)
        return view

    def show(self) -> None:
        self.view.show_document(self.window.desk.document)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)

    def close(self) -> bool:
        return self.view.close_work()

    def _export(self) -> None:
        export_comparison(self.window, self.view.kernels.table)
