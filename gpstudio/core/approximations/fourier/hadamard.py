"""The fast Walsh–Hadamard transform: sums and differences alone, in the place of the numbers.

Unscaled and in the natural order, as ``scipy.linalg.hadamard``: twice gives the length times what
was there.
"""

from __future__ import annotations

from itertools import pairwise

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.threads import side_by_side, workers
from gpstudio.translation import tr

SHARED_FROM = 1 << 22
"""Numbers from which a second thread is worth waking: below, one takes a millisecond or two."""


def hadamard(rows: Floats) -> None:
    """Transform each row in its place; (m, 2ᵏ) in C order."""
    from gpstudio.core.approximations.fourier import compiled_hadamard as compiled

    count, length = rows.shape
    if length & (length - 1) or not length:
        raise InputError(
            tr(
                "The transform takes a power of two numbers a row, here are {length}.",
                length=length,
            )
        )
    if not rows.flags.c_contiguous or rows.dtype != float:
        raise ValueError("rows are transformed in their place: decimals in C order")
    bits, threads = length.bit_length() - 1, workers()
    flat = rows.reshape(-1)
    if threads < 2 or flat.size < SHARED_FROM:
        compiled.transform(flat, 0, count, bits)
    elif count >= threads or bits <= compiled.PIECE_BITS:
        side_by_side(lambda some: compiled.transform(flat, *some, bits), _shares(count, threads))
    else:
        for row in rows:
            _together(row, bits, threads)


def _together(row: Floats, bits: int, threads: int) -> None:
    """One long row by several threads: pieces of it, then what is across them."""
    from gpstudio.core.approximations.fourier import compiled_hadamard as compiled
    from gpstudio.core.approximations.fourier.vectors import WIDTH

    piece = compiled.PIECE_BITS
    pieces, lines = 1 << (bits - piece), (1 << piece) // WIDTH
    side_by_side(lambda some: compiled.transform(row, *some, piece), _shares(pieces, threads))
    side_by_side(lambda some: compiled.across(row, 0, *some, piece, bits), _shares(lines, threads))


def _shares(count: int, threads: int) -> list[tuple[int, int]]:
    edges = [count * i // threads for i in range(threads + 1)]
    return list(pairwise(edges))


def power_above(count: int) -> int:
    """The least power of two that is not below ``count``."""
    return 1 << max(0, count - 1).bit_length()
