"""Which readings of another table are new, and the table with them.

A reading is there already where its field has the same value on the same day, whether it takes
part, was set aside or was taken out by hand: what was decided about it holds. Two readings of one
day that say the same are two, where the table has them once and the other file twice. Another value
on a day that is there is a reading in its own right, as pixels are; a person may say that it stands
in place of the one before (``SAME_DAY``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.frozen import frozen
from gpstudio.core.resolution import tells_itself
from gpstudio.core.task import QUIET, Task
from gpstudio.data.adding.added_file import AddedFile
from gpstudio.data.adding.addition import Gain
from gpstudio.data.decisions import SetAside
from gpstudio.data.entries.thin import remarks_of_fields
from gpstudio.data.field_names import fields_named
from gpstudio.data.series import BREATH, SECONDS, Series
from gpstudio.data.table import Table
from gpstudio.translation import tr, tr_later

SAME_DAY = "same day"
"""The decision about another value on a day that is there, and its choices."""
BOTH, NEW, OLD = (
    tr_later("both count"),
    tr_later("the new one counts"),
    tr_later("the old one counts"),
)
DIGITS = 10
"""Decimals to which values are compared: scaling a number may cost its last digits."""
AT_ONCE = 64
"""Fields between two looks at whether to stop."""
Pair = tuple[Floats, Floats]


@dataclass(frozen=True, eq=False)
class Joined:
    """One field with what another file has of it."""

    series: Series
    gain: Gain
    replaced: int = 0
    """Readings that are set aside because the other one of their day counts."""


def fields_in(table: Table, other: Table) -> dict[str, str]:
    """Which field of the table each field of the other one is, by what files call it or by what a
    person calls it."""
    as_filed = fields_named(other.groups, tuple(table.renamed))
    found = {name: table.renamed[filed] for name, filed in as_filed.items()}
    known = set(table.groups)
    found = {name: group for name, group in found.items() if group in known}
    return {**fields_named(other.groups, table.groups), **found}


def join_fields(table: Table, other: Table, same_day: str, task: Task = QUIET) -> Iterator[Joined]:
    """Every field of the other table, in its order; fields of one name there are joined too."""
    fields, done = fields_in(table, other), dict[str, Series]()
    for place, series in enumerate(other.series):
        if place % AT_ONCE == 0:
            task.check()
        group = fields.get(series.group)
        if group is None:
            yield Joined(series, _gain(series, series.time, 0, 0, is_new=True))
            continue
        joined = join_series(done.get(group, table.by_group[group]), series, same_day)
        done[group] = joined.series
        yield joined


def join_series(series: Series, other: Series, same_day: str = BOTH) -> Joined:
    """The readings of a field with those that another file has of it."""
    known = _Known.of(series, other)
    fresh = known.misses(other.time, other.value)
    aside = _aside_of(other)
    more_aside = aside[0][known.misses(*aside)], aside[1][known.misses(*aside)]
    clash = fresh & _on_days_of(other.time, series.time)
    there = int(len(other) - fresh.sum())
    dropped: Pair = (np.zeros(0), np.zeros(0))
    stays = np.ones(len(series), dtype=np.bool_)
    if same_day == OLD:
        dropped = other.time[clash], other.value[clash]
        fresh &= ~clash
    elif same_day == NEW:
        stays = ~_on_days_of(series.time, other.time[clash])
        dropped = series.time[~stays], series.value[~stays]
    gain = _gain(series, other.time[fresh], there, int(clash.sum()) if same_day == BOTH else 0)
    joined = _joined(series, other, stays, fresh)
    joined = _with_aside(joined, more_aside, dropped)
    return Joined(joined, gain, len(dropped[0]))


def clashes(series: Series, other: Series) -> int:
    """Readings of the other on days of which the field has one already, with another value."""
    fresh = _Known.of(series, other).misses(other.time, other.value)
    return int((fresh & _on_days_of(other.time, series.time)).sum())


def has_several_a_day(series: Series) -> bool:
    """As pixels and scenes that overlap are: then another value of a day is a reading more."""
    days = _days(series.time, series.dated)
    return bool((days[1:] == days[:-1]).any())


def with_joined(table: Table, other: Table, found: list[Joined], answers: dict[str, str]) -> Table:
    """The table with all that is new, and with the account of it."""
    changed = {one.series.group: one.series for one in found if not one.gain.is_new}
    more = [one.series for one in found if one.gain.is_new]
    there = sum(one.gain.there for one in found)
    replaced = sum(one.replaced for one in found)
    readings = sum(one.gain.readings for one in found)
    counts = {reason.reason: reason.count for reason in table.set_aside}
    for aside in (
        *other.set_aside,
        SetAside(tr("there already"), there),
        SetAside(tr("with another reading of their day in their place"), replaced),
    ):
        counts[aside.reason] = counts.get(aside.reason, 0) + aside.count
    fields, joined = fields_in(table, other), table.fields.joined(changed, more)
    places = {fields.get(group, group): place for group, place in other.places.items()}
    labels = {fields.get(group, group): its for group, its in other.labels.items()}
    return replace(
        table,
        series=joined,
        rows_in=table.rows_in + other.rows_in,
        rows_used=table.rows_used + other.rows_used - there - replaced,
        set_aside=tuple(SetAside(reason, count) for reason, count in counts.items() if count),
        remarks=remarks_of_fields(joined),
        places=frozen({**places, **table.places}),
        labels=frozen({**labels, **table.labels}),
        added=(*table.added, AddedFile(other.path, frozen(answers), readings)),
    )


@dataclass(frozen=True, eq=False)
class _Known:
    """The readings of a field by day and value, each as often as it is there."""

    dated: bool
    counts: Mapping[tuple[float, float], int]

    @classmethod
    def of(cls, series: Series, other: Series) -> _Known:
        """Those of the days on which the other has any: of a new pass there are none."""
        out = series.excluded
        ends = _ends_of(other)
        pairs = [
            (series.time, series.value),
            _aside_of(series),
            *([(out.time, out.value)] if out is not None else []),
        ]
        counts: dict[tuple[float, float], int] = {}
        for time, value in pairs:
            near = (time >= ends[0] - 1.0) & (time <= ends[1] + 1.0)
            for key in _keys(time[near], value[near], series.dated):
                counts[key] = counts.get(key, 0) + 1
        return cls(series.dated, counts)

    def misses(self, time: Floats, value: Floats) -> Flags:
        """Which of these readings are not there yet."""
        left, found = dict(self.counts), np.zeros(len(time), dtype=np.bool_)
        for place, key in enumerate(_keys(time, value, self.dated)):
            if left.get(key, 0):
                left[key] -= 1
            else:
                found[place] = True
        return found


def _ends_of(series: Series) -> tuple[float, float]:
    """Of all its readings, also those that were set aside."""
    times = [time for time in (series.time, _aside_of(series)[0]) if len(time)]
    return min(float(time[0]) for time in times), max(float(time[-1]) for time in times)


def _keys(time: Floats, value: Floats, dated: bool) -> Iterator[tuple[float, float]]:
    rounded = np.round(value, DIGITS) + 0.0
    return zip(_days(time, dated).tolist(), rounded.tolist(), strict=True)


def _days(time: Floats, dated: bool) -> Floats:
    """As ``own_day`` has them; numbers that are no dates are themselves."""
    return np.floor(time + BREATH / SECONDS) if dated else np.round(time, DIGITS)


def _on_days_of(time: Floats, others: Floats) -> Flags:
    """Both ascend, and most often the one begins where the other ends."""
    if not len(time) or not len(others) or time[0] >= others[-1] + 1.0:
        return np.zeros(len(time), dtype=np.bool_)
    return np.asarray(np.isin(np.floor(time), np.floor(others)))


def _aside_of(series: Series) -> Pair:
    return (np.zeros(0), np.zeros(0)) if series.aside is None else series.aside


def _joined(series: Series, other: Series, stays: Flags, fresh: Flags) -> Series:
    time = np.concatenate([series.time[stays], other.time[fresh]])
    order = np.argsort(time, kind="stable")
    value = np.concatenate([series.value[stays], other.value[fresh]])[order]
    weight = None
    if series.weight is not None or other.weight is not None:
        weights = [_weight(series)[stays], _weight(other)[fresh]]
        weight = np.concatenate(weights)[order]
    step = series.written_in if series.written_in is not None else other.written_in
    told = None if tells_itself(value) else step
    return replace(series, time=time[order], value=value, weight=weight, written_in=told)


def _weight(series: Series) -> Floats:
    return np.ones(len(series)) if series.weight is None else series.weight


def _with_aside(series: Series, *more: Pair) -> Series:
    pairs = [_aside_of(series), *more]
    time, value = (np.concatenate([pair[part] for pair in pairs]) for part in (0, 1))
    if len(time) == len(pairs[0][0]):
        return series
    order: Integers = np.argsort(time, kind="stable")
    return replace(series, aside=(time[order], value[order]))


def _gain(series: Series, time: Floats, there: int, otherwise: int, is_new: bool = False) -> Gain:
    ends = (float(time[0]), float(time[-1])) if len(time) else (np.nan, np.nan)
    return Gain(series.group, len(time), there, otherwise, *ends, series.clock, is_new)
