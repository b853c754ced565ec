"""Undo and redo: the documents that commands made, each with the command's title."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from gpstudio.core.learning.population import Population
from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.kept import KeptFit, Score, with_fit
from gpstudio.session.overlay import overlay_of
from gpstudio.session.put_aside import newest_tables, put_aside
from gpstudio.session.season_map.laying_out import SeasonMap
from gpstudio.session.together import Together

LONGEST_MEMORY = 500
MOST_TABLES = 20
"""Tables that undo goes back over: each is all its readings and fits, which may be much."""


class History:
    """Holds the present document and those before and after it.

    Results arrive beside the commands: they belong to the present document and stay when a
    command is undone, because a fit says by itself which recipe it was made with.
    """

    def __init__(
        self, document: Document | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._present = document or Document()
        self._clock = clock
        self._past: list[tuple[str, Document]] = []
        self._future: list[tuple[str, Document]] = []

    @property
    def document(self) -> Document:
        return self._present

    @property
    def undo_title(self) -> str | None:
        """What undo would take back; None when there is nothing."""
        return self._past[-1][0] if self._past else None

    @property
    def redo_title(self) -> str | None:
        return self._future[-1][0] if self._future else None

    def do(self, command: Command) -> Document:
        """Apply a command."""
        changed = command.apply(self._present)
        self._past.append((command.title, self._present))
        del self._past[:-LONGEST_MEMORY]
        self._future.clear()
        return self._turn_to(changed)

    def undo(self) -> Document:
        if self._past:
            title, before = self._past.pop()
            self._future.append((title, self._present))
            self._turn_to(self._keeping_fits(before))
        return self._present

    def redo(self) -> Document:
        if self._future:
            title, after = self._future.pop()
            self._past.append((title, self._present))
            self._turn_to(self._keeping_fits(after))
        return self._present

    def keep_fit(self, fit: Fit, one_of_many: bool = False) -> Document:
        """Take in a result, unless its field is no longer in the table; ``one_of_many`` that were
        asked for together."""
        group, present = fit.series.group, self._present
        series = present.table.by_group.get(group) if present.table is not None else None
        if series is None or not fit.is_of(series):
            return present
        fit = fit.on(series)
        before = present.fits.get(group)
        present = present.with_fit(fit)
        if before is None or not before.has_curve_of(fit):
            row = KeptFit.of(fit, self._clock(), one_of_many=one_of_many)
            rows = with_fit(self._present.all_kept_of(group), row, present.marks)
            present = replace(present, kept=present.kept.with_rows(group, rows))
        self._present = present
        return present

    def keep_score(self, row: KeptFit, score: Score) -> Document:
        """Note how a kept fit foretells; it may be gone by now."""
        present = self._present
        rows = present.all_kept_of(row.group)
        scored = tuple(replace(e, score=score) if e.name == row.name else e for e in rows)
        kept = present.kept.with_rows(row.group, scored)
        self._present = replace(present, kept=kept)
        return self._present

    def keep_population(self, population: Population) -> Document:
        """Take in what fields were found to have in common."""
        return self._know(population=population)

    def keep_season_map(self, found: SeasonMap) -> Document:
        return self._know(season_map=found)

    def _know(self, **found: Any) -> Document:
        """Take in what was found of all fields, which is a result and no step to undo: steps of
        before, when nothing was known, know it too."""
        present = self._present

        def knowing(document: Document) -> Document:
            of_table = document.kept.table is present.kept.table
            is_open = all(getattr(document, name) is getattr(present, name) for name in found)
            return replace(document, **found) if of_table and is_open else document

        self._past = [(title, knowing(document)) for title, document in self._past]
        self._future = [(title, knowing(document)) for title, document in self._future]
        self._present = knowing(present)
        return self._present

    def keep_together(self, together: Together) -> Document:
        """Take in what fields learnt from each other: like fits, no step to undo."""
        present = self.keep_dates(together.fits)
        if present.basis == together.lessons.basis:
            self._present = replace(present, lessons=together.lessons)
        return self._present

    def keep_dates(self, fits: Iterable[Fit]) -> Document:
        """Other dates of curves that are still there."""
        present, kept = self._present.fits, {}
        for fit in fits:
            before = present.get(fit.series.group)
            if before is not None and before is not fit and before.has_curve_of(fit):
                kept[fit.series.group] = fit
        self._present = self._present.with_fits(kept)
        return self._present

    def _turn_to(self, document: Document) -> Document:
        """Where another table comes, the one before is put aside, with all its steps."""
        left, self._present = self._present.kept.table, document
        if document.kept.table is not left:
            for steps in (self._past, self._future):
                put_aside(steps, left)
            self._past = newest_tables(self._past, MOST_TABLES)
        return document

    def _keeping_fits(self, document: Document) -> Document:
        """With what was found since then, if it is about the same table."""
        present = self._present
        if document.kept.table is not present.kept.table:
            return document
        fits = _newest(document, present)
        kept = present.kept if _same_names(document, present) else document.kept
        return replace(document, fits=fits, lessons=present.lessons, kept=kept)


def _same_names(one: Document, other: Document) -> bool:
    """Whether fields are called the same, so that what is kept under their names is of them."""
    if one.table is None or other.table is None:
        return True
    return one.table.renamed == other.table.renamed


def _newest(document: Document, present: Document) -> Mapping[str, Fit]:
    """The present fits; where a field had other readings, the fit to those, if there was one."""
    if document.table is present.table or document.table is None or present.table is None:
        return present.fits
    found = {}
    then, now = document.table.by_group, present.table.by_group
    for group, fit in document.fits.items():
        before, after = then.get(group), now.get(group)
        if before is None or not fit.is_of(before):
            continue
        if after is None or not fit.is_of(after):
            found[group] = fit
    fits = present.fits
    if document.table.groups != present.table.groups:  # some are not there, or called otherwise
        fits = {group: fit for group, fit in fits.items() if group in then}
    return overlay_of(fits).with_values(found)
