"""Fields of which little or nothing is left: who looks for one should know where it went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from gpstudio.core.arrays import Flags, Integers
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.arena import said_in
from gpstudio.data.entries.entries import Entries
from gpstudio.data.entries.series_of import AT_ONCE, places_of
from gpstudio.data.field_names import Names
from gpstudio.data.series import Series
from gpstudio.data.texts import shown
from gpstudio.translation import tr_count

THIN = 3
"""Readings that show no course."""
_MOST_TOLD = 5


def remarks_of(entries: Entries, task: Task = QUIET) -> tuple[str, ...]:
    """Fields without a reading, and fields with one to three, by name; a table of a single field
    has told its readings already."""
    if len(entries.fields) < 2:
        return ()
    ranks, bounds = places_of(entries, task)
    names = Names.of(entries.fields).as_they_were()
    return tuple(_told(names, ranks, np.diff(bounds), _without(entries, ranks)))


def remarks_of_fields(fields: Sequence[Series]) -> tuple[str, ...]:
    """The same of fields that are there, all with readings."""
    if len(fields) < 2:
        return ()
    counts = np.array([len(series) for series in fields], dtype=np.int64)
    places = np.arange(len(counts))
    return tuple(_told([series.group for series in fields], places, counts, places[:0]))


def _told(
    names: Sequence[str], ranks: Integers, counts: Integers, without: Integers
) -> Iterator[str]:
    some = np.flatnonzero(ranks >= 0)
    few = some[counts[ranks[some]] <= THIN]
    if len(without):
        yield tr_count(
            len(without),
            "{listed} has no reading",
            "{n:,} fields have no reading: {listed}",
            listed=_listed(names, without),
        )
    if len(few):
        yield tr_count(
            len(few),
            "{listed} has three readings or fewer",
            "{n:,} fields have three readings or fewer: {listed}",
            listed=_listed(names, few),
        )


def _without(entries: Entries, ranks: Integers) -> Integers:
    """The fields that have rows with a time and no reading that is used."""
    gone = ranks < 0
    if not gone.any():
        return np.zeros(0, dtype=np.int64)
    seen: Flags = np.zeros(len(ranks), dtype=np.bool_)
    for start in range(0, len(entries), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        seen[entries.field_of[part][np.isfinite(entries.time[part])]] = True
    return np.flatnonzero(gone & seen & said_in(Names.of(entries.fields).cells))


def _listed(names: Sequence[str], places: Integers) -> str:
    listed = [shown(names[place]) for place in places[:_MOST_TOLD].tolist()]
    return ", ".join([*listed, *(["…"] if len(places) > len(listed) else [])])
