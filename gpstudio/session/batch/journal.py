"""The journal of a batch: a file that only grows, each entry of it whole or not there.

The first line says of what it is; then come entries, each a line of JSON that names its field and
its sections with their lengths and a fingerprint of their bytes, and the sections, one a line.
Entries are pushed to the disk about once a second. Whatever ended the program, at most the last
entries are torn: reading stops before them, and writing goes on from there.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from gpstudio.core.errors import InputError
from gpstudio.data.atomic import cannot_write, sync_folder
from gpstudio.data.texts import shown
from gpstudio.session.batch.entry import Brief, Sections, brief_of
from gpstudio.translation import tr

NAME = "batch.journal"
"""Of the file in the folder of the results, while the batch is not finished."""
VERSION = 3
SECONDS_BETWEEN = 1.0
"""What a kill may cost."""
DIGEST = 16
_AS_JSON = json.JSONEncoder(separators=(",", ":")).encode
MOST_LINE = 1 << 20
"""Bytes of a line that names an entry: those of a file that is no journal may be longer."""


@dataclass(frozen=True)
class Place:
    """Where the sections of an entry stand."""

    at: Mapping[str, tuple[int, int]]
    """By name: first byte, and how many."""
    taught: str
    """Of which lessons its dates rest on; empty: dated by itself."""
    brief: Brief


class Entry(NamedTuple):
    """Sections as the journal takes them: made where a field was fitted, so that whoever keeps the
    journal has little to do."""

    sizes: Mapping[str, int]
    body: bytes
    digest: str
    brief: Brief

    @classmethod
    def of(cls, sections: Sections) -> Entry:
        body = b"".join(section + b"\n" for section in sections.values())
        sizes = {name: len(section) for name, section in sections.items()}
        return cls(sizes, body, _digest(body), brief_of(sections["brief"]))


class Journal:
    """Open for reading and growing; ``entries`` are the newest of each field, by its place."""

    def __init__(
        self, path: Path, handle: BinaryIO, head: dict[str, Any], lasts: bool = True
    ) -> None:
        """``lasts``: whether it is to outlive whatever ends the program."""
        self.path, self.head, self._lasts = path, head, lasts
        self.entries: dict[int, Place] = {}
        self._handle = handle
        self._waiting: list[bytes] = []
        self._end = 0
        self._last = time.monotonic()

    def add(self, field: int, entry: Entry, taught: str = "") -> None:
        """Pushed to the disk with those that come within a second."""
        sizes, body, digest, brief = entry
        name = {"field": field, "taught": taught, "sections": sizes, "blake2b": digest}
        line = _AS_JSON(name).encode("ascii") + b"\n"
        begin = self._end + len(line)
        self.entries[field] = _placed(name, begin, brief)
        self._waiting += (line, body)
        self._end = begin + len(body)
        if time.monotonic() - self._last >= SECONDS_BETWEEN:
            self.push()

    def push(self) -> None:
        try:
            self._handle.seek(0, os.SEEK_END)
            self._handle.write(b"".join(self._waiting))
            self._handle.flush()
            if self._lasts:
                os.fsync(self._handle.fileno())
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self._waiting.clear()
        self._last = time.monotonic()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Whatever ends the block, what came so far is on the disk."""
        try:
            yield
        finally:
            if self._waiting:
                self.push()

    def entry(self, field: int) -> Entry:
        """All of a field's, for another journal."""
        kept = self.entries[field]
        sizes = {name: size for name, (_, size) in kept.at.items()}
        if self._waiting:
            self.push()
        begin = min(first for first, _ in kept.at.values())
        body = _read_at(self._handle, begin, sum(sizes.values()) + len(sizes))
        return Entry(sizes, body, _digest(body), kept.brief)

    def section(self, field: int, name: str) -> bytes:
        """Empty where the field has none of that name."""
        begin, size = self.entries[field].at.get(name, (0, 0))
        if self._waiting:
            self.push()
        return _read_at(self._handle, begin, size)

    def _read(self) -> None:
        """What is whole; the rest is cut off."""
        self._end = self._handle.tell()
        while (line := self._handle.readline(MOST_LINE)).endswith(b"\n"):
            try:
                name = json.loads(line)
                sizes = name["sections"]
                body = self._handle.read(sum(sizes.values()) + len(sizes))
                if _digest(body) != name["blake2b"]:
                    break
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                break
            # whole as it is, it is never cut off: what is not understood of it is told
            begin = self._end + len(line)
            self.entries[name["field"]] = _placed(name, begin, _brief(sizes, body))
            self._end = begin + len(body)
        if self._handle.writable():
            self._handle.truncate(self._end)


@contextmanager
def begun(path: Path, head: Mapping[str, Any], lasts: bool = True) -> Iterator[Journal]:
    """A new one."""
    whole = {"journal": VERSION, **head}
    line = json.dumps(whole, separators=(",", ":")).encode("ascii") + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = path.open("w+b")
    except OSError as error:
        raise cannot_write(path, error) from error
    with handle:
        journal = Journal(path, handle, whole, lasts)
        journal._waiting.append(line)
        journal._end = len(line)
        journal.push()
        if lasts:
            sync_folder(path.parent)
        with journal.kept():
            yield journal


@contextmanager
def opened(path: Path, grows: bool = True) -> Iterator[Journal]:
    """One that is there, with what is whole of it."""
    try:
        handle = path.open("r+b" if grows else "rb")
    except OSError as error:
        raise InputError(
            tr("{path} cannot be opened; is another program using it?", path=shown(path))
        ) from error
    with handle:
        try:
            head = json.loads(handle.readline())
            known = head["journal"] == VERSION
        except (ValueError, KeyError, TypeError, RecursionError):
            known = False
        if not known:
            raise InputError(
                tr(
                    "{path} is no journal of a batch that this version reads; remove it, or "
                    "choose another folder.",
                    path=shown(path),
                )
            )
        journal = Journal(path, handle, head)
        journal._read()
        with journal.kept():
            yield journal


def _read_at(handle: BinaryIO, begin: int, size: int) -> bytes:
    """Where the system reads at a place, no more is read than is asked for."""
    if hasattr(os, "pread"):
        return os.pread(handle.fileno(), size, begin)
    handle.seek(begin)
    return handle.read(size)


def _placed(name: Mapping[str, Any], begin: int, brief: Brief) -> Place:
    at = {}
    for section, size in name["sections"].items():
        at[section] = (begin, size)
        begin += size + 1
    return Place(at, name["taught"], brief)


def _brief(sizes: Mapping[str, int], body: bytes) -> Brief:
    """The first section of every entry."""
    return brief_of(body[: sizes.get("brief", 0)])


def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=DIGEST).hexdigest()
