"""``stages.csv``: the date of each stage with its intervals, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

from gpstudio.core.task import QUIET, Task
from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.sheet import Means, Sheet, columns_of
from gpstudio.data.writing.write import write_sheet

When: TypeAlias = str | float | None
"""An ISO text where the series is dated, else the user's own number."""
Text: TypeAlias = str | None
Number: TypeAlias = float | None


@dataclass(frozen=True)
class StageRow:
    """One line; the fields are its columns, in this order."""

    group: Annotated[str, Means("text", GROUP)]
    season: Annotated[str, Means("text", "Year of harvest, with a, b, … where it has several.")]
    stage: Annotated[str, Means("text", "Name of the stage.")]
    date: Annotated[When, Means("time", "Median of the stage's date; empty where there is none.")]
    lower90: Annotated[When, Means("time", "Start of the 90 % interval of the date.")]
    upper90: Annotated[When, Means("time", "End of the 90 % interval of the date.")]
    lower50: Annotated[When, Means("time", "Start of the 50 % interval of the date.")]
    upper50: Annotated[When, Means("time", "End of the 50 % interval of the date.")]
    std_days: Annotated[
        Number, Means("number", "Standard deviation of the date: days, or the table's own unit.")
    ]
    probability_passed: Annotated[
        Number, Means("number", "Probability that the stage has passed by as_of.")
    ]
    probability_reached: Annotated[
        Number, Means("number", "Probability that the stage is reached in this season at all.")
    ]
    as_of: Annotated[
        When, Means("time", "The day of the question: the last reading's, unless set.")
    ]
    crop: Annotated[Text, Means("text", "The crop, where it is known.")]
    index: Annotated[Text, Means("text", "What was measured, such as NDVI.")]
    bbch: Annotated[Text, Means("text", "The stage on the BBCH scale, where it has a place there.")]
    quality: Annotated[Text, Means("text", "How well the stage shows in such a curve.")]
    reason: Annotated[Text, Means("text", "Why there is no date, or what to know about it.")]
    definition: Annotated[Text, Means("text", "The rule that dates the stage.")]


STAGES = columns_of(StageRow)
STAGE_COLUMNS = tuple(column.name for column in STAGES)


def stages_sheet(rows: Iterable[StageRow], task: Task = QUIET) -> Sheet:
    """One row per field, season and stage."""
    cells = (tuple(getattr(row, name) for name in STAGE_COLUMNS) for row in rows)
    return Sheet.of_rows("stages", STAGES, cells, task)


def write_stages(
    path: str | Path, rows: Iterable[StageRow], task: Task = QUIET, form: WrittenAs = PLAIN
) -> Path:
    return write_sheet(path, stages_sheet(rows, task), form, task)
