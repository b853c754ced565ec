"""``readings.csv``: the readings that were used, as they were understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.sheet import Block, Sheet, SheetColumn
from gpstudio.data.writing.write import write_sheet
from gpstudio.translation import tr

READINGS = (
    SheetColumn("group", "text", GROUP),
    SheetColumn("time", "time", tr("Date, or the table's own number where it has none.")),
    SheetColumn(
        "value", "number", tr("The reading, scaled to its index where the file had whole numbers.")
    ),
    SheetColumn(
        "weight",
        "number",
        tr("How much it counts, up to 1; at 0.5 its noise has twice the variance."),
    ),
)


def readings_sheet(series: Iterable[Series], dated: bool | None = None) -> Sheet:
    """One row per reading that takes part, fields in the order of the table. Of series that are
    made while they are written, somebody says whether they are dated."""
    if dated is None:
        series = tuple(series)
        dated = not series or series[0].dated
    return Sheet.of("readings", READINGS, _blocks(series), dated)


def write_readings(
    path: str | Path, series: Sequence[Series], task: Task = QUIET, form: WrittenAs = PLAIN
) -> Path:
    return write_sheet(path, readings_sheet(series), form, task)


def _blocks(series: Iterable[Series]) -> Iterator[Block]:
    for one in series:
        size = len(one)
        weight = np.ones(size) if one.weight is None else one.weight
        yield np.full(size, one.group, dtype=object), one.time, one.value, weight
