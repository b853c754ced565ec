"""A part of a project: a name, a kind and bytes, told apart from damage by a fingerprint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from hashlib import _Hash

Content: TypeAlias = bytes | memoryview | NDArray[np.uint8]
"""Arrays serve better than views of memory where there are many: Python's rubbish collection, which
stops everybody, need not look at them."""

PIECE = 4 << 20
"""Bytes that go in and out at once. Python copies a blob with its lock held: at 4 MB for about a
millisecond, so that a window never waits for a project that is being written. Another number would
be another format: a part that does not stand in pieces of this size is none of ours."""


@dataclass(frozen=True, eq=False)
class Part:
    """Compares by identity: whoever keeps a part says that nothing in it has changed."""

    name: str
    """Unique in its project; plain text, such as "table/series"."""
    kind: str
    """How the bytes are meant, in the codec's words."""
    views: tuple[Content, ...]
    """The bytes, end to end, where they stand in memory; flat, and they stay as they are."""

    def __post_init__(self) -> None:
        if not self.name or not f"{self.name}{self.kind}".isprintable():
            raise ValueError(f"no name or kind of a part: {self.name!r}, {self.kind!r}")

    @classmethod
    def of(cls, name: str, kind: str, content: Content) -> Part:
        return cls(name, kind, (content,))

    @property
    def content(self) -> Content:
        return self.views[0] if len(self.views) == 1 else _joined(self.views)

    @property
    def size(self) -> int:
        return sum(map(len, self.views))

    def pieces(self) -> Iterator[bytes]:
        """At least one, each a copy: what is hashed is what is written, whatever happens beside."""
        held: list[Content] = []
        room = PIECE
        for view in self.views:
            at = 0
            while len(view) - at >= room:
                held.append(view[at : at + room])
                yield _joined(held)
                held, at, room = [], at + room, PIECE
            held.append(view[at:])
            room -= len(view) - at
        if room < PIECE or not self.size:
            yield _joined(held)


def _joined(views: Iterable[Content]) -> bytes:
    # arrays are buffers, too; type checkers know that from Python 3.12 on
    return b"".join(cast("Iterable[bytes]", views))


def pieces_of(size: int) -> int:
    """How many pieces a part of so many bytes has."""
    return max(1, -(-size // PIECE))


def seal(name: str, kind: str, size: int) -> _Hash:
    """A SHA-256 that has seen all of a part but its bytes: it vouches for the name, too."""
    return hashlib.sha256(json.dumps([name, kind, size]).encode() + b"\n")


def fingerprint(part: Part) -> bytes:
    digest = seal(part.name, part.kind, part.size)
    for piece in part.pieces():
        digest.update(piece)
    return digest.digest()
