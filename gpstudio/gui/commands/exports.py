"""What can be saved of fields and figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.data.writing.form import WrittenAs
from gpstudio.gui.commands.command import window_command
from gpstudio.gui.commands.needs import ANY_FIT, FIT, NOTHING, READINGS
from gpstudio.gui.commands.tables import last_folder
from gpstudio.gui.export import PRINTED, save_pdf, save_png, save_svg
from gpstudio.gui.figure_form import KINDS, FigureForm, kept_form
from gpstudio.gui.messages import Message
from gpstudio.gui.saving import Named, ask_path, ends
from gpstudio.gui.settings.declared import DIGITS, FIELDS_NAME
from gpstudio.gui.table_forms import TABLE_KINDS, form_of
from gpstudio.session.document import Document
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.core.inference.comparison import Row
    from gpstudio.gui.window import Window
    from gpstudio.session.comparison import KernelEntry
    from gpstudio.session.rivals import Rivals
    from gpstudio.session.script import Exported
    from gpstudio.session.season_map.laying_out import SeasonMap

Again: TypeAlias = Callable[[], object]
"""Asks once more where to write."""


@window_command(tr("Export &forecast…"), tr("Save the curve as a table."), "Ctrl+E", needs=FIT)
def export_forecast(window: Window) -> None:
    fit = window.desk.document.fit
    again = partial(export_forecast, window)
    where = _ask_table(window, again, tr("Export the forecast"), "forecast.csv")
    if fit is not None and where is not None:
        window.desk.exports.forecast(fit, *where)


@window_command(tr("Export &stages…"), tr("Save the dates as a table."), "Ctrl+Shift+E", needs=FIT)
def export_stages(window: Window) -> None:
    fit = window.desk.document.fit
    again = partial(export_stages, window)
    where = _ask_table(window, again, tr("Export the stages"), "stages.csv")
    if fit is not None and where is not None:
        window.desk.exports.stages([fit.series.group], *where)


@window_command(
    tr("Export stages of &all fields…"),
    tr("Save the dates of every fitted field as one table."),
    needs=ANY_FIT,
)
def export_all_stages(window: Window) -> None:
    """In the order of the table."""
    groups = list(window.desk.document.fits)
    again = partial(export_all_stages, window)
    title = tr("Export the stages of all fields")
    where = _ask_table(window, again, title, "stages.csv", whole=True)
    if groups and where is not None:
        window.desk.exports.stages(groups, *where)


@window_command(
    tr("Export fields &by seasons…"),
    tr("Save a line for each season of every fitted field, its stages side by side."),
    needs=ANY_FIT,
)
def export_fields(window: Window) -> None:
    groups = list(window.desk.document.fits)
    again = partial(export_fields, window)
    where = _ask_table(window, again, tr("Export fields by seasons"), "fields.csv", whole=True)
    if groups and where is not None:
        window.desk.exports.fields(groups, *where)


@window_command(
    tr("Export forecasts of all fie&lds…"),
    tr("Save the curves of every fitted field as one table."),
    needs=ANY_FIT,
)
def export_all_forecasts(window: Window) -> None:
    """In the order of the table."""
    fits = window.desk.document.fits_in_order
    again = partial(export_all_forecasts, window)
    title = tr("Export the forecasts of all fields")
    where = _ask_table(window, again, title, "forecast.csv", whole=True)
    if fits and where is not None:
        window.desk.exports.forecasts(fits, *where)


@window_command(tr("Export cleaned &readings…"), tr("Save the readings as read."), needs=READINGS)
def export_readings(window: Window) -> None:
    """Of the shown field, as they were understood."""
    series = window.desk.document.series
    again = partial(export_readings, window)
    where = _ask_table(window, again, tr("Export the cleaned readings"), "readings.csv")
    if series is not None and where is not None:
        window.desk.exports.readings(series, *where)


@window_command(
    tr("&Six digits in tables"),
    tr("Numbers are written with six significant digits, and not with all."),
    needs=NOTHING, ticks=True, ticked_now=lambda: DIGITS.value == "six",
)  # fmt: skip
def six_digits(window: Window) -> None:
    DIGITS.keep("all" if DIGITS.value == "six" else "six")


@window_command(
    tr("Fields called as in the &table"),
    tr("The column of fields is called as in the table that was read, and not 'group'."),
    needs=NOTHING, ticks=True, ticked_now=lambda: FIELDS_NAME.value == "own",
)  # fmt: skip
def own_name_of_fields(window: Window) -> None:
    FIELDS_NAME.keep("group" if FIELDS_NAME.value == "own" else "own")


def export_comparison(window: Window, table: tuple[tuple[KernelEntry, Row], ...]) -> None:
    again = partial(export_comparison, window, table)
    where = _ask_table(window, again, tr("Export the comparison"), "comparison.csv")
    if where is not None:
        window.desk.exports.comparison(table, *where)


def export_rivals(window: Window, rivals: Rivals | None) -> None:
    again = partial(export_rivals, window, rivals)
    where = _ask_table(window, again, tr("Export the rivals"), "rivals.csv")
    if rivals is not None and where is not None:
        window.desk.exports.rivals(rivals, *where)


def export_season_map(window: Window, found: SeasonMap | None) -> None:
    again = partial(export_season_map, window, found)
    where = _ask_table(window, again, tr("Export the map of seasons"), "season_map.csv")
    if found is not None and where is not None:
        window.desk.exports.season_map(found, *where)


@window_command(
    tr("Export fi&gure…"),
    tr("Save the figure as a picture, a drawing or a page, of a size and heading by choice."),
    needs=READINGS,
)
def export_figure(window: Window) -> None:
    from gpstudio.gui.figure_dialog import FigureDialog  # nobody waits for it at the start

    document = window.desk.document
    if document.series is not None:
        dialog = FigureDialog(document.called(document.selected), kept_form(), window)
        dialog.taken.connect(partial(_save_figure, window))
        dialog.open()


@window_command(
    tr("E&xport report as PDF…"),
    tr("One page on the shown field: curve, dates and how they were made."), "Ctrl+P", needs=FIT,
)  # fmt: skip
def export_report(window: Window) -> None:
    fit = window.desk.document.fit
    if fit is not None:
        _save_reports(window, [fit.series.group], "report.pdf")


@window_command(
    tr("Export reports of &all fields…"),
    tr("One PDF: a page that sums up, then one for every field that is fitted."),
    needs=ANY_FIT,
)
def export_reports(window: Window) -> None:
    """In the order of the table."""
    groups = list(window.desk.document.fits)
    if groups:
        _save_reports(window, groups, "reports.pdf", whole=True)


@window_command(
    tr("Export as P&ython script…"),
    tr("A script that gives the same numbers when it is run."),
    needs=READINGS,
)
def export_script(window: Window) -> None:
    from gpstudio.session.script import python_script  # the first paint must not wait for it

    def make(document: Document, path: Path) -> Exported:
        return python_script(document)

    _save_script(window, "script.py", tr("Python script (*.py)"), make)


@window_command(
    tr("Export as &command line…"),
    tr("A command that gives the same numbers when it is run."),
    needs=READINGS,
)
def export_command(window: Window) -> None:
    from gpstudio.session.script import command_line, system_shell

    ending = system_shell().ending
    kinds = tr("Commands (*{ending})", ending=ending)
    _save_script(window, f"command{ending}", kinds, command_line)


def _save_reports(window: Window, groups: Sequence[str], ending: str, whole: bool = False) -> None:
    again = partial(_save_reports, window, groups, ending, whole)
    kinds = tr("PDF document (*.pdf)")
    path = _ask_where(window, again, tr("Export as PDF"), ending, kinds, whole)
    if path is not None:
        window.desk.exports.reports(groups, path, whole)


def _save_script(
    window: Window, ending: str, kinds: str, make: Callable[[Document, Path], Exported]
) -> None:
    again = partial(_save_script, window, ending, kinds, make)
    path = _ask_where(window, again, tr("Export as a script"), ending, kinds, whole=True)
    if path is not None:
        window.desk.exports.script(path, make)


def _save_figure(window: Window, form: FigureForm) -> None:
    again = partial(_save_figure, window, form)
    kinds = KINDS[form.kind][1]
    path = _ask_where(window, again, tr("Export the figure"), f"figure.{form.kind}", kinds)
    if path is None:
        return
    try:
        with window.curve.as_figure(form.pixels(window.curve.logicalDpiX()), form.heading):
            _write_figure(window, form, path)
    except InputError as error:
        window.desk.said.emit(Message.error(str(error), elsewhere=again))
    else:
        window.desk.said.emit(Message.saved(tr("Saved {path}.", path=path), path))


def _write_figure(window: Window, form: FigureForm, path: Path) -> None:
    if form.kind == "png":
        save_png(window.curve, path, None if form.millimetres is None else PRINTED)
    else:
        {"svg": save_svg, "pdf": save_pdf}[form.kind](window.curve, path)


def _ask_where(
    window: Window, again: Again, title: str, ending: str, kinds: str, whole: bool = False
) -> Path | None:
    """A path with the right ending."""
    return _ask(window, again, title, ending, kinds, whole, ends(Path(ending).suffix))[0]


def _ask_table(
    window: Window, again: Again, title: str, ending: str, whole: bool = False
) -> tuple[Path, WrittenAs] | None:
    """Where to write a table, and how; ``whole``: it is not of the shown field alone."""
    path, kind = _ask(
        window, again, title, ending, TABLE_KINDS, whole, lambda *typed: form_of(*typed)[0]
    )
    if path is None:
        return None
    return form_of(path, kind, digits=DIGITS.value, fields=FIELDS_NAME.value)


def _ask(
    window: Window, again: Again, title: str, ending: str, kinds: str, whole: bool, named: Named
) -> tuple[Path | None, str]:
    """A path beside what was opened or saved last, and the kind of file that was ticked.

    Where nothing can be written there, ``again`` asks anew.
    """
    window.desk.exports.elsewhere = again
    document = window.desk.document
    table = "" if document.table is None else document.table.path.stem
    of = table if whole else document.selected
    proposed = f"{_file_name(of)}-{ending}" if of else ending
    return ask_path(window, title, Path(last_folder()) / proposed, kinds, named)


def _file_name(name: str) -> str:
    """A field's or a table's name without what a file system would not take."""
    return "".join(c if c.isalnum() or c in "-_ ." else "_" for c in name).strip(" .")[:60]
