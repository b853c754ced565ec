"""Readings made ready: finite inputs in ascending order, missing values marked."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.translation import tr

FAR = 1e60
"""Variances of readings so far from one, and what learning makes of them, still fit a double."""


@dataclass(frozen=True, eq=False)
class Readings:
    """One row a reading. ``relative_noise`` is 1/weight; infinite where the value is missing."""

    inputs: Floats
    values: Floats
    relative_noise: Floats
    centre: float = 0.0
    """What was taken off the values, for the digits' sake, where the mean has a level that takes it
    back."""

    @classmethod
    def of(cls, inputs: Floats, values: Floats, weights: Floats | None = None) -> Readings:
        """Sorted along the first input; NaN values and zero weights count as missing."""
        if not np.isfinite(inputs).all():
            raise InputError(tr("An input is missing or infinite: leave out those readings."))
        weights = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=float)
        if weights.shape != values.shape or not ((weights >= 0) & np.isfinite(weights)).all():
            raise InputError(tr("Weights are finite numbers from 0, one for each reading."))
        here = np.isfinite(values) & (weights > 0)
        if np.isinf(values).any():
            raise InputError(tr("A reading is infinite: leave it out."))
        if not here.any():
            raise InputError(
                tr("No reading has a value and a weight above zero: a fit needs one at least.")
            )
        _refuse_far(values[here])
        order = np.argsort(inputs[:, 0], kind="stable")
        relative = np.full(len(values), np.inf)
        relative[here] = 1.0 / weights[here]
        return cls(inputs[order], np.where(here, values, 0.0)[order], relative[order])

    def at_rows(self, rows: Integers) -> Readings:
        """Some of them."""
        return replace(
            self,
            inputs=self.inputs[rows],
            values=self.values[rows],
            relative_noise=self.relative_noise[rows],
        )

    def centred(self) -> Readings:
        """About their own average."""
        given = self.as_given[self.here]
        return self._about(float(np.mean(given)))

    def uncentred(self) -> Readings:
        """About zero."""
        return self._about(0.0) if self.centre else self

    def _about(self, level: float) -> Readings:
        return replace(self, values=np.where(self.here, self.as_given - level, 0.0), centre=level)

    @property
    def as_given(self) -> Floats:
        """The values with what was taken off them; NaN where one is missing."""
        return np.where(self.here, self.values + self.centre, np.nan)

    @property
    def here(self) -> Flags:
        """Which readings are not missing."""
        return np.isfinite(self.relative_noise)

    @property
    def present(self) -> int:
        return int(self.here.sum())


def _refuse_far(values: Floats) -> None:
    """Python's estimator takes a unit of its own before; tables and forms say what stands there."""
    largest, spread = float(np.max(np.abs(values))), float(np.ptp(values))
    if largest > FAR or 0.0 < spread < 1.0 / FAR:
        raise InputError(
            tr(
                "Readings as far from 1 as {size:.3g} are too far to compute with: write them "
                "in another unit.",
                size=largest if largest > FAR else spread,
            )
        )
