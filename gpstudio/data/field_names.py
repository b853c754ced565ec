"""Names of fields: bytes until somebody wants to read one, and what two spellings have in common.

Names that look the same on screen are the same name: an accent is one letter or two, a blank may be
one that never ends a line, and there are marks that take no room at all.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.arrays import Integers
from gpstudio.data.columns.arena import Cells, block_in
from gpstudio.data.harmless import as_it_was
from gpstudio.data.made import Made

_UNSEEN = re.compile("[\xad\u200b\u2060\ufeff]")
"""What takes no room and joins or parts no letters either."""


def normal(name: str) -> str:
    """As it looks: composed letters, one blank for each run of them, none around."""
    return " ".join(unicodedata.normalize("NFC", _UNSEEN.sub("", name)).split())


def fields_named(names: Iterable[str], groups: Sequence[str]) -> dict[str, str]:
    """Which field of a table each name of another file is; those that are none are left out.

    Names that look the same are the same; capitals and blanks do not count, unless two fields
    differ by them alone. Where the table has one field, and the other file speaks of one, they are
    the same if either does not say its name.
    """
    named, known = tuple(names), frozenset(groups)
    if len(groups) == 1 and len(named) == 1 and "" in (groups[0], named[0]):
        return {named[0]: groups[0]}
    folded = _folded(groups)
    found = {name: name if name in known else folded.get(_fold(name), "") for name in named}
    return {name: field for name, field in found.items() if field}


def _fold(name: str) -> str:
    return normal(normal(name).casefold())


def _folded(groups: Sequence[str]) -> Mapping[str, str]:
    """Fields by their names without capitals and blanks, where these are different."""
    each = [_fold(group) for group in groups]
    counts = Counter(each)
    return {fold: group for fold, group in zip(each, groups, strict=True) if counts[fold] == 1}


@dataclass(frozen=True, eq=False)
class Names(Made[str]):
    """The distinct cells of a column, some of them under another name."""

    cells: Cells
    instead: Mapping[int, str] = field(default_factory=dict)
    """By place."""

    @classmethod
    def of(cls, names: Sequence[str]) -> Names:
        if isinstance(names, Names):
            return names
        return cls(np.array([*names, None], dtype=object)[:-1])

    def __len__(self) -> int:
        return len(self.cells)

    def at(self, place: int) -> str:
        found = self.instead.get(place)
        return str(self.cells[place]) if found is None else found

    def __iter__(self) -> Iterator[str]:
        if not self.instead:
            return iter(self.cells)
        return (self.instead.get(place, cell) for place, cell in enumerate(self.cells))

    def odd(self) -> list[int]:
        """The places of the names that may be meant otherwise than they stand there."""
        from gpstudio.data.columns.edges import flag_odd

        block = block_in(self.cells)
        flags = np.zeros(len(self), dtype=np.bool_)
        flag_odd(block.text, block.starts, block.ends, flags)
        found: list[int] = np.flatnonzero(flags).tolist()
        return found

    def as_they_were(self) -> Names:
        """Without what guards a spreadsheet from them, if they stay all different."""
        found = {place: as_it_was(self[place]) for place in self.odd()}
        changed = {place: name for place, name in found.items() if name != self[place]}
        if not changed:
            return self
        wanted = set(changed.values())
        kept = (name for place, name in enumerate(self) if place not in changed)
        if len(wanted) < len(changed) or any(name in wanted for name in kept):
            return self
        return Names(self.cells, {**self.instead, **changed})


@dataclass(frozen=True, eq=False)
class Chosen(Made[str]):
    """Some of many names, in an order of their own."""

    names: Sequence[str]
    places: Integers

    def __len__(self) -> int:
        return len(self.places)

    def at(self, place: int) -> str:
        return self.names[int(self.places[place])]
