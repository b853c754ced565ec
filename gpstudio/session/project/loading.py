"""Reading a project: nothing is shown that is not, to the last bit, what was saved.

Each part is checked against its fingerprint and refused alone. A first page that is damaged keeps
SQLite from reading anything, though every project has the same one: it is replaced, in memory, and
the fingerprints judge what comes to light.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.data.texts import shown
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.listing import Entry, Listing, read_list
from gpstudio.session.project.migrations import STEPS, Step, upgraded
from gpstudio.session.project.part import Part, seal
from gpstudio.session.project.schema import (
    APPLICATION,
    PAGE,
    UNREADABLE,
    VERSION,
    page_one,
    prepare_to_read,
    reading,
)
from gpstudio.translation import tr


def load(path: str | Path, steps: Mapping[int, Step] = STEPS) -> Contents:
    """Everything in a project that is whole; raises where nothing is."""
    path = Path(path)
    listing, parts, damaged = _best_of(path)
    if not parts:
        _raise_if_lost(path, listing, damaged)
    current = upgraded(parts, listing.version, steps, shown(path))
    told = {name: _damage(name, path) for name in damaged}
    return Contents(path, current, listing.notes, told, listing.is_whole)


def listing_of(path: Path) -> Listing:
    """What a project says it holds, without reading it; raises where that is not to be known."""
    _raise_if_no_file(path)
    try:
        with reading(path) as connection:
            listing = read_list(connection)
    except UNREADABLE:
        listing = Listing(0, (), {}, is_whole=False)
    if not listing.is_whole:
        raise InputError(tr("The list of what {path} holds is damaged.", path=shown(path)))
    return listing


_Found = tuple[Listing, dict[str, Part], list[str]]
_NOTHING: _Found = (Listing(0, (), {}, is_whole=False), {}, [])


def _best_of(path: Path) -> _Found:
    """As the file stands; where that is not whole, also with a new first page."""
    _raise_if_no_file(path)
    found = _NOTHING
    try:
        with reading(path) as connection:
            found = _read(connection, path.stat().st_size)
    except UNREADABLE:
        pass
    if _is_whole(found):
        return found
    try:
        with _mended(path) as connection:
            other = _read(connection, path.stat().st_size)
    except (*UNREADABLE, OSError, MemoryError):
        return found
    return max(found, other, key=_worth)


def _is_whole(found: _Found) -> bool:
    listing, _, damaged = found
    return listing.is_whole and not damaged


def _worth(found: _Found) -> tuple[int, bool]:
    listing, parts, _ = found
    return len(parts), listing.is_whole


def _read(connection: sqlite3.Connection, size: int) -> _Found:
    """``size`` is the file's: a part that claims to be larger is damaged."""
    listing = read_list(connection)
    parts: dict[str, Part] = {}
    damaged: list[str] = []
    for entry in listing.entries:
        part = _read_part(connection, entry) if 0 <= entry.size <= size else None
        if part is None:
            damaged.append(entry.name)
        else:
            parts[entry.name] = part
    return listing, parts, damaged


def _read_part(connection: sqlite3.Connection, entry: Entry) -> Part | None:
    """The part, or None where it is not what was saved."""
    digest = seal(entry.name, entry.kind, entry.size)
    whole, at = memoryview(bytearray(entry.size)), 0
    try:
        for number in entry.ids:
            found = connection.execute("SELECT content FROM pieces WHERE id = ?", (number,))
            piece = found.fetchone()[0]
            digest.update(piece)
            whole[at : at + len(piece)] = piece
            at += len(piece)
        if at == entry.size and digest.digest() == entry.sha256:
            return Part.of(entry.name, entry.kind, whole)
    except (*UNREADABLE, TypeError, ValueError, OverflowError, MemoryError):
        pass
    return None


@contextmanager
def _mended(path: Path) -> Iterator[sqlite3.Connection]:
    """The project in memory, with the first page that it should have."""
    data = bytearray(path.read_bytes())
    if not data or len(data) % PAGE:
        raise sqlite3.DatabaseError("not made of pages")
    data[:PAGE] = page_one()
    data[28:32] = (len(data) // PAGE).to_bytes(4, "big")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(bytes(data))
        prepare_to_read(connection)
        yield connection


def _raise_if_no_file(path: Path) -> None:
    try:
        with path.open("rb"):
            return
    except IsADirectoryError:
        problem = tr("{path} is a folder; give the name of a project.", path=shown(path))
    except (FileNotFoundError, NotADirectoryError):
        problem = tr(
            "There is no {path} in {parent}.",
            path=shown(path),
            parent=shown(path.parent, whole=True),
        )
    except (OSError, ValueError):
        problem = tr("{path} cannot be read; look at who may read it.", path=shown(path))
    raise InputError(problem)


def _raise_if_lost(path: Path, listing: Listing, damaged: list[str]) -> None:
    """Where there is nothing to show, say whether there ever was."""
    if listing.is_whole and not damaged:
        return
    if not damaged and not _looks_like_ours(path):
        raise InputError(tr("{path} is no project of GP Studio.", path=shown(path)))
    if listing.version <= VERSION:
        raise InputError(
            tr(
                "{path} is damaged and nothing in it can be read; open one of its previous "
                "versions.",
                path=shown(path),
            )
        )


def _looks_like_ours(path: Path) -> bool:
    """By the number that says so, or the words of its tables: both stand in the first page."""
    with path.open("rb") as file:
        head = file.read(PAGE)
    return head[68:72] == APPLICATION.to_bytes(4, "big") or b"TABLE manifest" in head


def _damage(name: str, path: Path) -> str:
    return tr(
        "The part {name} of {path} is damaged and was left out.", name=shown(name), path=shown(path)
    )
