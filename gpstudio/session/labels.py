"""Words about fields: set by hand for many at once, or read from columns of a file."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.data.table import Labels
from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.translation import tr, tr_count

GROUP, NOTE = "group", "note"
"""Headings that the window offers for every field: by the first the list is grouped."""
LONGEST = 1_000
"""Characters of one label."""


@dataclass(frozen=True)
class SetLabel(Command):
    """The same word for several fields; an empty one takes it away."""

    groups: tuple[str, ...]
    heading: str
    word: str

    @property
    def title(self) -> str:
        fields = tr_count(len(self.groups), "{n:,} field", "{n:,} fields")
        return tr("{heading} of {fields}", heading=self.heading, fields=fields)

    def apply(self, document: Document) -> Document:
        word = " ".join(self.word.split())
        if len(word) > LONGEST:
            raise InputError(tr("A label has up to {most:,} characters: write less.", most=LONGEST))
        return with_labels(document, {group: {self.heading: word} for group in self.groups})


def with_labels(document: Document, said: Labels) -> Document:
    """With these words in place of what stood under their headings; empty ones are gone."""
    return replace(document, labels=joined(document.labels, said))


def joined(labels: Labels, said: Labels) -> Labels:
    """The labels, with what was said since in their place."""
    found = dict(labels)
    for group, words in said.items():
        its = {**found.get(group, {}), **words}
        kept = {heading: word for heading, word in its.items() if word}
        found[group] = frozen(kept)
        if not kept:
            del found[group]
    return frozen(found)
