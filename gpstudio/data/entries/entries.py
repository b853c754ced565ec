"""What every layout comes to: one entry for each reading that the file may hold.

In a long table a row is an entry; in a wide one a cell is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.data.columns.coded import Coded
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.ledger import Ledger
from gpstudio.translation import tr


@dataclass(eq=False)
class Entries:
    """Gathered from the file and then judged, treatment by treatment (``gpstudio.data.quality``).

    The arrays have one entry per row of the file (per cell, in a wide layout), in its order.
    """

    time: Floats
    """Days since 1970-01-01 where ``dated``, else the user's own numbers; NaN where unread."""
    value: Floats
    """NaN where unread."""
    fields: Sequence[str]
    """Names of the fields; one empty name where the table is one field."""
    field_of: NDArray[np.int32]
    """Which field each entry belongs to."""
    ledger: Ledger
    dated: bool
    time_name: str
    value_name: str
    time_format: str
    value_format: str
    decimal: str
    weight: Floats | None = None
    """From 0 to 1; None where all count alike."""
    beside: Mapping[int, Coded] = field(default_factory=dict)
    """Columns that say how good a reading is, by their place in the file."""
    decisions: list[Decision] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.time)

    def weigh(self, factors: Floats) -> None:
        """Let each entry count less, by its factor from 0 to 1; the array is kept."""
        if self.weight is None:
            self.weight = factors
        else:
            np.multiply(self.weight, factors, out=self.weight)


class UnreadableError(Exception):
    """A column whose cells are mostly not what its role needs; ``cell`` shows one of them."""

    def __init__(self, column: str, needed: str, cell: str | None = None, line: int = 0) -> None:
        super().__init__(needed)
        self.column, self.needed, self.cell, self.line = column, needed, cell, line

    def told(self, file: str) -> InputError:
        """Which column, an example of what stands there, and on which line."""
        from gpstudio.data.texts import shown

        column = shown(self.column)
        if self.cell is None:
            return InputError(
                tr(
                    "Column {column} of {file} has no {needed}; choose another column.",
                    column=column,
                    file=file,
                    needed=self.needed,
                )
            )
        return InputError(
            tr(
                "Most cells of column {column} of {file} are not {needed}, such as "
                "{cell} on line {line}; choose another column.",
                column=column,
                file=file,
                needed=self.needed,
                cell=shown(self.cell),
                line=self.line,
            )
        )
