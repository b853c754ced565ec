"""What a table says of its fields besides their readings, on its way into files: their labels as
further columns, and how the table itself calls the column of their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray
from gpstudio.data.table import CROP, UNLABELLED, Labels, Table
from gpstudio.data.writing.sheet import Block, Sheet, SheetColumn
from gpstudio.translation import tr

CLASHING = "label {heading}"
"""A label whose heading is the name of a column of the file."""


@dataclass(frozen=True, eq=False)
class AboutFields:
    own_name: str = ""
    """How the table calls the column of their names; empty where it has none."""
    labels: Labels = field(default_factory=lambda: UNLABELLED)

    @classmethod
    def of(cls, table: Table | None, labels: Labels | None = None) -> AboutFields:
        """Of a table; with these labels in place of its own, where some are given."""
        if table is None:
            return NOTHING_SAID
        names = [column.name for column in table.columns if column.role == "group"]
        return cls(" ".join(names), table.labels if labels is None else labels)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> AboutFields:
        return cls(record["own_name"], record["labels"])

    @property
    def as_json(self) -> dict[str, Any]:
        labels = {group: dict(its) for group, its in self.labels.items()}
        return {"own_name": self.own_name, "labels": labels}

    def named(self, sheet: Sheet) -> Sheet:
        """A table, the first column of which names fields, that can be written with their own
        name for it."""
        return replace(sheet, own_name=self.own_name)

    def beside(self, sheet: Sheet) -> Sheet:
        """The same with the labels behind its columns; a crop that only a label tells stands under
        ``crop``."""
        names = [column.name for column in sheet.columns]
        headings = list(dict.fromkeys(name for its in self.labels.values() for name in its))
        crop = names.index(CROP) if CROP in names and CROP in headings else -1
        further = [heading for heading in headings if heading != CROP or crop < 0]
        columns = tuple(_column(heading, names) for heading in further)

        def labelled(block: Block) -> Block:
            groups = block[0]
            cells = list(block)
            if crop >= 0:
                told = self._words(groups, CROP)
                told[:] = [known or word for known, word in zip(cells[crop], told, strict=True)]
                cells[crop] = told
            return *cells, *(self._words(groups, heading) for heading in further)

        if not headings:
            return self.named(sheet)
        blocks = map(labelled, sheet.blocks)
        return self.named(replace(sheet, columns=(*sheet.columns, *columns), blocks=blocks))

    def _words(self, groups: AnyArray, heading: str) -> AnyArray:
        words = np.empty(len(groups), dtype=object)
        words[:] = [self.labels.get(group or "", UNLABELLED).get(heading) for group in groups]
        return words


def _column(heading: str, names: list[str]) -> SheetColumn:
    name = CLASHING.format(heading=heading) if heading in names else heading
    return SheetColumn(name, "text", tr("A label of the field."))


NOTHING_SAID = AboutFields()
