"""The first rows of a text as one delimiter cuts them, and what they come to as a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from gpstudio.core.cached import cached_property
from gpstudio.data.cutting.blocks import cut_blocks
from gpstudio.data.cutting.kinds import NOTHING, TYPED, WORDS, kind_of, usual_kind

MOST_ROWS = 400
_MOST_COLUMNS = 64
"""So many columns show what a table is; the others are only counted."""
_LOOKED_AT = 120
"""Rows whose cells are looked at one by one."""
_NO_SLIP = 0.1
_ABOVE = 0.3
_A_ROW = 0.2
"""What a row of words alone counts, where a number among numbers counts 1."""


@dataclass(frozen=True, eq=False)
class Beginning:
    """Rows as cut by ``delimiter``; ``cells`` holds the first columns, stripped of blanks."""

    delimiter: str
    cells: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...]
    filled: tuple[int, ...]
    """As in ``Block``: a delimiter at the end makes no cell."""
    lines: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.widths)

    @cached_property
    def width(self) -> int:
        """How many cells the rows of the table have: those in which most dates and numbers are.

        Lines above a table have fewer cells, or more words; 1 where nothing is cut.
        """
        weight: dict[int, float] = {}
        for row in self._looked_at:
            width = self.widths[row]
            if width > 1:
                kinds = [kind_of(cell) for cell in self.cells[row][:width]]
                typed = sum(kind in TYPED for kind in kinds)
                weight[width] = weight.get(width, 0.0) + _A_ROW + typed * typed / len(kinds)
        return max(weight, key=lambda width: (weight[width], width), default=1)

    @cached_property
    def most_cells(self) -> int:
        """The largest number of cells that is no slip of the pen; delimiters at the end count."""
        counts = Counter(self.widths[row] for row in self._looked_at)
        often = (width for width, n in counts.items() if n >= _NO_SLIP * counts.total())
        return max(often, default=max(counts, default=1))

    @cached_property
    def usual(self) -> tuple[int, ...]:
        """The rows that have the table's width."""
        return tuple(row for row in self._looked_at if self.widths[row] == self.width)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """What kind of cells each of the first columns has, from its first date or number on."""
        found = []
        for column in range(min(self.width, _MOST_COLUMNS)):
            cells = [self.cells[row][column] for row in self.usual]
            kind = usual_kind(cells)
            # Lines above a short table weigh as much as the table, but not in its second half.
            found.append(usual_kind(cells[len(cells) // 2 :], 0.4) if kind == WORDS else kind)
        return tuple(found)

    @cached_property
    def consistency(self) -> float:
        """Which part of the rows has the table's width; those above the first of them count less.

        A preamble is allowed; a single line below a whole text that is cut otherwise is no table.
        """
        if self.width < 2 or not self.usual:
            return 0.0
        above = sum(row < self.usual[0] for row in self._looked_at)
        return len(self.usual) / (len(self._looked_at) - above + _ABOVE * above)

    @cached_property
    def typed(self) -> float:
        """Which part of what the table's rows say is dates and numbers."""
        rows = self.usual[len(self.usual) // 3 :]
        kinds = [kind_of(cell) for row in rows for cell in self.cells[row][: self.width]]
        said = [kind for kind in kinds if kind != NOTHING]
        return sum(kind in TYPED for kind in said) / len(said) if said else 0.0

    @cached_property
    def headed(self) -> bool:
        """Whether a row of the table's width has only words, as names are, above one with more."""
        rows = [{kind_of(cell) for cell in self.cells[row][: self.width]} for row in self.usual]
        return any(
            WORDS in kinds and kinds.isdisjoint(TYPED) and not below.isdisjoint(TYPED)
            for kinds, below in pairwise(rows)
        )

    @cached_property
    def _looked_at(self) -> tuple[int, ...]:
        """The first rows, and some from all over the others."""
        if len(self) <= _LOOKED_AT:
            return tuple(range(len(self)))
        half = _LOOKED_AT // 2
        step = (len(self) - half) / half
        return (*range(half), *(half + int(step * place) for place in range(half)))


def cut_beginning(text: bytes, delimiter: str, passed: int) -> Beginning:
    """Cut ``text``, whose first ``passed`` lines are comments."""
    cells: list[tuple[str, ...]] = []
    widths: list[int] = []
    filled: list[int] = []
    lines: list[int] = []
    columns = range(_MOST_COLUMNS)
    for block in cut_blocks([text], delimiter, columns, "", skipped=passed, to_the_end=False):
        part = block.rows(slice(0, MOST_ROWS - len(cells)))
        shown = [min(int(width), _MOST_COLUMNS) for width in part.widths]
        for row, width in enumerate(shown):
            known = [cell.strip() for cell in part.cells(row, width)]
            cells.append((*known, *[""] * (_MOST_COLUMNS - width)))
        widths += part.widths.tolist()
        filled += part.filled.tolist()
        lines += part.lines.tolist()
        if len(cells) == MOST_ROWS:
            break
    return Beginning(delimiter, tuple(cells), tuple(widths), tuple(filled), tuple(lines))


def cut_line(line: str, delimiter: str) -> tuple[str, ...]:
    """The cells of a single line."""
    columns = range(len(line.split() if delimiter == " " else line.split(delimiter)))
    for block in cut_blocks([line.encode() + b"\n"], delimiter, columns, "", to_the_end=False):
        return tuple(block.cell(0, slot).strip() for slot in range(int(block.widths[0])))
    return ()
