"""Readings made ready: finite inputs in ascending order, missing values marked."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import SupportsFloat

import numpy as np

from gpstudio.core.arrays import AnyArray, Flags, Floats, Integers
from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.inference.copies import gathered, recurring
from gpstudio.core.inference.noise_columns import NoiseColumns
from gpstudio.core.quantiles import median_of
from gpstudio.core.resolution import Sought
from gpstudio.core.scales import IDENTITY, Scale
from gpstudio.translation import tr

FAR = 1e60
"""Variances of readings so far from one, and what learning makes of them, still fit a double."""


@dataclass(frozen=True, eq=False)
class Readings(Portable):
    """One row a reading."""

    inputs: Floats
    values: Floats
    relative_noise: Floats
    """Each reading's noise variance over that of the likelihood; infinite where the value is
    missing."""
    repeats: Floats
    """As how many readings each row counts in the evidence: see ``copies.py``."""
    outputs: Integers
    """What each reading is of: 0 where there is one output only."""
    copied: bool = True
    """Whether rows that count for several are copies, which say nothing of a noise that is
    learnt."""
    known_noise: float | None = None
    """The likelihood's noise, where that of every reading is known."""
    centre: float = 0.0
    """What was taken off the values, for the digits' sake, where the mean has a level that takes it
    back."""
    scale: Scale = IDENTITY
    """That on which the values are."""
    written_in: SupportsFloat = 0.0
    """The step in which the values were written, in their own numbers, or what looks for it; zero
    where there is none."""

    @classmethod
    def of(
        cls,
        inputs: Floats,
        values: Floats,
        weights: Floats | None = None,
        *,
        relative_noise: AnyArray | float | None = None,
        noise_std: AnyArray | float | None = None,
        outputs: Integers | None = None,
        written_in: float | None = None,
    ) -> Readings:
        """Sorted along the first input; NaN values and zero weights count as missing.

        A weight is so many readings of one value. Where a standard deviation is given instead,
        ``relative_noise`` of the learnt noise or ``noise_std`` known, each row is one reading.
        ``written_in`` is the values' resolution, found from themselves where nobody says.
        """
        if not _is_finite(inputs):
            raise InputError(tr("An input is missing or infinite: leave out those readings."))
        noise = NoiseColumns.of(values, weights, relative_noise, noise_std)
        here = _present(values, weights)
        _refuse_far(values if here is None else values[here])
        order = in_order(inputs[:, 0])
        inputs, values = np.array(inputs[order]), np.array(values[order])
        outputs = np.zeros(len(values), np.int64) if outputs is None else np.array(outputs[order])
        relative, known = np.array(noise.relative[order]), values
        if here is not None:
            here = here[order]
            known, values = values[here], np.where(here, values, 0.0)
            relative[~here] = np.inf
        step = Sought(known) if written_in is None else written_in
        ones = np.ones(len(values))
        if noise.given or (weights is None and not recurring(inputs)):
            return cls(inputs, values, relative, ones, outputs, True, noise.known, written_in=step)
        each = ones if weights is None else np.asarray(weights, dtype=float)[order]
        rows, repeats, copied = gathered(
            inputs, values, outputs, each if here is None else np.where(here, each, 0.0)
        )
        relative = np.divide(1.0, repeats, out=np.full(len(repeats), np.inf), where=repeats > 0.0)
        if len(rows) < len(values):
            inputs, values, outputs = inputs[rows], values[rows], outputs[rows]
        repeats = np.where(repeats > 0.0, repeats, 1.0)
        return cls(inputs, values, relative, repeats, outputs, copied, written_in=step)

    def taught(self, learns_noise: bool) -> Readings:
        """As they count where a noise is learnt from them: copies as one reading."""
        if not (learns_noise and self.copied):
            return self
        return replace(self, repeats=np.ones(len(self.values)))

    @property
    def resolution(self) -> float:
        return float(self.written_in)

    @property
    def step(self) -> float:
        """The resolution on their scale, where it is longer the steeper the scale: that of the
        middle one of the readings, since the noise there is one for all of them."""
        step = self.resolution
        if step == 0.0 or self.scale.is_identity:
            return step
        return step * math.exp(median_of(self.log_slopes[self.here]))

    def centred(self) -> Readings:
        """About their own average."""
        return self._about(float(np.mean(self.told(self.as_given))))

    def uncentred(self) -> Readings:
        """About zero."""
        return self._about(0.0) if self.centre else self

    def _about(self, level: float) -> Readings:
        values = self.as_given - level
        if not self.is_whole:
            values[~self.here] = 0.0
        return replace(self, values=values, centre=level)

    def at(self, rows: Integers) -> Readings:
        """Those of these rows."""
        return replace(
            self,
            inputs=self.inputs[rows],
            values=self.values[rows],
            relative_noise=self.relative_noise[rows],
            repeats=self.repeats[rows],
            outputs=self.outputs[rows],
        )

    def on(self, scale: Scale) -> Readings:
        """Their values on this scale, and their noise where it is known; an ``InputError`` where
        one has no place there."""
        if scale == self.scale:
            return self
        given = self.outside
        scale.check(given[self.here])
        values = np.where(self.here, scale.inside(given), 0.0)
        moved = replace(self, values=values, centre=0.0, scale=scale)
        return moved if self.known_noise is None else moved._with_noise_from(self)

    def _with_noise_from(self, before: Readings) -> Readings:
        """A known noise goes from one scale to another as steps about its reading do."""
        assert before.known_noise is not None
        steeper = np.exp(2.0 * (self.log_slopes - before.log_slopes))
        relative = np.where(self.here, before.relative_noise * steeper, np.inf)
        usual = median_of(relative[self.here])
        return replace(
            self, relative_noise=relative / usual, known_noise=before.known_noise * usual
        )

    @property
    def as_given(self) -> Floats:
        """The values, on their scale, with what was taken off them; NaN where one is missing."""
        if self.is_whole:
            return self.values + self.centre if self.centre else self.values
        return np.where(self.here, self.values + self.centre, np.nan)

    @cached_property
    def places(self) -> Floats:
        """Where each reading reads the curve: its inputs, and behind them its output where there
        are several."""
        if not self.outputs.any():
            return self.inputs
        return np.column_stack([self.inputs, self.outputs])

    @property
    def outside(self) -> Floats:
        """The values in their own numbers, whatever their scale."""
        return self.scale.outside(self.as_given)

    @property
    def log_slopes(self) -> Floats:
        """What a log density on the scale lacks of one of the readings' own numbers."""
        return self.scale.log_slope(self.as_given)

    def log_stretch(self, levels: int) -> float:
        """The same of all readings together, as many as they count, less that of so many levels.

        A level of which nothing is held likely beforehand is integrated over the numbers of the
        scale; over the readings' own numbers where the middle one of them lies, it counts as one
        reading fewer. Else which scale is likelier would depend on the unit of the readings.
        """
        if self.scale.is_identity:
            return 0.0
        return self._stretch * (1.0 - levels / self.counted)

    @cached_property
    def _stretch(self) -> float:
        here = self.here
        return float(self.log_slopes[here] @ self.repeats[here])

    @cached_property
    def here(self) -> Flags:
        """Which readings are not missing."""
        return np.isfinite(self.relative_noise)

    @cached_property
    def is_whole(self) -> bool:
        """Whether none is missing."""
        return bool(self.here.all())

    def told(self, column: AnyArray) -> AnyArray:
        """Of something about all of them, what is about those that are not missing."""
        return column if self.is_whole else column[self.here]

    @property
    def present(self) -> int:
        return len(self.values) if self.is_whole else int(self.here.sum())

    @cached_property
    def counted(self) -> float:
        """As how many readings they count."""
        return float(self.told(self.repeats).sum())

    @cached_property
    def usual_noise(self) -> float:
        """The relative noise of a usual one of the readings that they count as (the geometric
        mean): what is held likely of a noise before the readings speak is held of this."""
        each = self.told(self.relative_noise) * self.told(self.repeats)
        if (each == 1.0).all():
            return 1.0
        return math.exp(float(np.mean(np.log(each))))


def in_order(column: Floats) -> slice | Integers:
    """How rows are taken so that a column ascends; most do, and a million are not fetched one by
    one."""
    if (column[1:] >= column[:-1]).all():
        return slice(None)
    return np.argsort(column, kind="stable")


def _is_finite(numbers: Floats) -> bool:
    """What is none shows in the smallest and the largest."""
    if not numbers.size:
        return True
    return math.isfinite(float(numbers.min())) and math.isfinite(float(numbers.max()))


def _present(values: Floats, weights: Floats | None) -> Flags | None:
    """Which readings have a value and a weight; None where all have."""
    if weights is not None:
        weights = np.asarray(weights, dtype=float)
        if weights.shape != values.shape or not ((weights >= 0) & np.isfinite(weights)).all():
            raise InputError(tr("Weights are finite numbers from 0, one for each reading."))
    whole = len(values) > 0 and _is_finite(values)
    if whole and (weights is None or bool((weights > 0.0).all())):
        return None
    if np.isinf(values).any():
        raise InputError(tr("A reading is infinite: leave it out."))
    here = np.isfinite(values)
    if weights is not None:
        here &= weights > 0.0
    if not here.any():
        raise InputError(
            tr("No reading has a value and a weight above zero: a fit needs one at least.")
        )
    return here


def counted(readings: Readings, shares: Floats) -> Readings:
    """Each counting for so much of itself, in the curve and in the evidence."""
    relative, repeats = readings.relative_noise / shares, readings.repeats * shares
    return replace(readings, relative_noise=relative, repeats=repeats)


def _refuse_far(values: Floats) -> None:
    """Python's estimator takes a unit of its own before; tables and forms say what stands there."""
    low, high = float(values.min()), float(values.max())
    largest, spread = max(abs(low), abs(high)), high - low
    if largest > FAR or 0.0 < spread < 1.0 / FAR:
        raise InputError(
            tr(
                "Readings as far from 1 as {size:.3g} are too far to compute with: write them "
                "in another unit.",
                size=largest if largest > FAR else spread,
            )
        )
