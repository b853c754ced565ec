"""The part of a form that never forgets, as a few columns: a line, a level, waves.

Its state moves surely from wherever it once was, so that the curve is

    f(t) = h(t)ᵀ exp(F (t − t₀)) root · c,      root rootᵀ = P,  c standard normal,

a straight sum of columns with unknown weights, like a trend. Apart from the other states, which
then are few, every pass is cheaper: D² work a step becomes the columns times the few.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import compiled
from gpstudio.core.kernels.states.blocks import Blocks
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.kernels.states.reading import powers_of
from gpstudio.core.solvers.markov.shape import FAST, cached

OVERTONE = 1e-15
"""How nearly a wave's frequency is the one's before it and the first one's, as a share of it."""


@dataclass(frozen=True, eq=False)
class Lasting:
    form: MarkovForm
    start: float
    """t₀: anywhere near the readings, so that phases keep their digits."""

    def columns_at(self, times: Floats) -> Floats:
        """(times, columns)"""
        parts = self.form.parts
        columns = np.empty((len(times), sum(part.count * part.width for part in parts)))
        place = 0
        for part in parts:
            end = place + part.count * part.width
            self._fill(part, times, columns[:, place:end])
            place = end
        return columns

    def _fill(self, part: Blocks, times: Floats, columns: Floats) -> None:
        values, vectors = np.linalg.eigh(part.stationary)
        root = vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :]
        trend = powers_of(times - self.form.origin, len(part.trend) - 1) @ part.trend
        straight = np.einsum("bi,bij->bj", part.readout, root)
        if not part.turns:
            np.multiply.outer(trend, straight.ravel(), out=columns)
            return
        # hᵀ (cos ωΔ + sin ωΔ J), J (a, b) = (−b, a)
        h = part.readout.reshape(part.count, -1, 2)
        aside = np.stack([h[..., 1], -h[..., 0]], axis=-1).reshape(part.count, -1)
        across = np.einsum("bi,bij->bj", aside, root)
        steps = np.abs(np.diff(part.turn, prepend=0.0) - part.turn[0])
        overtone = steps <= OVERTONE * np.abs(part.turn)
        waves_for()(times - self.start, part.turn, overtone, trend, straight, across, columns)


@cached
def waves_for() -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def waves(
        gaps: Any, turn: Any, overtone: Any, trend: Any, straight: Any, across: Any, columns: Any
    ) -> None:
        """An overtone of the first wave turns by as much more as that one does: only the first is
        a sine to work out."""
        width = straight.shape[1]
        for t in range(len(gaps)):
            first, aside = math.cos(turn[0] * gaps[t]), math.sin(turn[0] * gaps[t])
            cosine, sine = 1.0, 0.0
            for b in range(len(turn)):
                if overtone[b]:
                    cosine, sine = cosine * first - sine * aside, sine * first + cosine * aside
                else:
                    cosine, sine = math.cos(turn[b] * gaps[t]), math.sin(turn[b] * gaps[t])
                for j in range(width):
                    columns[t, b * width + j] = trend[t] * (
                        cosine * straight[b, j] + sine * across[b, j]
                    )

    return waves


def parted(form: MarkovForm, start: float) -> tuple[MarkovForm | None, Lasting | None]:
    """What forgets, and what lasts."""
    lasting = tuple(part for part in form.parts if _lasts(part))
    forgetting = tuple(part for part in form.parts if not _lasts(part))
    return (
        replace(form, parts=forgetting) if forgetting else None,
        Lasting(replace(form, parts=lasting), start) if lasting else None,
    )


def _lasts(part: Blocks) -> bool:
    return part.whole and not part.decay.any() and not part.coupling.any()
