"""Loads and compiles what reading a table needs, so that the first one opens at once.

The compiled code is kept on disk; where it already is, this takes a fraction of a second.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gpstudio.core.task import QUIET, Task
from gpstudio.data.decisions import Said
from gpstudio.data.entries.series_of import AT_ONCE, sorted_order
from gpstudio.data.reading import read_source
from gpstudio.data.source.source import of_bytes
from gpstudio.translation import tr

_MANY = 300
"""More distinct cells than a column has room for from the start: growing is compiled too."""


def warm_up(task: Task = QUIET) -> None:
    """A small table by the usual road: quoted fields, dates, readings; out of order, twice each."""
    task.report(tr("compiling, once on this machine"))
    days = (np.datetime64("2021-01-01") + np.arange(_MANY)[::-1]).astype(str)
    rows = [f'"é ""{k}""",{day},0.{k + 100}\n' for k, day in enumerate(days.tolist())]
    text = "".join(["field,date,ndvi\n", *rows, *rows])
    for encoding in ("utf-8", "windows-1252"):
        read_source(of_bytes(Path("warm-up.csv"), text.encode(encoding)), Said(), task)
    sorted_order(np.zeros(AT_ONCE + 1), task)
