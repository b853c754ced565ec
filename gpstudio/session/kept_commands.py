"""What a person can do with the fits that are kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpstudio.core.errors import InputError
from gpstudio.session.commands import Command, SetRecipe
from gpstudio.session.document import Document
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True)
class UseAgain(SetRecipe):
    """The model of an earlier fit."""

    @property
    def title(self) -> str:
        return tr("use an earlier model")


@dataclass(frozen=True)
class PinFits(Command):
    """Let fits stay however many come after them, or no longer."""

    keys: tuple[str, ...]
    pinned: bool

    @property
    def title(self) -> str:
        count = len(self.keys)
        if self.pinned:
            return tr_count(count, "pin a fit", "pin {n} fits")
        return tr_count(count, "unpin a fit", "unpin {n} fits")

    def apply(self, document: Document) -> Document:
        pinned = document.marks.pinned
        changed = pinned | set(self.keys) if self.pinned else pinned - set(self.keys)
        return replace(document, marks=replace(document.marks, pinned=changed))


@dataclass(frozen=True)
class DropFits(Command):
    """Take fits away from those that are compared; the newest is the field's curve."""

    group: str
    names: tuple[str, ...]

    @property
    def title(self) -> str:
        return tr_count(len(self.names), "remove a fit", "remove {n} fits")

    def apply(self, document: Document) -> Document:
        fit = document.fits.get(self.group)
        rows = [row for row in document.all_kept_of(self.group) if row.name in self.names]
        if any(row.is_of(fit) for row in rows):
            raise InputError(tr("This fit is the curve that is shown: fit another model first."))
        keys = {row.key for row in rows}
        marks = document.marks
        return replace(
            document,
            marks=replace(
                marks, dropped=marks.dropped | set(self.names), pinned=marks.pinned - keys
            ),
        )
