"""Opening tables of readings, and files that say more of their fields."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from gpstudio.data.table import Table
from gpstudio.gui.commands.command import window_command
from gpstudio.gui.commands.needs import NOTHING, READINGS
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.messages import Message
from gpstudio.gui.projects.files import is_project
from gpstudio.gui.season.files import FILES
from gpstudio.gui.welcome.samples import FIELD, Sample
from gpstudio.resources import resource
from gpstudio.session.field_commands import SetRequest
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

TABLES = tr(
    "Tables of readings (*.csv *.tsv *.txt *.gz *.bz2 *.xz *.zip *.xlsx *.xls *.ods *.parquet);;"
    "All files (*)"
)
NOTHING_TO_PASTE = tr(
    "The clipboard holds no table: select rows in a spreadsheet or a text, copy, and paste again."
)


def last_folder() -> str:
    """Where something was opened or saved last."""
    return str(QSettings().value("folder", str(Path.home())))


@window_command(tr("&Open…"), tr("Open a table of readings."), "Ctrl+O", needs=NOTHING, icon="open")
def open_file(window: Window) -> None:
    name, _ = QFileDialog.getOpenFileName(
        window, tr("Open a table of readings"), last_folder(), TABLES
    )
    if name:
        open_path(window, Path(name))


def open_path(window: Window, path: Path) -> None:
    """A table, or a project by its ending."""
    QSettings().setValue("folder", str(path.absolute().parent))
    if is_project(path):
        window.projects.open(path)
    else:
        _import(window, Opening(path))


@window_command(
    tr("&Add readings…"),
    tr("New readings from another file into the open table: the next pass, another year."),
    "Ctrl+I", needs=READINGS,
)  # fmt: skip
def add_readings(window: Window) -> None:
    name, _ = QFileDialog.getOpenFileName(window, tr("Add readings"), last_folder(), TABLES)
    if name:
        QSettings().setValue("folder", str(Path(name).parent))
        add_path(window, Path(name))


def add_path(window: Window, path: Path) -> None:
    """What a file would add to the open table, to be looked at."""
    table = window.desk.document.table
    if table is not None:
        window.messages.clear()
        window.adder.open(table, Opening(path))


@window_command(
    tr("&Paste table"), tr("Import the table on the clipboard."), "Ctrl+V", needs=NOTHING
)
def paste_table(window: Window) -> None:
    """What was copied in a spreadsheet, a text, or a file manager."""
    # some systems give nothing at all where nothing was ever copied
    copied: QMimeData | None = QGuiApplication.clipboard().mimeData()
    urls = copied.urls() if copied is not None else []
    files = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    if files:
        open_path(window, files[0])
    elif copied is not None and copied.text().strip():
        _import(window, Opening(text=copied.text()))
    else:
        window.desk.said.emit(Message.info(NOTHING_TO_PASTE))


def _import(window: Window, opening: Opening) -> None:
    def import_it() -> None:
        window.messages.clear()
        window.importer.open(opening)

    window.projects.leaving(import_it, to_table=True)


def change_table(window: Window) -> None:
    """The present table once more, to be read differently."""
    if window.desk.document.table is not None:
        window.importer.change(window.desk.document.table)


@window_command(
    tr("Open the &sample"), tr("Open the field that comes with GP Studio."), needs=NOTHING
)
def open_sample(window: Window) -> None:
    open_this_sample(window, FIELD)


def open_this_sample(window: Window, sample: Sample) -> None:
    """It is fitted at once: a window that opens with dates explains itself."""

    def read() -> None:
        window.sides.show_fields()
        window.desk.open(sample.path, then=fit)

    def ask() -> None:
        window.messages.clear()
        window.importer.open(Opening(sample.path))

    def fit(table: Table) -> None:
        if sample.sentence:
            window.desk.said.emit(Message.info(sample.sentence))
        _ask_of(window, sample, table)
        if len(table.groups) > 1:
            window.desk.fit_many(table.groups)
        else:
            window.desk.fit()

    window.projects.leaving(ask if sample.asks else read, to_table=True)


def _ask_of(window: Window, sample: Sample, table: Table) -> None:
    """Crop and place are those of its fields; what else is known of them is read beside the fit."""
    from gpstudio.phenology.places import Place  # whose climate nobody waits for at the start

    def give(*_: object) -> None:
        if window.desk.document.table is table:
            window.projects.holding.given = window.desk.document

    if sample.crop:
        place = None if sample.place is None else Place(*sample.place)
        asked = replace(window.desk.document.request, stages=sample.crop, place=place)
        window.desk.do(SetRequest(asked, tr("to what the sample is of")))
    give()
    if sample.observed or sample.also:
        window.season.reader.read.connect(give, Qt.ConnectionType.SingleShotConnection)
    if sample.observed:
        window.season.load("observed", resource(*sample.observed))
    elif sample.also:
        window.season.take_further(list(sample.also))


@window_command(
    tr("Load &temperatures…"), tr("Daily temperatures, for degree days."), needs=READINGS
)
def load_temperatures(window: Window) -> None:
    load_facts(window, "temperature")


@window_command(
    tr("Load so&wing dates…"), tr("When each field was sown, and what."), needs=READINGS
)
def load_sowings(window: Window) -> None:
    load_facts(window, "sowing")


@window_command(
    tr("Load observed &dates…"), tr("Stages that were seen in the field."), needs=READINGS
)
def load_observed(window: Window) -> None:
    load_facts(window, "observed")


@window_command(
    tr("Load colu&mns of fields…"),
    tr("Crop, place, variety, soil or any word, from a file with a row a field."),
    needs=READINGS,
)
def load_fields(window: Window) -> None:
    load_facts(window, "fields")


def load_facts(window: Window, kind: str) -> None:
    """A file that says something of the fields besides their readings."""
    if window.desk.document.table is None:
        return
    title = next(file.title for file in FILES if file.kind == kind)
    name, _ = QFileDialog.getOpenFileName(
        window, tr("Load {title}", title=title.lower()), last_folder(), TABLES
    )
    if name:
        QSettings().setValue("folder", str(Path(name).parent))
        window.messages.clear()
        window.season.load(kind, Path(name))
