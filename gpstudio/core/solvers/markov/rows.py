"""What the pass back notes of each reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address
from gpstudio.core.solvers.markov.shape import Shape, small


class Rows(NamedTuple):
    """What is kept of each reading."""

    weights: Floats
    """A⁻¹Y, (n, k)."""
    precisions: Floats
    """The diagonal of A⁻¹, (n,)."""


NO_ROWS = Rows(np.zeros((0, 0)), np.zeros(0))


@small
def bare_rows(rows: Any) -> Any:
    """The same with places for arrays."""
    return Rows(address(rows.weights), address(rows.precisions))


def keep_row_for(shape: Shape) -> Callable[..., None]:
    columns = shape.columns

    @small
    def keep_row(x: int, u: Any, diagonal: float, noise: float, rows: Any, form: Any) -> None:
        rows.precisions[x] = diagonal
        for c in range(columns(form)):
            rows.weights[x * columns(form) + c] = u[c]

    return keep_row


def note_noise_for(shape: Shape) -> Callable[..., None]:
    columns = shape.columns

    @small
    def note_noise(x: int, u: Any, diagonal: float, noise: float, slopes: Any, form: Any) -> None:
        """What a reading adds to the slope in the noise."""
        pull = -diagonal
        for c in range(columns(form)):
            mixed = 0.0
            for d in range(columns(form)):
                mixed += slopes.mixing[d * columns(form) + c] * u[d]
            pull += mixed * mixed
        slopes.noise[0] += 0.5 * pull * noise

    return note_noise
