"""What a project says it holds: the list of its parts, and notes about itself."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gpstudio.session.project.parsing import parsed
from gpstudio.session.project.part import Part, seal
from gpstudio.session.project.schema import MOST_LISTED, UNREADABLE, VERSION, Reader

LISTED = [str, str, int, str, int, int]
"""How the manifest lists a part: name, kind, size, fingerprint, first piece, pieces."""
MOST_NAMED = 4096
"""Bytes of a name, and of a kind, in a row."""
MOST_COUNTED = (1 << 63) - 1
MANIFEST = (
    "SELECT content, sha256 FROM manifest WHERE id = 1"
    " AND typeof(content) = 'blob' AND typeof(sha256) = 'blob' AND length(content) <= ?"
)
ROWS = (
    "SELECT name, kind, size, sha256, first, pieces FROM parts"
    " WHERE length(name) <= ? AND length(kind) <= ? AND length(sha256) = 32"
)


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


def read_list(reader: Reader) -> Listing:
    """From the manifest; where that is damaged, from the rows that repeat it.

    Raises one of ``UNREADABLE`` where neither can be reached.
    """
    version = reader.version
    if not reader.has_our_tables:
        if version > VERSION:  # whoever made these will be named
            return Listing(version, (), {}, is_whole=False)
        raise sqlite3.DatabaseError("tables of another program")
    with suppress(*UNREADABLE, ValueError):
        found = reader.row(MANIFEST, MOST_LISTED)
        if found is not None and hashlib.sha256(found[0]).digest() == found[1]:
            return _listing(parsed(found[0]))
    return Listing(version, tuple(_rows(reader)), {}, is_whole=False)


def _listing(said: Any) -> Listing:
    """Raises ``ValueError`` where it is not what ``put_list`` writes."""
    if type(said) is not dict or set(said) != {"format", "notes", "parts"}:
        raise ValueError("no list")
    version, notes, parts = said["format"], said["notes"], said["parts"]
    _demand(_is_count(version) and type(notes) is dict and type(parts) is list)
    _demand(all(type(note) is str for note in notes.values()))
    entries = tuple(map(_listed, parts))
    _demand(len({entry.name for entry in entries}) == len(entries))
    return Listing(version, entries, notes)


def _listed(row: Any) -> Entry:
    _demand(type(row) is list and [type(cell) for cell in row] == LISTED)
    name, kind, size, sha, first, pieces = row
    _demand(all(map(_is_count, (size, first, pieces))))
    return Entry(name, kind, size, bytes.fromhex(sha), first, pieces)


def _rows(reader: Reader) -> Iterator[Entry]:
    """As far as they can be read; a row that lies is found out by its fingerprint, and one that
    says more than the file holds is the last."""
    room, seen = reader.size, set[str]()
    with suppress(*UNREADABLE):
        for row in reader.rows(ROWS, MOST_NAMED, MOST_NAMED):
            room -= sum(len(cell) for cell in row if type(cell) is bytes) + len(row)
            if room < 0:
                return
            with suppress(ValueError):
                entry = _entry(*row)
                if entry.name not in seen:
                    seen.add(entry.name)
                    yield entry


def _entry(name: Any, kind: Any, size: Any, sha: Any, first: Any, pieces: Any) -> Entry:
    _demand(all(type(cell) is bytes for cell in (name, kind, sha)))
    _demand(all(type(cell) is int for cell in (size, first, pieces)))
    _demand(all(map(_is_count, (size, first, pieces))))
    texts = name.decode("utf-8", "replace"), kind.decode("utf-8", "replace")
    return Entry(*texts, size, sha, first, pieces)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_COUNTED


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("not what it should be")
