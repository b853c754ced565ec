"""``probabilities.csv`` and ``confusion.csv``: which class a row is of, and how often rightly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.writing.sheet import Cell, Means, Number, Sheet, SheetColumn, columns_of

SHARE = "p_"
"""Before a class's name, where a column holds its probability."""


@dataclass(frozen=True)
class ClassRow:
    """One line, but for the probabilities; the fields are its columns, in this order."""

    file: Annotated[str, Means("text", "The file that the row stands in.")]
    line: Annotated[Number, Means("number", "The line of the file on which it begins.")]
    group: Annotated[str, Means("text", "Its group; empty where none was named.")]
    label: Annotated[str, Means("text", "Its class, as the file says; empty without one.")]
    most_probable: Annotated[str, Means("text", "The class that is most probable.")]
    part: Annotated[
        Number,
        Means(
            "number",
            "With which part it was left out, its probabilities being what the other parts say; "
            "empty where they are from all labelled rows.",
        ),
    ]


CLASSES = columns_of(ClassRow)


def probabilities_sheet(
    classes: Sequence[str], rows: Iterable[ClassRow], shares: Iterable[Floats]
) -> Sheet:
    """One row a row of the table, then of those that were asked about."""
    names = tuple(
        SheetColumn(f"{SHARE}{name}", "number", "How probable the class is.") for name in classes
    )
    own = [column.name for column in CLASSES]

    def cells() -> Iterable[Sequence[Cell]]:
        for row, each in zip(rows, shares, strict=True):
            yield (*(getattr(row, name) for name in own), *each.tolist())

    return Sheet.of_many_rows("probabilities", (*CLASSES, *names), cells(), dated=False)


def confusion_sheet(classes: Sequence[str], counts: Integers) -> Sheet:
    """A row a class, a column for what its rows were taken for."""
    label = SheetColumn("label", "text", "The class, as the file says.")
    taken = (
        SheetColumn(f"as_{name}", "number", "How many of its rows were taken for this one.")
        for name in classes
    )
    cells = [(name, *each) for name, each in zip(classes, counts.tolist(), strict=True)]
    return Sheet.of_rows("confusion", (label, *taken), cells)
