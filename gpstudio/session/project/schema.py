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
from urllib.parse import quote

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


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connected(path, "ro&immutable=1")) as connection:
        prepare_to_read(connection)
        yield connection


def prepare_to_read(connection: sqlite3.Connection) -> None:
    """Damaged names come as bytes, too: SQLite would stumble over what is no UTF-8."""
    connection.text_factory = bytes
    connection.execute("PRAGMA cell_size_check = ON")


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
