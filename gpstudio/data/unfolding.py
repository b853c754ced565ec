"""Columns of which each cell is an object of JSON, as services for maps write them, become a column
for each of its numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpstudio.core.task import Task
from gpstudio.data.columns.profile import Profile
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import Spool, as_our_text
from gpstudio.data.stacking import line
from gpstudio.data.texts import is_missing, shown
from gpstudio.translation import all_of, tr

_LONGEST = 10_000
_MOST = 64
"""Letters of a cell, and numbers of an object, that are looked at."""
_MOSTLY = 0.9


@dataclass(frozen=True)
class Folded:
    """A column of objects, and the keys of their numbers."""

    place: int
    keys: tuple[str, ...]


def unfolded(
    source: Source, seen: Survey, profiles: Sequence[Profile], task: Task
) -> Source | None:
    """The file with a column for each number; None where no column holds such objects."""
    folded = [found for at, p in enumerate(profiles) if (found := _folded(at, p)) is not None]
    if not folded:
        return None
    spool = Spool()
    for piece in _pieces(seen, {one.place: one.keys for one in folded}, task):
        spool.write(piece)
    names = all_of(shown(seen.names[one.place]) for one in folded)
    return as_our_text(source, spool, tr("{columns} taken apart", columns=names))


def _folded(place: int, p: Profile) -> Folded | None:
    said = [cell for cell in p.cells if not is_missing(cell)] if p.kind == "text" else []
    objects = [found for cell in said if (found := _object(cell))]
    if not objects or len(objects) < _MOSTLY * len(said):
        return None
    keys = dict.fromkeys(key for found in objects for key in found)
    return Folded(place, tuple(keys)[:_MOST])


def _object(cell: str) -> Mapping[str, float]:
    """The numbers of an object; empty for anything else."""
    text = cell.strip()
    if not text.startswith("{") or len(text) > _LONGEST:
        return {}
    for written in (text, text.replace("'", '"')):  # as Python prints it
        try:
            found: Any = json.loads(written)
        except (ValueError, RecursionError):
            continue
        return {key: value for key, value in found.items() if type(value) in (int, float)}
    return {}


def _pieces(seen: Survey, keys: Mapping[int, tuple[str, ...]], task: Task) -> Iterator[bytes]:
    names: list[str] = []
    for place, name in enumerate(seen.names):
        own = (key if key not in seen.names else f"{name} {key}" for key in keys.get(place, ()))
        names += own if place in keys else [name]
    yield line(names)
    for block in seen.blocks(range(seen.width), task):
        lines = []
        for row in range(len(block)):
            cells: list[str] = []
            for place in range(seen.width):
                cell = block.cell(row, place)
                if place in keys:
                    found = _object(cell)
                    cells += (repr(found[key]) if key in found else "" for key in keys[place])
                else:
                    cells.append(cell)
            lines.append(line(cells))
        yield b"".join(lines)
