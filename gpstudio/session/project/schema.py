"""What a project looks like to SQLite, and how it is connected to.

Readers never lock and never write: a project's file is replaced, not changed, so what was opened
stays as it was opened.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gpstudio.core.task import QUIET, Task

APPLICATION = 0x47505354
"""``GPST``: lets other programs tell what kind of file it is."""
VERSION = 1
"""Of the tables below and of what the parts mean; ``migrations`` leads from each to the next."""
PAGE = 4096

UNREADABLE = (sqlite3.Error, UnicodeError)
"""How reading a damaged file may fail: Python stumbles over messages that quote what is no text."""

SETTINGS = (
    f"PRAGMA page_size = {PAGE}",
    "PRAGMA auto_vacuum = NONE",
    "PRAGMA encoding = 'UTF-8'",
)
"""Of a file that is yet empty."""
TABLES = (
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
    "CREATE TABLE manifest (id INTEGER PRIMARY KEY, content BLOB NOT NULL, sha256 BLOB NOT NULL)",
    "CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL,"
    " size INTEGER NOT NULL, sha256 BLOB NOT NULL, first INTEGER NOT NULL,"
    " pieces INTEGER NOT NULL)",
    "CREATE TABLE pieces (id INTEGER PRIMARY KEY, content BLOB NOT NULL)",
)
"""``manifest`` has one row that lists all parts; ``parts`` says the same again, row by row, should
that one be damaged. The bytes of a part are ``pieces`` from ``first`` on."""


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """``mode`` is how SQLite's addresses say it: ``ro``, ``rw``, ``rwc``, ``ro&immutable=1``."""
    address = f"file://{quote(os.fsencode(path.absolute().as_posix()))}?mode={mode}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None)
    try:
        run(connection, "PRAGMA temp_store = MEMORY", "PRAGMA trusted_schema = OFF")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def run(connection: sqlite3.Connection, *statements: str) -> None:
    """One by one: Python's own way to run several would end a transaction that is under way."""
    for statement in statements:
        connection.execute(statement)


class Reader:
    """A connection to a file of which nobody knows who wrote it.

    Nothing but plain tables is ever asked: a view is a program, which may run for ever and make of
    nothing as much as memory holds. What a statement may look at is counted in steps of SQLite and
    not in seconds, which a slow disk may take; and whoever waits may end it at each of them.
    """

    def __init__(self, connection: sqlite3.Connection, size: int, task: Task) -> None:
        self.size = size
        """Bytes that the file can hold: nothing in it is longer, nor all of it together."""
        self._connection, self._task = connection, task
        self._left = 0
        connection.text_factory = bytes  # damaged names come too: SQLite would stumble over them
        for limit, most in LIMITS.items():
            connection.setlimit(limit, most)
        connection.set_progress_handler(self._may_go_on, STEPS_BETWEEN_LOOKS)
        run(connection, "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0")

    def check(self) -> None:
        self._task.check()

    def rows(self, statement: str, *given: int) -> Iterator[tuple[Any, ...]]:
        self._left = (MOST_STEPS + self.size) // STEPS_BETWEEN_LOOKS
        try:
            yield from self._connection.execute(statement, given)
        except sqlite3.OperationalError:
            self.check()  # where it was ended because somebody asked for that
            raise

    def row(self, statement: str, *given: int) -> tuple[Any, ...] | None:
        return next(self.rows(statement, *given), None)

    @property
    def version(self) -> int:
        found = self.row("PRAGMA user_version")
        return int(found[0]) if found else 0

    @property
    def has_our_tables(self) -> bool:
        """And nothing else: no view, trigger, index, virtual table or column that is computed."""
        return list(self.rows("SELECT sql FROM sqlite_master LIMIT 4")) == _OURS

    def _may_go_on(self) -> int:
        self._left -= 1
        try:
            self.check()
        except Exception:  # told again by ``rows``: SQLite passes none of them on
            return 1
        return self._left < 0


_OURS = [(statement.encode(),) for statement in TABLES if statement.startswith("CREATE")]
STEPS_BETWEEN_LOOKS = 1000
MOST_STEPS = 1_000_000
"""Of SQLite in one statement, besides one for each byte of the file."""
MOST_LISTED = 32 << 20
"""Bytes of a list of parts: a million fields have half of that."""
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MOST_LISTED,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1000,
    sqlite3.SQLITE_LIMIT_COLUMN: 10,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 20,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 1,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 1000,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 4,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
"""No statement of ours comes near them."""


@contextmanager
def reading(path: Path, size: int, task: Task = QUIET) -> Iterator[Reader]:
    with closing(connected(path, "ro&immutable=1")) as connection:
        yield Reader(connection, size, task)


@contextmanager
def filling(path: Path) -> Iterator[sqlite3.Connection]:
    """A fresh project to fill. Without a journal: where this fails, the file is thrown away."""
    with closing(connected(path, "rw")) as connection:
        unguarded = ("journal_mode = OFF", "synchronous = OFF", "locking_mode = EXCLUSIVE")
        run(connection, *SETTINGS, *(f"PRAGMA {each}" for each in unguarded), "BEGIN", *TABLES)
        yield connection
        connection.execute("COMMIT")


def page_one() -> bytes:
    """The first page of a project of this version. They differ in the count of pages alone, which
    makes a damaged one replaceable."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        run(connection, *SETTINGS, *TABLES)
        return connection.serialize()[:PAGE]
