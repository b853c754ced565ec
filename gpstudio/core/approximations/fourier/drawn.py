"""What chance says of a term's frequencies, once and for all; the kernel's numbers say the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.kernels.spectrum import Spectrum
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import side_by_side, workers

QUARTERS = 2.0 / np.pi
"""Quarter turns in a radian."""
FEW_INPUTS = 48
"""Up to so many the products are made where they are used; of more, by BLAS beforehand."""
SPAN_NUMBERS = 1 << 21
"""Waves between two looks at the task: a few milliseconds."""
SHARED_FROM = 1 << 18
"""Waves from which a second thread is worth waking."""


@dataclass(frozen=True, eq=False)
class Waves:
    """Where waves go and what they are like besides their frequencies."""

    into: Floats
    """One line a wave, one column a reading: where there are two lines a frequency, the second half
    is of sines."""
    phases: Floats
    """Quarter turns, one a frequency."""
    size: float


@dataclass(frozen=True, eq=False)
class DrawnFeatures:
    uniforms: Floats
    """(frequencies,): where each is in the law of its width."""
    phases: Floats
    """(frequencies,): quarter turns, from 0 to 4."""
    seed: int
    """Of the signs."""

    @property
    def normals(self) -> Floats:
        """(frequencies, inputs): each row standard normal, whatever the others are."""
        raise NotImplementedError

    @cached_property
    def signs(self) -> Floats:
        """(frequencies, inputs): each row all signs alike, and together as even as may be: rows of
        a Hadamard matrix, (−1)^(bits that row and column share), block by block with new signs of
        the columns."""
        count, inputs = self.normals.shape
        side = 1 << max(0, inputs - 1).bit_length()
        rows, columns = np.arange(count), np.arange(inputs)
        shared = np.bitwise_count((rows % side)[:, None] & columns[None, :])
        random = np.random.default_rng(self.seed)
        turned = random.integers(0, 2, (-(-count // side), inputs))[rows // side]
        return np.where((shared + turned) % 2 == 0, 1.0, -1.0)

    def frequencies(self, spectrum: Spectrum) -> Floats:
        """(frequencies, inputs), in radians."""
        result = self.normals * spectrum.widths
        result *= spectrum.spreads(self.uniforms)[:, None]
        if spectrum.centres.any():
            result += self.signs * spectrum.centres
        return result

    def put(self, waves: Waves, inputs: Floats, spectrum: Spectrum, task: Task = QUIET) -> None:
        """The waves at inputs, (inputs, readings) in C order."""
        frequencies = QUARTERS * self.frequencies(spectrum)
        (_here if len(inputs) <= FEW_INPUTS else _by_blas)(waves, inputs, frequencies, task)


@dataclass(frozen=True, eq=False)
class DrawnOut(DrawnFeatures):
    """With all normals written out."""

    table: Floats

    @property
    def normals(self) -> Floats:
        return self.table


def in_spans(
    work: Callable[[int, int], None], readings: int, lines: int, task: Task, by: int = 1
) -> None:
    """``work`` of all readings, in spans between which it can be stopped, side by side where they
    are many; all but the last take a multiple of ``by``."""
    threads = workers() if readings * lines >= SHARED_FROM else 1
    count = max(threads, readings * lines // SPAN_NUMBERS + 1)
    each = max(by, -(-readings // (count * by)) * by)

    def one(first: int) -> None:
        task.check()
        work(first, min(first + each, readings))

    starts = range(0, readings, each)
    if threads > 1:
        side_by_side(one, starts)
    else:
        for first in starts:
            one(first)


def _here(waves: Waves, inputs: Floats, frequencies: Floats, task: Task) -> None:
    from gpstudio.core.approximations.fourier.compiled_waves import put_products

    def work(first: int, last: int) -> None:
        put_products(inputs, frequencies, waves.phases, waves.size, waves.into, first, last)

    in_spans(work, inputs.shape[1], len(waves.into), task)


def _by_blas(waves: Waves, inputs: Floats, frequencies: Floats, task: Task) -> None:
    """BLAS has threads of its own: its products are made one after the other."""
    from gpstudio.core.algebra.lapack import product
    from gpstudio.core.approximations.fourier.compiled_waves import put_turns

    count, readings = len(frequencies), inputs.shape[1]
    each = max(1, 2 * SPAN_NUMBERS // max(1, count))
    for start in range(0, readings, each):
        some = np.asfortranarray(inputs[:, start : start + each])
        turns = product(some, frequencies.T, task).T

        def work(first: int, last: int, turns: Floats = turns, start: int = start) -> None:
            put_turns(turns, waves.phases, waves.size, waves.into, start, first, last)

        in_spans(work, turns.shape[1], len(waves.into), task)
