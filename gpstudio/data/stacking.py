"""Tables that stand side by side in one file become one, the first above the second.

They are such where columns of the same kinds under the same names come again, with dates in each;
what the names differ in, such as a field's name above them, becomes a column of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpstudio.core.task import Task
from gpstudio.data.columns.profile import Profile
from gpstudio.data.cutting.naming import unnumbered
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.names import GROUPS, words
from gpstudio.data.source.cells import UNBROKEN, line_of
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import Spool, as_our_text
from gpstudio.data.texts import is_missing
from gpstudio.translation import tr

FIELD = "field"
_FEWEST, _MOST = 2, 12
"""Columns of each."""


@dataclass(frozen=True)
class Blocks:
    places: tuple[tuple[int, ...], ...]
    """The columns of each table in the file."""
    names: tuple[str, ...]
    """What the columns are called in all of them."""
    titles: tuple[str, ...]
    """What the field of each is called, where none of its columns says it."""


def stacked(
    source: Source, seen: Survey, profiles: Sequence[Profile], roles: Iterable[str], task: Task
) -> Source | None:
    """The file as it would be with one table above the other; None where there is but one, or
    where a person gave ``roles`` to columns that there would not be."""
    blocks = blocks_in(profiles)
    if blocks is None or not {FIELD, *blocks.names}.issuperset(roles):
        return None
    spool, named = Spool(), bool(blocks.titles)
    spool.write(line([FIELD] * named + list(blocks.names)))
    for number, places in enumerate(blocks.places):
        for block in seen.blocks(places, task):
            rows = ([block.cell(row, at) for at in range(len(places))] for row in range(len(block)))
            titles = blocks.titles[number : number + 1]
            told = (row for row in rows if not all(map(is_missing, row)))
            spool.write(b"".join(line([*titles, *row]) for row in told))
    count = len(blocks.places)
    kind = tr("{count} tables side by side taken one below the other", count=count)
    return as_our_text(source, spool, kind)


def line(cells: Iterable[str]) -> bytes:
    """A row of a table that we write."""
    told = [(at, cell.translate(UNBROKEN)) for at, cell in enumerate(cells, start=1) if cell]
    return (line_of(told) + "\n").encode("utf-8", "replace")


def blocks_in(profiles: Sequence[Profile]) -> Blocks | None:
    """The tables side by side, if there are several."""
    if sum(p.kind == "date" for p in profiles) < 2:
        return None
    filled = [place for place, p in enumerate(profiles) if p.kind != "empty"]
    for places in (_parted(filled), *_repeated(filled)):
        found = _alike(profiles, places)
        if found is not None:
            return found
    return None


def _parted(filled: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Runs of columns with an empty one between them."""
    runs: list[list[int]] = []
    for place in filled:
        if not runs or place > runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(place)
    return tuple(map(tuple, runs))


def _repeated(filled: Sequence[int]) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to part the columns into runs of the same length."""
    size = len(filled)
    steps = [step for step in range(_FEWEST, min(_MOST, size // 2) + 1) if size % step == 0]
    return [tuple(tuple(filled[at : at + step]) for at in range(0, size, step)) for step in steps]


def _alike(profiles: Sequence[Profile], places: tuple[tuple[int, ...], ...]) -> Blocks | None:
    if len(places) < 2 or not all(_FEWEST <= len(run) <= _MOST for run in places):
        return None
    kinds = {tuple(profiles[place].kind for place in run) for run in places}
    if len(kinds) > 1:
        return None
    split = [[unnumbered(profiles[place].name).split() for place in run] for run in places]
    heads = [_shared(names) for names in split]
    if len(set(heads)) == 1:
        heads = [()] * len(heads)
    tails = {
        tuple(" ".join(name[len(head) :]) for name in names)
        for head, names in zip(heads, split, strict=True)
    }
    if len(tails) > 1 or not all(next(iter(tails))):
        return None
    names = next(iter(tails))
    return Blocks(places, names, _titles(names, [" ".join(head) for head in heads]))


def _titles(names: Sequence[str], heads: Sequence[str]) -> tuple[str, ...]:
    """What names the field of each table; nothing where a column does, or they are years."""
    if any(not set(GROUPS).isdisjoint(words(name)) for name in names):
        return ()
    if all(head.isdigit() and len(head) == len("2021") for head in heads):
        return ()
    return tuple(head or str(place) for place, head in enumerate(heads, start=1))


def _shared(names: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The words with which all names begin."""
    found: list[str] = []
    for told in zip(*names, strict=False):
        if len(set(told)) > 1:
            break
        found.append(told[0])
    return tuple(found)
