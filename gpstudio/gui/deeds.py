"""What each action does; the names are those of the list in ``actions``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QMimeData, QObject, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox

from gpstudio import __version__
from gpstudio.core.errors import InputError
from gpstudio.data.writing.form import WrittenAs
from gpstudio.gui.aids import AidDeeds
from gpstudio.gui.curve.deeds import PlotDeeds
from gpstudio.gui.export import save_pdf, save_png, save_svg
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.literal import tip
from gpstudio.gui.messages import Message
from gpstudio.gui.projects.deeds import ProjectDeeds
from gpstudio.gui.projects.files import is_project
from gpstudio.gui.season.files import FILES
from gpstudio.gui.table_forms import TABLE_KINDS, form_of
from gpstudio.gui.theme import Wish
from gpstudio.gui.welcome.deeds import WelcomeDeeds
from gpstudio.session.commands import BackToAutomatic
from gpstudio.session.document import Document
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window
    from gpstudio.session.script import Exported

TABLES = tr(
    "Tables of readings (*.csv *.tsv *.txt *.gz *.bz2 *.xz *.zip *.xlsx *.parquet);;All files (*)"
)
NOTHING_TO_PASTE = tr(
    "The clipboard holds no table: select rows in a spreadsheet or a text, copy, and paste again."
)
ABOUT = tr(
    """<h3>GP Studio {version}</h3>
<p>From a table of vegetation index readings to stage dates with honest intervals,
by Gaussian processes.</p>
<p>MIT licence. Sample field: swim-rs, Apache-2.0. Letters: DejaVu.
Window: Qt for Python, LGPL.</p>""",
    version=__version__,
)


Again: TypeAlias = Callable[[], object]
"""Asks once more where to write."""


class Deeds(PlotDeeds, ProjectDeeds, AidDeeds, WelcomeDeeds, QObject):
    """The verbs of the window. Each works on the desk; none draws."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._desk = window.desk

    def open_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self._window, tr("Open a table of readings"), _folder(), TABLES
        )
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """A table, or a project by its ending."""
        QSettings().setValue("folder", str(path.absolute().parent))
        if is_project(path):
            self._window.projects.open(path)
        else:
            self._import(Opening(path))

    def paste_table(self) -> None:
        """What was copied in a spreadsheet, a text, or a file manager."""
        # some systems give nothing at all where nothing was ever copied
        copied: QMimeData | None = QGuiApplication.clipboard().mimeData()
        urls = copied.urls() if copied is not None else []
        files = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        if files:
            self.open_path(files[0])
        elif copied is not None and copied.text().strip():
            self._import(Opening(text=copied.text()))
        else:
            self._desk.said.emit(Message.info(NOTHING_TO_PASTE))

    def _import(self, opening: Opening) -> None:
        def import_it() -> None:
            self._window.messages.clear()
            self._window.importer.open(opening)

        self._window.projects.leaving(import_it, to_table=True)

    def change_table(self) -> None:
        """The present table once more, to be read differently."""
        if self._desk.document.table is not None:
            self._window.importer.change(self._desk.document.table)

    def load_temperatures(self) -> None:
        self.load_facts("temperature")

    def load_sowings(self) -> None:
        self.load_facts("sowing")

    def load_observed(self) -> None:
        self.load_facts("observed")

    def load_facts(self, kind: str) -> None:
        """A file that says something of the fields besides their readings."""
        if self._desk.document.table is None:
            return
        title = next(file.title for file in FILES if file.kind == kind)
        name, _ = QFileDialog.getOpenFileName(
            self._window, tr("Load {title}", title=title.lower()), _folder(), TABLES
        )
        if name:
            QSettings().setValue("folder", str(Path(name).parent))
            self._window.messages.clear()
            self._window.season.load(kind, Path(name))

    def undo(self) -> None:
        self._window.season.forget()
        self._window.model.forget()
        self._desk.undo()

    def back_to_automatic(self) -> None:
        """Also from words that were typed and never were a model."""
        self._window.model.forget()
        self._desk.do(BackToAutomatic())

    def redo(self) -> None:
        self._window.season.forget()
        self._window.model.forget()
        self._desk.redo()

    def fit(self) -> None:
        """Fit with what is on screen: also with a number whose field still has the cursor."""
        if self._desk.document.series is not None and self._is_settled():
            self._desk.fit()

    def fit_anyway(self) -> None:
        """Also where that takes long by its estimate; the table's other fits then may, too."""
        if self._desk.document.series is not None and self._is_settled():
            request = replace(self._desk.document.request, anyway=True)
            self._desk.do(SetRequest(request, tr("how long a fit may take")))
            self._desk.fit()

    def fit_all(self) -> None:
        self.fit_fields(self._window.fields.all_groups)

    def fit_selected(self) -> None:
        self.fit_fields(self._window.fields.selected_groups)

    def fit_fields(self, groups: Sequence[str]) -> None:
        """Several fields; each is shown as it arrives."""
        if groups and self._is_settled():
            self._desk.fit_many(groups)

    def _is_settled(self) -> bool:
        """Whether everything that was typed can be taken as meant; what is wrong is told."""
        wrong = self._window.model.settle()
        if wrong:
            self._desk.said.emit(
                Message.error(tr("The model has a mistake. {mistake}", mistake=wrong))
            )
            return False
        wrong = self._window.season.settle()
        if wrong:
            self._desk.said.emit(
                Message.error(tr("The season has a mistake. {mistake}", mistake=wrong))
            )
            return False
        self._window.messages.clear()
        return True

    def stop(self) -> None:
        self._desk.stop()
        self._window.projects.runner.stop()
        self._window.importer.stop()
        self._window.season.reader.stop()

    def export_forecast(self) -> None:
        fit = self._fit()
        where = self._ask_table(self.export_forecast, tr("Export the forecast"), "forecast.csv")
        if fit is not None and where is not None:
            self._desk.export_forecast(fit, *where)

    def export_stages(self) -> None:
        fit = self._fit()
        where = self._ask_table(self.export_stages, tr("Export the stages"), "stages.csv")
        if fit is not None and where is not None:
            self._desk.export_stages([fit.series.group], *where)

    def export_all_stages(self) -> None:
        """In the order of the table."""
        groups = list(self._desk.document.fits)
        where = self._ask_table(
            self.export_all_stages, tr("Export the stages of all fields"), "stages.csv", whole=True
        )
        if groups and where is not None:
            self._desk.export_stages(groups, *where)

    def export_readings(self) -> None:
        """Of the shown field, as they were understood."""
        series = self._desk.document.series
        where = self._ask_table(
            self.export_readings, tr("Export the cleaned readings"), "readings.csv"
        )
        if series is not None and where is not None:
            self._desk.export_readings(series, *where)

    def export_comparison(self) -> None:
        where = self._ask_table(
            self.export_comparison, tr("Export the comparison"), "comparison.csv"
        )
        if where is not None:
            self._desk.export_comparison(self._window.compare.kernels.table, *where)

    def export_rivals(self) -> None:
        rivals = self._window.rivals.found
        where = self._ask_table(self.export_rivals, tr("Export the rivals"), "rivals.csv")
        if rivals is not None and where is not None:
            self._desk.export_rivals(rivals, *where)

    def export_png(self) -> None:
        self._save_figure("figure.png", tr("PNG picture (*.png)"), save_png)

    def export_svg(self) -> None:
        self._save_figure("figure.svg", tr("SVG drawing (*.svg)"), save_svg)

    def export_pdf(self) -> None:
        self._save_figure("figure.pdf", tr("PDF page (*.pdf)"), save_pdf)

    def export_report(self) -> None:
        fit = self._fit()
        if fit is not None:
            self._save_reports([fit.series.group], "report.pdf")

    def export_reports(self) -> None:
        """In the order of the table."""
        groups = list(self._desk.document.fits)
        if groups:
            self._save_reports(groups, "reports.pdf")

    def _save_reports(self, groups: Sequence[str], ending: str) -> None:
        again = partial(self._save_reports, groups, ending)
        path = self._ask_where(again, tr("Export as PDF"), ending, tr("PDF document (*.pdf)"))
        if path is not None:
            self._desk.export_reports(groups, path)

    def export_script(self) -> None:
        from gpstudio.session.script import python_script  # the first paint must not wait for it

        self._save_script("script.py", tr("Python script (*.py)"), lambda d, _: python_script(d))

    def export_command(self) -> None:
        from gpstudio.session.script import command_line, system_shell

        ending = system_shell().ending
        self._save_script(
            f"command{ending}", tr("Commands (*{ending})", ending=ending), command_line
        )

    def _save_script(
        self, ending: str, kinds: str, make: Callable[[Document, Path], Exported]
    ) -> None:
        again = partial(self._save_script, ending, kinds, make)
        path = self._ask_where(again, tr("Export as a script"), ending, kinds)
        if path is not None:
            self._desk.export_script(path, make)

    def _save_figure(self, ending: str, kinds: str, save: Callable[..., None]) -> None:
        again = partial(self._save_figure, ending, kinds, save)
        path = self._ask_where(again, tr("Export the figure"), ending, kinds)
        if path is None:
            return
        try:
            save(self._window.curve, path)
        except InputError as error:
            self._desk.said.emit(Message.error(str(error), elsewhere=again))
        else:
            self._desk.said.emit(Message.info(tr("Saved {path}.", path=path)))

    def _fit(self) -> Fit | None:
        return self._desk.document.fit

    def _ask_where(self, again: Again, title: str, ending: str, kinds: str) -> Path | None:
        """A path with the right ending."""
        path, _ = self._ask(again, title, ending, kinds)
        return path if path is None or path.suffix else path.with_suffix(Path(ending).suffix)

    def _ask_table(
        self, again: Again, title: str, ending: str, whole: bool = False
    ) -> tuple[Path, WrittenAs] | None:
        """Where to write a table, and how; ``whole``: it is not of the shown field alone."""
        path, kind = self._ask(again, title, ending, TABLE_KINDS, whole)
        return None if path is None else form_of(path, kind)

    def _ask(
        self, again: Again, title: str, ending: str, kinds: str, whole: bool = False
    ) -> tuple[Path | None, str]:
        """A path beside what was opened or saved last, and the kind of file that was ticked.

        Where nothing can be written there, ``again`` asks anew.
        """
        self._desk.elsewhere = again
        field = "" if whole else self._desk.document.selected
        proposed = f"{_file_name(field)}-{ending}" if field else ending
        name, kind = QFileDialog.getSaveFileName(
            self._window, title, str(Path(_folder()) / proposed), kinds
        )
        if not name:
            return None, kind
        QSettings().setValue("folder", str(Path(name).parent))
        return Path(name), kind

    def show_lab(self) -> None:
        self._window.sides.show_lab()

    def theme_system(self) -> None:
        self._wish("system")

    def theme_light(self) -> None:
        self._wish("light")

    def theme_dark(self) -> None:
        self._wish("dark")

    def _wish(self, wish: Wish) -> None:
        self._window.themes.set_wish(wish)

    def about(self) -> None:
        watchdog = self._window.watchdog
        waits = tip(watchdog.words) if watchdog is not None else ""
        QMessageBox.about(self._window, tr("About GP Studio"), ABOUT + waits)

    def quit_program(self) -> None:
        self._window.close()


def _folder() -> str:
    return str(QSettings().value("folder", str(Path.home())))


def _file_name(field: str) -> str:
    """The field's name without what a file system would not take."""
    return "".join(c if c.isalnum() or c in "-_ ." else "_" for c in field).strip(" .")[:60]
