"""What could be a season of the shown field, and why it is one or none."""

from __future__ import annotations

from gpstudio.gui.pages.page import Page
from gpstudio.gui.season.seasons_list import SeasonsList
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class SeasonsPage(Page[SeasonsList]):
    title = tr("Seasons")
    topic = "seasons"
    keys = "Alt+3"

    def make(self) -> SeasonsList:
        view, window = SeasonsList(self.window.themes.theme), self.window
        view.season_selected.connect(window.select_season)
        view.wished.connect(window.do)
        return view

    def show(self) -> None:
        desk = self.window.desk
        self.view.show_fit(desk.shown_fit, desk.document.facts_of(desk.document.selected))

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
