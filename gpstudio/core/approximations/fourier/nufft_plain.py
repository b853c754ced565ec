"""Plain transforms between waves and a grid of real numbers, and the half of waves that is kept."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.core.threads import workers

Waves: TypeAlias = NDArray[np.complex128]
"""(2 most + 1, …, most + 1): j from −most on the leading axes, from zero on the last."""


def whole(half: Waves, axes: int) -> Waves:
    """All of F, from its half, on the last ``axes``."""
    most = half.shape[-1] - 1
    full = np.empty((*half.shape[:-1], 2 * most + 1), complex)
    full[..., most:] = half
    mirrored = np.flip(half, axis=tuple(range(-axes, 0)))
    np.conj(mirrored[..., :most], out=full[..., :most])
    return full


def halved(full: Waves) -> Waves:
    """The half of F, from all."""
    return np.ascontiguousarray(full[..., full.shape[-1] // 2 :])


def transformed(grid: Floats, axes: int, task: Task = QUIET) -> Waves:
    """The plain transform of a real grid on its last ``axes``, one by one, so that a stop waits
    for one of them."""
    from scipy import fft

    result = fft.rfft(grid, axis=-1, workers=workers())
    for axis in range(-axes, -1):
        task.check()
        result = fft.fft(result, axis=axis, overwrite_x=True, workers=workers())
    return np.asarray(result)


def back_transformed(half: Waves, cells: tuple[int, ...], task: Task = QUIET) -> Floats:
    """Its unscaled inverse; ``half`` is spoiled."""
    from scipy import fft

    for axis in range(-len(cells), -1):
        task.check()
        half = fft.ifft(half, axis=axis, norm="forward", overwrite_x=True, workers=workers())
    task.check()
    return np.asarray(fft.irfft(half, n=cells[-1], norm="forward", workers=workers()))


def fast_length(least: int) -> int:
    from scipy import fft

    return int(fft.next_fast_len(least, real=True))


def half_shape(most: tuple[int, ...]) -> tuple[int, ...]:
    """Of the half of F."""
    return (*(2 * m + 1 for m in most[:-1]), most[-1] + 1)


def _blocks(most: tuple[int, ...], cells: tuple[int, ...]) -> list[tuple[Any, Any]]:
    """Where a plain transform keeps the waves: those of negative j at the far end of an axis."""
    pairs: list[tuple[tuple[slice, ...], tuple[slice, ...]]] = [((), ())]
    for m, count in zip(most[:-1], cells[:-1], strict=True):
        sides = [(slice(0, m), slice(count - m, count)), (slice(m, 2 * m + 1), slice(0, m + 1))]
        pairs = [((*a, x), (*b, y)) for a, b in pairs for x, y in sides]
    last = slice(0, most[-1] + 1)
    return [((..., *a, last), (..., *b, last)) for a, b in pairs]


def cropped(half: Waves, most: tuple[int, ...]) -> Waves:
    """The waves up to ``most`` of a plain transform."""
    axes = len(most)
    result = np.empty((*half.shape[:-axes], *half_shape(most)), complex)
    for kept, there in _blocks(most, half.shape[-axes:]):
        result[kept] = half[there]
    return result


def padded(waves: Waves, cells: tuple[int, ...]) -> Waves:
    """As a plain transform keeps them, zero for all others."""
    axes = len(cells)
    most = (*((count - 1) // 2 for count in waves.shape[-axes:-1]), waves.shape[-1] - 1)
    shape = (*waves.shape[:-axes], *cells[:-1], cells[-1] // 2 + 1)
    result = np.zeros(shape, complex)
    for kept, there in _blocks(most, cells):
        result[there] = waves[kept]
    return result
