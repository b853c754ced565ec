"""Rows of measurements, and what is asked of many of them at once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float | None
Row: TypeAlias = Mapping[str, Cell]
Key: TypeAlias = tuple[Cell, ...]


def number(row: Row, name: str) -> float:
    """A cell as a number; NaN where it is empty."""
    cell = row.get(name)
    return float(cell) if isinstance(cell, int | float) else float("nan")


def grouped(rows: Iterable[Row], *names: str) -> dict[Any, list[Row]]:
    """The rows by the cells of some columns, in the order in which they first come; by the cell
    itself where one column is named."""
    groups: dict[Hashable, list[Row]] = {}
    for row in rows:
        key = tuple(row.get(name) for name in names)
        groups.setdefault(key[0] if len(names) == 1 else key, []).append(row)
    return groups


def distinct(rows: Iterable[Row], name: str) -> list[Any]:
    """The different cells of a column, in the order in which they first come."""
    return list(dict.fromkeys(row.get(name) for row in rows))


def having(rows: Sequence[Row], **cells: Cell) -> list[Row]:
    """The rows with these cells."""
    return [row for row in rows if all(row.get(name) == cell for name, cell in cells.items())]
