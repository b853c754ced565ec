"""Entries dealt out to their fields, compiled: one look at each, whatever the number of fields."""

from __future__ import annotations

from typing import Any

from gpstudio.core.compiled import compiled


@compiled
def count(field_of: Any, verdicts: Any, ranks: Any, counts: Any, known: int) -> int:
    """Count the used entries of each field by rank; new fields get the next one.

    Gives how many fields are known then. ``counts`` goes by rank.
    """
    for row in range(len(field_of)):
        if verdicts[row] == 0:
            field = field_of[row]
            if ranks[field] < 0:
                ranks[field] = known
                known += 1
            counts[ranks[field]] += 1
    return known


@compiled
def deal(
    field_of: Any, verdicts: Any, ranks: Any, column: Any, target: Any, following: Any
) -> None:
    """Put each used entry's number where its field's next one goes."""
    for row in range(len(field_of)):
        if verdicts[row] == 0:
            rank = ranks[field_of[row]]
            target[following[rank]] = column[row]
            following[rank] += 1


@compiled
def advances(field_of: Any, verdicts: Any, time: Any, latest: Any, sign: float) -> bool:
    """Whether the used entries of each field go strictly forward, or back where ``sign`` is -1.

    ``latest`` is the last time of each field so far, and is kept up to date.
    """
    for row in range(len(field_of)):
        if verdicts[row] == 0:
            when = sign * time[row]
            if not when > latest[field_of[row]]:
                return False
            latest[field_of[row]] = when
    return True


@compiled
def unsorted(time: Any, bounds: Any, flags: Any) -> None:
    """Flag the fields whose times do not ascend; each lies from one of ``bounds`` to the next."""
    for field in range(len(bounds) - 1):
        flags[field] = False
        for place in range(bounds[field] + 1, bounds[field + 1]):
            if not time[place - 1] <= time[place]:
                flags[field] = True
                break


@compiled
def merge(keys: Any, order: Any, target: Any, begin: int, middle: int, end: int) -> None:
    """Merge two runs of places that are in order by key; of equal keys the left one comes first."""
    left, right = begin, middle
    for place in range(begin, end):
        take_left = right >= end or (left < middle and keys[order[left]] <= keys[order[right]])
        if take_left:
            target[place] = order[left]
            left += 1
        else:
            target[place] = order[right]
            right += 1
