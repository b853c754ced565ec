"""Reading a project: nothing is shown that is not, to the last bit, what was saved.

Each part is checked against its fingerprint and refused alone. A first page that is damaged keeps
SQLite from reading anything, though every project has the same one: it is replaced, in memory, and
the fingerprints judge what comes to light.

Whoever wrote a file may mean harm: what it claims is held against what it can hold, before memory
or time is spent on it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.texts import shown
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.listing import Entry, Listing, read_list
from gpstudio.session.project.migrations import STEPS, Step, upgraded
from gpstudio.session.project.part import PIECE, Part, pieces_of, seal
from gpstudio.session.project.plain import NotPlain, bytes_in, handle_of
from gpstudio.session.project.schema import (
    APPLICATION,
    PAGE,
    UNREADABLE,
    VERSION,
    Reader,
    page_one,
    reading,
)
from gpstudio.translation import tr

MOST_MENDED = 384 << 20
"""Bytes of a file whose first page is replaced: it is held in memory together with its parts."""
ONE_PIECE = (
    "SELECT content FROM pieces WHERE id = ? AND typeof(content) = 'blob' AND length(content) <= ?"
)


def load(path: str | Path, steps: Mapping[int, Step] = STEPS, task: Task = QUIET) -> Contents:
    """Everything in a project that is whole; raises where nothing is."""
    path = Path(path)
    size = _size_of(path)
    listing, parts, damaged = _best_of(path, size, task)
    if not parts:
        _raise_if_lost(path, listing, damaged)
    current = upgraded(parts, listing.version, steps, shown(path))
    told = {name: _damage(name, path) for name in damaged}
    return Contents(path, current, listing.notes, told, listing.is_whole)


def listing_of(path: Path, task: Task = QUIET) -> Listing:
    """What a project says it holds, without reading it; raises where that is not to be known."""
    size = _size_of(path)
    try:
        with reading(path, size, task) as reader:
            listing = read_list(reader)
    except UNREADABLE:
        listing = Listing(0, (), {}, is_whole=False)
    if not listing.is_whole:
        raise InputError(tr("The list of what {path} holds is damaged.", path=shown(path)))
    return listing


_Found = tuple[Listing, dict[str, Part], list[str]]
_NOTHING: _Found = (Listing(0, (), {}, is_whole=False), {}, [])


def _best_of(path: Path, size: int, task: Task) -> _Found:
    """As the file stands; where that is not whole, also with a new first page."""
    found = _NOTHING
    try:
        with reading(path, size, task) as reader:
            found = _read(reader)
    except UNREADABLE:
        pass
    if _is_whole(found) or _is_newer(found):
        return found
    try:
        with _mended(path, size, task) as reader:
            other = _read(reader)
    except (*UNREADABLE, OSError, MemoryError):
        return found
    return max(found, other, key=_worth)


def _is_whole(found: _Found) -> bool:
    listing, _, damaged = found
    return listing.is_whole and not damaged


def _is_newer(found: _Found) -> bool:
    """Of tables that we do not know: with ours in their place it would seem to be of today."""
    listing, *_ = found
    return listing.version > VERSION and not listing.entries


def _worth(found: _Found) -> tuple[int, bool]:
    listing, parts, _ = found
    return len(parts), listing.is_whole


def _read(reader: Reader) -> _Found:
    """No part, nor all of them together, are larger than the file: those that share what is in it
    are not ours."""
    listing = read_list(reader)
    parts: dict[str, Part] = {}
    damaged: list[str] = []
    room = reader.size
    for entry in listing.entries:
        reader.check()
        part, read = _read_part(reader, entry, room)
        room -= read
        if part is None:
            damaged.append(entry.name)
        else:
            parts[entry.name] = part
    return listing, parts, damaged


def _read_part(reader: Reader, entry: Entry, room: int) -> tuple[Part | None, int]:
    """The part, or None where it is not what was saved; and how many bytes were read."""
    at = 0
    if entry.size > room or entry.pieces != pieces_of(entry.size):
        return None, at
    digest = seal(entry.name, entry.kind, entry.size)
    try:
        whole = memoryview(bytearray(entry.size))
        for number in entry.ids:
            reader.check()
            found = reader.row(ONE_PIECE, number, min(PIECE, entry.size - at))
            if found is None:
                break
            (piece,) = found
            digest.update(piece)
            whole[at : at + len(piece)] = piece
            at += len(piece)
        if at == entry.size and digest.digest() == entry.sha256:
            return Part.of(entry.name, entry.kind, whole), at
    except (*UNREADABLE, TypeError, ValueError, OverflowError, MemoryError):
        pass
    return None, at


@contextmanager
def _mended(path: Path, size: int, task: Task) -> Iterator[Reader]:
    """The project in memory, with the first page that it should have."""
    with _opened(path) as file:
        if os.fstat(file.fileno()).st_size > MOST_MENDED:
            raise sqlite3.DatabaseError("larger than what is held twice in memory")
        data = bytearray(file.read())
    if not data or len(data) % PAGE:
        raise sqlite3.DatabaseError("not made of pages")
    data[:PAGE] = page_one()
    data[28:32] = (len(data) // PAGE).to_bytes(4, "big")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(data)
        del data
        yield Reader(connection, size, task)


def _opened(path: Path) -> BinaryIO:
    return open(handle_of(path, os.O_RDONLY), "rb")


def _size_of(path: Path) -> int:
    """The bytes that a file really holds; raises where it can be none of ours."""
    try:
        with _opened(path) as file:
            return bytes_in(file.fileno())
    except NotPlain:
        problem = (
            tr("{path} is a folder; give the name of a project.", path=shown(path))
            if path.is_dir()
            else tr("{path} is a link or no plain file: choose another.", path=shown(path))
        )
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
                "{path} is damaged and nothing in it can be read; open one of its "
                "previous versions.",
                path=shown(path),
            )
        )


def _looks_like_ours(path: Path) -> bool:
    """By the number that says so, or the words of its tables: both stand in the first page."""
    with _opened(path) as file:
        head = file.read(PAGE)
    return head[68:72] == APPLICATION.to_bytes(4, "big") or b"TABLE manifest" in head


def _damage(name: str, path: Path) -> str:
    return tr(
        "The part {name} of {path} is damaged and was left out.", name=shown(name), path=shown(path)
    )
