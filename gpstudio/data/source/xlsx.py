"""Inside an .xlsx file: which sheets there are, and the cells of one, row by row, as text."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias
from zipfile import ZipFile

from gpstudio.core.task import Task
from gpstudio.data.source.cells import Cells, Handler, SheetRows, Words
from gpstudio.data.source.formats import DateFormats, Moments
from gpstudio.data.source.xml_stream import hear, heard

Rows: TypeAlias = Iterator[tuple[int, Cells]]
"""The rows that say something: which row of the sheet, and its cells."""

WORKBOOK = "xl/workbook.xml"


class Workbook:
    """What an archive says of its sheets; ``sheets`` are the visible ones with cells."""

    def __init__(self, archive: ZipFile, task: Task) -> None:
        self._archive, self._task = archive, task
        parts = _Parts()
        hear(archive, "xl/_rels/workbook.xml.rels", parts, task)
        contents = _Contents()
        hear(archive, WORKBOOK, contents, task)
        self.sheets = {
            name: parts.by_id[key][1]
            for name, key in contents.visible.items()
            if key in parts.by_id and parts.by_id[key][0] == "worksheet"
        }
        kinds = dict(parts.by_id.values())
        words = Words()
        if "sharedStrings" in kinds:
            hear(archive, kinds["sharedStrings"], words, task)
        formats = DateFormats()
        if "styles" in kinds:
            hear(archive, kinds["styles"], formats, task)
        self._words, self._moments = words.found, Moments(formats.of_style, contents.from_1904)

    def rows(self, sheet: str) -> Rows:
        cells = SheetRows(self._words, self._moments)
        for _ in heard(self._archive, self.sheets[sheet], cells, self._task):
            yield from cells.rows
            cells.rows.clear()


@dataclass
class _Parts(Handler):
    by_id: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Key to what kind of part it is, and its name in the archive."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes["Type"].rpartition("/")[2]
            part = posixpath.normpath(posixpath.join("/xl", attributes["Target"]))
            self.by_id[attributes["Id"]] = kind, part.lstrip("/")


@dataclass
class _Contents(Handler):
    visible: dict[str, str] = field(default_factory=dict)
    """Name of a sheet to the key of its part."""
    from_1904: bool = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "workbookPr":
            self.from_1904 = attributes.get("date1904") in ("1", "true")
        if tag == "sheet" and attributes.get("state", "visible") == "visible":
            key = next(value for name, value in attributes.items() if name.endswith(":id"))
            self.visible[attributes["name"]] = key
