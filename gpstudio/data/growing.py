"""What grows in the fields of a table, where a column of it says so.

Fields of one crop learn together by it. The words are the file's own: no template is chosen by
them. A field of which they change has several crops, and is told none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from gpstudio.core.frozen import frozen
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import LONG, ONE_SERIES
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import words
from gpstudio.data.placing import cells_a_row
from gpstudio.data.plan import LayoutPlan

NAMES: Final = frozenset(
    "crop croptype cropname cultivo cultura kultur feldfrucht fruchtart culture coltura".split()
)
"""Of the column, its words put together."""
NO_CROPS: Mapping[str, str] = frozen({})


def crops_in(
    seen: Survey, plan: LayoutPlan, entries: Entries, task: Task = QUIET
) -> Mapping[str, str]:
    """By field. Of each block of rows a field's first and last are looked at."""
    columns = [place for place, name in enumerate(seen.names) if "".join(words(name)) in NAMES]
    cells = 1 if plan.layout in (LONG, ONE_SERIES) else cells_a_row(seen, entries, task)
    if len(columns) != 1 or not cells:
        return NO_CROPS
    found: dict[int, set[str]] = {}
    row = 0
    for block in seen.blocks(columns, task):
        task.check()
        field_of = entries.field_of[row : row + len(block) * cells : cells]
        row += len(block) * cells
        fields, first = np.unique(field_of, return_index=True)
        last = len(field_of) - 1 - np.unique(field_of[::-1], return_index=True)[1]
        for field, *rows in zip(fields.tolist(), first.tolist(), last.tolist(), strict=True):
            said = {" ".join(block.cell(at, 0).casefold().split()) for at in rows}
            found.setdefault(field, set()).update(said - {""})
    return frozen(
        {str(entries.fields[field]): said.pop() for field, said in found.items() if len(said) == 1}
    )
