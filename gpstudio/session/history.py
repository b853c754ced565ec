"""Undo and redo: the documents that commands made, each with the command's title."""

from __future__ import annotations

from dataclasses import replace

from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.together import Together

LONGEST_MEMORY = 500


class History:
    """Holds the present document and those before and after it.

    Results arrive beside the commands: they belong to the present document and stay when a
    command is undone, because a fit says by itself which recipe it was made with.
    """

    def __init__(self, document: Document | None = None) -> None:
        self._present = document or Document()
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
        self._present = changed
        return changed

    def undo(self) -> Document:
        if self._past:
            title, before = self._past.pop()
            self._future.append((title, self._present))
            self._present = self._keeping_fits(before)
        return self._present

    def redo(self) -> Document:
        if self._future:
            title, after = self._future.pop()
            self._past.append((title, self._present))
            self._present = self._keeping_fits(after)
        return self._present

    def keep_fit(self, fit: Fit) -> Document:
        """Take in a result, unless its field is no longer in the table."""
        table = self._present.table
        if table is not None and any(series is fit.series for series in table.series):
            self._present = self._present.with_fit(fit)
        return self._present

    def keep_together(self, together: Together) -> Document:
        """Take in what fields learnt from each other: like fits, no step to undo."""
        present, table = self._present.fits, self._present.table
        fields = {id(series) for series in table.series} if table is not None else set()
        kept = {}
        for fit in together.fits:
            before = present.get(fit.series.group)
            of_curve = before is not None and before.posterior is fit.posterior
            if of_curve and fit is not before and id(fit.series) in fields:
                kept[fit.series.group] = fit
        self._present = replace(self._present.with_fits(kept), lessons=together.lessons)
        return self._present

    def _keeping_fits(self, document: Document) -> Document:
        if document.table is self._present.table:
            present = self._present
            return replace(document, fits=present.fits, lessons=present.lessons)
        return document
