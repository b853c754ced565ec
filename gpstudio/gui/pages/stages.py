"""The dates of the stages of the shown field."""

from __future__ import annotations

from gpstudio.gui.pages.page import Page
from gpstudio.gui.season.stages_panel import StagesPanel
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class StagesPage(Page[StagesPanel]):
    title = tr("Stages")
    topic = "stages"
    keys = "Alt+1"

    def make(self) -> StagesPanel:
        view, window = StagesPanel(self.window.themes.theme), self.window
        view.season_selected.connect(window.select_season)
        view.wished.connect(window.do)
        view.table.stage_selected.connect(window.plot.choose_stage)
        return view

    def show(self) -> None:
        desk, season = self.window.desk, self.window.season_shown
        facts = desk.document.facts_of(desk.document.selected)
        self.view.show_fit(desk.shown_fit, season, facts, desk.outdated)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
