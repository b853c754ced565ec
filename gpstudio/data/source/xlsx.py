"""Inside an .xlsx file: which sheets there are, and the cells of one, row by row, as text.

The parts are read as streams of XML events and no tree is built, so that a million rows take no
more memory than one. A part that declares a document type is refused: Excel writes none, and what
expands entities or fetches files begins with one.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol, TypeAlias
from xml.parsers import expat
from zipfile import ZipFile

from gpstudio.core.task import Task
from gpstudio.data.source.formats import DateFormats, Moments

Rows: TypeAlias = Iterator[tuple[int, list[str]]]
"""The rows that say something: which row of the sheet, and its cells up to the last filled one."""

WORKBOOK = "xl/workbook.xml"
MOST_ROWS, MOST_COLUMNS = 1 << 20, 1 << 14
"""As many as Excel has: who claims more is damaged, or means harm."""
_BLOCK = 1 << 16
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_UNBROKEN = str.maketrans("\t\r\n", "   ")
"""A cell of our own text holds neither our delimiter nor a line's end: a row stays a line."""


class BrokenError(Exception):
    """The file is not what Excel would write."""


class Book:
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
        words = _Words()
        if "sharedStrings" in kinds:
            self._read(kinds["sharedStrings"], words)
        formats = DateFormats()
        if "styles" in kinds:
            self._read(kinds["styles"], formats)
        self._words, self._moments = words.found, Moments(formats, contents.from_1904)

    def rows(self, sheet: str) -> Rows:
        cells = _Cells(self._words, self._moments)
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


class _Handler:
    """Hears of each element by its bare name, whatever prefix the writer gave it."""

    def start_tag(self, tag: str, attributes: dict[str, str]) -> None:
        self.start(tag.rpartition(":")[2], attributes)

    def end_tag(self, tag: str) -> None:
        self.end(tag.rpartition(":")[2])

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...

    def end(self, tag: str) -> None: ...

    def data(self, text: str) -> None: ...


@dataclass
class _Parts(_Handler):
    by_id: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Key to what kind of part it is, and its name in the archive."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes["Type"].rpartition("/")[2]
            part = posixpath.normpath(posixpath.join("/xl", attributes["Target"]))
            self.by_id[attributes["Id"]] = kind, part.lstrip("/")


@dataclass
class _Contents(_Handler):
    visible: dict[str, str] = field(default_factory=dict)
    """Name of a sheet to the key of its part."""
    from_1904: bool = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "workbookPr":
            self.from_1904 = attributes.get("date1904") in ("1", "true")
        if tag == "sheet" and attributes.get("state", "visible") == "visible":
            key = next(value for name, value in attributes.items() if name.endswith(":id"))
            self.visible[attributes["name"]] = key


class _Texts(_Handler):
    """Gathers the text of a cell or a word, without the hints how it is pronounced."""

    def __init__(self, holding: tuple[str, ...]) -> None:
        self._holding = holding
        self._listens = self._aside = False
        self.text = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in self._holding:
            self._listens = not self._aside
        elif tag == "rPh":
            self._aside = True

    def end(self, tag: str) -> None:
        if tag in self._holding:
            self._listens = False
        elif tag == "rPh":
            self._aside = False

    def data(self, text: str) -> None:
        if self._listens:
            self.text += text


class _Words(_Texts):
    """The words that stand apart from the cells."""

    def __init__(self) -> None:
        super().__init__(("t",))
        self.found: list[str] = []

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == "si":
            self.found.append(_word(self.text))
            self.text = ""


class _Cells(_Texts):
    """The rows of a sheet; what it says of its own size is not listened to."""

    def __init__(self, words: list[str], moments: Moments) -> None:
        super().__init__(("v", "t"))
        self._words, self._moments = words, moments
        self._row, self._column = 0, 0
        self._kind, self._style = "n", 0
        self._cells: list[str] = []
        self.rows: list[tuple[int, list[str]]] = []

    def start_tag(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "c":  # the most of all tags by far
            self._begin_cell(attributes)
        else:
            super().start_tag(tag, attributes)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "row":
            self._row = int(attributes.get("r", self._row + 1))
            self._column = 0
        elif tag == "c":
            self._begin_cell(attributes)
        else:
            super().start(tag, attributes)

    def end(self, tag: str) -> None:
        if tag == "c":
            self._end_cell()
        elif tag == "row":
            if self._row > MOST_ROWS:
                raise BrokenError
            if self._cells:
                self.rows.append((self._row, self._cells))
                self._cells = []
        else:
            super().end(tag)

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        place = attributes.get("r")
        self._column = self._column + 1 if place is None else _column(place)
        self._kind = attributes.get("t", "n")
        self._style = int(attributes.get("s", 0))
        self.text = ""

    def _end_cell(self) -> None:
        text = self._shown() if self.text else ""
        if text:
            if self._column > MOST_COLUMNS:
                raise BrokenError
            self._cells.extend([""] * (self._column - 1 - len(self._cells)))
            self._cells[self._column - 1 :] = [text]

    def _shown(self) -> str:
        kind, text = self._kind, self.text
        if kind == "n":
            return self._moments.shown(text, self._style)
        if kind == "s":
            return self._words[int(text)]
        if kind == "b":
            return "TRUE" if text == "1" else "FALSE"
        return _word(text)


def _word(text: str) -> str:
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return text.translate(_UNBROKEN).strip()


def _column(place: str) -> int:
    """1 for A, 27 for AA."""
    column = 0
    for letter in place:
        if not letter.isalpha():
            break
        column = 26 * column + ord(letter) - 64
    if not 0 < column <= MOST_COLUMNS:
        raise BrokenError
    return column


def _refuse_doctype(*_: Any) -> None:
    raise BrokenError


def opened_book(handle: BinaryIO, task: Task) -> Book:
    return Book(ZipFile(handle), task)
