"""What a project says it holds: the list of its parts, and notes about itself."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gpstudio.session.project.part import Part, seal
from gpstudio.session.project.schema import UNREADABLE, VERSION


@dataclass(frozen=True)
class Entry:
    """Where a part stands and how it is known to be whole."""

    name: str
    kind: str
    size: int
    sha256: bytes
    first: int
    """The id of its first piece; the others follow."""
    pieces: int

    @property
    def ids(self) -> range:
        return range(self.first, self.first + self.pieces)


@dataclass(frozen=True)
class Listing:
    version: int
    entries: tuple[Entry, ...]
    notes: Mapping[str, str]
    is_whole: bool = True
    """False where it had to be pieced together: there may have been more."""

    @property
    def holds_same(self) -> frozenset[bytes]:
        """Equal for projects that hold the same, whenever they were saved."""
        return frozenset(entry.sha256 for entry in self.entries)


def put(connection: sqlite3.Connection, part: Part, first: int) -> Entry:
    """Write the pieces of a part from an id on."""
    digest = seal(part.name, part.kind, part.size)
    count = 0
    for piece in part.pieces():
        digest.update(piece)
        connection.execute("INSERT INTO pieces VALUES (?, ?)", (first + count, piece))
        count += 1
    return Entry(part.name, part.kind, part.size, digest.digest(), first, count)


def put_list(
    connection: sqlite3.Connection,
    entries: Iterable[Entry],
    notes: Mapping[str, str],
    version: int = VERSION,
) -> None:
    """Write what the file holds in place of what it said before."""
    rows = [(e.name, e.kind, e.size, e.sha256, e.first, e.pieces) for e in entries]
    listed = [[name, kind, size, sha.hex(), *rest] for name, kind, size, sha, *rest in rows]
    said = {"format": version, "notes": dict(notes), "parts": listed}
    content = json.dumps(said, ensure_ascii=True, sort_keys=True).encode()
    connection.execute("DELETE FROM manifest")
    connection.execute("DELETE FROM parts")
    connection.execute(
        "INSERT INTO manifest VALUES (1, ?, ?)", (content, hashlib.sha256(content).digest())
    )
    connection.executemany(
        "INSERT INTO parts (name, kind, size, sha256, first, pieces) VALUES (?, ?, ?, ?, ?, ?)",
        rows,
    )
    connection.execute(f"PRAGMA user_version = {int(version)}")


def read_list(connection: sqlite3.Connection) -> Listing:
    """From the manifest; where that is damaged, from the rows that repeat it.

    Raises one of ``UNREADABLE`` where neither can be reached.
    """
    try:
        for content, sha in connection.execute("SELECT content, sha256 FROM manifest"):
            if hashlib.sha256(content).digest() == sha:
                return _listing(json.loads(content))
    except (*UNREADABLE, TypeError, ValueError, KeyError, AttributeError):
        pass
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return Listing(version, tuple(_rows(connection)), {}, is_whole=False)


def _listing(said: Mapping[str, Any]) -> Listing:
    entries = (
        Entry(str(name), str(kind), int(size), bytes.fromhex(sha), int(first), int(pieces))
        for name, kind, size, sha, first, pieces in said["parts"]
    )
    notes = {str(about): str(note) for about, note in said["notes"].items()}
    return Listing(int(said["format"]), tuple(entries), notes)


def _rows(connection: sqlite3.Connection) -> Iterator[Entry]:
    """As far as they can be read; a row that lies is found out by its fingerprint."""
    rows = connection.execute("SELECT name, kind, size, sha256, first, pieces FROM parts")
    with suppress(*UNREADABLE):
        for row in rows:
            with suppress(TypeError, ValueError):
                yield _entry(*row)


def _entry(name: Any, kind: Any, size: Any, sha: Any, first: Any, pieces: Any) -> Entry:
    # joining takes bytes only: bytes(10**12) would make as many
    name, kind, sha = (b"".join([given]) for given in (name, kind, sha))
    texts = name.decode("utf-8", "replace"), kind.decode("utf-8", "replace")
    return Entry(*texts, int(size), sha, int(first), int(pieces))
