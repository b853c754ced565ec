"""What a person wants to know of classes: kept with the document, undone and saved with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.session.wished_classes import ClassWish
from gpstudio.translation import tr, tr_count

FEWEST = 2
"""Fields of a class, on average: fewer are names."""


@dataclass(frozen=True)
class SetClasses(Command):
    """Another label, day or way of learning."""

    wish: ClassWish

    @property
    def title(self) -> str:
        return tr("what classes are learnt by")

    def apply(self, document: Document) -> Document:
        return replace(document, classes=self.wish)


def usual_label(labels: Mapping[str, Mapping[str, str]], fields: int) -> str:
    """The heading that looks most like classes: of which several fields share a word, and most are
    labelled; empty where there is none."""
    words: dict[str, Counter[str]] = {}
    for its in labels.values():
        for heading, word in its.items():
            words.setdefault(heading, Counter())[word] += 1
    likely = {
        heading: counts.total()
        for heading, counts in words.items()
        if 1 < len(counts) <= counts.total() / FEWEST
    }
    return max(likely, key=lambda heading: likely[heading], default="")


def offer(labels: Mapping[str, Mapping[str, str]], fields: int) -> str:
    """In a sentence, where some fields do not say what most do; empty else."""
    heading = usual_label(labels, fields)
    without = fields - sum(bool(its.get(heading)) for its in labels.values())
    if not heading or not without or 2 * without > fields:
        return ""
    return tr_count(
        without,
        "{n:,} of {fields:,} fields does not say its {heading}: Classes, above, tells which it "
        "may be.",
        "{n:,} of {fields:,} fields do not say their {heading}: Classes, above, tells which it "
        "may be.",
        fields=fields,
        heading=heading,
    )
