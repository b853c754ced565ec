"""Tables as text: UTF-8, a line feed after each row, an empty cell for what is missing.

Dates are ISO. A number has as many digits as bring back the very same number; where its decimal
mark is the delimiter too, it is quoted. Texts, headers among them, start no formula; numbers are
never touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from gpstudio.core.arrays import AnyArray
from gpstudio.core.task import Task
from gpstudio.data.series import iso_from_days
from gpstudio.data.writing.cells import number_cells, text_cell
from gpstudio.data.writing.form import WrittenAs
from gpstudio.data.writing.sheet import WRITTEN_ROWS, CellKind, Sheet


def write_csv(path: Path, sheet: Sheet, form: WrittenAs, task: Task) -> None:
    mark = form.delimiter_mark
    with path.open("w", encoding="utf-8", newline="") as handle:
        handle.write(mark.join(text_cell(column.name) for column in sheet.columns) + "\n")
        for chunk in sheet.chunks(task, WRITTEN_ROWS):
            cells = [
                _WAYS[column.kind](cells, form)
                for column, cells in zip(sheet.columns, chunk, strict=True)
            ]
            handle.writelines(mark.join(row) + "\n" for row in zip(*cells, strict=True))


def _texts(cells: AnyArray, form: WrittenAs) -> Iterable[str]:
    known = {cell: "" if cell is None else text_cell(cell) for cell in set(cells)}
    return [known[cell] for cell in cells]


def _numbers(cells: AnyArray, form: WrittenAs) -> Iterable[str]:
    written = number_cells(cells)
    if form.decimal_mark == ".":
        return written
    # all of them at once, which is thrice as quick as one by one
    written = "\n".join(written).replace(".", form.decimal_mark).split("\n")
    if form.decimal_mark != form.delimiter_mark:
        return written
    return [f'"{text}"' if form.decimal_mark in text else text for text in written]


def _flags(cells: AnyArray, form: WrittenAs) -> Iterable[str]:
    return ["true" if flag else "false" for flag in cells.tolist()]


def _dates(cells: AnyArray, form: WrittenAs) -> Iterable[str]:
    return iso_from_days(cells)


_WAYS: dict[CellKind, Callable[[AnyArray, WrittenAs], Iterable[str]]] = {
    "text": _texts,
    "number": _numbers,
    "flag": _flags,
    "date": _dates,
}
