"""What a workbook's XML says of words and cells, heard tag by tag."""

from __future__ import annotations

import re
from typing import TypeAlias

from gpstudio.data.source.formats import Moments

Cells: TypeAlias = list[tuple[int, str]]
"""The cells of a row that say something: which column, from 1, and the text. A lone cell far to
the right takes no more room than one to the left."""

MOST_ROWS, MOST_COLUMNS = 1 << 20, 1 << 14
"""As many as Excel has: who claims more is damaged, or means harm."""
LONGEST_TEXT = 1 << 20
"""Thirty times what Excel takes into a cell."""
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
UNBROKEN = str.maketrans("\t\r\n", "   ")
"""A cell of our own text holds neither our delimiter nor a line's end: a row stays a line."""


def line_of(cells: Cells) -> str:
    """A row as a line of our own text, delimited by tabs."""
    at, parts = 1, list[str]()
    for column, text in cells:
        parts.append("\t" * (column - at))
        parts.append('"' + text.replace('"', '""') + '"' if '"' in text else text)
        at = column
    return "".join(parts)


class BrokenError(Exception):
    """The file is not what Excel would write."""


class Handler:
    """Hears of each element by its bare name, whatever prefix the writer gave it."""

    def start_tag(self, tag: str, attributes: dict[str, str]) -> None:
        self.start(tag.rpartition(":")[2], attributes)

    def end_tag(self, tag: str) -> None:
        self.end(tag.rpartition(":")[2])

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...

    def end(self, tag: str) -> None: ...

    def data(self, text: str) -> None: ...


class _Texts(Handler):
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
            if len(self.text) > LONGEST_TEXT:
                raise BrokenError


class Words(_Texts):
    """The words that stand apart from the cells."""

    def __init__(self) -> None:
        super().__init__(("t",))
        self.found: list[str] = []

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == "si":
            self.found.append(_word(self.text))
            self.text = ""


class SheetRows(_Texts):
    """The rows of a sheet; what it says of its own size is not listened to."""

    def __init__(self, words: list[str], moments: Moments) -> None:
        super().__init__(("v", "t"))
        self._words, self._moments = words, moments
        self._row, self._column = 0, 0
        self._kind, self._style = "n", 0
        self._cells: Cells = []
        self.rows: list[tuple[int, Cells]] = []
        """Which row of the sheet, and its cells; taken out by whoever reads."""

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
            if self._cells and self._cells[-1][0] >= self._column:
                raise BrokenError
            self._cells.append((self._column, text))

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
    return text.translate(UNBROKEN).strip()


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
