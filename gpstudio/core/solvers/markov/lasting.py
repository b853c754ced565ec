"""The part of a form that never forgets, as a few columns: a line, a level, waves.

Its state moves surely from wherever it once was, so that the curve is

    f(t) = h(t)ᵀ exp(F (t − t₀)) root · c,      root rootᵀ = P,  c standard normal,

a straight sum of columns with unknown weights, like a trend. Apart from the other states, which
then are few, every pass is cheaper: D² work a step becomes the columns times the few.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.blocks import Blocks
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.kernels.states.reading import powers_of


@dataclass(frozen=True, eq=False)
class Lasting:
    form: MarkovForm
    start: float
    """t₀: anywhere near the readings, so that phases keep their digits."""

    def columns_at(self, times: Floats) -> Floats:
        """(times, columns)"""
        return np.concatenate([self._of(part, times) for part in self.form.parts], axis=1)

    def _of(self, part: Blocks, times: Floats) -> Floats:
        values, vectors = np.linalg.eigh(part.stationary)
        root = vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :]
        trend = powers_of(times - self.form.origin, len(part.trend) - 1) @ part.trend
        straight = np.einsum("bi,bij->bj", part.readout, root)
        if not part.turns:
            return np.asarray(trend[:, None] * straight.ravel())
        # hᵀ (cos ωΔ + sin ωΔ J), J (a, b) = (−b, a)
        h = part.readout.reshape(part.count, -1, 2)
        aside = np.stack([h[..., 1], -h[..., 0]], axis=-1).reshape(part.count, -1)
        across = np.einsum("bi,bij->bj", aside, root)
        angle = np.multiply.outer(times - self.start, part.turn)
        columns = np.cos(angle)[..., None] * straight + np.sin(angle)[..., None] * across
        return np.asarray(trend[:, None] * columns.reshape(len(times), -1))


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
