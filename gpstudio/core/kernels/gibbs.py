"""Gibbs: a curve that is quick on one side of a place and slow on the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.distances import FARTHEST, differences
from gpstudio.core.kernels.family import KERNELS, Family
from gpstudio.core.kernels.logistic import Change
from gpstudio.core.spec import Parameter, Spec, inputs
from gpstudio.translation import tr


class _Pairs(NamedTuple):
    """What all formulas share, for each pair of rows; with δ = log ℓ′ − log ℓ,
    2ℓℓ′/(ℓ² + ℓ′²) = 1/cosh δ and ½ − ℓ²/(ℓ² + ℓ′²) = ½ tanh δ."""

    block: Floats
    in_log_length: Floats
    """dk/d log ℓ(x); that of ℓ(x′) is its mirror image."""
    in_log_other: Floats
    pull: Floats
    """∂k/∂x while the lengths stay."""


@KERNELS.register
class Gibbs(Family):
    """k(x, x′) = √(2ℓℓ′/(ℓ² + ℓ′²)) exp(−(x − x′)²/(ℓ² + ℓ′²)), log ℓ(x) going from one
    length's logarithm to the other's by a logistic curve in (x − at)/width.
    """

    spec = Spec(
        "gibbs",
        tr("Changing length"),
        tr("A very smooth curve that is quicker on one side of a place than on the other."),
        (
            Parameter(
                "before", tr("Length before"), tr("The length well before the place."),
                role="length",
                unit="input",
            ),
            Parameter(
                "after", tr("Length after"), tr("The length well after the place."), role="length",
                unit="input",
            ),
            Parameter(
                "at", tr("Place"), tr("Where the length changes."), role="place", unit="input",
            ),
            Parameter(
                "width", tr("Width"), tr("How gradually the length changes."), role="length",
                unit="input"
            ),
            inputs(),
        ),
        formula=tr("√(2ℓℓ′/(ℓ² + ℓ′²)) exp(−(x − x′)²/(ℓ² + ℓ′²)), ℓ from before to after"),
    )  # fmt: skip

    def covariance(self, a: Floats, b: Floats) -> Floats:
        return self._pairs(a, b).block

    def level(self, a: Floats) -> Floats:
        return np.ones(len(a))

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        pairs = self._pairs(a, b)
        here, there = self._change(a), self._change(b)

        def through(left: Floats, right: Floats) -> Floats:
            return pairs.in_log_length * left[:, None] + pairs.in_log_other * right[None, :]

        yield through(here.before, there.before)
        yield through(here.after, there.after)
        yield self._growth * through(-here.in_x, -there.in_x)
        yield self._growth * through(here.in_log_width, there.in_log_width)

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        pairs = self._pairs(a, b)
        stretched = pairs.in_log_length * (self._growth * self._change(a).in_x)[:, None]
        return np.asarray((pairs.pull + stretched)[None])

    def check(self, inputs: int) -> None:
        super().check(inputs)
        if (inputs if self.dims is None else len(self.dims)) > 1:
            raise InputError(
                tr(
                    "The kernel {kernel} looks at one input and here are {inputs}: name it, as in "
                    "dims=[0], and multiply kernels for several.",
                    kernel=self,
                    inputs=inputs,
                )
            )

    @property
    def _growth(self) -> float:
        """log after − log before."""
        return float(np.log(self.number(1)) - np.log(self.number(0)))

    def _change(self, a: Floats) -> Change:
        return Change.along(a[:, 0], self.number(2), self.number(3))

    def _pairs(self, a: Floats, b: Floats) -> _Pairs:
        mine, theirs = self._log_lengths(a)[:, None], self._log_lengths(b)[None, :]
        ratio = theirs - mine
        both = np.exp(2.0 * mine) + np.exp(2.0 * theirs)
        apart = differences(a, b, 0)
        squared = np.minimum((apart / np.sqrt(both)) ** 2, FARTHEST)
        block = np.exp(-squared) / np.sqrt(np.cosh(ratio))
        tilt = 0.5 * np.tanh(ratio)
        return _Pairs(
            block,
            block * (tilt + squared * (1.0 - 2.0 * tilt)),
            block * (-tilt + squared * (1.0 + 2.0 * tilt)),
            -2.0 * block * apart / both,
        )

    def _log_lengths(self, a: Floats) -> Floats:
        change = self._change(a)
        shares = change.before * np.log(self.number(0)) + change.after * np.log(self.number(1))
        return np.asarray(shares)
