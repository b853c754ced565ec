"""What a table says of its fields in words: crop, variety, soil, by columns called so, and by
those that a person gives the role of a label.

A label is a word about a field. Where a column says different words of one field, as of a rotation,
it says nothing of the field as a whole: that is told, and the column left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.frozen import frozen
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import FIELDS_ACROSS, Role, Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import words
from gpstudio.data.placing import cells_a_row_of
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.table import CROP, UNLABELLED, Labels
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


@dataclass(frozen=True)
class LabelsFound:
    labels: Labels = field(default_factory=lambda: UNLABELLED)
    remarks: tuple[str, ...] = ()


def heading_of(name: str) -> str:
    """The heading that a column's name means; empty where it is another one."""
    meant = [word for word in words(name) if word not in BESIDES]
    if len(meant) != 1:
        return ""
    return next((heading for heading, names in HEADINGS.items() if meant[0] in names), "")


def label_columns(names: Sequence[str], plan: LayoutPlan, said: Said) -> dict[int, str]:
    """The columns that say a word of each field, with its heading: those called so, and those of
    which a person said it."""
    if plan.layout == FIELDS_ACROSS:  # a row is of several fields
        return {}
    return {
        place: heading_of(name) or name
        for place, name in enumerate(names)
        if plan.role_of(place) == "ignored"
        and said.roles.get(name, LABEL if heading_of(name) else "") == LABEL
    }


def labelled_in(
    seen: Survey, plan: LayoutPlan, entries: Entries, said: Said, task: Task = QUIET
) -> LabelsFound:
    columns = label_columns(seen.names, plan, said)
    cells_a_row = cells_a_row_of(seen, plan, entries, task) if columns else 0
    if not cells_a_row:
        return LabelsFound()
    told = _told(seen, entries, list(columns), cells_a_row, task)
    labels: dict[str, dict[str, str]] = {}
    remarks = []
    for (place, heading), by_field in zip(columns.items(), told, strict=True):
        several = {owner: its for owner, its in by_field.items() if len(its) > 1}
        for owner, its in by_field.items():
            if len(its) == 1:
                labels.setdefault(str(entries.fields[owner]), {})[heading] = next(iter(its))
        if several:
            owner, its = next(iter(several.items()))
            remarks.append(
                tr(
                    "the column {column} says {words} of {field}: it is used for fields of which "
                    "it says one thing",
                    column=shown(seen.names[place]),
                    words=some_of([shown(word) for word in its], NAMED),
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
