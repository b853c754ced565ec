"""From entries to series: sorted by time within each field, fields in the order of the file."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.resolution import resolution, tells_itself
from gpstudio.core.task import QUIET, Task
from gpstudio.data.entries.aside import Aside, aside_of
from gpstudio.data.entries.entries import Entries
from gpstudio.data.field_names import Chosen, Names
from gpstudio.data.fields import Fields, Roster
from gpstudio.data.series import Series

AT_ONCE = 1 << 17
"""Readings sorted or dealt out at once: some ten milliseconds."""
SAMPLE = 5_000
"""Readings from all over the column that tell the step in which it is written."""
MANY = 1_000
"""So many of a field are not looked through: they tell it themselves."""


def series_of(entries: Entries, task: Task = QUIET) -> Fields:
    """One series per field that has readings; they are views of arrays that all fields share."""
    ranks, bounds = places_of(entries, task)
    time, value, weight = _dealt(entries, ranks, bounds, task)
    for rank in _unsorted(time, bounds):
        a, b = int(bounds[rank]), int(bounds[rank + 1])
        order = sorted_order(time[a:b], task)
        for column in (time, value, weight):
            if column is not None:
                column[a:b] = column[a:b][order]
    task.check()
    aside = aside_of(entries)
    present: Integers = np.argsort(ranks, kind="stable")[len(ranks) - len(bounds) + 1 :]
    fields = Names.of(entries.fields).as_they_were()
    named = (entries.time_name, entries.value_name, entries.dated)
    names = Chosen(fields, present)
    step = resolution(value[:: 1 + len(value) // SAMPLE]) if len(bounds) > 2 else 0.0
    return Fields(Roster(names, _Columns(names, named, bounds, time, value, weight, aside, step)))


@dataclass(frozen=True, eq=False)
class _Columns:
    """The readings of all fields, field after field, and what they are called."""

    names: Chosen
    named: tuple[str, str, bool]
    bounds: Integers
    time: Floats
    value: Floats
    weight: Floats | None
    aside: Aside
    step: float
    """In which the column is written; zero where none is found."""

    def __call__(self, rank: int) -> Series:
        a, b, code = (
            int(self.bounds[rank]),
            int(self.bounds[rank + 1]),
            int(self.names.places[rank]),
        )
        weight = None if self.weight is None else self.weight[a:b]
        counts = None if weight is None or (weight == 1.0).all() else weight
        time, value, aside = self.time[a:b], self.value[a:b], self.aside.of(code)
        few = self.step > 0.0 and len(value) <= MANY and not tells_itself(value)
        step = self.step if few else None
        return Series(self.names[rank], time, value, *self.named, counts, aside, written_in=step)


def places_of(entries: Entries, task: Task) -> tuple[Integers, Integers]:
    """Each field's rank by its first used reading, -1 without any; where its readings lie."""
    from gpstudio.data.entries.dealing import count

    ranks = np.full(len(entries.fields), -1, dtype=np.int64)
    counts = np.zeros(len(entries.fields), dtype=np.int64)
    known = 0
    for a in range(0, len(entries), AT_ONCE):
        task.check()
        part = slice(a, a + AT_ONCE)
        known = count(entries.field_of[part], entries.ledger.verdicts[part], ranks, counts, known)
    return ranks, np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts[:known])])


def _dealt(
    entries: Entries, ranks: Integers, bounds: Integers, task: Task
) -> tuple[Floats, Floats, Floats | None]:
    """Times, values and weights of the used entries, field by field, in the order of the file."""
    from gpstudio.data.entries.dealing import deal

    dealt: list[Floats] = []
    for column in (entries.time, entries.value, entries.weight):
        if column is None:
            continue
        target, following = np.empty(int(bounds[-1])), bounds[:-1].copy()
        for a in range(0, len(entries), AT_ONCE):
            task.check()
            part = slice(a, a + AT_ONCE)
            verdicts = entries.ledger.verdicts[part]
            deal(entries.field_of[part], verdicts, ranks, column[part], target, following)
        dealt.append(target)
    return dealt[0], dealt[1], dealt[2] if len(dealt) > 2 else None


def _unsorted(time: Floats, bounds: Integers) -> list[int]:
    """The ranks of the fields whose times do not ascend."""
    from gpstudio.data.entries.dealing import unsorted

    flags = np.empty(len(bounds) - 1, dtype=np.bool_)
    unsorted(time, bounds, flags)
    found: list[int] = np.flatnonzero(flags).tolist()
    return found


def sorted_order(keys: Floats, task: Task = QUIET) -> Integers:
    """``np.argsort(keys, kind="stable")`` in turns short enough for a Stop."""
    from gpstudio.data.entries.dealing import merge

    order = np.empty(len(keys), dtype=np.int64)
    for a in range(0, len(keys), AT_ONCE):
        task.check()
        order[a : a + AT_ONCE] = a + np.argsort(keys[a : a + AT_ONCE], kind="stable")
    width, spare = AT_ONCE, np.empty_like(order)
    while width < len(keys):
        for a in range(0, len(keys), 2 * width):
            task.check()
            merge(keys, order, spare, a, min(a + width, len(keys)), min(a + 2 * width, len(keys)))
        order, spare = spare, order
        width *= 2
    return order
