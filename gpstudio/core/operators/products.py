"""Products of a kernel's matrix with vectors, tile by tile: the matrix is never stored.

Each thread makes tiles small enough for its cache and multiplies them there; a symmetric tile is
made once and used twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled_blocks import LANES
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.radial_term import RadialTerm
from gpstudio.core.operators.compiled_products import fill_for, gather, gather_many
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import side_by_side, workers

HEIGHT, WIDTH = 128, 512
"""Rows and columns of a tile of compiled terms: half a megabyte, 60 µs of work."""
SIDE = 256
"""Of a tile by any kernel's formulas: 20 ms of work for the slowest."""
WORTH_THREADS = 1_000_000
"""Numbers whose making takes longer than waking threads."""
FEW = 2
"""Up to so many vectors are gathered one by one."""

Gather: TypeAlias = Callable[[Floats, Floats, int, int, int, Floats], None]
"""Adds a tile's part of the product; see ``compiled_products``."""


class Maker(ABC):
    """Makes tiles of k(aᵢ, bⱼ)."""

    height: int
    width: int

    @abstractmethod
    def make(self, rows: slice, columns: slice, tile: Floats, task: Task) -> None:
        """Into ``tile``, which has their shape and lies in one piece."""


class FromFormulas(Maker):
    height = width = SIDE

    def __init__(self, kernel: Kernel, a: Floats, b: Floats) -> None:
        self._kernel, self._a, self._b = kernel, a, b

    def make(self, rows: slice, columns: slice, tile: Floats, task: Task) -> None:
        for some in _spans(columns.start, columns.stop, SIDE):
            task.check()
            block = self._kernel.block(self._a[rows], self._b[some])
            tile[:, _moved(some, columns.start)] = block


class FromTerms(Maker):
    height, width = HEIGHT, WIDTH

    def __init__(self, terms: tuple[RadialTerm, ...], a: Floats, b: Floats) -> None:
        self._terms = []
        for term in terms:
            dims = list(range(a.shape[1]) if term.dims is None else term.dims)
            inverse = np.ones(len(dims)) / np.asarray(term.lengths)
            sides = _ready(a[:, dims]), _ready(b[:, dims].T)
            self._terms.append((fill_for(term.profile), term.variance, inverse, *sides))

    def make(self, rows: slice, columns: slice, tile: Floats, task: Task) -> None:
        task.check()
        for place, (fill, variance, inverse, a, b) in enumerate(self._terms):
            fill(a, b, rows.start, columns.start, inverse, variance, place > 0, tile)


def _ready(values: Floats) -> Floats:
    return np.ascontiguousarray(values, dtype=float)


def maker(kernel: Kernel, a: Floats, b: Floats) -> Maker:
    """By the quickest road that the kernel offers."""
    terms = kernel.radial_terms()
    return FromTerms(terms, a, b) if terms else FromFormulas(kernel, a, b)


def times(kernel: Kernel, inputs: Floats, vectors: Floats, task: Task = QUIET) -> Floats:
    """k(inputs, inputs) vectors, in Fortran order."""
    return _Product(maker(kernel, inputs, inputs), len(inputs), vectors, True, task).result()


def cross_times(
    kernel: Kernel, targets: Floats, inputs: Floats, vectors: Floats, task: Task = QUIET
) -> Floats:
    """k(targets, inputs) vectors, (targets, k), in Fortran order."""
    return _Product(maker(kernel, targets, inputs), len(targets), vectors, False, task).result()


def between(kernel: Kernel, a: Floats, b: Floats, task: Task = QUIET) -> Floats:
    """k(a, b), one row a row of ``a``."""
    result = np.empty((len(a), len(b)))
    made = maker(kernel, a, b)

    def fill(columns: slice) -> None:
        room = np.empty(made.height * made.width)
        for rows in _spans(0, len(a), made.height):
            tile = _shaped(room, rows, columns)
            made.make(rows, columns, tile, task)
            result[rows, columns] = tile

    spans = list(_spans(0, len(b), made.width))
    if result.size < WORTH_THREADS:
        for columns in spans:
            fill(columns)
    else:
        side_by_side(fill, spans)
    return result


@dataclass(frozen=True, eq=False)
class _Product:
    maker: Maker
    rows: int
    vectors: Floats
    symmetric: bool
    task: Task

    def result(self) -> Floats:
        """A few vectors lie one after the other, many side by side, as the loops over them want."""
        inner, count = self.vectors.shape
        if count <= FEW:
            lines = np.ascontiguousarray(self.vectors.T, dtype=float)
            return self._by(gather, lines, (count, self.rows)).T
        width = -(-count // LANES) * LANES
        side = np.zeros((inner, width))
        side[:, :count] = self.vectors
        return np.asfortranarray(self._by(gather_many, side, (self.rows, width))[:, :count])

    def _by(self, gather: Gather, vectors: Floats, shape: tuple[int, int]) -> Floats:
        """Each worker has strips of its own, always the same ones, and a sum of its own: numbers
        come out alike however the threads run."""
        strips = list(_spans(0, self.rows, self.maker.height))
        shares = [share for share in _dealt(strips, workers()) if share]
        if not shares or not vectors.size:
            return np.zeros(shape)

        def summed(strips: list[slice]) -> Floats:
            total = np.zeros(shape)
            room = np.empty(self.maker.height * self.maker.width)
            for rows, columns in self._tiles(strips):
                tile = _shaped(room, rows, columns)
                self.maker.make(rows, columns, tile, self.task)
                gather(
                    tile, vectors, rows.start, columns.start, self._mirrored(rows, columns), total
                )
            return total

        total, *others = side_by_side(summed, shares)
        for other in others:
            total += other
        return total

    def _tiles(self, strips: list[slice]) -> Iterator[tuple[slice, slice]]:
        for rows in strips:
            first = rows.start if self.symmetric else 0
            for columns in _spans(first, len(self.vectors), self.maker.width):
                yield rows, columns

    def _mirrored(self, rows: slice, columns: slice) -> int:
        """The tile's first column whose mirror image is not in a tile of its own."""
        width = columns.stop - columns.start
        # the square on the diagonal is its own mirror image
        return int(min(max(0, rows.stop - columns.start), width) if self.symmetric else width)


def _shaped(room: Floats, rows: slice, columns: slice) -> Floats:
    height, width = rows.stop - rows.start, columns.stop - columns.start
    return room[: height * width].reshape(height, width)


def _moved(span: slice, by: int) -> slice:
    return slice(span.start - by, span.stop - by)


def _spans(start: int, stop: int, size: int) -> Iterator[slice]:
    for first in range(start, stop, size):
        yield slice(first, min(first + size, stop))


def _dealt(strips: list[slice], hands: int) -> list[list[slice]]:
    """As equal shares of a triangle as strips dealt to and fro make."""
    shares: list[list[slice]] = [[] for _ in range(hands)]
    for place, strip in enumerate(strips):
        turn, hand = divmod(place, hands)
        shares[hands - 1 - hand if turn % 2 else hand].append(strip)
    return shares
