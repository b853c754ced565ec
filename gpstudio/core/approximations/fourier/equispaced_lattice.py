"""Which equispaced frequencies hold a kernel over a box of inputs to a tolerance.

The sum over frequencies h·j is the kernel repeated with period 2π/h. Along each input,

    period = span of the readings + 2 × reach:    reach is where the kernel has faded,
    most   = band / h:                            band is where its spectrum has,

both read off the kernel along that input: its own values, and their transform. A target up to a
reach outside the box then sees each reading and none of its repetitions; further out it sees no
reading at all, and its curve is as if there were none.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.approximations.fourier.equispaced_waves import halves
from gpstudio.core.approximations.fourier.nufft import Nufft
from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.translation import tr

MOST_WAVES = 2_000_000
MOST_CELLS = 4e7
"""Of the grid that the readings are spread onto (320 MB)."""
DISTANCES = 4_001
"""At which a kernel is looked at for where it has faded, evenly in their logarithm: some hundred
and fifty in each factor of ten, so that of a wave its crests are seen."""
FARTHEST = 1e12
"""Times the readings' span."""
AT_INFINITY = 1e100
ROUNDING = 1e-15
FIRST_SAMPLES, MOST_SAMPLES = 64, 2**21
"""Of the kernel along one input, for its spectrum."""
PAIRS = 256
"""At whose distances the error is measured."""
TIGHTER = (1.0, 0.2, 0.04, 0.008)
"""Shares of the tolerance that an input is given, in turn, until what is measured is within it."""


@dataclass(frozen=True, eq=False)
class Lattice:
    low: Floats
    high: Floats
    """Corners of the box of the readings."""
    reach: Floats
    """How far outside the box it still holds."""
    step: Floats
    most: tuple[int, ...]
    tolerance: float

    @property
    def dimensions(self) -> int:
        return len(self.most)

    @property
    def waves(self) -> int:
        """How many there are: those of j and −j are one cosine and one sine."""
        return math.prod(2 * m + 1 for m in self.most)

    @property
    def centre(self) -> Floats:
        return 0.5 * (self.low + self.high)

    @property
    def period(self) -> Floats:
        return 2.0 * np.pi / self.step

    @cached_property
    def orders(self) -> Floats:
        """j of zero, and of one of each pair j and −j, (1 + pairs, dimensions)."""
        axes = [np.arange(-m, m + 1.0) for m in self.most]
        every = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, self.dimensions)
        return every[self.waves // 2 :]

    def variances(self, kernel: Kernel) -> Floats:
        """The kernel's share at zero and at one of each pair."""
        with np.errstate(divide="ignore", over="ignore"):
            found = kernel.lattice_variances(self.orders * self.step, self.step)
        if not np.isfinite(found).all():
            raise InputError(
                tr(
                    "The spectral density of {kernel} is unbounded at zero, which 'equispaced' "
                    "cannot hold: choose a larger alpha, a kernel such as matern52, or "
                    "approximation 'nystrom'.",
                    kernel=kernel,
                )
            )
        return found

    def beyond(self, inputs: Floats) -> Flags:
        """Which inputs lie so far outside that they know of no reading."""
        outside = np.maximum(self.low - inputs, inputs - self.high)
        return np.asarray((outside > self.reach * (1.0 + 1e-9)).any(axis=1))

    def error(self, kernel: Kernel) -> float:
        """The largest error of the covariance seen on some pairs, as a share of the variance."""
        gaps = self._gaps
        zero = np.zeros((1, self.dimensions))
        wrong = kernel.block(gaps, zero)[:, 0] - self.covariance(kernel, gaps)
        return float(abs(wrong).max() / kernel.diagonal(zero)[0])

    def covariance(self, kernel: Kernel, gaps: Floats) -> Floats:
        """k̂ of so many differences of two inputs."""
        pairs = self.variances(kernel)
        pairs[1:] *= math.sqrt(2.0)
        numbers = np.concatenate([pairs, np.zeros(len(pairs) - 1)])
        sums = Nufft(gaps, self.step, self.most)
        return sums.spread(halves(numbers, self.most))

    @cached_property
    def _gaps(self) -> Floats:
        """Of zero, of pairs along each input and across the box, and of pairs at random."""
        span = self.high - self.low + self.reach
        random = np.random.default_rng(14)
        lengths = np.linspace(0.0, 1.0, PAIRS // 4)[:, None]
        axes = [lengths * span * unit for unit in np.eye(self.dimensions)]
        scattered = random.uniform(-1.0, 1.0, (PAIRS, self.dimensions))
        near = scattered * np.minimum(span, self.reach)
        return np.concatenate([*axes, lengths * span, scattered * span, near])


def settled(kernel: Kernel, inputs: Floats, tolerance: float, room: float) -> Lattice:
    """The lattice for a kernel whose lengths may yet change by the factor ``room``."""
    low, high = inputs.min(axis=0), inputs.max(axis=0)
    variance = float(kernel.diagonal(inputs[:1])[0])
    for share in TIGHTER:
        budget = share * tolerance * variance / inputs.shape[1]
        reach, step, most = np.zeros(len(low)), np.ones(len(low)), []
        for axis in range(len(low)):
            along = Along(kernel, axis, len(low), float(high[axis] - low[axis]))
            reach[axis] = room * along.reach(0.25 * budget)
            period = float(high[axis] - low[axis]) + 2.0 * reach[axis]
            band = room * along.band(0.5 * budget)
            step[axis] = 2.0 * np.pi / period if period > 0.0 else 1.0
            most.append(math.ceil(band / step[axis]))
        lattice = Lattice(low, high, reach, step, tuple(most), tolerance)
        _check(lattice, kernel)
        if lattice.error(kernel) <= tolerance:
            return lattice
    raise InputError(
        tr(
            "'equispaced' does not hold {kernel} to the tolerance {tolerance:g}: {advice}.",
            kernel=kernel,
            tolerance=tolerance,
            advice=_instead(len(low)),
        )
    )


def _check(lattice: Lattice, kernel: Kernel) -> None:
    cells = math.prod(2.0 * (4.0 * m + 1.0) for m in lattice.most)
    if lattice.waves <= MOST_WAVES and cells <= MOST_CELLS:
        return
    raise InputError(
        tr(
            "'equispaced' would need {waves:,} waves for {kernel} over these readings to the "
            "tolerance {tolerance:g}, too many: {advice}.",
            waves=lattice.waves,
            kernel=kernel,
            tolerance=lattice.tolerance,
            advice=_instead(lattice.dimensions),
        )
    )


def _instead(dimensions: int) -> str:
    if dimensions == 1:
        return tr(
            "choose a smoother kernel such as rbf or matern52, a looser tolerance, or "
            "approximation 'markov' or 'nystrom'"
        )
    return tr(
        "choose a smoother kernel such as rbf or matern52, a looser tolerance, or "
        "approximation 'nystrom'"
    )


class Along:
    """A kernel along one input, less what never fades along it."""

    def __init__(self, kernel: Kernel, axis: int, dimensions: int, span: float) -> None:
        self._kernel, self._axis, self._dimensions = kernel, axis, dimensions
        self._span = span if span > 0.0 else 1.0
        self._lasting = float(self._values(np.array([AT_INFINITY * self._span]))[0])

    def reach(self, budget: float) -> float:
        """Beyond which distance it stays within the budget."""
        distances = self._span * np.geomspace(1.0 / FARTHEST, FARTHEST, DISTANCES)
        left = abs(self._values(distances) - self._lasting)
        largest = np.maximum.accumulate(left[::-1])[::-1]
        within = np.flatnonzero(largest <= max(budget, ROUNDING * abs(self._lasting)))
        if len(within) == 0:
            raise InputError(
                tr(
                    "The kernel {kernel} does not fade within any distance, which 'equispaced' "
                    "needs: {advice}.",
                    kernel=self._kernel,
                    advice=_instead(self._dimensions),
                )
            )
        return float(distances[within[0]]) if within[0] else 0.0

    def band(self, budget: float) -> float:
        """Beyond which angular frequency its spectrum, summed, stays within the budget."""
        from scipy import fft

        reach = self.reach(0.1 * budget)
        if reach == 0.0:
            return 0.0
        samples = FIRST_SAMPLES
        while samples <= MOST_SAMPLES:
            distances = np.arange(samples + 1.0, dtype=float) * (reach / samples)
            shares = abs(fft.dct(self._values(distances) - self._lasting, type=1)) / samples
            beyond = np.cumsum(shares[::-1])[::-1]
            within = np.flatnonzero(beyond <= budget)
            if len(within) and within[0] <= samples // 2:
                return float(within[0]) * np.pi / reach
            samples *= 2
        return MOST_SAMPLES * np.pi / reach

    def _values(self, distances: Floats) -> Floats:
        gaps = np.zeros((len(distances), self._dimensions))
        gaps[:, self._axis] = distances
        return np.asarray(self._kernel.block(gaps, np.zeros((1, self._dimensions)))[:, 0])
