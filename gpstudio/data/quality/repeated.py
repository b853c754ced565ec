"""Several readings of a field at one time: pixels, overlapping scenes, or rows written twice.

Pixels of a field are readings in their own right and stay. A row that says the same of the same
field at the same time as another says nothing new: counted twice it would make the curve surer
than it is, so it is counted once. Readings with few different values, such as ratings, agree by
chance; there only a file whose every row is doubled counts as doubled.

Averaged by the day, readings share their haze and their sun: the mean counts as one reading, as
much as the best of them. Its row stands for all; the others are set aside, so that every row of the
file is still accounted for once.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Integers
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.quality.case import Case
from gpstudio.translation import tr

KEPT, ONCE, AVERAGED = "kept", "counted once", "averaged"
CHOICES = (KEPT, ONCE, AVERAGED)
_TWICE = tr("repeating another row")
_MERGED = tr("averaged into another of their day")
_ALIKE = 0.9
"""Doubled rows: so many of the readings of one time are the very same number."""
_TELLING = 100
"""Different values that make chance agreement rare."""
_PIECE = 1 << 18
_MIXERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
"""Odd numbers that spread field and time over 64 bits, as hashes do."""


def settle_repeats(entries: Entries, case: Case) -> None:
    said = case.answer("repeated")
    if said == AVERAGED:
        entries.decisions.append(
            Decision(
                "repeated", said, CHOICES, told=tr("repeated readings {choice}", choice=tr(said))
            )
        )
        _average(entries)
        return
    if not _any_share_a_time(entries):
        return
    order = _ordered(entries)
    later = _same_time(entries, order)
    same = later & (entries.value[order[1:]] == entries.value[order[:-1]])
    twice = int(same.sum())
    doubled = twice > 0 and _no_chance(entries, order, later, same)
    chosen = said or (ONCE if doubled else KEPT)
    why = tr("{count:,} rows say the same as another", count=twice) if doubled else ""
    told = tr("repeated readings {choice}", choice=tr(chosen))
    entries.decisions.append(Decision("repeated", chosen, CHOICES, why, told=told))
    if chosen == ONCE:
        flags: Flags = np.zeros(len(entries), dtype=np.bool_)
        flags[order[1:][same]] = True
        entries.ledger.set_aside(flags, _TWICE)


def _any_share_a_time(entries: Entries) -> bool:
    """A look that costs one sort of numbers; two that agree by accident cost a longer look.

    Most files are written in the order of time, and that is seen at a glance.
    """
    from gpstudio.data.entries.dealing import advances

    for sign in (1.0, -1.0):
        latest = np.full(len(entries.fields), -np.inf)
        verdicts = entries.ledger.verdicts
        if advances(entries.field_of, verdicts, entries.time, latest, sign):
            return False
    used = entries.ledger.used
    keys = entries.time[used].view(np.uint64)
    keys *= _MIXERS[0]
    owners = entries.field_of[used]
    for start in range(0, len(keys), _PIECE):
        piece = slice(start, start + _PIECE)
        keys[piece] ^= owners[piece].astype(np.uint64) * _MIXERS[1]
    keys.sort()
    return bool((keys[1:] == keys[:-1]).any())


def _ordered(entries: Entries) -> Integers:
    used = entries.ledger.used
    if used.all():
        return np.lexsort((entries.value, entries.time, entries.field_of))
    rows: Integers = np.flatnonzero(used)
    return rows[np.lexsort((entries.value[rows], entries.time[rows], entries.field_of[rows]))]


def _same_time(entries: Entries, order: Integers) -> Flags:
    before, after = order[:-1], order[1:]
    return np.asarray(
        (entries.time[before] == entries.time[after])
        & (entries.field_of[before] == entries.field_of[after])
    )


def _no_chance(entries: Entries, order: Integers, later: Flags, same: Flags) -> bool:
    alone = np.concatenate([[True], ~same]) & np.concatenate([~same, [True]])
    if not alone.any():
        return True
    distinct = len(np.unique(entries.value[order]))
    telling = distinct >= min(_TELLING, (len(order) - int(same.sum())) / 2.0)
    return bool(telling and same.sum() >= _ALIKE * later.sum())


def _average(entries: Entries) -> None:
    rows: Integers = np.flatnonzero(entries.ledger.used)
    if not len(rows):
        return
    when = np.floor(entries.time[rows]) if entries.dated else entries.time[rows]
    order = np.lexsort((entries.time[rows], when, entries.field_of[rows]))
    rows, when = rows[order], when[order]
    field_of = entries.field_of[rows]
    new = np.concatenate([[True], (when[1:] != when[:-1]) | (field_of[1:] != field_of[:-1])])
    starts = np.flatnonzero(new)
    if len(starts) == len(rows):
        return
    weight = np.ones(len(rows)) if entries.weight is None else entries.weight[rows]
    total = np.add.reduceat(weight, starts)
    entries.value[rows[starts]] = np.add.reduceat(weight * entries.value[rows], starts) / total
    if entries.weight is not None:
        entries.weight[rows[starts]] = np.maximum.reduceat(weight, starts)
    flags: Flags = np.zeros(len(entries), dtype=np.bool_)
    flags[rows[~new]] = True
    entries.ledger.set_aside(flags, _MERGED)
