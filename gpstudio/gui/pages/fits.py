"""Every fit of the shown field that is kept; ticked ones are drawn over the curve."""

from __future__ import annotations

from gpstudio.gui.kept.lines import KeptLines
from gpstudio.gui.kept.view import FitsView
from gpstudio.gui.pages.page import Page
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class FitsPage(Page[FitsView]):
    title = tr("Fits")
    topic = "fits"
    keys = "Alt+8"

    def make(self) -> FitsView:
        view, window = FitsView(self.window.themes.theme), self.window
        self.lines = KeptLines(window.plot.getPlotItem(), window.themes.theme, self._beneath)
        view.wished.connect(window.do)
        view.looked.connect(window.desk.score)
        view.drawn.connect(lambda: self.lines.show(view.series, view.lines))
        return view

    def show(self) -> None:
        self.view.show_document(self.window.desk.document)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        self.lines.set_theme(theme)

    def _beneath(self) -> float:
        """Pixels that the legend of the rivals takes below that of the fits."""
        return self.window.pages[RivalsPage].lines.legend.taken
