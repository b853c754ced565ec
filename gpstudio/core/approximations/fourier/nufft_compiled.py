"""Between scattered points and a grid: each point is a bell over some cells about it.

The grid has three axes, of length one in front where there are fewer inputs, and is longer by the
bell's width than its period: what falls beyond an end is folded back by the caller, so that no
cell's place needs a remainder. A bell is a polynomial in each cell, all of one table.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled


@compiled(fastmath={"contract"}, inline=True)
def bells(
    place: Floats, scale: Floats, centre: Floats, cells: Floats, table: Floats, width: int,
    first: Integers, row: Floats,
) -> None:  # fmt: skip
    """Each axis's first cell, and its weights there."""
    front = 3 - len(place)
    for axis in range(len(place)):
        u = (place[axis] - centre[axis]) * scale[axis]
        u -= np.floor(u / cells[axis]) * cells[axis]
        if u >= cells[axis]:
            u -= cells[axis]
        start = np.ceil(u - 0.5 * width)
        first[front + axis] = int(start) + width // 2
        x = 2.0 * (start - u + 0.5 * width) - 1.0
        line = row[front + axis]
        for i in range(len(line)):
            line[i] = table[0, i]
        for power in range(1, len(table)):
            known = table[power]
            for i in range(len(line)):
                line[i] = line[i] * x + known[i]


@compiled(fastmath={"contract"})
def spread_onto(
    grid: Floats, inputs: Floats, strengths: Floats, scale: Floats, centre: Floats, cells: Floats,
    table: Floats, width: int,
) -> None:  # fmt: skip
    """grid += Σ strength · bell."""
    first, row = np.zeros(3, np.int64), np.ones((3, table.shape[1]))
    above = width if inputs.shape[1] == 3 else 1
    across = width if inputs.shape[1] > 1 else 1
    for n in range(len(inputs)):
        bells(inputs[n], scale, centre, cells, table, width, first, row)
        for a in range(above):
            slab = grid[first[0] + a]
            for b in range(across):
                factor = strengths[n] * row[0, a] * row[1, b]
                line = slab[first[1] + b]
                for i in range(width):
                    line[first[2] + i] += factor * row[2, i]


@compiled(fastmath={"contract", "reassoc"})
def gather_from(
    grid: Floats, inputs: Floats, result: Floats, scale: Floats, centre: Floats, cells: Floats,
    table: Floats, width: int,
) -> None:  # fmt: skip
    """result = Σ grid · bell, at each point."""
    first, row = np.zeros(3, np.int64), np.ones((3, table.shape[1]))
    above = width if inputs.shape[1] == 3 else 1
    across = width if inputs.shape[1] > 1 else 1
    for n in range(len(inputs)):
        bells(inputs[n], scale, centre, cells, table, width, first, row)
        total = 0.0
        for a in range(above):
            slab = grid[first[0] + a]
            for b in range(across):
                line = slab[first[1] + b]
                some = 0.0
                for i in range(width):
                    some += line[first[2] + i] * row[2, i]
                total += row[0, a] * row[1, b] * some
        result[n] = total
