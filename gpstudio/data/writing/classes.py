"""``probabilities.csv`` and ``confusion.csv``: which class a row is of, and how often rightly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from gpstudio.core.arrays import Floats, Integers
from gpstudio.data.writing.sheet import Cell, Means, Number, Sheet, SheetColumn, columns_of

SHARE = "p_"
"""Before a class's name, where a column holds its probability."""
AS = "as_"
"""Where it holds how many rows were taken for it."""


@dataclass(frozen=True)
class ClassRow:
    """One line, but for the probabilities; the fields are its columns, in this order."""

    file: Annotated[str, Means("text", "The file that the row stands in.")]
    line: Annotated[
        Number, Means("number", "The line of the file on which it begins; empty of a season.")
    ]
    field: Annotated[str, Means("text", "Of a season, its field; empty of a row of the file.")]
    season: Annotated[str, Means("text", "Of a season, the year in which its middle lies.")]
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
LABEL = SheetColumn("label", "text", "The class, as the file says.")
HOW_PROBABLE = "How probable the class is; one column a class."
TAKEN = "How many of its rows were taken for this class; one column a class."
PROBABILITIES = (*CLASSES, SheetColumn(f"{SHARE}…", "number", HOW_PROBABLE))
"""As they are told: classes are named when they are known."""
CONFUSION = (LABEL, SheetColumn(f"{AS}…", "number", TAKEN))


def probabilities_sheet(
    classes: Sequence[str], rows: Iterable[ClassRow], shares: Iterable[Floats]
) -> Sheet:
    """One row a row of the table, then of those that were asked about."""
    names = tuple(SheetColumn(f"{SHARE}{name}", "number", HOW_PROBABLE) for name in classes)
    own = [column.name for column in CLASSES]

    def cells() -> Iterable[Sequence[Cell]]:
        for row, each in zip(rows, shares, strict=True):
            yield (*(getattr(row, name) for name in own), *each.tolist())

    return Sheet.of_many_rows("probabilities", (*CLASSES, *names), cells(), dated=False)


def confusion_sheet(classes: Sequence[str], counts: Integers) -> Sheet:
    """A row a class, a column for what its rows were taken for."""
    taken = (SheetColumn(f"{AS}{name}", "number", TAKEN) for name in classes)
    cells = [(name, *each) for name, each in zip(classes, counts.tolist(), strict=True)]
    return Sheet.of_rows("confusion", (LABEL, *taken), cells)
