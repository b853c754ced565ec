"""Inside an .xls file, as Excel wrote until 2003: its sheets, and the cells of one as text.

``xlrd`` knows the format. It reads a whole sheet at once, and keeps the last one.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, BinaryIO

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.source.cells import UNBROKEN, BrokenError, Cells
from gpstudio.data.source.formats import Moments, number_text
from gpstudio.data.source.limits import MB
from gpstudio.data.source.source import Source
from gpstudio.data.source.workbook import locked, unpack_workbook
from gpstudio.data.source.xlsx import Rows
from gpstudio.translation import tr

BEGINS = rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Whatever Office wrote until 2003, and what it locks with a password until today."""
MOST = 512 * MB
"""A sheet has at most 65,536 rows; it is held in memory."""
_CHECKED = 1_000
"""Records that are read between two looks whether somebody wants to stop."""
_BOOKS, _LOCKED = ("Workbook", "Book"), "EncryptedPackage"
"""Names of parts of such a file."""


class OldWorkbook:
    """What a workbook says of its sheets; ``sheets`` are the visible ones, and their places."""

    def __init__(self, source: Source, handle: BinaryIO, task: Task) -> None:
        import xlrd

        self._book = _opened(source, handle)
        self._book.get_record_parts = _watched(self._book.get_record_parts, task)
        self._errors = xlrd.error_text_from_code
        hidden, names = self._book._sheet_visibility, self._book.sheet_names()
        self.sheets = {name: str(at) for at, name in enumerate(names) if not hidden[at]}
        self._moments = Moments([False], from_1904=bool(self._book.datemode))
        self._loaded = ""

    def rows(self, sheet: str) -> Rows:
        place = self.sheets[sheet]
        if self._loaded not in ("", place):
            self._book.unload_sheet(int(self._loaded))
        self._loaded = place
        found = self._book.sheet_by_index(int(place))
        for row in range(found.nrows):
            kinds, values = found.row_types(row), found.row_values(row)
            told = [(at, self._text(kind, values[at])) for at, kind in enumerate(kinds) if kind]
            cells: Cells = [(at + 1, text) for at, text in told if text]
            if cells:
                yield row + 1, cells

    def _text(self, kind: int, value: Any) -> str:
        """As a cell of a newer workbook is told."""
        if kind == 1:
            return str(value).translate(UNBROKEN).strip()
        if kind == 2:
            return number_text(repr(value))
        if kind == 3:
            return self._moments.shown(repr(value), 0)
        if kind == 4:
            return "TRUE" if value else "FALSE"
        return str(self._errors.get(value, "#N/A")) if kind == 5 else ""


def _opened(source: Source, handle: BinaryIO) -> Any:
    """The book, unless the file is locked or something else."""
    import xlrd

    data = handle.read(MOST + 1)
    if len(data) > MOST:
        raise BrokenError
    if not any(name.encode("utf-16-le") in data for name in _BOOKS):
        raise locked(source) if _LOCKED.encode("utf-16-le") in data else _other(source)
    try:
        return xlrd.open_workbook(
            file_contents=data, logfile=io.StringIO(), on_demand=True, ragged_rows=True
        )
    except xlrd.XLRDError as error:
        raise locked(source) if "encrypted" in str(error) else BrokenError from None


def _other(source: Source) -> InputError:
    return InputError(
        tr(
            "{file} is an old Office document, or a part of one, not a table; save its table as "
            ".xlsx or CSV.",
            file=source.file,
        )
    )


def _watched(read: Callable[[], Any], task: Task) -> Callable[[], Any]:
    """The reader of records, which lets a Stop through."""
    numbers = count()

    def reading() -> Any:
        if next(numbers) % _CHECKED == 0:
            task.check()
        return read()

    return reading


def unpack_old_workbook(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    return unpack_workbook(source, answers, task, OldWorkbook)
