"""Changes of a project that leave its bytes a good database, and what it says something else:
objects of the schema, types and sizes of cells, the list of parts, what parts hold, and whose
bytes they are. All from a seed, so that what was found can be made again.
"""

from __future__ import annotations

import json
import random
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from session.project.hostile import crafting
from session.project.hostile.crafting import changed, parts_in, said_by, saying, with_parts

from gpstudio.session.project.part import Part, fingerprint
from gpstudio.session.project.schema import PAGE

Change = Callable[[Path, random.Random], object]
TABLES = {
    "manifest": ("id", "content", "sha256"),
    "parts": ("id", "name", "kind", "size", "sha256", "first", "pieces"),
    "pieces": ("id", "content"),
}
NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 7, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 10**30, 10**400,
    0.0, -0.0, 0.5, 1e-320, 1e7, 1e15, 1e18, 1e308, -1e308, float("inf"), -float("inf"),
    float("nan"), -719_162.0, -719_163.0, 2_932_896.0, 2_932_897.0, 2_932_896.999999999, 106_751.99,
    -25_567.0, 18_262.5,
)  # fmt: skip
TEXTS = (
    "", " ", "a", "nan", "inf", "-1", "north", "wheat", "canola", "no crop", "auto", "rbf",
    "matern32(1e999)", "matern32(nan)", "rbf * " * 400 + "rbf", "(" * 3000, "(rbf + linear)**30",
    "rbf**999999999", "around(1, 1e308)", "student_t(1e-300)", "'", '"', "\0", "\n", "\u2028",
    "\ud800", "<img src='/etc/passwd'>", "<b>x", "=1+1", "%s%n{0}{name}", "../../../../tmp/x",
    "/dev/zero", "C:\\nul", "x" * 70_000, "e\u0301", "\u202eabc", "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00", "2024-02-30", "float64", "untold", "as all", "forgotten",
)  # fmt: skip
SHAPES: tuple[Any, ...] = (
    None, True, False, [], {}, [[]], {"number": "nan"}, {"number": "inf"}, {"number": []},
    ["float64", 0, [1]], ["float64", 0, []], ["float64", 0, [-1]], ["float64", -1, [2]],
    ["bool", 0, [3]], ["int64", 0, [10**9]], ["float64", 0, [2] * 30], ["float64", 0, [10**14] * 4],
    ["complex", 0, [1]], ["float64", 1.5, [1]], ["float64", 0, [0, 10**15]],
)  # fmt: skip


def nasty(rng: random.Random) -> Any:
    kind = rng.random()
    if kind < 0.35:
        return rng.choice(NUMBERS)
    if kind < 0.6:
        return rng.choice(TEXTS)
    if kind < 0.95:
        return json.loads(json.dumps(rng.choice(SHAPES)))
    deep: Any = rng.choice(NUMBERS)
    for _ in range(rng.choice([10, 300, 900])):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    return deep


def twisted(value: Any, rng: random.Random) -> Any:
    """The same value, somewhere changed: the deeper a place the likelier it is chosen."""
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], (dict, list)):
                walk(node[key])

    if isinstance(value, (dict, list)):
        walk(value)
    if not places or rng.random() < 0.03:
        return nasty(rng)
    node, key = rng.choice(places)
    how = rng.random()
    if how < 0.6:
        node[key] = nasty(rng)
    elif how < 0.7:
        del node[key]
    elif how < 0.8:
        other, place = rng.choice(places)
        node[key] = json.loads(json.dumps(other[place])) if place in _keys(other) else None
    elif how < 0.9 and isinstance(node, list):
        node.extend(node[:50] * rng.choice([1, 2, 40]))
    elif isinstance(node, dict):
        node[rng.choice(TEXTS[:30])] = nasty(rng)
    return value


def _keys(node: Any) -> Any:
    return node.keys() if isinstance(node, dict) else range(len(node))


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


# what the list of parts says


def twist_list(path: Path, rng: random.Random) -> None:
    said = twisted(said_by(path), rng)
    if rng.random() < 0.5:
        said = twisted(said, rng)
    saying(path, _json(said))


def lie_in_list(path: Path, rng: random.Random) -> None:
    """Of one part; or of all the same."""
    said = said_by(path)
    which = rng.randrange(6)
    lie = nasty(rng) if rng.random() < 0.5 else rng.choice(said["parts"])[which]
    rows = said["parts"] if rng.random() < 0.3 else [rng.choice(said["parts"])]
    for row in rows:
        row[which] = lie
    saying(path, _json(said))


def share_pieces(path: Path, rng: random.Random) -> None:
    """Many parts of the same bytes, each with its right fingerprint."""
    parts, said = parts_in(path), said_by(path)
    places = list(zip(parts, said["parts"], strict=True))
    part, row = rng.choice(places)
    for number in range(rng.choice([2, 50, 2000])):
        other = Part.of(f"{part.name}/{number}", part.kind, part.content)
        listed = [other.name, other.kind, other.size, fingerprint(other).hex(), row[4], row[5]]
        said["parts"].append(listed)
    saying(path, _json(said))


def many_values(path: Path, rng: random.Random) -> None:
    """A list, or a part, of very many small things."""
    unit = rng.choice([b"[],", b"{},", b'"ab",', b"1.5,", b'{"a":1},', b"[[[[1]]]],"])
    count = rng.choice([10_000, 3_000_000 // len(unit), 30_000_000 // len(unit)])
    many = b"[" + unit * count + b"1]"
    if rng.random() < 0.4:
        saying(path, b'{"format": 1, "notes": {}, "parts": ' + many + b"}")
    else:
        name = rng.choice([part.name for part in parts_in(path) if part.kind == "json"])
        crafting.holding(path, lambda n, b: many if n == name else b)


# what parts hold


def twist_part(path: Path, rng: random.Random) -> None:
    parts = parts_in(path)
    texts = [part for part in parts if part.kind == "json"]
    name = rng.choice(texts).name
    times = rng.choice([1, 1, 1, 2, 5])

    def change(part: str, content: bytes) -> bytes | None:
        if part != name:
            return content
        value = json.loads(content)
        for _ in range(times):
            value = twisted(value, rng)
        return _json(value)

    crafting.holding(path, change)


def twist_numbers(path: Path, rng: random.Random) -> None:
    """Of an array: some of them others, all in another order, or others altogether."""
    names = [part.name for part in parts_in(path) if str(part.kind).startswith("float64")]
    name, how = rng.choice(names), rng.random()

    def change(part: str, content: bytes) -> bytes | None:
        if part != name:
            return content
        held = list(struct.unpack(f"<{len(content) // 8}d", content))
        if how < 0.6:
            for _ in range(rng.choice([1, 1, 3, len(held)])):
                held[rng.randrange(len(held))] = _double(rng)
        elif how < 0.75:
            held.reverse()
        elif how < 0.85:
            held = [_double(rng)] * len(held)
        else:
            at = rng.randrange(len(held))
            held[at:] = [value * rng.choice([1e9, -1.0, 1e300, 0.0]) for value in held[at:]]
        return struct.pack(f"<{len(held)}d", *held)

    crafting.holding(path, change)


def _double(rng: random.Random) -> float:
    value = rng.choice(NUMBERS)
    return float(value) if abs(value) < 10**300 else 1e300


def twist_kinds(path: Path, rng: random.Random) -> None:
    """Parts that are called otherwise, are of another kind, are gone, or come twice."""
    kinds = [
        "json", "", "float64", "float64 -1", "float64 1", "int64 3", "bool 5", "float64 0", "a b",
        "float64 " + "9" * 5000, "float64 ٣", "float64 1 1 1 1 1 1", "float64 2 2", "bytes",
        "float64 " + "1 " * 40,
    ]  # fmt: skip
    parts: dict[str, Part] = {part.name: part for part in parts_in(path)}
    name = rng.choice(list(parts))
    part, how = parts.pop(name), rng.random()
    if how < 0.4:
        kind = rng.choice(kinds)
        parts[name] = Part.of(name, kind, part.content)
    elif how < 0.7:
        ends = ["/0", "/1", "/٣", "/" + "9" * 5000, "/007", "/x", "/0/0/0", "/float64", "", "/-1"]
        new = rng.choice(list(parts)) + rng.choice(ends)
        parts[new] = Part.of(new, part.kind, part.content)
    elif how < 0.8:
        content = bytes(part.content)
        cut = rng.choice([content[:-1], content[:8], b"", content * 3, content + b"\0"])
        parts[name] = Part.of(name, part.kind, cut)
    with_parts(path, parts.values())


def repeat_arrays(path: Path, rng: random.Random) -> None:
    """One array again and again: a small text that would be much memory."""
    count = rng.choice([100, 20_000])

    def change(part: str, content: bytes) -> bytes | None:
        if part not in ("table/series/0", "fits/0", "kept/0"):
            return content
        value = json.loads(content)
        return _json(value[:1] * count)

    crafting.holding(path, change)


# what SQLite is told


def strange_schema(path: Path, rng: random.Random) -> None:
    table = rng.choice(list(TABLES))
    endless = crafting.ENDLESS
    ways: list[tuple[str, ...]] = [
        (
            f"DROP TABLE {table}",
            f"CREATE VIEW {table} AS {endless} {crafting.COLUMNS[table]} FROM n",
        ),
        (f"ALTER TABLE {table} RENAME TO real", f"CREATE VIEW {table} AS SELECT * FROM real, real"),
        (f"CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM {table}; END",),
        (f"CREATE INDEX i ON {table} (abs({TABLES[table][1]} || zeroblob(100)))",),
        (f"CREATE UNIQUE INDEX i ON {table} (id) WHERE id > 0",),
        (f"ALTER TABLE {table} ADD COLUMN more AS (zeroblob(900000000))",),
        ("CREATE TABLE other (x)",),
        ("CREATE TABLE sqlite_stat (x)", "ANALYZE"),
        (f"DROP TABLE {table}", f"CREATE VIRTUAL TABLE {table} USING fts5(id, content, sha256)"),
        (f"DROP TABLE {table}", f"CREATE VIRTUAL TABLE {table} USING rtree(id, a, b)"),
        (f"DROP TABLE {table}",),
        ("PRAGMA journal_mode = WAL",),
        ("PRAGMA user_version = 2147483647",),
        ("PRAGMA user_version = -5",),
        ("PRAGMA application_id = 0",),
        ("PRAGMA page_size = 512", "VACUUM"),
        ("PRAGMA page_size = 65536", "VACUUM"),
        ("PRAGMA auto_vacuum = FULL", "VACUUM"),
        (
            "PRAGMA writable_schema = ON",
            f"UPDATE sqlite_master SET rootpage = {rng.randrange(12)} WHERE name = '{table}'",
        ),
        (
            "PRAGMA writable_schema = ON",
            f"UPDATE sqlite_master SET sql = 'CREATE TABLE {table} (a, b, c, d, e, f AS (a))'"
            f" WHERE name = '{table}'",
        ),
        (
            "PRAGMA writable_schema = ON",
            f"UPDATE sqlite_master SET sql = replace(hex(zeroblob(3000000)), '00', 'CREATE ')"
            f" WHERE name = '{table}'",
        ),
        (
            "PRAGMA writable_schema = ON",
            f"UPDATE sqlite_master SET type = 'view' WHERE name = '{table}'",
        ),
    ]
    with suppress(sqlite3.Error):
        changed(path, *rng.choice(ways))


def strange_cells(path: Path, rng: random.Random) -> None:
    """Also with the list damaged, so that its rows are believed."""
    if rng.random() < 0.6:
        changed(path, rng.choice(["DELETE FROM manifest", "UPDATE manifest SET sha256 = x'00'"]))
    values = [
        "NULL", "0", "-1", "9223372036854775807", "-9223372036854775808", "1e308", "9e999", "''",
        "'a'", "x'00'", "x'ff00fe'", "zeroblob(5000)", "zeroblob(20000000)", "'1'",
        "replace(hex(zeroblob(40000)), '0', 'n')", "randomblob(32)", "id", "-id", "id * 1000000000",
    ]  # fmt: skip
    for _ in range(rng.choice([1, 1, 2, 6])):
        table = rng.choice(list(TABLES))
        where = rng.choice(["", f" WHERE id = {rng.randrange(1, 15)}", " WHERE id % 2"])
        column = rng.choice(TABLES[table])
        with suppress(sqlite3.Error):
            changed(path, f"UPDATE OR IGNORE {table} SET {column} = {rng.choice(values)}{where}")


def many_rows(path: Path, rng: random.Random) -> None:
    table = rng.choice(list(TABLES))
    columns = ", ".join(TABLES[table][1:])
    count = rng.choice([100, 5_000, 100_000])
    again = f"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {count})"
    with suppress(sqlite3.Error):
        changed(
            path,
            f"INSERT INTO {table} ({columns}) {again} SELECT {columns} FROM n,"
            f" (SELECT {columns} FROM {table} WHERE length({TABLES[table][1]}) < 200 LIMIT 1)",
            *rng.choice([(), ("DELETE FROM manifest WHERE id > 0",)]),
        )


# bytes, where SQLite keeps its own


def strange_pages(path: Path, rng: random.Random) -> None:
    """Pages that lead to others lead elsewhere: into circles, to the same one, beyond the end."""
    data = bytearray(path.read_bytes())
    pages = max(1, len(data) // PAGE)
    for _ in range(rng.choice([1, 1, 3, 20])):
        page = rng.randrange(pages) * PAGE
        to = rng.choice([rng.randrange(pages + 1), 0, 2**31, rng.randrange(4)])
        at = page + rng.choice([0, 8, 4 * rng.randrange(PAGE // 4), rng.randrange(PAGE - 4)])
        data[at : at + 4] = to.to_bytes(4, "big")
    path.write_bytes(bytes(data))


def pages_again(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    pages = max(1, len(data) // PAGE)
    for _ in range(rng.choice([1, 3])):
        one, other = (rng.randrange(pages) * PAGE for _ in range(2))
        data[one : one + PAGE] = data[other : other + PAGE]
    path.write_bytes(bytes(data))


def flipped_bits(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(rng.choice([1, 5, 50])):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(bytes(data))


def other_size(path: Path, rng: random.Random) -> None:
    size = path.stat().st_size
    crafting.sparse(
        path, rng.choice([0, 1, 99, PAGE, size - 1, size // 2, size + 5, 10**9, 10**11])
    )


CHANGES: tuple[Change, ...] = (
    twist_list, lie_in_list, share_pieces, many_values, twist_part, twist_part, twist_part,
    twist_part, twist_part, twist_numbers, twist_numbers, twist_kinds, repeat_arrays,
    strange_schema, strange_cells, many_rows, strange_pages, pages_again, flipped_bits, other_size,
)  # fmt: skip


MOST_CHANGED = 4_000_000
"""Bytes of what is changed once more."""
FRUITLESS = (
    sqlite3.Error, struct.error, ArithmeticError, LookupError, MemoryError, RecursionError,
    TypeError, ValueError,
)  # fmt: skip
"""How a change may find nothing that it could change."""


def mutated(path: Path, sound: Path, seed: int) -> str:
    """Put a changed copy of a sound project at the path; in words, what was changed."""
    rng = random.Random(seed)
    path.write_bytes(sound.read_bytes())
    done = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        change = rng.choice(CHANGES)
        try:
            change(path, rng)
        except FRUITLESS:
            continue
        done.append(getattr(change, "__name__", ""))
        if not is_whole(path):
            break
    return " + ".join(done)


def is_whole(path: Path) -> bool:
    """Whether there is more to change."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("SELECT 1 FROM manifest").fetchone()
            return path.stat().st_size < MOST_CHANGED
    except sqlite3.Error:
        return False
