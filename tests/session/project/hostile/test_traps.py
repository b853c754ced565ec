"""A project that means harm opens, or is refused in a sentence, in little time and memory.

Each is opened in a process of its own that is ended where it takes more. More of them, made at
random: ``tests/benchmarks/fuzz_projects.py``.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from session.project.hostile import crafting
from session.project.hostile.crafting import COLUMNS, changed, json_with, said_by, saying, sound
from session.project.hostile.mutating import mutated
from session.project.hostile.opening import OPENED, REFUSED, Opener, opener

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.session.project.loading import listing_of, load
from gpstudio.session.project.part import PIECE
from gpstudio.session.project.project import Project
from gpstudio.session.project.schema import TABLES, reading
from gpstudio.session.project.store import save

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is copied for each")
Make = Callable[[Path], object]


@pytest.fixture(scope="module")
def one() -> Iterator[Opener]:
    with opener() as made:
        yield made


def doing(*statements: str) -> Make:
    return lambda path: changed(path, *statements)


def junk(path: Path) -> Path:
    path.write_bytes(b"x")
    return path


def values(unit: bytes) -> bytes:
    return b"[" + unit * (30_000_000 // len(unit)) + b"1]"


def viewing(**columns: str) -> Make:
    return lambda path: [crafting.viewed(path, *each) for each in columns.items()]


MUCH = "1 AS id, zeroblob(900000000) AS content, x AS sha256"
TRAPS: dict[str, tuple[str, Make]] = {
    "manifest is an endless view": (OPENED, viewing(manifest=COLUMNS["manifest"])),
    "parts is an endless view": (OPENED, viewing(parts=COLUMNS["parts"])),
    "pieces is an endless view": (REFUSED, viewing(pieces=COLUMNS["pieces"])),
    "all tables are endless views": (REFUSED, viewing(**COLUMNS)),
    "manifest is a view of much": (OPENED, viewing(manifest=MUCH)),
    "a computed column": (
        OPENED,
        doing("ALTER TABLE pieces ADD COLUMN more AS (zeroblob(900000000))"),
    ),
    "a trigger": (OPENED, doing("CREATE TRIGGER t AFTER DELETE ON parts BEGIN SELECT 1; END")),
    "a virtual table": (
        REFUSED,
        doing("DROP TABLE pieces", "CREATE VIRTUAL TABLE pieces USING rtree(a, b, c)"),
    ),
    "a table of much text": (
        OPENED,
        doing(
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_master SET sql = sql || hex(zeroblob(5000000))",
        ),
    ),
    "300 parts of the same bytes": (OPENED, crafting.sharing),
    "the same, in a file that claims to be large": (
        OPENED,
        lambda path: crafting.sparse(crafting.sharing(path), 20 << 30),
    ),
    "nothing, in a file that claims to be large": (
        REFUSED,
        lambda path: crafting.sparse(junk(path), 100 << 30),
    ),
    "a list of very many values": (OPENED, lambda path: saying(path, values(b'"ab",'))),
    "a part of very many values": (
        REFUSED,
        lambda path: crafting.holding(
            path, lambda name, held: values(b'{"a":1},') if name == "table" else held
        ),
    ),
    "one array for very many fields": (
        REFUSED,
        lambda path: crafting.holding(path, json_with("table/series/0", lambda v: v[:1] * 20_000)),
    ),
}


@pytest.mark.parametrize("what", TRAPS)
def test_that_a_trap_costs_little_and_is_told(tmp_path: Path, one: Opener, what: str) -> None:
    path = sound(tmp_path / "wheat.gpstudio")
    due, make = TRAPS[what]
    make(path)
    verdict = one.open(path)
    assert verdict.kind == due, verdict.told


@pytest.mark.parametrize("seed", range(200, 230))
def test_that_whatever_is_changed_is_opened_or_told(tmp_path: Path, one: Opener, seed: int) -> None:
    path = tmp_path / "wheat.gpstudio"
    done = mutated(path, crafting.SOUND, seed)
    verdict = one.open(path)
    assert verdict.is_fine, (done, verdict.told)


LISTS: dict[str, bytes | Callable[[dict[str, Any]], object]] = {
    "deep": b"[" * 200_000 + b"]" * 200_000,
    "no number": b'{"format": Infinity, "notes": {}, "parts": []}',
    "a long number": b'{"format": ' + b"9" * 5000 + b', "notes": {}, "parts": []}',
    "no format": lambda said: said.pop("format"),
    "a format of nothing": lambda said: said.update(format=None),
    "a format that is true": lambda said: said.update(format=True),
    "more than there is": lambda said: said.update(more=1),
    "a note that is a number": lambda said: said["notes"].update(a=1),
    "notes that are a list": lambda said: said.update(notes=[]),
    "parts that are an object": lambda said: said.update(parts={}),
    "a part of nothing": lambda said: said["parts"].append(None),
    "a part of five": lambda said: said["parts"][0].pop(),
    "a size below nothing": lambda said: said["parts"][0].__setitem__(2, -1),
    "a size of a fraction": lambda said: said["parts"][0].__setitem__(2, 1.5),
    "a size that is true": lambda said: said["parts"][0].__setitem__(2, True),
    "a piece beyond all": lambda said: said["parts"][0].__setitem__(4, 2**64),
    "a name that is a list": lambda said: said["parts"][0].__setitem__(0, ["table"]),
    "a name twice": lambda said: said["parts"].append(said["parts"][0]),
    "a print that is none": lambda said: said["parts"][0].__setitem__(3, "zz"),
}


@pytest.mark.parametrize("what", LISTS)
def test_that_a_list_of_another_shape_is_not_believed(tmp_path: Path, what: str) -> None:
    """The rows that say it again are; and a person hears of it."""
    path = sound(tmp_path / "wheat.gpstudio")
    whole = load(path).parts.keys()
    change = LISTS[what]
    if callable(change):
        said = said_by(path)
        change(said)
        change = crafting.written(said)
    saying(path, change)
    contents = load(path)
    assert contents.parts.keys() == whole
    assert not contents.is_listed


def test_that_a_part_that_does_not_stand_in_our_pieces_is_refused(tmp_path: Path) -> None:
    """A million pieces of a byte would take longer than one of a million."""
    path = sound(tmp_path / "wheat.gpstudio")
    said = said_by(path)
    said["parts"][0][5] = 2
    saying(path, crafting.written(said))
    contents = load(path)
    assert set(contents.damaged) == {said["parts"][0][0]}


STRANGE = {
    "a view": (
        "ALTER TABLE parts RENAME TO real",
        "CREATE VIEW parts AS SELECT * FROM real",
    ),
    "a column more": ("ALTER TABLE manifest ADD COLUMN more AS (hex(content))",),
    "a trigger": ("CREATE TRIGGER t AFTER DELETE ON parts BEGIN SELECT 1; END",),
    "an index": ("CREATE INDEX i ON pieces (abs(id))",),
    "a table more": ("CREATE TABLE more (x)",),
    "a table less": ("DROP TABLE parts",),
    "other types": (
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'BLOB', 'TEXT')",
    ),
}


@pytest.mark.parametrize("what", STRANGE)
def test_that_of_tables_that_are_not_ours_nothing_is_asked(tmp_path: Path, what: str) -> None:
    """Not even where they would answer rightly; with ours in their place they may be read."""
    path = changed(sound(tmp_path / "wheat.gpstudio"), *STRANGE[what])
    with pytest.raises(InputError, match="The list of what"):
        listing_of(path)


def test_that_no_statement_takes_more_steps_than_a_file_has_bytes(tmp_path: Path) -> None:
    path = sound(tmp_path / "wheat.gpstudio")
    crossed = ", ".join(f"pieces p{number}" for number in range(9))
    with (
        reading(path, path.stat().st_size) as reader,
        pytest.raises(sqlite3.OperationalError, match="interrupted"),
    ):
        reader.row(f"SELECT count(*) FROM {crossed}")


def test_that_a_newer_project_with_other_tables_is_called_so(tmp_path: Path) -> None:
    path = changed(
        sound(tmp_path / "wheat.gpstudio"), "CREATE TABLE more (x)", "PRAGMA user_version = 7"
    )
    with pytest.raises(InputError, match="was saved by a newer GP Studio"):
        load(path)


def test_that_what_sqlite_keeps_of_our_tables_is_what_we_wrote(tmp_path: Path) -> None:
    """Else no project would open as it stands, and all of them by way of a new first page."""
    path = tmp_path / "wheat.gpstudio"
    save(path, [])
    with closing(sqlite3.connect(path)) as connection:
        kept = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master")]
    assert kept == [statement for statement in TABLES if statement.startswith("CREATE")]


class StoppedAfter(Task):
    def __init__(self, looks: int) -> None:
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def test_that_opening_is_stopped_at_each_piece(tmp_path: Path) -> None:
    path = tmp_path / "wheat.gpstudio"
    save(path, [crafting.Part.of("big", "bytes", bytes(2 * PIECE + 1))])
    looks = 0
    while True:
        try:
            Project.open(path, StoppedAfter(looks)).close()
        except Cancelled:
            looks += 1
        else:
            break
    assert looks >= 4


def test_that_sqlite_itself_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of one statement, and what follows is no other fault."""
    path = sound(tmp_path / "wheat.gpstudio")
    again = f"{crafting.ENDLESS} 'a' || x, 'k', 0, zeroblob(31), x, 1 FROM n LIMIT 30000"
    columns = "(name, kind, size, sha256, first, pieces)"
    changed(
        path, "DELETE FROM manifest", "DELETE FROM parts", f"INSERT INTO parts {columns} {again}"
    )
    task = StoppedAfter(20)
    with pytest.raises(Cancelled):
        load(path, task=task)
