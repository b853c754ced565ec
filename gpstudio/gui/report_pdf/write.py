"""Reports as a PDF file, whole or not at all: a page a field; of several, one first that sums up.

Nothing here wants a window, but Qt wants its application: who has none calls ``make_application``
first (``gui/main.py``), as ``gpstudio/__main__.py`` does for pictures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from PySide6.QtCore import QLocale, QMarginsF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter

from gpstudio import __version__
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.atomic import atomic_path
from gpstudio.data.table import Table
from gpstudio.gui.report_pdf.account import account_of
from gpstudio.gui.report_pdf.copied import spaces_for_tabs
from gpstudio.gui.report_pdf.overview import NOBODY, overview_of
from gpstudio.gui.report_pdf.overview_page import draw_overview_page
from gpstudio.gui.report_pdf.page import draw_page
from gpstudio.gui.report_pdf.paper import DOTS, Paper, page_size
from gpstudio.gui.report_pdf.titles import title_of
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


def write_reports(
    path: Path,
    fits: Sequence[Fit],
    table: Table | None = None,
    task: Task = QUIET,
    made: date | None = None,
    size: QPageSize | None = None,
    unfitted: Mapping[str, str] = NOBODY,
) -> Path:
    """In the order of ``fits``; ``size`` is that of the country where nobody says; ``unfitted`` are
    fields without a fit, and why."""
    if not fits:
        raise InputError(tr("No field is fitted yet: fit one, then there is something to report."))
    with atomic_path(path) as temporary:
        writer = _writer(temporary, fits, table, size or page_size(_territory()))
        painter = QPainter()
        if not painter.begin(writer):
            raise InputError(
                tr("'{name}' cannot be written there; choose another folder.", name=path.name)
            )
        try:
            day = made or date.today()
            sums_up = len(fits) + len(unfitted) > 1
            if sums_up:
                draw_overview_page(Paper(writer, painter), overview_of(fits, table, day, unfitted))
            for place, fit in enumerate(fits):
                task.report(
                    tr("Writing {name}: {field}", name=path.name, field=title_of(fit, table)),
                    place / len(fits),
                )
                task.check()
                if place or sums_up:
                    writer.newPage()
                draw_page(Paper(writer, painter), account_of(fit, table, day))
        finally:
            # a device that goes before its painter ends the process
            painter.end()
        del writer
        spaces_for_tabs(temporary)
    return path


def _writer(path: Path, fits: Sequence[Fit], table: Table | None, size: QPageSize) -> QPdfWriter:
    writer = QPdfWriter(str(path))
    writer.setResolution(DOTS)
    writer.setPageSize(size)
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0))
    writer.setCreator(f"GP Studio {__version__}")
    writer.setTitle(
        tr("Stages of {field}", field=title_of(fits[0], table))
        if len(fits) == 1
        else tr("Stages of {count:,} fields", count=len(fits))
    )
    return writer


def _territory() -> str:
    return QLocale.territoryToCode(QLocale.system().territory())
