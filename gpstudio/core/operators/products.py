"""Products of a kernel's matrix with vectors, tile by tile: the matrix is never stored.

A symmetric tile is made once and used twice. Few vectors at once: each thread makes tiles small
enough for its cache and uses them there. Many: the threads make a strip together, and BLAS, which
has threads of its own, multiplies it whole.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.radial_term import RadialTerm
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import side_by_side, workers

HEIGHT, WIDTH = 128, 512
"""Rows and columns of a tile of compiled terms: half a megabyte, 60 µs of work."""
SIDE = 256
"""Of a tile by any kernel's formulas: 20 ms of work for the slowest."""
FEW = 6
"""Up to so many vectors a tile is used where it is made."""
STRIP_ROWS, STRIP_COLUMNS = 1024, 2048
STRIP_FLOPS = 3e9
"""Work on a strip between two looks at the task."""


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
        from gpstudio.core.operators.compiled_products import fill_for

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


@dataclass(frozen=True, eq=False)
class _Product:
    maker: Maker
    rows: int
    vectors: Floats
    symmetric: bool
    task: Task

    def result(self) -> Floats:
        lines = np.ascontiguousarray(self.vectors.T, dtype=float)
        return (self._of_few(lines) if len(lines) <= FEW else self._of_many(lines)).T

    def _of_few(self, lines: Floats) -> Floats:
        """Each worker has strips of its own, always the same ones, and a sum of its own: numbers
        come out alike however the threads run."""
        strips = list(_spans(0, self.rows, self.maker.height))
        shares = [share for share in _dealt(strips, workers()) if share]
        if not shares:
            return np.zeros((len(lines), self.rows))
        sums = side_by_side(lambda share: self._summed(share, lines), shares)
        total = sums[0]
        for other in sums[1:]:
            total += other
        return total

    def _summed(self, strips: list[slice], lines: Floats) -> Floats:
        from gpstudio.core.operators.compiled_products import gather

        total = np.zeros((len(lines), self.rows))
        room = np.empty(self.maker.height * self.maker.width)
        for rows in strips:
            first = rows.start if self.symmetric else 0
            for columns in _spans(first, lines.shape[1], self.maker.width):
                tile = _shaped(room, rows, columns)
                self.maker.make(rows, columns, tile, self.task)
                # the square on the diagonal is its own mirror image
                own = max(0, rows.stop - columns.start) if self.symmetric else tile.shape[1]
                mirrored = min(own, tile.shape[1])
                gather(tile, lines, rows.start, columns.start, mirrored, total)
        return total

    def _of_many(self, lines: Floats) -> Floats:
        from gpstudio.core.solvers.blas import Panel, gemm

        count, inner = lines.shape
        total = np.zeros((count, self.rows))
        vectors, sums = lines.T, total.T
        width = min(STRIP_COLUMNS, max(64, int(STRIP_FLOPS / (4.0 * count * STRIP_ROWS))))
        room = np.empty(STRIP_ROWS * max(STRIP_ROWS, width))
        for rows in _spans(0, self.rows, STRIP_ROWS):
            for columns in self._columns(rows, inner, width):
                self.task.check()
                strip = _shaped(room, rows, columns)
                self._make_together(rows, columns, strip)
                turned = Panel.whole(strip.T)
                here, there = _panel(vectors, rows, count), _panel(vectors, columns, count)
                gemm(_panel(sums, rows, count), turned, there, a_turned=True)
                if self.symmetric and columns.start > rows.start:
                    gemm(_panel(sums, columns, count), turned, here)
        return total

    def _columns(self, rows: slice, inner: int, width: int) -> Iterator[slice]:
        """Of the square on the diagonal alone, then of what lies beyond it."""
        if not self.symmetric:
            yield from _spans(0, inner, width)
            return
        yield rows
        yield from _spans(rows.stop, inner, width)

    def _make_together(self, rows: slice, columns: slice, strip: Floats) -> None:
        def make(share: list[slice]) -> None:
            for some in share:
                # whole rows: a tile that lies in one piece
                self.maker.make(some, columns, strip[_moved(some, rows.start)], self.task)

        shares = _dealt(list(_spans(rows.start, rows.stop, self.maker.height)), workers())
        side_by_side(make, [share for share in shares if share])


def _panel(matrix: Floats, rows: slice, columns: int):  # type: ignore[no-untyped-def]
    from gpstudio.core.solvers.blas import Panel

    return Panel(matrix, rows.start, rows.stop, 0, columns)


def _shaped(room: Floats, rows: slice, columns: slice) -> Floats:
    height, width = rows.stop - rows.start, columns.stop - columns.start
    return room[: height * width].reshape(height, width)


def _moved(span: slice, by: int) -> slice:
    return slice(span.start - by, span.stop - by)


def _spans(start: int, stop: int, size: int) -> Iterator[slice]:
    for first in range(start, stop, size):
        yield slice(first, min(first + size, stop))


def _dealt(items: list, hands: int) -> list[list]:  # type: ignore[type-arg]
    """As equal shares of a triangle as strips dealt to and fro make."""
    shares: list[list] = [[] for _ in range(hands)]  # type: ignore[type-arg]
    for place, item in enumerate(items):
        turn, hand = divmod(place, hands)
        shares[hands - 1 - hand if turn % 2 else hand].append(item)
    return shares
