"""Spectral mixture: several waves, each fading at its own pace; nearly any stationary curve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.binding import Group, Option
from gpstudio.core.kernels.distances import differences, squares
from gpstudio.core.kernels.family import KERNELS, Family
from gpstudio.core.kernels.kernel import Kernel
from gpstudio.core.kernels.per_input import turned
from gpstudio.core.kernels.spectrum import Spectrum
from gpstudio.core.kernels.states.exponentials import ROUNDED, rbf_fit
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.language import Expression, RecipeError
from gpstudio.core.language.nodes import NOWHERE
from gpstudio.core.spec import Parameter, Spec, inputs
from gpstudio.translation import tr


class Component(NamedTuple):
    variance: float
    frequency: float
    scale: float


@KERNELS.register
class SpectralMixture(Family):
    """k(r) = Σ_q w_q exp(−2π²σ_q²r²) Π_d cos(2πf_q r_d) (Wilson and Adams 2013).

    Its spectrum is a bell of width σ_q about each frequency f_q. Several inputs share the numbers;
    where they should not, multiply one kernel for each, with ``dims``.
    """

    spec = Spec(
        "spectral_mixture",
        tr("Spectral mixture"),
        tr("Several waves, each of its own frequency and fading at its own pace."),
        (
            Parameter(
                "variances",
                tr("Variances"),
                tr("How far each wave swings, as a variance; one a wave."),
                role="variance",
                unit="value²",
                several=True,
            ),
            Parameter(
                "frequencies",
                tr("Frequencies"),
                tr("Waves in one unit of the input; one a wave."),
                role="frequency",
                unit="1/input",
                several=True,
            ),
            Parameter(
                "scales",
                tr("Widths"),
                tr("How far each frequency is spread: the more, the sooner the wave is forgotten."),
                role="frequency",
                unit="1/input",
                several=True,
            ),
            inputs(),
        ),
        formula="Σ w exp(−2π²σ²r²) cos(2πfr)",
    )
    structure = frozenset({"stationary", "markov", "spectral"})
    carries_variance = True
    listed = "component"

    @classmethod
    def made(
        cls,
        numbers: tuple[Group, ...],
        options: Mapping[str, Option],
        build: Callable[[Expression], Kernel],
    ) -> Kernel:
        counts = [len(group) for group in numbers]
        if len(set(counts)) > 1:
            raise RecipeError(
                tr(
                    "'spectral_mixture' lists {} variance(s), {} frequency(ies) and {} scale(s): "
                    "give each wave one of each"
                ).format(*counts),
                NOWHERE,
            )
        return super().made(numbers, options, build)

    def components(self) -> Iterator[Component]:
        for settings in zip(*self.numbers, strict=True):
            yield Component(*(setting.number for setting in settings))

    def covariance(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(sum(self._wave(a, b, part) for part in self.components()))

    def level(self, a: Floats) -> Floats:
        return np.full(len(a), self.several().sum())

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        for part in self.components():
            yield self._wave(a, b, part)
        for part in self.components():
            gaps = [differences(a, b, column) for column in range(a.shape[1])]
            tilts = self._tilts(a, b, part)
            yield np.asarray(sum(gap * tilt for gap, tilt in zip(gaps, tilts, strict=True)))
        for part in self.components():
            yield -2.0 * _faded(a, b, part.scale) * self._wave(a, b, part)

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        total = np.zeros((a.shape[1], len(a), len(b)))
        for part in self.components():
            steep = (2.0 * np.pi * part.scale) ** 2 * self._wave(a, b, part)
            for column, tilt in enumerate(self._tilts(a, b, part)):
                total[column] += tilt - steep * differences(a, b, column)
        return total

    def density(self, frequencies: Floats) -> Floats:
        total = np.zeros(len(frequencies))
        for part in self.components():
            width, centre = 2.0 * np.pi * part.scale, 2.0 * np.pi * part.frequency
            bells = [
                np.exp(-0.5 * ((frequencies - side * centre) / width) ** 2) for side in (1, -1)
            ]
            both = np.sqrt(0.5 * np.pi) / width * (bells[0] + bells[1])
            total += part.variance * both.prod(axis=1)
        return total

    def spectra_of(self, columns: tuple[int, ...]) -> tuple[Spectrum, ...]:
        ones = 2.0 * np.pi * np.ones(len(columns))
        return tuple(
            Spectrum(columns, part.scale * ones, part.frequency * ones, part.variance)
            for part in self.components()
        )

    def markov_form(self) -> MarkovForm:
        """Each wave is an RBF's terms turned on by its frequency, once either way."""
        parts, fit = list(self.components()), rbf_fit(self.error)
        count, width = len(parts), 2 * len(fit.exponents)
        coefficients, exponents = np.zeros((2, count, width), complex)
        slopes, moves = np.zeros((2, 3, count, count, width), complex)
        for place, (variance, frequency, scale) in enumerate(parts):
            fading = np.tile(2.0 * np.pi * scale * fit.exponents, 2)
            turning = 2j * np.pi * frequency * np.repeat([1.0, -1.0], width // 2)
            coefficients[place] = 0.5 * variance * np.tile(fit.coefficients, 2)
            exponents[place] = fading + turning
            slopes[0, place, place] = coefficients[place]
            moves[1, place, place] = turning
            moves[2, place, place] = fading
        flat = (3 * count, count * width)
        return MarkovForm.exponentials(
            coefficients.ravel().tolist(),
            exponents.ravel().tolist(),
            slopes.reshape(flat),
            moves.reshape(flat),
        )

    def markov_error(self) -> float:
        return max(ROUNDED, rbf_fit(self.error).error)

    def _wave(self, a: Floats, b: Floats, part: Component) -> Floats:
        wave = part.variance * np.exp(-_faded(a, b, part.scale))
        for column in range(a.shape[1]):
            wave *= np.cos(turned(differences(a, b, column), 1.0 / part.frequency))
        return wave

    def _tilts(self, a: Floats, b: Floats, part: Component) -> Iterator[Floats]:
        """What turning each input's wave does: w exp(…) 2πf (−sin) times the others' cosines."""
        size = 2.0 * np.pi * part.frequency * part.variance * np.exp(-_faded(a, b, part.scale))
        angles = [
            turned(differences(a, b, column), 1.0 / part.frequency) for column in range(a.shape[1])
        ]
        for turning in range(len(angles)):
            tilt = -size * np.sin(angles[turning])
            for other, angle in enumerate(angles):
                tilt *= np.cos(angle) if other != turning else 1.0
            yield tilt


def _faded(a: Floats, b: Floats, scale: float) -> Floats:
    """2π²σ²r²."""
    inverse = np.full(a.shape[1], 2.0 * np.pi * scale)
    return 0.5 * squares(a, b, inverse)
