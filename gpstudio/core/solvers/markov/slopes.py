"""What the pass back gathers of the evidence's gradient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address
from gpstudio.core.kernels.states.form import TERMS, MarkovForm
from gpstudio.core.operators.markov import unrolled
from gpstudio.core.solvers.markov.shape import Shape, cached, small


class Slopes(NamedTuple):
    """Sums over the readings; matrices are kept as the moves are, D × D or D × band, and flat."""

    noise: Floats
    """In the logarithm of the noise's scale, (1,)."""
    drift: Floats
    """In F, through exp(FΔ): Σ Δ · (…)."""
    level: Floats
    """In P∞, (3, …): through the first reading; through the short steps, of blocks that have no
    noise of their own; through the long steps."""
    series: Floats
    """In the terms of the short steps' noise, (TERMS, …)."""
    mixing: Floats
    """What recombines the columns, (k, k)."""

    @classmethod
    def empty(cls, form: MarkovForm, mixing: Floats) -> Slopes:
        size = form.dimension
        band = size if unrolled(form) else max(part.width for part in form.parts)
        flat, mixed = size * band, np.ascontiguousarray(mixing)
        zeros = np.zeros((4 + TERMS, flat))
        return cls(np.zeros(1), zeros[0], zeros[1:4], zeros[4:], mixed)

    def along(self, form: MarkovForm, first: float) -> Floats:
        """In the logarithm of each parameter of the form, then of the noise; ``first`` is the time
        of the first reading."""
        full, size = unrolled(form), form.dimension
        short = self.series.any()
        sums = [self.drift[None], self.level, *([self.series] if short else [])]
        rows, place = np.concatenate(sums).reshape(4 + short * TERMS, size, -1), 0
        if full:
            rows[1:4] += np.swapaxes(np.tril(rows[1:4], -1), 1, 2)
        kernel = np.zeros(form.parameters)
        for part in form.parts:
            end = place + part.count * part.width
            found = _blocks(rows[:, place:end], place, part.count, part.width, full)
            steps = part.forgets[:, None, None] * found[3]
            if not part.whole:
                steps = steps + found[2]
            kernel += _contracted(part.feedback_slopes(), found[0])
            kernel += _contracted(part.started_slopes(first), found[1])
            kernel += _contracted(part.stationary_slopes, steps)
            if short and part.whole:
                kernel += _contracted(np.swapaxes(part.shaking[1], 0, 1), found[4:])
            place = end
        return np.append(kernel, self.noise)


def _contracted(slopes: Floats, sums: Floats) -> Floats:
    """Σ slopes · sums over all but the parameters."""
    return np.asarray(slopes.reshape(len(slopes), -1) @ sums.ravel())


def _blocks(rows: Floats, place: int, count: int, width: int, full: bool) -> Floats:
    """The blocks (…, count, width, width) out of their rows, of full matrices or of bands."""
    if not full:
        return np.asarray(rows[..., :width].reshape(-1, count, width, width))
    split = rows.reshape(len(rows), count, width, -1)
    blocks = np.empty((len(rows), count, width, width))
    for block in range(count):
        first = place + block * width
        blocks[:, block] = split[:, block, :, first : first + width]
    return blocks


@small
def bare_slopes(slopes: Any) -> Any:
    """The same with places for arrays."""
    return Slopes(
        address(slopes.noise), address(slopes.drift), address(slopes.level),
        address(slopes.series), address(slopes.mixing),
    )  # fmt: skip


class Notes(NamedTuple):
    mix: Callable[..., None]
    """(mixing, states, mixed, form): the columns of states recombined."""
    pull: Callable[..., None]
    """(r, N, G, form): G = ½ (rrᵀ − N), the evidence's slope in P⁻."""
    level: Callable[..., None]
    """(G, sign, sums, which, form): sums[which] + sign · G; of full matrices the lower half."""
    gap: Callable[..., None]
    """(dt, short, m, P, Q, r, G, slopes, form): what a step adds in F and, if short, its noise."""


@cached
def full_notes(shape: Shape, D: int) -> Notes:
    columns = shape.columns

    @small
    def level(G: Any, sign: float, sums: Any, which: int, form: Any) -> None:
        for i in range(D):
            for j in range(i + 1):
                sums[(which * D + i) * D + j] += sign * G[i * D + j]

    @small
    def gap(
        dt: float, short: bool, m: Any, P: Any, Q: Any, r: Any, G: Any, slopes: Any, form: Any
    ) -> None:
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D):
                    base = Q[q * D + j] if short else form.anchor[q * D + j]
                    total += G[i * D + q] * (P[q * D + j] - base)
                total *= 2.0
                for c in range(columns(form)):
                    total += r[c * D + i] * m[c * D + j]
                slopes.drift[i * D + j] += dt * total
        if short:
            for i in range(D * D):
                power = G[i]
                for q in range(TERMS):
                    power *= dt
                    slopes.series[q * D * D + i] += power

    return Notes(_mix(shape), _pull(shape), level, gap)


@cached
def band_notes(shape: Shape) -> Notes:
    @small
    def level(G: Any, sign: float, sums: Any, which: int, form: Any) -> None:
        D, band = form.states, form.band
        for i in range(D):
            for q in range(form.width[i]):
                sums[(which * D + i) * band + q] += sign * G[i * D + form.first[i] + q]

    @small
    def gap(
        dt: float, short: bool, m: Any, P: Any, Q: Any, r: Any, G: Any, slopes: Any, form: Any
    ) -> None:
        D, band = form.states, form.band
        for i in range(D):
            for p in range(form.width[i]):
                j, total = form.first[i] + p, 0.0
                for q in range(D):
                    total += G[i * D + q] * P[j * D + q]
                for q in range(form.width[j]):
                    place = j * band + q
                    base = form.lasting[place] + Q[place] if short else form.anchor[place]
                    total -= G[i * D + form.first[j] + q] * base
                total *= 2.0
                for c in range(form.columns):
                    total += r[c * D + i] * m[c * D + j]
                slopes.drift[i * band + p] += dt * total
                power = G[i * D + j] if short else 0.0
                for term in range(TERMS if short else 0):
                    power *= dt
                    slopes.series[(term * D + i) * band + p] += power

    return Notes(_mix(shape), _pull(shape), level, gap)


def _pull(shape: Shape) -> Callable[..., None]:
    size, columns = shape.size, shape.columns

    @small
    def pull(r: Any, N: Any, G: Any, form: Any) -> None:
        D = size(form)
        for i in range(D):
            for j in range(i + 1):
                total = -N[i * D + j]
                for c in range(columns(form)):
                    total += r[c * D + i] * r[c * D + j]
                G[i * D + j] = 0.5 * total
                G[j * D + i] = 0.5 * total

    return pull


def _mix(shape: Shape) -> Callable[..., None]:
    size, columns = shape.size, shape.columns

    @small
    def mix(mixing: Any, states: Any, mixed: Any, form: Any) -> None:
        D, k = size(form), columns(form)
        for c in range(k):
            for i in range(D):
                mixed[c * D + i] = 0.0
            for d in range(k):
                for i in range(D):
                    mixed[c * D + i] += mixing[d * k + c] * states[d * D + i]

    return mix
