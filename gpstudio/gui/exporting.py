"""What leaves the window as files: each is a job beside the others, told when it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from gpstudio.core.inference.comparison import Row
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.forecast import forecast_sheet
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import readings_sheet
from gpstudio.data.writing.rivals import rivals_sheet
from gpstudio.data.writing.season_map import map_sheet
from gpstudio.data.writing.stages import stages_sheet
from gpstudio.data.writing.write import write_sheet
from gpstudio.gui.messages import Message
from gpstudio.gui.named_work import NamedWork
from gpstudio.gui.redating import Redating
from gpstudio.jobs.places import Chosen
from gpstudio.session.comparison import KernelEntry, write_comparison
from gpstudio.session.dated_now import dated_now
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, forecast_of
from gpstudio.session.results import seasons_asked
from gpstudio.session.rivals import Rivals, rival_rows
from gpstudio.session.season_map.laying_out import SeasonMap
from gpstudio.session.together import Together
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.session.script import Exported


@dataclass(frozen=True, eq=False)
class Saved:
    """A file that was written, and the dates that were made anew for it."""

    path: Path
    together: Together | None = None
    anew: int = 0
    """How many fields had outdated dates."""


class Exports(QObject):
    said = Signal(object)
    """A message."""
    dated = Signal(object)
    """Dates that were made anew for what was written."""
    failed = Signal()

    def __init__(
        self,
        document: Callable[[], Document],
        unfitted: Callable[[], Mapping[str, str]],
        dating: Redating,
        where: Chosen,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document, self._unfitted = document, unfitted
        self._dating, self._where = dating, where
        self.elsewhere: Callable[[], object] | None = None
        """Asks where else to write what is being exported."""
        self.work = NamedWork(parent)
        self.work.finished.connect(self._exported)
        self.work.failed.connect(self._not_exported)

    def _about(self) -> AboutFields:
        document = self._document()
        return AboutFields.of(document.table, document.labels)

    def _write(self, path: Path, *work: Any) -> None:
        self.work.do(tr("Writing {name}", name=path.name), *work)

    def forecast(self, fit: Fit, path: Path, form: WrittenAs = PLAIN) -> None:
        """Predicting and writing every reading may take a while, so it is a job too."""
        self.forecasts([fit], path, form)

    def forecasts(self, fits: Sequence[Fit], path: Path, form: WrittenAs = PLAIN) -> None:
        """Of many fields one is made after the other, and left again: together they fill memory."""

        about = self._about()

        def write(task: Task) -> Path:
            made = (forecast_of(fit if len(fits) == 1 else fit.alone, task) for fit in fits)
            return write_sheet(path, about.named(forecast_sheet(made)), form, task)

        self._write(path, write)

    def fields(self, groups: Sequence[str], path: Path, form: WrittenAs = PLAIN) -> None:
        """A line a field and season."""
        document, reasons = self._document(), dict(self._unfitted())
        table, request = document.table, document.request
        if table is None:
            return

        def write(fits: Sequence[Fit], task: Task) -> Path:
            sheet = seasons_asked(table, fits, reasons, request, document.labels)
            return write_sheet(path, sheet, form, task)

        self._export_dates(path, groups, write)

    def season_map(self, found: SeasonMap, path: Path, form: WrittenAs = PLAIN) -> None:
        """A line a point."""

        def write(task: Task) -> Path:
            return write_sheet(path, map_sheet(found.lines()), form, task)

        self._write(path, write)

    def stages(self, groups: Sequence[str], path: Path, form: WrittenAs = PLAIN) -> None:
        """Of one field or of many, one after the other."""

        about = self._about()

        def write(fits: Sequence[Fit], task: Task) -> Path:
            sheet = stages_sheet((row for f in fits for row in f.stage_rows), task)
            return write_sheet(path, about.beside(sheet), form, task)

        self._export_dates(path, groups, write)

    def _export_dates(
        self, path: Path, groups: Sequence[str], write: Callable[[Sequence[Fit], Task], Path]
    ) -> None:
        """Dates leave the program as they are asked for, never some of them old: what is outdated
        is made anew first, with all fields, since they learn from each other."""
        self._dating.leave()
        document, wanted, where = self._document(), set(groups), self._where

        def work(task: Task) -> Saved:
            together = dated_now(document, task, where)
            fits = [fit for fit in together.fits if fit.series.group in wanted]
            return Saved(write(fits, task), together, len(document.outdated))

        self._write(path, work)

    def readings(self, series: Series, path: Path, form: WrittenAs = PLAIN) -> None:
        sheet = self._about().named(readings_sheet([series]))
        self._write(path, lambda task: write_sheet(path, sheet, form, task))

    def comparison(
        self, table: tuple[tuple[KernelEntry, Row], ...], path: Path, form: WrittenAs = PLAIN
    ) -> None:
        self._write(path, lambda task: write_comparison(path, table, form))

    def reports(self, groups: Sequence[str], path: Path, whole: bool = False) -> None:
        """``whole``: of the whole table, with the fields that have no fit in the page that sums
        up."""
        from gpstudio.gui.report_pdf.write import write_reports  # nobody waits for it at the start

        table, unfitted = self._document().table, dict(self._unfitted()) if whole else {}

        def write(fits: Sequence[Fit], task: Task) -> Path:
            return write_reports(path, fits, table, task, unfitted=unfitted)

        self._export_dates(path, groups, write)

    def script(self, path: Path, make: Callable[[Document, Path], Exported]) -> None:
        """What does again what was done to the document as it is now."""
        from gpstudio.session.script import write_exported

        document = self._document()
        self._write(path, lambda task: write_exported(path, make(document, path)))

    def rivals(self, rivals: Rivals, path: Path, form: WrittenAs = PLAIN) -> None:
        about = self._about()

        def write(task: Task) -> Path:
            return write_sheet(path, about.named(rivals_sheet(rival_rows(rivals))), form, task)

        self._write(path, write)

    def _not_exported(self, sentence: str, details: str) -> None:
        self.failed.emit()
        self.said.emit(Message.error(sentence, details, self.elsewhere))

    def _exported(self, done: Path | Saved) -> None:
        saved = done if isinstance(done, Saved) else Saved(done)
        words = tr("Saved {path}.", path=saved.path)
        if saved.together is not None:
            self.dated.emit(saved.together)
        if saved.anew:
            words = tr_count(
                saved.anew,
                "Saved {path}. The dates of {n:,} field were outdated, and were made anew first.",
                "Saved {path}. The dates of {n:,} fields were outdated, and were made anew first.",
                path=saved.path,
            )
        self.said.emit(Message.saved(words, saved.path))
