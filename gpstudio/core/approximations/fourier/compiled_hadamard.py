"""The transform's passes, compiled: few looks at memory, each with much done in registers.

Stages commute, so they are taken in the order of the caches: a chunk that fits the nearest cache
through all its stages, then a piece that fits the next, then what is across pieces.
"""

from __future__ import annotations

from gpstudio.core.approximations.fourier.vectors import WIDTH, butterfly
from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled

CHUNK_BITS = 12
"""32 kB: the nearest cache."""
PIECE_BITS = 16
"""512 kB: the next."""
FIRST_BITS = 6
"""Done by the first pass: three inside a vector, three across eight of them."""

_first = butterfly(3, within=True)
_two, _four, _eight, _sixteen = (butterfly(bits) for bits in (1, 2, 3, 4))


@compiled
def transform(numbers: Floats, first: int, last: int, bits: int) -> None:
    """Each of the rows ``first`` to ``last`` of 2^bits numbers."""
    for row in range(first, last):
        start = row << bits
        if bits < FIRST_BITS:
            _short(numbers, start, 1 << bits)
            continue
        piece, chunk = min(bits, PIECE_BITS), min(bits, CHUNK_BITS)
        for at in range(start, start + (1 << bits), 1 << piece):
            for within in range(at, at + (1 << piece), 1 << chunk):
                for place in range(within, within + (1 << chunk), 1 << FIRST_BITS):
                    _first(address(numbers), place, WIDTH)
                stages(numbers, within, 0, (1 << FIRST_BITS) // WIDTH, FIRST_BITS, chunk)
            stages(numbers, at, 0, (1 << chunk) // WIDTH, chunk, piece)
        stages(numbers, start, 0, (1 << piece) // WIDTH, piece, bits)


@compiled
def across(numbers: Floats, start: int, first: int, last: int, low: int, high: int) -> None:
    """The stages of bits ``low`` to ``high`` at the lines ``first`` to ``last`` of each 2^low."""
    stages(numbers, start, first, last, low, high)


@compiled
def stages(numbers: Floats, start: int, first: int, last: int, low: int, high: int) -> None:
    place, stop, own = address(numbers), start + (1 << high), 1 << low
    while low < high:
        left = high - low
        take = left if left <= 4 else 3
        stride = 1 << low
        for base in range(start, stop, stride << take):
            for run in range(base, base + stride, own):
                for line in range(run + first * WIDTH, run + last * WIDTH, WIDTH):
                    if take == 4:
                        _sixteen(place, line, stride)
                    elif take == 3:
                        _eight(place, line, stride)
                    elif take == 2:
                        _four(place, line, stride)
                    else:
                        _two(place, line, stride)
        low += take


@compiled
def _short(numbers: Floats, start: int, length: int) -> None:
    """Too short for vectors."""
    apart = 1
    while apart < length:
        for i in range(start, start + length):
            if not (i - start) & apart:
                one, other = numbers[i], numbers[i + apart]
                numbers[i], numbers[i + apart] = one + other, one - other
        apart *= 2
