"""Projects that mean harm, made of a sound one."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.document import Document
from gpstudio.session.project.codec.document import parts_of_document
from gpstudio.session.project.part import PIECE, Part, fingerprint
from gpstudio.session.project.schema import VERSION
from gpstudio.session.project.store import save, write

SOUND = Path(__file__).parents[1] / "formats" / "v1.gpstudio"
"""One with a thing of every kind."""
ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"
COLUMNS = {
    "manifest": "x AS id, x AS content, x AS sha256",
    "parts": "x AS id, 'a' || x AS name, 'k' AS kind, 0 AS size, zeroblob(32) AS sha256,"
    " x AS first, 1 AS pieces",
    "pieces": "x AS id, zeroblob(900000000) AS content",
}


def sound(path: Path) -> Path:
    path.write_bytes(SOUND.read_bytes())
    return path


def changed(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
    return path


def saying(path: Path, said: bytes) -> Path:
    """With this list of parts, and its right fingerprint."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        row = said, hashlib.sha256(said).digest()
        connection.execute("UPDATE manifest SET content = ?, sha256 = ?", row)
    return path


def said_by(path: Path) -> dict[str, Any]:
    with closing(sqlite3.connect(path)) as connection:
        (content,) = connection.execute("SELECT content FROM manifest").fetchone()
    found: dict[str, Any] = json.loads(content)
    return found


def holding(path: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """With the contents of parts changed, every fingerprint right; None takes the part away."""
    parts = []
    for part in parts_in(path):
        content = change(part.name, bytes(part.content))
        if content is not None:
            parts.append(Part.of(part.name, part.kind, content))
    return with_parts(path, parts)


def parts_in(path: Path) -> list[Part]:
    """As they stand, whatever they are."""
    with closing(sqlite3.connect(path)) as connection:
        pieces = dict(connection.execute("SELECT id, content FROM pieces"))
    return [
        Part.of(name, kind, b"".join(pieces[n] for n in range(first, first + count)))
        for name, kind, _, _, first, count in said_by(path)["parts"]
    ]


def with_parts(path: Path, parts: Iterable[Part]) -> Path:
    notes = said_by(path)["notes"]
    path.write_bytes(b"")
    write(path, parts, notes, VERSION)  # what nobody keeps need not reach the disk
    return path


def sharing(path: Path, count: int = 300, size: int = PIECE) -> Path:
    """So many parts, each whole by its fingerprint, of the same bytes."""
    content = bytes(size)
    save(path, [Part.of("shared", "bytes", content)])
    parts = [Part.of(f"shared/{number}", "bytes", content) for number in range(count)]
    listed = [[p.name, p.kind, p.size, fingerprint(p).hex(), 1, 1] for p in parts]
    return saying(path, json.dumps({"format": 1, "notes": {}, "parts": listed}).encode())


def viewed(path: Path, table: str, columns: str) -> Path:
    """With an endless view in place of a table."""
    return changed(
        path, f"DROP TABLE {table}", f"CREATE VIEW {table} AS {ENDLESS} {columns} FROM n"
    )


def sparse(path: Path, size: int) -> Path:
    """Of a size that it does not hold."""
    with path.open("r+b") as file:
        file.truncate(size)
    return path


def json_with(name: str, value: Callable[[Any], Any]) -> Callable[[str, bytes], bytes | None]:
    """Changes what the JSON of one part says."""

    def change(part: str, content: bytes) -> bytes | None:
        return content if part != name else json.dumps(value(json.loads(content))).encode()

    return change


def of_many_fields(path: Path) -> Path:
    """A sound project of several stretches."""
    times = 18_000.0 + 5.0 * np.arange(30)
    fields = tuple(
        Series(f"field {n}", times + n % 7, np.sin(times + n), "date", "ndvi", True)
        for n in range(150)
    )
    table = replace(read_table(resource(*SAMPLE)), series=fields)
    save(path, parts_of_document(Document(table=table, selected="field 3")))
    return path


def written(said: Any) -> bytes:
    return json.dumps(said).encode()
