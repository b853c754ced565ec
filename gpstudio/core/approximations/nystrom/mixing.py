"""With what a sketch mixes readings: matrices Ω (n, r) with E ΩΩᵀ = (r/n) I.

``gaussian``: normal numbers. ``hadamard``: signs at random, a Walsh–Hadamard transform (n padded to
a power of two), some of its columns: of the same quality, and K Ω takes n² log n sums instead of
2n²r multiplications.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from gpstudio.core.approximations.fourier.hadamard import hadamard, power_above
from gpstudio.core.approximations.nystrom.sketch_tiles import spans
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.task import Task
from gpstudio.core.threads import side_by_side

AT_ONCE = 4_000_000
"""Numbers transformed at once (32 MB)."""


class Mixing(ABC):
    @abstractmethod
    def entries(self, task: Task) -> Floats:
        """Ω, in Fortran order."""

    @abstractmethod
    def mixed(self, kernel: Kernel, inputs: Floats, task: Task) -> Floats:
        """K Ω, in Fortran order and ours to change."""


@dataclass(frozen=True, eq=False)
class Normals(Mixing):
    matrix: Floats

    @classmethod
    def drawn(cls, n: int, rank: int, random: np.random.Generator) -> Normals:
        return cls(random.standard_normal((rank, n)).T / math.sqrt(n))

    def entries(self, task: Task) -> Floats:
        return self.matrix

    def mixed(self, kernel: Kernel, inputs: Floats, task: Task) -> Floats:
        return np.array(DenseCovariance(kernel, inputs).times(self.matrix, task), order="F")


@dataclass(frozen=True, eq=False)
class Signs(Mixing):
    signs: Floats
    """(n,)"""
    columns: Integers
    length: int
    """A power of two from n."""

    @classmethod
    def drawn(cls, n: int, rank: int, random: np.random.Generator) -> Signs:
        length = power_above(n)
        signs = np.asarray(1.0 - 2.0 * random.integers(0, 2, n), dtype=np.float64)
        return cls(signs, random.choice(length, rank, replace=False), length)

    def entries(self, task: Task) -> Floats:
        n, rank = len(self.signs), len(self.columns)
        turned = np.empty((rank, n))
        rows = max(1, AT_ONCE // self.length)
        for start in range(0, rank, rows):
            task.check()
            some = self.columns[start : start + rows]
            units = np.zeros((len(some), self.length))
            units[np.arange(len(some)), some] = 1.0
            hadamard(units)
            turned[start : start + rows] = units[:, :n] * (self.signs / math.sqrt(n))
        return turned.T

    def mixed(self, kernel: Kernel, inputs: Floats, task: Task) -> Floats:
        from gpstudio.core.operators.products import maker

        n = len(inputs)
        tiles, signs = maker(kernel, inputs, inputs), self.signs / math.sqrt(n)
        result = np.empty((n, len(self.columns)), order="F")
        room = np.empty((max(1, min(n, AT_ONCE // self.length)), self.length))

        def put(rows: slice) -> None:
            tile = np.empty((rows.stop - rows.start, n))
            tiles.make(rows, slice(0, n), tile, task)
            np.multiply(tile, signs, out=room[rows.start - first : rows.stop - first, :n])

        for first in range(0, n, len(room)):
            task.check()
            last = min(first + len(room), n)
            room[:, n:] = 0.0
            side_by_side(put, list(spans(first, last, tiles.height)))
            hadamard(room[: last - first])
            result[first:last] = room[: last - first, self.columns]
        return result


MIXINGS: dict[str, type[Normals] | type[Signs]] = {"gaussian": Normals, "hadamard": Signs}
