"""Parametric curves and smoothers held against the curve; ticked ones are drawn over it."""

from __future__ import annotations

from gpstudio.gui.commands.exports import export_rivals
from gpstudio.gui.curve_rivals import RivalLines
from gpstudio.gui.pages.page import Page
from gpstudio.gui.rivals_view import RivalsView
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class RivalsPage(Page[RivalsView]):
    title = tr("Rivals")
    topic = "rivals"
    keys = "Alt+7"

    def make(self) -> RivalsView:
        view, window = RivalsView(self.window.themes.theme), self.window
        self.lines = RivalLines(window.plot.getPlotItem(), window.themes.theme)
        view.drawn.connect(self._draw)
        view.export_asked.connect(lambda: export_rivals(window, view.found))
        return view

    def show(self) -> None:
        self.view.show_fit(self.window.desk.document.fit)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        self.lines.set_theme(theme)

    def close(self) -> bool:
        return self.view.close_work()

    def _draw(self) -> None:
        fit = self.view.fit
        self.lines.show(fit.series if fit is not None else None, self.view.lines)
