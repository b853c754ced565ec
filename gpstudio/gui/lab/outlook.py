"""What pressing Run would do: how many measurements, how many are there, what stands in the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os.path import exists, isdir
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.gui.lab.drawn import StudyDrawings
from gpstudio.gui.lab.wish import StudyWish, folder_for, missing, missing_told, refusal
from gpstudio.lab import STUDIES, Study, StudyResults
from gpstudio.lab.book import STUDY, read_rows
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.rows import Key, Row
from gpstudio.lab.study import NOTE
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True, eq=False)
class Outlook:
    wish: StudyWish
    folder: Path
    cases: int = 0
    already: int = 0
    problem: str = ""
    """Why it cannot be run as it is asked for."""
    drawn: StudyDrawings | None = None
    """What stands in the folder."""

    @property
    def can_run(self) -> bool:
        return not self.problem and self.cases > 0

    @property
    def told(self) -> str:
        if self.problem:
            return self.problem
        if not self.already:
            return tr_count(self.cases, "{n:,} measurement to make.", "{n:,} measurements to make.")
        if self.already >= self.cases:
            return tr("All {cases:,} measurements are there.", cases=self.cases)
        return tr(
            "{already:,} of {cases:,} measurements are there; Run goes on from them.",
            already=self.already,
            cases=self.cases,
        )


def look(wish: StudyWish, task: Task) -> Outlook:
    """Reads what there is; measures and writes nothing."""
    try:
        folder = folder_for(wish)
    except (InputError, OSError) as error:
        return Outlook(wish, wish.out or wish.base, problem=str(error))
    problem = _problem(wish, folder)
    if problem:
        return Outlook(wish, folder, problem=problem)
    try:
        kind = STUDIES[wish.study]
        study = kind(wish.settings, DataShelf(wish.data))
        task.check()
        cases = study.cases()
        rows = _rows_in(folder, kind, study)
    except InputError as error:
        return Outlook(wish, folder, problem=str(error))
    task.check()
    already = len({kind.key(row) for row in rows})
    results = StudyResults(kind, wish.settings, folder, rows, len(cases), 0, already)
    return Outlook(
        wish, folder, len(cases), already, drawn=StudyDrawings.of(results) if rows else None
    )


def _problem(wish: StudyWish, folder: Path) -> str:
    there = next((place for place in (folder, *folder.parents) if exists(place)), folder)
    if not isdir(there):
        return tr("{path} is a file, not a folder: choose another folder.", path=there)
    lacking = missing_told(missing(wish.settings, wish.data))
    if wish.data is not None and not isdir(wish.data):
        lacking = tr(
            "There is no folder {folder}: choose the one that holds the data.", folder=wish.data
        )
    return lacking or refusal(wish, folder)


def _rows_in(folder: Path, kind: type[Study], study: Study) -> Sequence[Row]:
    """The rows of all cases that are whole."""
    if not exists(folder / STUDY):
        return ()
    groups: dict[Key, list[Row]] = {}
    for row in read_rows(folder, (*kind.columns, NOTE)):
        groups.setdefault(kind.key(row), []).append(row)
    return [row for rows in groups.values() if study.is_whole(rows) for row in rows]
