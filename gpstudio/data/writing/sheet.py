"""A table on its way out: columns that say what they mean, and rows in blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import Any, Literal, TypeAlias, get_args, get_type_hints

import numpy as np

from gpstudio.core.arrays import AnyArray
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import days_from_dates

CellKind: TypeAlias = Literal["text", "number", "flag", "date", "time"]
"""What the cells of a column are. ``time`` stands for dates where the table has dates and for
numbers where it has none; it is settled before anything is written."""

Block: TypeAlias = tuple[AnyArray, ...]
"""Some rows, column by column: texts as objects (None for nothing), numbers as doubles (NaN for
nothing), flags as booleans, dates as days since 1970-01-01."""

Number: TypeAlias = float | None
Cell: TypeAlias = str | Number
"""One cell of a table that is made row by row; its dates are ISO texts."""

ROWS, WRITTEN_ROWS = 50_000, 5_000
"""Rows that are handed on in one go, and where each is written out sign by sign: a look whether to
go on is never further off than that."""
LOOKS = 500
"""Rows that are made between two looks."""


@dataclass(frozen=True)
class SheetColumn:
    name: str
    kind: CellKind
    help: str
    """What it means, in one line."""
    exact: bool = False
    """Whether its numbers are never rounded, such as times."""


@dataclass(frozen=True)
class Means:
    """Stands in ``Annotated`` beside the type of a field that is a column of a file."""

    kind: CellKind
    help: str


def columns_of(record: type[Any]) -> tuple[SheetColumn, ...]:
    """The columns that a dataclass declares, in its order."""
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        SheetColumn(field.name, means.kind, means.help)
        for field in fields(record)
        for means in get_args(hints[field.name])[1:]
        if isinstance(means, Means)
    )


@dataclass(frozen=True, eq=False)
class Sheet:
    """One table; ``blocks`` is walked through once, so that no table need fit the memory."""

    name: str
    columns: tuple[SheetColumn, ...]
    blocks: Iterable[Block]
    own_name: str = ""
    """What its first column, of fields, is called in the table that was read."""

    @classmethod
    def of(
        cls, name: str, columns: Iterable[SheetColumn], blocks: Iterable[Block], dated: bool = True
    ) -> Sheet:
        """With its columns of times settled."""
        when: CellKind = "date" if dated else "number"
        settled = (replace(c, kind=when, exact=True) if c.kind == "time" else c for c in columns)
        return cls(name, tuple(settled), blocks)

    @classmethod
    def of_rows(
        cls,
        name: str,
        columns: Sequence[SheetColumn],
        rows: Iterable[Sequence[Cell]],
        task: Task = QUIET,
    ) -> Sheet:
        """A small table, given row by row; it has dates where its times are written out."""
        lists = list(zip(*_looking(rows, task), strict=True)) or [()] * len(columns)
        times = [cells for c, cells in zip(columns, lists, strict=True) if c.kind == "time"]
        dated = all(cell is None or isinstance(cell, str) for cells in times for cell in cells)
        sheet = cls.of(name, columns, (), dated)
        block = (_PACKED[c.kind](cells) for c, cells in zip(sheet.columns, lists, strict=True))
        return replace(sheet, blocks=(tuple(block),))

    @classmethod
    def of_many_rows(
        cls,
        name: str,
        columns: Sequence[SheetColumn],
        rows: Iterable[Sequence[Cell]],
        dated: bool,
    ) -> Sheet:
        """Any number of rows, which are made while they are written."""
        sheet = cls.of(name, columns, (), dated)
        return replace(sheet, blocks=_packed(sheet.columns, rows))

    def under_own_name(self) -> Sheet:
        """With the name that the table itself has for its fields, where no other column has it."""
        first, *others = self.columns
        if not self.own_name or self.own_name in [column.name for column in others]:
            return self
        return replace(self, columns=(replace(first, name=self.own_name), *others))

    def rounded(self, digits: int) -> Sheet:
        """With so many significant digits in every number but times."""

        def cells(column: SheetColumn, cells: AnyArray) -> AnyArray:
            if column.kind != "number" or column.exact:
                return cells
            return np.array([float(f"{cell:.{digits}g}") for cell in cells.tolist()])

        blocks = (
            tuple(cells(column, its) for column, its in zip(self.columns, block, strict=True))
            for block in self.blocks
        )
        return replace(self, blocks=blocks)

    def chunks(self, task: Task = QUIET, most: int = ROWS) -> Iterator[Block]:
        """The rows in blocks of about so many, however they came."""
        held: list[Block] = []
        rows = 0
        for block in self.blocks:
            size = _size(block)
            for first in range(0, size, most):
                task.check()
                held.append(tuple(cells[first : first + most] for cells in block))
                rows += _size(held[-1])
                if rows >= most:
                    yield _joined(held)
                    held, rows = [], 0
        if held:
            yield _joined(held)


def _packed(columns: Sequence[SheetColumn], rows: Iterable[Sequence[Cell]]) -> Iterator[Block]:
    walk = iter(rows)
    while held := list(islice(walk, WRITTEN_ROWS)):
        lists = zip(*held, strict=True)
        yield tuple(_PACKED[c.kind](cells) for c, cells in zip(columns, lists, strict=True))


def _looking(rows: Iterable[Sequence[Cell]], task: Task) -> Iterator[Sequence[Cell]]:
    for place, row in enumerate(rows):
        if place % LOOKS == 0:
            task.check()
        yield row


def _texts(cells: Sequence[Cell]) -> AnyArray:
    texts = np.empty(len(cells), dtype=object)
    texts[:] = cells
    return texts


def _numbers(cells: Sequence[Cell]) -> AnyArray:
    return np.array([np.nan if cell is None else float(cell) for cell in cells])


def _days(cells: Sequence[Cell]) -> AnyArray:
    return days_from_dates([str(cell or "NaT") for cell in cells])


def _flags(cells: Sequence[Cell]) -> AnyArray:
    return np.array([bool(cell) for cell in cells], dtype=np.bool_)


_PACKED: dict[CellKind, Callable[[Sequence[Cell]], AnyArray]] = {
    "text": _texts,
    "number": _numbers,
    "date": _days,
    "flag": _flags,
}


def _size(block: Block) -> int:
    sizes = {len(cells) for cells in block}
    if len(sizes) != 1:
        raise ValueError(f"columns of different length: {sorted(sizes)}")
    return sizes.pop()


def _joined(blocks: list[Block]) -> Block:
    if len(blocks) == 1:
        return blocks[0]
    return tuple(np.concatenate(parts) for parts in zip(*blocks, strict=True))
