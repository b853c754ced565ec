"""Fields called otherwise: everything that is known and kept of them goes with the name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from gpstudio.data.renaming import called_otherwise, rename_fields
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.kept import KeptFit, KeptFits, Marks
from gpstudio.session.lessons import NO_LESSONS
from gpstudio.session.overlay import Overlay
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True)
class RenameFields(Command):
    names: tuple[tuple[str, str], ...]
    """Present and future name of each."""

    @property
    def title(self) -> str:
        if len(self.names) == 1:
            return tr("rename {field}", field=shown(self.names[0][0]))
        return tr_count(len(self.names), "rename a field", "rename {n:,} fields")

    def apply(self, document: Document) -> Document:
        names = dict(self.names)
        if document.table is None:
            return document
        table = rename_fields(document.table, names)
        kept, marks = _kept(document, names)
        fits = {fit.series.group: fit for fit in _fits(document, table, names)}
        return replace(
            document,
            table=table,
            selected=names.get(document.selected, document.selected),
            facts=called_otherwise(document.facts, names),
            labels=called_otherwise(document.labels, names),
            fits=Overlay(fits),
            lessons=NO_LESSONS,  # they name the fields they are of, and are learnt again
            kept=kept,
            marks=marks,
        )


def _fits(document: Document, table: Table, names: Mapping[str, str]) -> Iterator[Fit]:
    """On the readings that they were made of, which may be others than the present ones."""
    present = document.table.by_group if document.table is not None else {}
    for group, fit in document.fits.items():
        after = names.get(group)
        if after is None:
            yield fit
        elif group in present and fit.is_of(present[group]):
            yield fit.on(table.by_group[after])
        else:
            yield fit.on(replace(fit.series, group=after))


def _kept(document: Document, names: Mapping[str, str]) -> tuple[KeptFits, Marks]:
    """Rows, pins and what was taken away, all of which know the field's name."""
    rows: dict[str, tuple[KeptFit, ...]] = {}
    keys: dict[str, str] = {}
    for group, its in document.kept.rows.items():
        after = names.get(group, group)
        rows[after] = its if after == group else tuple(replace(row, group=after) for row in its)
        for before, now in zip(its, rows[after], strict=True):
            keys[before.key], keys[before.name] = now.key, now.name
    marks = document.marks
    return replace(document.kept, rows=Overlay(rows)), Marks(
        frozenset(keys.get(key, key) for key in marks.pinned),
        frozenset(keys.get(name, name) for name in marks.dropped),
    )
