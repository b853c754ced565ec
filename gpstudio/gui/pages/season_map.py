"""All fields' years as points: what ran alike lies near."""

from __future__ import annotations

from gpstudio.gui.commands.exports import export_season_map
from gpstudio.gui.pages.page import Page
from gpstudio.gui.season_map.view import SeasonMapView
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


class SeasonMapPage(Page[SeasonMapView]):
    title = tr("Map of seasons")
    topic = "season_map"

    def make(self) -> SeasonMapView:
        view, window = SeasonMapView(self.window.themes.theme), self.window
        view.selected.connect(window.point_at)
        view.laid.connect(window.desk.keep_season_map)
        view.export_asked.connect(lambda: export_season_map(window, view.found))
        return view

    def show(self) -> None:
        self.view.show_document(self.window.desk.document)

    def set_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)

    def close(self) -> bool:
        return self.view.close_work()
