"""Families that know only how far two readings are apart, each input in its own length.

k(a, b) = φ(s) with s² = Σ_d (a_d − b_d)²/ℓ_d². With ψ(s) = −φ′(s)/s,

    dk/d log ℓ_d = ψ(s) (a_d − b_d)²/ℓ_d²,    ∂k/∂a_d = −ψ(s) (a_d − b_d)/ℓ_d².

A family writes φ, ψ and what its further numbers do.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.distances import differences, inner, pulled_squares, squares
from gpstudio.core.kernels.family import Family
from gpstudio.core.kernels.radial_term import RadialTerm
from gpstudio.core.kernels.spectrum import Spectrum


class Radial(Family):
    """The first parameter is the length, one or one an input."""

    compiled_profile: ClassVar[str] = ""
    """The function in ``compiled_profiles`` that is φ, where there is one."""

    order: ClassVar[int | None] = None
    """n, where it is a Matérn with ν = n + ½."""

    @property
    def matern_order(self) -> int | None:
        return self.order

    @abstractmethod
    def profile(self, squared: Floats) -> Floats:
        """φ at s, from s²."""

    @abstractmethod
    def steepness(self, squared: Floats) -> Floats:
        """ψ at s, from s²; where it grows without bound at zero (a kink), any finite number
        there, since it stands beside differences of zero."""

    def shape_slopes(self, squared: Floats) -> Iterator[Floats]:
        """dφ / d coordinate for the numbers after the length."""
        return iter(())

    def unit_density(self, squared: Floats, inputs: int) -> Floats:
        """Spectral density for lengths of 1, from |ω|²."""
        raise NotImplementedError(f"{self} offers no spectral density")

    def mixing(self) -> tuple[float, float]:
        """Shape and power of what widens its spectrum, a normal one else (``spectrum.py``)."""
        raise NotImplementedError(f"{self} offers no spectral density")

    def radial_terms(self) -> tuple[RadialTerm, ...]:
        if not self.compiled_profile:
            return ()
        lengths = tuple(float(length) for length in self.several())
        return (RadialTerm(self.compiled_profile, 1.0, lengths, self.dims),)

    def covariance(self, a: Floats, b: Floats) -> Floats:
        return self.profile(self._squares(a, b))

    def level(self, a: Floats) -> Floats:
        return np.ones(len(a))

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        squared = self._squares(a, b)
        steepness = self.steepness(squared)
        lengths = self.several()
        if len(lengths) == 1:
            yield steepness * squared
        else:
            for column, length in enumerate(lengths):
                yield steepness * (differences(a, b, column) / length) ** 2
        yield from self.shape_slopes(squared)

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        a, b = self.seen(a), self.seen(b)
        squared = self._squares(a, b)
        weights = pull * self.steepness(squared)
        lengths = self.several()
        if len(lengths) == 1:
            own = np.array([inner(weights, squared)])
        else:
            own = pulled_squares(a, b, 1.0 / lengths, weights)
        rest = [inner(pull, slope) for slope in self.shape_slopes(squared)]
        return np.concatenate([own, rest])

    def pulled_inputs(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        here, there = self.seen(a), self.seen(b)
        weights = pull * self.steepness(self._squares(here, there))
        # from their middle, or large inputs would cost digits
        middle = here.mean(axis=0)
        here, there = here - middle, there - middle
        apart = weights.sum(axis=1)[:, None] * here - np.einsum("ij,jd->id", weights, there)
        own = -apart / np.broadcast_to(self.several(), here.shape[1]) ** 2
        return self.among_all(own, a.shape[1])

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        steepness = self.steepness(self._squares(a, b))
        lengths = np.broadcast_to(self.several(), a.shape[1])
        return np.array(
            [-steepness * differences(a, b, c) / length**2 for c, length in enumerate(lengths)]
        )

    def density(self, frequencies: Floats) -> Floats:
        lengths = np.broadcast_to(self.several(), frequencies.shape[1])
        squared = np.einsum("md,d->m", frequencies**2, lengths**2)
        return self.unit_density(squared, len(lengths)) * float(np.prod(lengths))

    def spectra_of(self, columns: tuple[int, ...]) -> tuple[Spectrum, ...]:
        widths = np.broadcast_to(1.0 / self.several(), len(columns))
        shape, power = self.mixing()
        return (Spectrum(columns, widths, np.zeros(len(columns)), shape=shape, power=power),)

    def _squares(self, a: Floats, b: Floats) -> Floats:
        return squares(a, b, np.broadcast_to(1.0 / self.several(), a.shape[1]))
