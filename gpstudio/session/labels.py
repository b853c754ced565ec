"""Words about fields: set by hand for many at once, or read from columns of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.translation import tr, tr_count

GROUP, NOTE = "group", "note"
"""Headings that the window offers for every field: by the first the list is grouped."""
LONGEST = 1_000
"""Characters of one label."""

Labels = Mapping[str, Mapping[str, str]]
"""By field, by heading."""


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
    labels = dict(document.labels)
    for group, words in said.items():
        its = {**labels.get(group, {}), **words}
        kept = {heading: word for heading, word in its.items() if word}
        labels[group] = frozen(kept)
        if not kept:
            del labels[group]
    return replace(document, labels=frozen(labels))
