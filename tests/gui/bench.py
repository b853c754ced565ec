"""A window that shows whatever is asked for, also where no test runs: the walks share one."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication

from gpstudio.gui.commands.fitting import undo
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.figure_dialog import FigureDialog
from gpstudio.gui.importing.dialog import ImportDialog
from gpstudio.gui.importing.importer import memory_path
from gpstudio.gui.lab import study_panel
from gpstudio.gui.main import make_application
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.try_numbers import TryNumbersPage
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.phenology.rivals import METHODS
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.commands import SelectField, SetChoice

TURNS = 6
"""Of the event loop, until a layout within layouts has come to rest."""
PATIENCE = 60.0
"""Seconds until something must have come."""
QUICK = (("kernel", "matern32"), ("learning", "ml2(restarts=0)"))
FIELDS = (
    "Lower Saxony/Long strip behind the windbreak, plot 12 north",
    "Lower Saxony/South",
    "Hill 7",
)
"""Names as people write them; the first is longer than any list is wide."""
LAYERS = ("show_residuals", "show_earlier", "show_draws", "show_as_of")
HEADINGS = ("field", "date", "ndvi")


@dataclass(frozen=True)
class Names:
    """How the table of a bench, its columns and its fields are called."""

    file: str = "three fields.csv"
    headings: tuple[str, str, str] = HEADINGS
    fields: tuple[str, str, str] = FIELDS


USUAL = Names()


class Bench:
    """A window with three fields, of which one is fitted; knows how to wait."""

    def __init__(self, folder: Path, names: Names = USUAL) -> None:
        self.folder, self.names = folder, names
        self._home = study_panel.home
        study_panel.home = lambda: folder / "lab"
        self.application = make_application()
        QSettings().clear()
        QSettings().setValue("model_folded", "no")
        memory_path().unlink(missing_ok=True)
        self.themes = Themes(self.application)
        self.window = Window(self.themes)
        self.window.show()
        self.until(self._is_active)

    def _is_active(self) -> bool:
        self.window.activateWindow()
        return self.window.isActiveWindow()

    def spin(self) -> None:
        """Whatever was put off until now: layouts, deletions, timers of no length."""
        for _ in range(TURNS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QApplication.processEvents()

    def until(self, there: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not there():
            QApplication.processEvents()
            time.sleep(0.002)
            if time.monotonic() > end:
                said = self.window.messages.message
                raise AssertionError(f"not there after {PATIENCE:g} s: {there}; {said}")

    def resize(self, wide: int, high: int) -> None:
        self.window.resize(wide, high)
        self.spin()

    def put_away(self) -> None:
        """All that lies over the window."""
        window = self.window
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for reader in (window.importer, window.adder):
            if reader.dialog is not None:
                reader.dialog.reject()
        for dialog in window.findChildren(FigureDialog):
            dialog.reject()
        helpers = window.helpers
        if helpers.tour is not None and helpers.tour.is_running:
            helpers.tour.leave()
        if helpers.palette is not None:
            helpers.palette.leave()
        for part in (helpers.manual, helpers.settings):
            if part is not None:
                part.close()
        window.messages.clear()
        self.spin()

    def understood(self, path: Path) -> ImportDialog:
        """The import dialog, when it shows what was understood of a file."""
        window = self.window
        open_path(window, path)

        def is_there() -> bool:
            dialog = window.importer.dialog
            there = dialog is not None and dialog.isVisible() and dialog.reading is not None
            return there and not window.importer.is_busy

        self.until(is_there)
        assert window.importer.dialog is not None
        return window.importer.dialog

    def written(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def field(self) -> Window:
        """Three fields of which the first is fitted: opened once, then as it was."""
        window = self.window
        if window.desk.document.table is None:
            self.understood(three_fields(self.folder, self.names)).import_button.click()
            self.until(lambda: window.desk.document.table is not None)
            for name, text in QUICK:
                window.desk.do(SetChoice(name, text))
            self.fit(self.names.fields[0])
            self._begin = window.desk.document
        window.sides.show_fields()
        self.put_away()
        self._take_back()
        return window

    def _take_back(self) -> None:
        """What other surfaces changed, in the document and beside it."""
        window, begin = self.window, self._begin
        if window.pages[TryNumbersPage].view.back.isEnabled():
            window.pages[TryNumbersPage].view.back.click()
        window.projects.notices.put_away("walk", "walk_error")
        for name in LAYERS:
            if window.commands[name].isChecked():
                window.commands[name].trigger()
        for rival in window.pages[RivalsPage].view.model.wanted:
            window.pages[RivalsPage].view.model.tick(METHODS.names.index(rival))
        window.fields.filter.clear()
        window.fields.arrange.actions_of["group", "none"].trigger()
        window.season.title.setChecked(True)
        window.model.unfold()
        window.model.why.setChecked(False)
        window.model.terms_button.setChecked(False)
        window.desk.do(SelectField(self.names.fields[0]))
        for name in ("recipe", "request", "facts"):
            while getattr(window.desk.document, name) != getattr(begin, name):
                undo(window)
        season = window.season
        errors = (window.model.forms["kernel"].error, season.form.error, season.field.error)
        if any(error.text() for error in errors):
            season.forget()
            window.model.forget()
            window.desk.changed.emit()
        self.spin()

    def fit(self, group: str) -> None:
        window = self.window
        window.desk.do(SelectField(group))
        self.until(lambda: window.commands["fit"].isEnabled() and not window.desk.is_busy)
        window.commands["fit"].trigger()
        self.until(lambda: window.desk.document.fit is not None and not window.desk.is_busy)
        self.spin()

    def close(self) -> None:
        study_panel.home = self._home
        self.put_away()
        self.window.projects.give_up()
        self.window.close()
        self.window.deleteLater()
        self.themes.deleteLater()
        self.spin()


def three_fields(folder: Path, names: Names = USUAL) -> Path:
    """The sample's readings under three names; one of them has hardly any."""
    with resource(*SAMPLE).open(encoding="utf-8", newline="") as handle:
        rows = [(row["date"], row["ndvi"]) for row in csv.DictReader(handle)]
    path = folder / names.file
    with path.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle)
        writer.writerow(names.headings)
        for group, count in zip(names.fields, (len(rows), len(rows), 2), strict=True):
            writer.writerows((group, *row) for row in rows[:count])
    return path
