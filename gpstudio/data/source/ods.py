"""Inside an .ods file: which sheets there are, and the cells of one, row by row, as text.

All sheets stand in one part. What repeats is written once with how often: what says nothing is
passed over however often it stands there, and the rest has to fit into a sheet.
"""

from __future__ import annotations

from zipfile import ZipFile

from gpstudio.core.task import Task
from gpstudio.data.source.cells import (
    LONGEST_TEXT,
    MOST_COLUMNS,
    MOST_ROWS,
    UNBROKEN,
    BrokenError,
    Cells,
    Handler,
)
from gpstudio.data.source.xlsx import Rows
from gpstudio.data.source.xml_stream import hear, heard

CONTENT = "content.xml"
MOST_IN_A_ROW = 1 << 24
"""Characters."""
MIDNIGHT = "T00:00:00"


class OpenDocument:
    """What an archive says of its sheets; ``sheets`` are the visible ones."""

    def __init__(self, archive: ZipFile, task: Task) -> None:
        self._archive, self._task = archive, task
        names = _Names()
        hear(archive, CONTENT, names, task)
        self.sheets = {name: name for name in names.found}

    def rows(self, sheet: str) -> Rows:
        cells = _SheetCells(self.sheets[sheet])
        for _ in heard(self._archive, CONTENT, cells, self._task):
            yield from cells.rows
            cells.rows.clear()
            if cells.is_done:
                return


class _Named(Handler):
    """Hears of attributes by their bare names too."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.begin(tag, {name.rpartition(":")[2]: said for name, said in attributes.items()})

    def begin(self, tag: str, said: dict[str, str]) -> None: ...


class _Names(_Named):
    """Of the sheets; which of them are hidden, their styles say."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._style, self._hidden = "", set[str]()

    def begin(self, tag: str, said: dict[str, str]) -> None:
        if tag == "style":
            self._style = said.get("name", "")
        elif tag == "table-properties" and said.get("display") == "false":
            self._hidden.add(self._style)
        elif tag == "table" and said.get("style-name") not in self._hidden:
            self.found.append(said["name"])


class _SheetCells(_Named):
    """The rows of one sheet."""

    def __init__(self, sheet: str) -> None:
        self._sheet = sheet
        self._is_here = self._listens = self.is_done = False
        self._notes = 0
        self._row, self._rows_alike = 0, 1
        self._column, self._cells_alike = 0, 1
        self._told = self._text = ""
        self._cells: Cells = []
        self._letters = 0
        self.rows: list[tuple[int, Cells]] = []
        """Which row of the sheet, and its cells; taken out by whoever reads."""

    def begin(self, tag: str, said: dict[str, str]) -> None:
        if tag == "table":
            if self._is_here:  # a table within a cell
                raise BrokenError
            self._is_here = said.get("name") == self._sheet and not self.is_done
        elif not self._is_here:
            return
        elif tag == "table-row":
            self._rows_alike = int(said.get("number-rows-repeated", 1))
            self._column = self._letters = 0
        elif tag in ("table-cell", "covered-table-cell"):
            self._cells_alike = int(said.get("number-columns-repeated", 1))
            self._told, self._text = _told(said), ""
        elif tag == "annotation":
            self._notes += 1
        elif tag == "p" and not self._notes:
            self._listens = True
            self._text += " " if self._text else ""
        elif tag in ("s", "tab", "line-break") and self._listens:
            self._text += " "

    def end(self, tag: str) -> None:
        if not self._is_here:
            return
        if tag == "p":
            self._listens = False
        elif tag == "annotation":
            self._notes -= 1
        elif tag == "table-cell":
            self._end_cell()
        elif tag == "covered-table-cell":
            self._column += self._cells_alike
        elif tag == "table-row":
            self._end_row()
        elif tag == "table":
            self._is_here, self.is_done = False, True

    def data(self, text: str) -> None:
        if self._listens:
            self._text += text
            if len(self._text) > LONGEST_TEXT:
                raise BrokenError

    def _end_cell(self) -> None:
        text = (self._told or self._text).translate(UNBROKEN).strip()
        first = self._column + 1
        self._column += self._cells_alike
        if not text:
            return
        self._letters += len(text) * self._cells_alike
        if self._column > MOST_COLUMNS or self._letters > MOST_IN_A_ROW:
            raise BrokenError
        self._cells += [(place, text) for place in range(first, self._column + 1)]

    def _end_row(self) -> None:
        first = self._row + 1
        self._row += self._rows_alike
        if self._cells:
            if self._row > MOST_ROWS or self._letters * self._rows_alike > MOST_IN_A_ROW:
                raise BrokenError
            self.rows += [(place, self._cells) for place in range(first, self._row + 1)]
            self._cells = []


def _told(said: dict[str, str]) -> str:
    """What a cell says in a way of its own; empty where its words do."""
    kind = said.get("value-type", "string")
    if kind == "date":
        return said.get("date-value", "").removesuffix(MIDNIGHT).replace("T", " ")
    if kind == "boolean":
        return said.get("boolean-value", "").upper()
    return said.get("value", "")
