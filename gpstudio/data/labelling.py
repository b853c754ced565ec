"""What a table says of its fields in words: crop, variety, soil, by columns called so, and by
those that a person gives the role of a label.

A label is a word about a field. Where a column says different words of one field, as of a rotation,
it says nothing of the field as a whole: that is told, and the column left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.frozen import frozen
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import Role
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import words
from gpstudio.data.placing import cells_a_row_of
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.table import CROP
from gpstudio.data.texts import is_missing, shown
from gpstudio.translation import some_of, tr

HEADINGS: Mapping[str, frozenset[str]] = {
    CROP: frozenset("crop kultur fruchtart frucht culture cultivo cultura".split()),
    "variety": frozenset("variety cultivar sorte variedad variedade variete variété".split()),
    "soil": frozenset("soil boden bodenart suelo solo".split()),
}
"""What columns that say it are called; another word may be ``name`` or ``type``."""
BESIDES = frozenset({"name", "type"})
LABEL: Role = "label"
NAMED = 3
MOST_ROWS = 20_000
"""Of one block that are looked at: words of a field hardly change within one."""

Labels = Mapping[str, Mapping[str, str]]
"""By field, by heading."""
NO_LABELS: Labels = frozen({})


@dataclass(frozen=True)
class LabelsFound:
    labels: Labels = field(default_factory=lambda: NO_LABELS)
    remarks: tuple[str, ...] = ()


def heading_of(name: str) -> str:
    """The heading that a column's name means; empty where it is another one."""
    meant = [word for word in words(name) if word not in BESIDES]
    if len(meant) != 1:
        return ""
    return next((heading for heading, names in HEADINGS.items() if meant[0] in names), "")


def _heading(name: str, role: Role) -> str:
    """Under which a column's words stand; empty where it holds none."""
    if role == LABEL:
        return heading_of(name) or name
    return heading_of(name) if role == "ignored" else ""


def labelled_in(
    seen: Survey, plan: LayoutPlan, entries: Entries, task: Task = QUIET
) -> LabelsFound:
    columns = {
        place: heading
        for place, name in enumerate(seen.names)
        if (heading := _heading(name, plan.role_of(place)))
    }
    cells_a_row = cells_a_row_of(seen, plan, entries, task) if columns else 0
    if not cells_a_row:
        return LabelsFound()
    told = _told(seen, entries, list(columns), cells_a_row, task)
    labels: dict[str, dict[str, str]] = {}
    remarks = []
    for (place, heading), by_field in zip(columns.items(), told, strict=True):
        several = {owner: said for owner, said in by_field.items() if len(said) > 1}
        for owner, said in by_field.items():
            if len(said) == 1:
                labels.setdefault(str(entries.fields[owner]), {})[heading] = next(iter(said))
        if several:
            owner, said = next(iter(several.items()))
            remarks.append(
                tr(
                    "the column {column} says {words} of {field}: it is used for fields of which "
                    "it says one thing",
                    column=shown(seen.names[place]),
                    words=some_of([shown(word) for word in said], NAMED),
                    field=shown(entries.fields[owner]),
                )
            )
    return LabelsFound(frozen({group: frozen(its) for group, its in labels.items()}), (*remarks,))


def _told(
    seen: Survey, entries: Entries, columns: list[int], cells_a_row: int, task: Task
) -> list[dict[int, dict[str, None]]]:
    """By column, by field, the words that its rows say, as they come."""
    told: list[dict[int, dict[str, None]]] = [{} for _ in columns]
    row = 0
    for block in seen.blocks(columns, task):
        task.check()
        owners = entries.field_of[row : row + len(block) * cells_a_row : cells_a_row]
        row += len(block) * cells_a_row
        step = 1 + len(block) // MOST_ROWS
        _, first = np.unique(owners, return_index=True)
        for at in sorted({*first.tolist(), *range(0, len(block), step)}):
            for slot, by_field in enumerate(told):
                cell = block.cell(at, slot).strip()
                if not is_missing(cell):
                    by_field.setdefault(int(owners[at]), {})[cell] = None
    return told
