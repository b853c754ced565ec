"""Inside an .xlsx file: which sheets there are, and the cells of one, row by row, as text.

The parts are read as streams of XML events and no tree is built, so that a million rows take no
more memory than one. A part that declares a document type is refused: Excel writes none, and what
expands entities or fetches files begins with one.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol, TypeAlias
from xml.parsers import expat
from zipfile import ZipFile

from gpstudio.core.task import Task
from gpstudio.data.source.cells import BrokenError, Cells, Handler, SheetRows, Words
from gpstudio.data.source.formats import DateFormats, Moments

Rows: TypeAlias = Iterator[tuple[int, Cells]]
"""The rows that say something: which row of the sheet, and its cells."""

WORKBOOK = "xl/workbook.xml"
_BLOCK = 1 << 16


class Workbook:
    """What an archive says of its sheets; ``sheets`` are the visible ones with cells."""

    def __init__(self, archive: ZipFile, task: Task) -> None:
        self._archive, self._task = archive, task
        parts = _Parts()
        self._read("xl/_rels/workbook.xml.rels", parts)
        contents = _Contents()
        self._read(WORKBOOK, contents)
        self.sheets = {
            name: parts.by_id[key][1]
            for name, key in contents.visible.items()
            if key in parts.by_id and parts.by_id[key][0] == "worksheet"
        }
        kinds = dict(parts.by_id.values())
        words = Words()
        if "sharedStrings" in kinds:
            self._read(kinds["sharedStrings"], words)
        formats = DateFormats()
        if "styles" in kinds:
            self._read(kinds["styles"], formats)
        self._words, self._moments = words.found, Moments(formats, contents.from_1904)

    def rows(self, sheet: str) -> Rows:
        cells = SheetRows(self._words, self._moments)
        for _ in self._events(self.sheets[sheet], cells):
            yield from cells.rows
            cells.rows.clear()

    def _read(self, part: str, handler: _Hears) -> None:
        for _ in self._events(part, handler):
            pass

    def _events(self, part: str, handler: _Hears) -> Iterator[None]:
        """Each yield stands for a block of the part that the handler has seen."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = handler.start_tag
        parser.EndElementHandler = handler.end_tag
        parser.CharacterDataHandler = handler.data
        parser.StartDoctypeDeclHandler = _refuse_doctype
        with self._archive.open(part) as stream:
            while block := stream.read(_BLOCK):
                self._task.check()
                parser.Parse(block, False)
                yield
        parser.Parse(b"", True)
        yield


class _Hears(Protocol):
    def start_tag(self, tag: str, attributes: dict[str, str], /) -> None: ...
    def end_tag(self, tag: str, /) -> None: ...
    def data(self, text: str, /) -> None: ...


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


def _refuse_doctype(*_: Any) -> None:
    raise BrokenError


def opened_book(handle: BinaryIO, task: Task) -> Workbook:
    return Workbook(ZipFile(handle), task)
