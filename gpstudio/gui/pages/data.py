"""What was understood of the table."""

from __future__ import annotations

from gpstudio.gui.commands.tables import change_table
from gpstudio.gui.pages.page import Page
from gpstudio.gui.table_view import TableView
from gpstudio.translation import tr


class DataPage(Page[TableView]):
    title = tr("Data")
    topic = "opening"
    keys = "Alt+5"
    shows_fit = False

    def make(self) -> TableView:
        view = TableView()
        view.change_asked.connect(lambda: change_table(self.window))
        return view

    def show(self) -> None:
        self.view.show_table(self.window.desk.document.table)
