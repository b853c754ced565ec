"""One field at all settings of a lattice: evidence, and curves, in one compiled call each.

With the departure's covariance and noise A, for a variance of one, and the columns H (a level, and
the waves of a course, each times the root of its variance) what the readings tell is

    M = HᵀA⁻¹H + diag(0, 1, … 1)    b = HᵀA⁻¹y    misfit = yᵀA⁻¹y − bᵀM⁻¹b    log |A| + log |M|

since the level is free and the waves' weights are standard normal. How sure the departure is of
itself does not depend on the columns (``chain.py``); what it makes of them are sums and products
of whole rows of columns (``columns.py``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled, local_numbers
from gpstudio.core.inference.together.columns import columns_for, rooted, summed
from gpstudio.core.inference.together.departure import departure_for
from gpstudio.core.lanes import LANES, add, put, rounded, square, take
from gpstudio.core.operators.markov import Steps
from gpstudio.core.solvers.kalman import QUIET_NOISE
from gpstudio.core.solvers.markov.shape import FAST

WORDS = 4
"""Targets are looked at in so many words at once, each in registers."""
TARGETS = WORDS * LANES
in_words = compiled(rounded)


class Field(NamedTuple):
    """Readings that are there, in ascending time from zero on."""

    time: Floats
    noise: Floats
    """Each reading's noise as a share of the common one."""
    least: float
    """The smallest of these."""
    columns: Floats
    """Readings, ones where a level is estimated, the waves, and zeros to whole words,
    (n, columns)."""
    level: bool
    plain: Steps
    careful: Steps
    """For quiet readings, whose digits short steps would lose."""


class Lattice(NamedTuple):
    """Settings as the passes take them."""

    lengths: Floats
    ratios: Floats
    """Noise over the departure's variance."""
    roots: Floats
    """Of the waves' variances over the departure's, (settings, waves)."""
    counts: Any
    """How many waves count at each."""


class Told(NamedTuple):
    """What the readings tell of the columns at a setting."""

    innovations: Floats
    """Of each column, (n, columns)."""
    root: Floats
    """Upper, M = rootᵀ root, with a row and a column in front."""
    pull: Floats
    """root⁻ᵀb."""
    scales: Floats
    """By which each column counts."""


@compiled(fastmath=FAST)
def form_of(field: Any, ratio: float) -> Any:
    return field.careful if field.least * ratio < QUIET_NOISE else field.plain


@compiled(fastmath=FAST)
def room_for_told(n: int, width: int) -> Any:
    return Told(
        np.empty((n, width)), np.empty((width, width)), np.empty(width), np.empty(width)
    )  # fmt: skip


@compiled(fastmath=FAST)
def scaled(field: Any, lattice: Any, node: int, scales: Any) -> int:
    """Fills the scales of the columns; how many count: the reading's, the level's, the waves'."""
    base = 2 if field.level else 1
    count = base + lattice.counts[node]
    for c in range(len(scales)):
        scales[c] = 1.0 if c < base else 0.0
    for c in range(base, count):
        scales[c] = lattice.roots[node, c - base]
    return int(count)


@compiled(fastmath=FAST)
def level_of(root: Any, pull: Any, q: int) -> float:
    """The first of M⁻¹b; ``pull`` is used up."""
    for i in range(q, 0, -1):
        total = pull[i]
        for k in range(i + 1, q + 1):
            total -= root[i, k] * pull[k]
        pull[i] = total / root[i, i]
    first: float = pull[1]
    return first


@lru_cache(maxsize=8)
def levels_for(D: int) -> Callable[..., None]:
    departure, columns = departure_for(D), columns_for(D)
    filtered, room_for, carried = departure.filtered, departure.room_for, columns.carried

    @compiled(fastmath=FAST)
    def levels(field: Any, lattice: Any, out: Any) -> None:
        """Of each setting log |A| + log |M|, the misfit and the level, (settings, 3)."""
        n, width = field.columns.shape
        room, told, none = room_for(n), room_for_told(n, width), np.empty((0, 0, 0))
        for node in range(len(lattice.lengths)):
            ratio = lattice.ratios[node]
            form, count = form_of(field, ratio), scaled(field, lattice, node, told.scales)
            log_determinant = filtered(field, lattice.lengths[node], ratio, form, room)
            wide = in_words(count)
            carried(field.columns, form, room, wide, told.innovations, none)
            summed(told.innovations, room.inverse, told.scales, count, wide, told.root)
            more, misfit = rooted(told.root, told.pull, count - 1, 1 if field.level else 0)
            out[node, 0], out[node, 1], out[node, 2] = log_determinant + more, misfit, 0.0
            if field.level:
                out[node, 2] = level_of(told.root, told.pull, count - 1)

    return levels


class Looked(NamedTuple):
    """Room for one setting at ascending times."""

    told: Told
    means: Floats
    """Of each column, (times, columns)."""
    variances: Floats
    """The departure's."""


@lru_cache(maxsize=8)
def looked_for(D: int) -> tuple[Callable[..., Any], Callable[..., int]]:
    departure, columns = departure_for(D), columns_for(D)
    filtered, room_for, asked = departure.filtered, departure.room_for, departure.asked
    carried, carried_back, read_out = columns.carried, columns.carried_back, columns.read_out

    @compiled(fastmath=FAST)
    def room_for_looked(field: Any, count: int) -> Any:
        n, width = field.columns.shape
        ahead, back = np.empty((n, D, width)), np.empty((n, D, width))
        looked = Looked(room_for_told(n, width), np.empty((count, width)), np.empty(count))
        read = (np.empty((count, D)), np.empty((count, D)), np.empty(count, dtype=np.int64))
        return room_for(n), ahead, back, looked, read

    @compiled(fastmath=FAST)
    def looked(field: Any, lattice: Any, node: int, times: Any, rooms: Any) -> int:
        """Fills the ``Looked`` in rooms; how many columns there are beside the readings."""
        room, ahead, back, found, read = rooms
        length, ratio, told = lattice.lengths[node], lattice.ratios[node], found.told
        form, count = form_of(field, ratio), scaled(field, lattice, node, told.scales)
        wide = in_words(count)
        filtered(field, length, ratio, form, room)
        carried(field.columns, form, room, wide, told.innovations, ahead)
        summed(told.innovations, room.inverse, told.scales, count, wide, told.root)
        rooted(told.root, told.pull, count - 1, 1 if field.level else 0)
        asked(field, length, ratio, form, room, times, read, found.variances)
        carried_back(form, room, wide, told.innovations, back)
        read_out(ahead, back, read, wide, found.means)
        return int(count - 1)

    return room_for_looked, looked


@compiled(fastmath=FAST)
def apart(ups: Any, found: Any, q: int, first: int, last: int, away: Any) -> None:
    """What the waves are at some targets beside what the readings make of them, (columns,
    targets); zero where there are fewer targets."""
    for s in range(first, last):
        for i in range(1, q + 1):
            off = ups[s, i - 1] - found.means[s, i]
            away[i, s - first] = off * found.told.scales[i]
    for s in range(last, first + TARGETS):
        for i in range(1, q + 1):
            away[i, s - first] = 0.0


some_targets = local_numbers(TARGETS)


@compiled(fastmath=FAST)
def solved(root: Any, pull: Any, q: int, amplitude: float, away: Any, answers: Any) -> None:
    """root⁻ᵀ of the columns of ``away``, in their place; their products with ``pull`` and the
    amplitude times their squares come to ``answers``, (2, targets)."""
    width, rows, row, found = root.shape[1], address(root), address(away), address(answers)
    acc = some_targets(0.0)
    for i in range(1, q + 1):
        for w in range(WORDS):
            put(acc, w * LANES, 1.0, row, i * TARGETS + w * LANES)
        for j in range(1, i):
            share = rows[j * width + i]
            for w in range(WORDS):
                take(acc, w * LANES, share, row, j * TARGETS + w * LANES)
        inverse = 1.0 / rows[i * width + i]
        for w in range(WORDS):
            put(row, i * TARGETS + w * LANES, inverse, acc, w * LANES)
            add(found, w * LANES, pull[i], row, i * TARGETS + w * LANES)
            square(found, TARGETS + w * LANES, amplitude, row, i * TARGETS + w * LANES)


@lru_cache(maxsize=8)
def curves_for(D: int) -> Callable[..., None]:
    room_for_looked, looked = looked_for(D)

    @compiled(fastmath=FAST)
    def curves(
        field: Any, lattice: Any, amplitudes: Any, times: Any, ups: Any, means: Any, spreads: Any
    ) -> None:
        """Mean and squared scale at ascending times for each setting; ``ups`` are the level and the
        waves there."""
        count, rooms = len(times), room_for_looked(field, len(times))
        found = rooms[3]
        away, answers = np.empty((field.columns.shape[1], TARGETS)), np.empty((2, TARGETS))
        for node in range(len(lattice.lengths)):
            q, amplitude = looked(field, lattice, node, times, rooms), amplitudes[node]
            for first in range(0, count, TARGETS):
                last = min(first + TARGETS, count)
                apart(ups, found, q, first, last, away)
                for s in range(first, last):
                    answers[0, s - first] = found.means[s, 0]
                    answers[1, s - first] = amplitude * found.variances[s]
                solved(found.told.root, found.told.pull, q, amplitude, away, answers)
                for s in range(first, last):
                    means[node, s], spreads[node, s] = answers[0, s - first], answers[1, s - first]

    return curves
