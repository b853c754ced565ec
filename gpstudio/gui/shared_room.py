"""How wide the columns of a table are where not all of them find the room that they want."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtWidgets import QTableView

from gpstudio.gui.fields import scaled


@dataclass(frozen=True)
class WantedRoom:
    """Pixels that a column wants."""

    width: int
    least: int | None = None
    """With which it can do; None: it needs all."""
    gives_way: int = 0
    """Where there is little room, the highest goes first; columns of 0 stay."""

    @property
    def needed(self) -> int:
        return self.width if self.least is None else min(self.least, self.width)


def shared(room: int, wanted: Sequence[WantedRoom]) -> list[int]:
    """The width of each; 0: it finds none. What is left goes to those that could do with less,
    in their order."""
    given = [0 if one.gives_way else one.needed for one in wanted]
    for place in sorted(range(len(wanted)), key=lambda at: wanted[at].gives_way):
        if not given[place] and sum(given) + wanted[place].needed <= room:
            given[place] = wanted[place].needed
    for place, one in enumerate(wanted):
        if given[place]:
            given[place] += max(0, min(one.width - given[place], room - sum(given)))
    return given


def share_among_columns(table: QTableView, room: int, wanted: Sequence[WantedRoom]) -> None:
    """Of letters as large as a person has them; a column that finds no room is not shown."""
    rooms = [replace(one, width=scaled(one.width), least=scaled(one.needed)) for one in wanted]
    for place, width in enumerate(shared(room, rooms)):
        table.setColumnHidden(place, not width)
        table.setColumnWidth(place, width)
