"""``rivals.csv``: how other curves foretell readings left out, beside the Gaussian process."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from gpstudio.core.task import QUIET, Task
from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.sheet import Means, Number, Sheet, columns_of
from gpstudio.data.writing.write import write_sheet


@dataclass(frozen=True)
class RivalRow:
    """One line; the fields are its columns, in this order."""

    group: Annotated[str, Means("text", GROUP)]
    method: Annotated[str, Means("text", "The curve that was fitted in the process's stead.")]
    rmse: Annotated[
        Number,
        Means("number", "Its root mean squared miss of readings left out; empty without one."),
    ]
    process_rmse: Annotated[
        Number, Means("number", "The Gaussian process's miss of the same readings.")
    ]
    compared: Annotated[
        Number, Means("number", "How many readings left out both of them answered.")
    ]
    gain: Annotated[
        Number,
        Means("number", "Its mean squared miss less the process's: above 0 the process is better."),
    ]
    verdict: Annotated[
        str, Means("text", "Which is better on these readings, or that they do not tell.")
    ]
    trouble: Annotated[
        str, Means("text", "What to know before trusting the curve; empty where there is nothing.")
    ]


RIVALS = columns_of(RivalRow)
RIVAL_COLUMNS = tuple(column.name for column in RIVALS)


def rivals_sheet(rows: Iterable[RivalRow]) -> Sheet:
    """One row per field and method."""
    cells = (tuple(getattr(row, name) for name in RIVAL_COLUMNS) for row in rows)
    return Sheet.of_rows("rivals", RIVALS, cells)


def write_rivals(
    path: str | Path, rows: Iterable[RivalRow], task: Task = QUIET, form: WrittenAs = PLAIN
) -> Path:
    return write_sheet(path, rivals_sheet(rows), form, task)
