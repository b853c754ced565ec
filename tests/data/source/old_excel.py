"""Writes .xls files: the few records of Excel 97 that a table needs, in the container of its time.

Our own, so that what a test says of a file is what stands in it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

SECTOR = 512
FREE, END, TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
PLAIN, DAY, SPAN = 0, 1, 2
"""How cells are shown: as numbers, as days, as hours beyond a day."""


@dataclass(frozen=True)
class Formula:
    """A cell with what was last calculated."""

    value: float | str


@dataclass(frozen=True)
class Fault:
    code: int


Cell: TypeAlias = float | str | bool | date | Formula | Fault | None


@dataclass(frozen=True)
class Sheet:
    rows: Sequence[Sequence[Cell]]
    name: str = "Daten"
    hidden: bool = False
    claimed: tuple[int, int] = (1, 1)
    """How many rows and columns it says that it has."""
    extra: dict[tuple[int, int], Cell] = field(default_factory=dict)
    """Cells far from the others, by row and column."""


def record(kind: int, data: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def _text(words: str, length: str = "<H") -> bytes:
    return struct.pack(length, len(words)) + b"\1" + words.encode("utf-16-le")


def _cell(row: int, column: int, value: Cell, from_1904: bool) -> bytes:
    def at(style: int) -> bytes:
        return struct.pack("<HHH", row, column, style)

    if isinstance(value, Formula):
        told = struct.pack("<d", value.value) if isinstance(value.value, float) else _TEXT_FOLLOWS
        found = record(0x0006, at(PLAIN) + told + bytes(6) + struct.pack("<H", 3) + b"\x1e\1\0")
        words = value.value if isinstance(value.value, str) else None
        return found if words is None else found + record(0x0207, _text(words))
    if isinstance(value, Fault):
        return record(0x0205, at(PLAIN) + bytes([value.code, 1]))
    if isinstance(value, bool):
        return record(0x0205, at(PLAIN) + bytes([value, 0]))
    if isinstance(value, date):
        start = date(1904, 1, 1) if from_1904 else date(1899, 12, 30)
        return record(0x0203, at(DAY) + struct.pack("<d", (value - start).days))
    if isinstance(value, str):
        return record(0x0204, at(PLAIN) + _text(value))
    return b"" if value is None else record(0x0203, at(PLAIN) + struct.pack("<d", value))


_TEXT_FOLLOWS = b"\0\0\0\0\0\0\xff\xff"


def _sheet(sheet: Sheet, from_1904: bool) -> bytes:
    cells = {(r, c): v for r, row in enumerate(sheet.rows) for c, v in enumerate(row)}
    size = struct.pack("<LLHHH", 0, sheet.claimed[0], 0, sheet.claimed[1], 0)
    found = [record(0x0809, struct.pack("<HHHHLL", 0x0600, 0x0010, 0, 1997, 0, 6))]
    found.append(record(0x0200, size))
    found += [_cell(*at, value, from_1904) for at, value in (cells | sheet.extra).items()]
    return b"".join([*found, record(0x000A)])


def stream(*sheets: Sheet, from_1904: bool = False, more: bytes = b"") -> bytes:
    """The workbook without its container; ``more`` records stand behind the first."""
    begin = record(0x0809, struct.pack("<HHHHLL", 0x0600, 0x0005, 0, 1997, 0, 6))
    globals_ = [
        begin,
        more,
        record(0x0042, struct.pack("<H", 1200)),
        record(0x0022, struct.pack("<H", from_1904)),
        *(record(0x00E0, struct.pack("<HHH", 0, kind, 0) + bytes(14)) for kind in (0, 14, 46)),
    ]
    bodies = [_sheet(sheet, from_1904) for sheet in sheets]
    sizes = [8 + len(sheet.name) * 2 + 4 for sheet in sheets]
    at = sum(map(len, globals_)) + sum(sizes) + 4
    for sheet, body in zip(sheets, bodies, strict=True):
        told = struct.pack("<LBB", at, sheet.hidden, 0) + _text(sheet.name, "<B")
        globals_.append(record(0x0085, told))
        at += len(body)
    return b"".join([*globals_, record(0x000A), *bodies])


def container(data: bytes, name: str = "Workbook") -> bytes:
    """A compound document with one part."""
    data = data.ljust(4096, b"\0")
    data += bytes(-len(data) % SECTOR)
    used = len(data) // SECTOR
    tables = 1
    while tables * SECTOR // 4 < used + 1 + tables:
        tables += 1
    chain = [*range(1, used), END, END, *[TABLE] * tables]
    chain += [FREE] * (tables * SECTOR // 4 - len(chain))
    places = [*range(used + 1, used + 1 + tables), *[FREE] * (109 - tables)]
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(10)
    head += struct.pack("<LLLLLLLL", tables, used, 0, 4096, END, 0, END, 0)
    folder = _entry("Root Entry", 5, END, 0, child=1) + _entry(name, 2, 0, len(data))
    return b"".join(
        [
            head,
            struct.pack(f"<{len(places)}L", *places),
            data,
            folder.ljust(SECTOR, b"\0"),
            struct.pack(f"<{len(chain)}L", *chain),
        ]
    )


def _entry(name: str, kind: int, start: int, size: int, child: int = FREE) -> bytes:
    words = (name + "\0").encode("utf-16-le")
    found = words.ljust(64, b"\0") + struct.pack("<HBBLLL", len(words), kind, 1, FREE, FREE, child)
    return found + bytes(36) + struct.pack("<LLL", start, size, 0)


def workbook(*sheets: Sheet, from_1904: bool = False, more: bytes = b"") -> bytes:
    return container(stream(*sheets, from_1904=from_1904, more=more))
