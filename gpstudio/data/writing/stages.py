"""``stages.csv``: the date of each stage with its intervals, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TypeAlias

from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Clock, iso_day
from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.sheet import Cell, CellKind, Sheet, SheetColumn
from gpstudio.data.writing.stage_remarks import remark_of
from gpstudio.data.writing.write import write_sheet
from gpstudio.phenology.stages import StageDate


@dataclass(frozen=True)
class StageRow:
    """One line: a stage date, and what is the same for all of its field. A cell is asked for by the
    name of its column."""

    about: StageDate
    group: str
    clock: Clock
    index: str
    crop: str = ""
    """What is known to grow in the field, whether a stage was asked for by its crop or not."""

    def __getitem__(self, column: str) -> Cell:
        return _CELLS[column](self)

    @property
    def cells(self) -> list[Cell]:
        """Of all columns."""
        return [cell(self) for cell in _CELLS.values()]

    def time(self, time: float | None) -> Cell:
        """An ISO text where the series is dated, else the user's own number."""
        return time if time is None or not self.clock else iso_day(time, self.clock)


_Declared: TypeAlias = tuple[SheetColumn, Callable[[StageRow], Cell]]
"""What a column means, and where its cells are from."""


def _own(name: str, kind: CellKind, help: str, attribute: str = "") -> _Declared:
    """An attribute of the stage date, mostly of the column's name."""
    own = attrgetter(f"about.{attribute or name}")
    if kind == "time":
        return SheetColumn(name, kind, help), lambda row: row.time(own(row))
    return SheetColumn(name, kind, help), own


_DECLARED: tuple[_Declared, ...] = (
    (SheetColumn("group", "text", GROUP), lambda row: row.group),
    _own("season", "text", "Year of harvest, with a, b, … where it has several."),
    _own("stage", "text", "Name of the stage."),
    _own("date", "time", "Median of the stage's date; empty where there is none."),
    _own("lower90", "time", "Start of the 90 % interval of the date."),
    _own("upper90", "time", "End of the 90 % interval of the date."),
    _own("lower50", "time", "Start of the 50 % interval of the date."),
    _own("upper50", "time", "End of the 50 % interval of the date."),
    _own(
        "std_days",
        "number",
        "Standard deviation of the date: days, or the table's own unit.",
        "std",
    ),
    _own("width90", "number", "Days from lower90 to upper90: no part of a crop stage's quality."),
    _own("probability_passed", "number", "Probability that the stage has passed by as_of."),
    _own(
        "probability_reached",
        "number",
        "Probability that the stage is reached in this season at all.",
    ),
    _own("as_of", "time", "The day of the question: the last reading's, unless set."),
    (
        SheetColumn("earlier", "time", "The usual day: the median of the field's like seasons."),
        lambda row: None if row.about.usual is None else row.time(row.about.usual[0]),
    ),
    _own(
        "days_late",
        "number",
        "Days from that to a date known within 60 days; below zero where it is early.",
    ),
    _own("forecast", "flag", "Whether the date is after as_of, and so a forecast.", "is_forecast"),
    (
        SheetColumn("crop", "text", "The crop, where it is known."),
        lambda row: row.about.crop or row.crop or None,
    ),
    (SheetColumn("index", "text", "What was measured, such as NDVI."), lambda row: row.index),
    (
        SheetColumn("bbch", "text", "The stage on the BBCH scale, where it has a place there."),
        lambda row: row.about.bbch or None,
    ),
    (
        SheetColumn("quality", "text", "How well the stage shows in such a curve."),
        lambda row: None if row.about.grade is None else row.about.grade.written,
    ),
    (
        SheetColumn("reason", "text", "Why there is no date, or what to know about it."),
        lambda row: remark_of(row.about, row.clock),
    ),
    _own("definition", "text", "The rule that dates the stage."),
    (
        SheetColumn("observed", "time", "The day on which the stage was observed, where it was."),
        lambda row: None if row.about.observed is None else row.time(row.about.observed),
    ),
    (
        SheetColumn("quality_words", "text", "The quality in words."),
        lambda row: None if row.about.grade is None else row.about.grade.sentence,
    ),
)
STAGES = tuple(column for column, _ in _DECLARED)
STAGE_COLUMNS = tuple(column.name for column in STAGES)
_CELLS = {column.name: cell for column, cell in _DECLARED}


def stages_sheet(rows: Iterable[StageRow], task: Task = QUIET) -> Sheet:
    """One row per field, season and stage."""
    cells = (tuple(row.cells) for row in rows)
    return Sheet.of_rows("stages", STAGES, cells, task)


def write_stages(
    path: str | Path, rows: Iterable[StageRow], task: Task = QUIET, form: WrittenAs = PLAIN
) -> Path:
    return write_sheet(path, stages_sheet(rows, task), form, task)
