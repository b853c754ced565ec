"""The curve at any time, from the state before it and the adjoint after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gpstudio.core.compiled import compiled
from gpstudio.core.inference.one_matern.data import back_width, store_width
from gpstudio.core.inference.one_matern.passes import FAST, step_for


@lru_cache(maxsize=8)
def roads_for(D: int) -> Callable[..., None]:
    step = step_for(D)

    @compiled(fastmath=FAST)
    def roads(length: float, data: Any, before: Any, after: Any, place: Any, ways: Any) -> None:
        """For each target how the state reaches it: the fading of the way there and of the way on,
        and the noise gained, as the readout sees it."""
        A, Q, h = data.room.way, data.room.gained, data.shape.readout
        shape, share = data.shape, data.room.share
        stationary = shape.stationary
        for s in range(len(before)):
            step(before[s] / length, shape, share, A, Q, 0)
            for i in range(D):
                total = 0.0
                for j in range(D):
                    ways[s, i * D + j] = A[0, i, j]
                    total += (Q[0, i, j] if place[s] >= 0 else stationary[i, j]) * h[j]
                ways[s, D * D + i] = total
            step(after[s] / length, shape, share, A, Q, 0)
            for i in range(D):
                for j in range(D):
                    ways[s, D * D + D + i * D + j] = A[0, i, j]

    return roads


@lru_cache(maxsize=8)
def look_for(D: int) -> Callable[..., None]:
    P, G, ON = 2 * D, 2 * D + D * D, D * D + D
    INVERSE, PULL = store_width(D) - 1, back_width(D) - 1

    @compiled(fastmath=FAST)
    def beside(store: Any, t: int, noise: float, h: Any, back: Any, out: Any, s: int) -> None:
        """At a reading: what it leaves open is a share of its own noise, so no digits are lost."""
        here, first, second = 0.0, 0.0, 0.0
        for i in range(D):
            here += h[i] * store[t, G + i]
            first += h[i] * store[t, i] + store[t, G + i] * back[t, i]
            second += h[i] * store[t, D + i] + store[t, G + i] * back[t, D + i]
        out[s, 0], out[s, 1] = first, second
        out[s, 2] = noise * (here * store[t, INVERSE] - noise * back[t, PULL])

    @compiled(fastmath=FAST)
    def leave(
        store: Any, t: int, h: Any, ways: Any, s: int, a: Any, work: Any, gain: Any, out: Any
    ) -> None:
        """From the reading before: its filtered state over the way, and P h there as a gain."""
        inverse = store[t, INVERSE]
        v, w = store[t, INVERSE - 2] * inverse, store[t, INVERSE - 1] * inverse
        first, second, seen = 0.0, 0.0, 0.0
        for j in range(D):
            a[j] = ways[s, j] * h[0]
            seen += store[t, G + j] * a[j]
            first += a[j] * (store[t, j] + store[t, G + j] * v)
            second += a[j] * (store[t, D + j] + store[t, G + j] * w)
        seen *= inverse
        for i in range(D):
            total = -store[t, G + i] * seen
            for j in range(D):
                total += store[t, P + i * D + j] * a[j]
            work[i] = total
        for i in range(D):
            total = ways[s, D * D + i]
            for j in range(i, D):
                total += ways[s, i * D + j] * work[j]
            gain[i] = total
        out[s, 0], out[s, 1] = first, second

    @compiled(fastmath=FAST)
    def arrive(back: Any, t: int, ways: Any, s: int, e: Any, gain: Any, out: Any) -> None:
        """What the readings from the next one on say."""
        first, second, known = 0.0, 0.0, 0.0
        for i in range(D):
            total = 0.0
            for j in range(i, D):
                total += ways[s, ON + i * D + j] * gain[j]
            e[i] = total
            first += total * back[t, i]
            second += total * back[t, D + i]
        for i in range(D):
            for j in range(i):
                known += 2.0 * e[i] * back[t, 2 * D + i * D + j] * e[j]
            known += e[i] * back[t, 2 * D + i * D + i] * e[i]
        out[s, 0] += first
        out[s, 1] += second
        out[s, 2] -= known

    @compiled(fastmath=FAST)
    def look(ratio: float, data: Any, place: Any, before: Any, ways: Any, out: Any) -> None:
        """Both columns' means and the variance at each target, (targets, 3)."""
        h, room, n = data.shape.readout, data.room, len(data.gaps)
        store, back, noise = data.store, data.back, data.noise
        a, work, gain = room.pull, room.share, room.gain
        for s in range(len(place)):
            t = place[s]
            if t >= 0 and before[s] == 0.0:
                beside(store, t, noise[t] * ratio, h, back, out, s)
            else:
                if t >= 0:
                    leave(store, t, h, ways, s, a, work, gain, out)
                else:
                    out[s, 0], out[s, 1] = 0.0, 0.0
                    for i in range(D):
                        gain[i] = ways[s, D * D + i]
                out[s, 2] = 0.0
                for i in range(D):
                    out[s, 2] += h[i] * gain[i]
                if t + 1 < n:
                    arrive(back, t + 1, ways, s, a, gain, out)
            out[s, 2] = max(out[s, 2], 0.0)

    return look
