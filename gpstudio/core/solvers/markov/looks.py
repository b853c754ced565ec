"""What passes do at one time: read the state out, take in a reading, keep and fetch a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gpstudio.core.solvers.markov.shape import Shape, cached, small


class Looks(NamedTuple):
    read: Callable[..., None]
    """(readout, origin, time, row, h, form): h = Σₚ readout[p] (time − origin)ᵖ, or where each
    reading and target has a readout of its own (``OWN_ROWS``) that of its row."""
    look: Callable[..., float]
    """(P, h, Ph, form): Ph = P h; hᵀ P h."""
    innovations: Callable[..., None]
    """(Y, x, m, h, v, form): v = y − hᵀm for each column of reading x."""
    absorb: Callable[..., None]
    """(Ph, v, inverse, m, P, form): what a reading says; the state moves and is surer after it."""
    save: Callable[..., None]
    """(store, row, m, P, form): m and the lower half of P into a row of the store."""
    load: Callable[..., None]
    """(store, row, m, P, form): what ``save`` kept."""
    copy: Callable[..., None]
    """(source, source_square, states, square, form): m or r of each column with its P or N."""


@cached
def looks_for(shape: Shape) -> Looks:
    save, load, copy = _keeping(shape)
    look, innovations = _looking(shape)
    return Looks(_read(shape), look, innovations, _absorb(shape), save, load, copy)


def _read(shape: Shape) -> Callable[..., None]:
    size = shape.size

    @small
    def read(readout: Any, origin: float, time: float, row: int, h: Any, form: Any) -> None:
        first = row * size(form) if form.degree < 0 else 0
        for i in range(size(form)):
            total = 0.0
            for p in range(form.degree, 0, -1):
                total = (total + readout[p * size(form) + i]) * (time - origin)
            h[i] = total + readout[first + i]

    return read


def _looking(shape: Shape) -> tuple[Callable[..., float], Callable[..., None]]:
    size, columns = shape.size, shape.columns

    @small
    def look(P: Any, h: Any, Ph: Any, form: Any) -> float:
        D, variance = size(form), 0.0
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += P[i * D + j] * h[j]
            Ph[i] = total
            variance += h[i] * total
        return variance

    @small
    def innovations(Y: Any, x: int, m: Any, h: Any, v: Any, form: Any) -> None:
        D = size(form)
        for c in range(columns(form)):
            total = Y[x * columns(form) + c]
            for i in range(D):
                total -= h[i] * m[c * D + i]
            v[c] = total

    return look, innovations


def _absorb(shape: Shape) -> Callable[..., None]:
    size, columns = shape.size, shape.columns

    @small
    def absorb(Ph: Any, v: Any, inverse: float, m: Any, P: Any, form: Any) -> None:
        D = size(form)
        for c in range(columns(form)):
            for i in range(D):
                m[c * D + i] += Ph[i] * (v[c] * inverse)
        for i in range(D):
            for j in range(i + 1):
                P[i * D + j] -= Ph[i] * Ph[j] * inverse
                P[j * D + i] = P[i * D + j]

    return absorb


def _keeping(shape: Shape) -> tuple[Callable[..., None], ...]:
    size, columns = shape.size, shape.columns

    @small
    def save(store: Any, row: int, m: Any, P: Any, form: Any) -> None:
        D, k = size(form), columns(form)
        place = row * (k * D + D * (D + 1) // 2)
        for i in range(k * D):
            store[place] = m[i]
            place += 1
        for i in range(D):
            for j in range(i + 1):
                store[place] = P[i * D + j]
                place += 1

    @small
    def load(store: Any, row: int, m: Any, P: Any, form: Any) -> None:
        D, k = size(form), columns(form)
        place = row * (k * D + D * (D + 1) // 2)
        for i in range(k * D):
            m[i] = store[place]
            place += 1
        for i in range(D):
            for j in range(i + 1):
                P[i * D + j] = store[place]
                P[j * D + i] = store[place]
                place += 1

    @small
    def copy(source: Any, source_square: Any, states: Any, square: Any, form: Any) -> None:
        D = size(form)
        for i in range(columns(form) * D):
            states[i] = source[i]
        for i in range(D * D):
            square[i] = source_square[i]

    return save, load, copy
