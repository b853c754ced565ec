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
from gpstudio.data.writing.forecast import write_forecast
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import write_readings
from gpstudio.data.writing.rivals import write_rivals
from gpstudio.data.writing.stages import write_stages
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

    def _write(self, path: Path, *work: Any) -> None:
        self.work.do(tr("Writing {name}", name=path.name), *work)

    def forecast(self, fit: Fit, path: Path, form: WrittenAs = PLAIN) -> None:
        """Predicting and writing every reading may take a while, so it is a job too."""
        self.forecasts([fit], path, form)

    def forecasts(self, fits: Sequence[Fit], path: Path, form: WrittenAs = PLAIN) -> None:
        """Of many fields one is made after the other, and left again: together they fill memory."""

        def write(task: Task) -> Path:
            made = (forecast_of(fit if len(fits) == 1 else fit.alone, task) for fit in fits)
            return write_forecast(path, made, task, form)

        self._write(path, write)

    def fields(self, groups: Sequence[str], path: Path, form: WrittenAs = PLAIN) -> None:
        """A line a field and season."""
        document, reasons = self._document(), dict(self._unfitted())
        table, request = document.table, document.request
        if table is None:
            return

        def write(fits: Sequence[Fit], task: Task) -> Path:
            return write_sheet(path, seasons_asked(table, fits, reasons, request), form, task)

        self._export_dates(path, groups, write)

    def stages(self, groups: Sequence[str], path: Path, form: WrittenAs = PLAIN) -> None:
        """Of one field or of many, one after the other."""

        def write(fits: Sequence[Fit], task: Task) -> Path:
            return write_stages(path, (row for f in fits for row in f.stage_rows), task, form)

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
        self._write(path, lambda task: write_readings(path, [series], task, form))

    def comparison(
        self, table: tuple[tuple[KernelEntry, Row], ...], path: Path, form: WrittenAs = PLAIN
    ) -> None:
        self._write(path, lambda task: write_comparison(path, table, form))

    def reports(self, groups: Sequence[str], path: Path) -> None:
        from gpstudio.gui.report_pdf.write import write_reports  # nobody waits for it at the start

        table = self._document().table
        self._export_dates(path, groups, lambda fits, task: write_reports(path, fits, table, task))

    def script(self, path: Path, make: Callable[[Document, Path], Exported]) -> None:
        """What does again what was done to the document as it is now."""
        from gpstudio.session.script import write_exported

        document = self._document()
        self._write(path, lambda task: write_exported(path, make(document, path)))

    def rivals(self, rivals: Rivals, path: Path, form: WrittenAs = PLAIN) -> None:
        self._write(path, lambda task: write_rivals(path, rival_rows(rivals), task, form))

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
