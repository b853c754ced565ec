"""Running a study: what is done already is left alone, what is measured is kept at once."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.memory import short_of
from gpstudio.core.task import QUIET, Task
from gpstudio.lab.book import RESULTS, STUDY, Book
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.labels import told
from gpstudio.lab.pages import write_pages
from gpstudio.lab.rows import Row
from gpstudio.lab.settings import Settings
from gpstudio.lab.sources import source
from gpstudio.lab.study import NOTE, STUDIES, Rasterise, Study, StudyResults
from gpstudio.translation import tr

SECONDS_BETWEEN_PARTIALS = 3.0


def run(
    study: str,
    settings: Settings,
    folder: Path,
    task: Task = QUIET,
    rasterise: Rasterise | None = None,
    data: Path | None = None,
) -> StudyResults:
    """Measure what is not there yet, then write figures and summary into ``folder``.

    ``data`` is the folder of data sets that do not come with the program. ``task.partial`` is
    handed ``Results`` that grow. Without ``rasterise`` there are SVG figures alone; ``draw_all``
    adds the pictures later, where they must be drawn in another thread.
    """
    kind = STUDIES[study]
    shelf = DataShelf(data)
    work = kind(settings, shelf)
    facts = _facts(settings, shelf, task)
    cases = work.cases()
    book = Book(folder, work, _digests(settings, shelf))
    work.recall(book.rows)
    results = _Watched(kind, settings, book, len(cases), facts)
    try:
        _measure_all(work, cases, book, results, task)
    finally:
        book.note()
    task.report("drawing", 1.0)
    finished = results.now()
    files = write_pages(finished, rasterise)
    return results.now((folder / RESULTS, folder / STUDY, *files))


class _Watched:
    """The results as they are at any moment."""

    def __init__(
        self,
        kind: type[Study],
        settings: Settings,
        book: Book,
        cases: int,
        facts: tuple[str, ...],
    ) -> None:
        self._fixed = (kind, settings, book.folder)
        self._book, self._cases, self._facts = book, cases, facts
        self._already = len(book.done)
        self.measured = 0
        self._told = time.monotonic()

    def now(self, files: tuple[Path, ...] = ()) -> StudyResults:
        rows = tuple(self._book.rows)
        counts = (self._cases, self.measured, self._already)
        return StudyResults(*self._fixed, rows, *counts, files, self._facts)

    def tell(self, task: Task) -> None:
        if time.monotonic() - self._told >= SECONDS_BETWEEN_PARTIALS:
            task.partial(self.now())
            self._told = time.monotonic()


class _Within(Task):
    """One case's task: what it says of itself stands behind the case, and how far it is by itself
    says nothing of the study."""

    def __init__(self, task: Task, told: str, fraction: float) -> None:
        self._task, self._told, self._fraction = task, told, fraction

    def report(self, status: str, fraction: float | None = None) -> None:
        self._task.report(f"{self._told}: {status}" if status else self._told, self._fraction)

    def check(self) -> None:
        self._task.check()


def _measure_all(
    work: Study, cases: Sequence[Row], book: Book, results: _Watched, task: Task
) -> None:
    done = book.done
    for place, case in enumerate(cases):
        key = work.key(case)
        if key in done:
            continue
        task.check()
        within = _Within(
            task, f"{told(case)} ({place + 1:,} of {len(cases):,})", place / len(cases)
        )
        within.report("")
        book.add(case, _measured(work, case, within))
        results.measured += 1
        results.tell(task)


def _measured(work: Study, case: Row, task: Task) -> Sequence[Row]:
    """The case's rows; where it cannot be, one that says why."""
    try:
        return work.measure(case, task)
    except InputError as error:
        return [{NOTE.name: str(error)}]
    except MemoryError as error:
        return [{NOTE.name: short_of(error)}]


def at_hand(settings: Settings, data: Path | None = None) -> tuple[Settings, tuple[str, ...]]:
    """The settings without the data sets whose files are not here, and a sentence on each of
    those: for who did not name any."""
    shelf = DataShelf(data)
    names = settings.get("sets") or ()
    here = tuple(name for name in names if shelf.has(name))
    absent = tuple(
        tr(
            "{title} is left out: name the folder that holds {file} with --data DIR.",
            title=source(name).title,
            file=source(name).file,
        )
        for name in names
        if name not in here
    )
    return (settings.with_value("sets", here) if absent else settings), absent


def _facts(settings: Settings, shelf: DataShelf, task: Task) -> tuple[str, ...]:
    """Of each data set, read here so that a missing file is told before any work; of threads."""
    facts = []
    for name in settings.get("sets") or ():
        task.check()
        facts.append(
            tr(
                "{description} {count:,} rows.",
                description=source(name).told,
                count=len(shelf[name].inputs),
            )
        )
    threads = os.environ.get("OPENBLAS_NUM_THREADS") or os.environ.get("OMP_NUM_THREADS")
    return (
        *facts,
        tr(
            "Threads of the linear algebra: {threads}.",
            threads=threads or tr("as many as there are cores"),
        ),
    )


def _digests(settings: Settings, shelf: DataShelf) -> dict[str, str]:
    return {name: shelf[name].digest for name in settings.get("sets") or ()}
