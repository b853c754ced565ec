"""The file that autosaving keeps up to date: a project that is changed in place, part by part.

Writing anew what has not changed would cost a big table at every edit. So changes go in as one
transaction of SQLite, whose journal takes back what a crash left half done.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from gpstudio.session.project.listing import Entry, put, put_list
from gpstudio.session.project.part import Part, fingerprint
from gpstudio.session.project.plain import PRIVATE, handle_of
from gpstudio.session.project.schema import SETTINGS, TABLES, connected, run
from gpstudio.session.project.store import unique

ENDING = ".recovery"


class RecoveryFile:
    """For one thread. A part that is handed over twice, the same object, is written once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._written: dict[str, tuple[Part, Entry]] = {}
        self._next = 1
        self._has_tables = False

    def write(self, parts: Iterable[Part], notes: Mapping[str, str]) -> None:
        """Bring the file to this state, or leave it at the one before."""
        held = unique(parts)
        connection, tables = self._connected()
        connection.execute("BEGIN IMMEDIATE")
        try:
            run(connection, *tables)
            written, following = self._change(connection, held)
            put_list(connection, (entry for _, entry in written.values()), notes)
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise
        self._written, self._next, self._has_tables = written, following, True

    def remove(self) -> None:
        self.close()
        remove(self.path)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        self._written, self._next, self._has_tables = {}, 1, False
        if connection is not None:
            connection.close()

    def _change(
        self, connection: sqlite3.Connection, parts: Iterable[Part]
    ) -> tuple[dict[str, tuple[Part, Entry]], int]:
        old, new, following = dict(self._written), {}, self._next
        for part in parts:
            before = old.get(part.name)
            if before is not None and _holds(before, part):
                new[part.name] = part, before[1]
                del old[part.name]
                continue
            entry = put(connection, part, following)
            following += entry.pieces
            new[part.name] = part, entry
        for _, entry in old.values():
            _delete(connection, entry)
        return new, following

    def _connected(self) -> tuple[sqlite3.Connection, tuple[str, ...]]:
        """And what makes its tables, where there are none yet: they come with the first state, so
        that a file holds either one or nothing. A file that was removed meanwhile is begun anew.
        """
        if self._connection is not None and not self.path.exists():
            self.close()
        if self._connection is None:
            make_private(self.path.parent)
            remove(self.path)
            # its journal takes over its rights
            os.close(handle_of(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE.mode))
            self._connection = connected(self.path, "rw")
            run(self._connection, *SETTINGS)
        return self._connection, () if self._has_tables else TABLES


def _holds(written: tuple[Part, Entry], part: Part) -> bool:
    return written[0] is part or written[1].sha256 == fingerprint(part)


def make_private(folder: Path) -> None:
    """For nobody but who works here: what is not saved may be of a project that nobody may see."""
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):
        folder.chmod(0o700)


def settle(path: Path) -> None:
    """Let SQLite take back what a crash left half done. Raises ``NotPlain`` for what is no file
    of ours, which might make it wait for ever."""
    for each in (path, _journal(path)):
        with suppress(FileNotFoundError):
            os.close(handle_of(each, os.O_RDONLY))
    connection = connected(path, "rw")
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def remove(path: Path) -> None:
    for each in (path, _journal(path)):
        with suppress(OSError):
            each.unlink(missing_ok=True)


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _delete(connection: sqlite3.Connection, entry: Entry) -> None:
    connection.execute(
        "DELETE FROM pieces WHERE id BETWEEN ? AND ?", (entry.ids.start, entry.ids.stop - 1)
    )
