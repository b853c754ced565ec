"""Readings of one value at one place: a weight of 2, the row written twice, or chance.

A weight w counts as w rows of one value, as scikit-learn wants it. Of what w readings of one value
say, N(y | f, s)^w, the curve's part is that of one reading with the noise s/w,

    N(y | f, s)^w = N(y | f, s/w) (2πs)^{−(w−1)/2} w^{−1/2},

and what is left grows without end as the noise s vanishes. Independent readings would agree so only
if there were no noise; copies agree whatever it is, so from them that part is not learnt: they are
gathered into one row, and the noise learnt from it is that of s/w. Where a noise is held the part
changes nothing, and the evidence keeps it: it is the density of all rows.

Readings with few different values, such as ratings by several persons, or pixels in whole per cent,
agree by chance. That is so where readings of one place differ as well, and their values recur at
other places; there every reading counts, as ever.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers

RECURRING = 2.0
"""So many times, on average, values are there at different places where they agree by chance."""


def gathered(
    inputs: Floats, values: Floats, outputs: Integers, weights: Floats
) -> tuple[Integers, Floats, bool]:
    """The rows that stay, the weight of each with its copies', and whether agreement means copies.

    ``inputs`` ascend in their first column; a weight of zero is a reading that is missing.
    """
    every: Integers = np.arange(len(values))
    if not recurring(inputs):
        return every, weights, True
    close = inputs[1:, 0] == inputs[:-1, 0]
    run: Flags = weights > 0.0
    run &= np.concatenate([close, [False]]) | np.concatenate([[False], close])
    rows = np.flatnonzero(run)
    columns = [*inputs[rows].T, outputs[rows]]
    order = np.lexsort((values[rows], *columns))
    rows = rows[order]
    same_place: Flags = np.ones(max(len(rows) - 1, 0), dtype=np.bool_)
    for column in columns:
        ordered = column[order]
        same_place &= ordered[1:] == ordered[:-1]
    same = same_place & (values[rows[1:]] == values[rows[:-1]])
    ties = int(same.sum())
    told = ties > 0 or bool((weights[weights > 0.0] != 1.0).any())
    if told and bool((same_place & ~same).any()) and _recur(values[weights > 0.0], ties):
        return every, weights, False
    if ties == 0:
        return every, weights, True
    return *_together(rows, same, weights), True


def recurring(inputs: Floats) -> bool:
    """Whether two rows have one first input, which ascends."""
    return bool((inputs[1:, 0] == inputs[:-1, 0]).any())


def _recur(values: Floats, ties: int) -> bool:
    """Whether values are found at several places, ``ties`` of them being at one."""
    return len(values) - ties >= RECURRING * len(np.unique(values))


def _together(rows: Integers, same: Flags, weights: Floats) -> tuple[Integers, Floats]:
    """``same`` says of each but the first of the ``rows`` that it is a copy of the one before."""
    starts = np.concatenate([[0], np.flatnonzero(~same) + 1])
    first = np.minimum.reduceat(rows, starts)
    whole = weights.copy()
    whole[rows] = 0.0
    whole[first] = np.add.reduceat(weights[rows], starts)
    stays = np.ones(len(weights), dtype=np.bool_)
    stays[rows] = False
    stays[first] = True
    return np.flatnonzero(stays), whole[stays]
