"""A covariance of waves: Φ(x) Φ(x′)ᵀ, whose mean over what is drawn is the kernel.

Learning moves the frequencies Ω of each term, of which what is drawn is held fast. With Q what
pulls at the angles P = XΩᵀ, the pull at Ω is QᵀX: one product; from there on all is small, and the
kernel's own part, from its numbers to its spectra's, is taken by differences.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import ClassVar, TypeAlias

import numpy as np

from gpstudio.core.approximations.fourier.drawn import DrawnFeatures, Waves
from gpstudio.core.approximations.fourier.forms import Form
from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.spectrum import Spectrum
from gpstudio.core.operators.diagonals import pulled_diagonal
from gpstudio.core.operators.low_rank import Half, LowRankCovariance
from gpstudio.core.task import QUIET, Task

Term: TypeAlias = tuple[slice, DrawnFeatures, Spectrum]
"""Its columns of Φ, what is drawn of it, and what the kernel says."""

STEP = 1e-3
"""Of a coordinate, up and down once and twice: the fourth-order quotient errs by some 1e-13."""


@dataclass(eq=False)
class Pull:
    """What pulls at a term, added up over the readings."""

    drawn: DrawnFeatures
    spectrum: Spectrum
    variance: float
    """At the logarithm of its variance."""
    frequencies: Floats
    """At each number of Ω."""

    @classmethod
    def none(cls, drawn: DrawnFeatures, spectrum: Spectrum) -> Pull:
        shape = (len(drawn.uniforms), len(spectrum.columns))
        return cls(drawn, spectrum, 0.0, np.zeros(shape))

    def at_numbers(self) -> Floats:
        """At ``Spectrum.numbers``."""
        drawn, spectrum, pull = self.drawn, self.spectrum, self.frequencies
        normals, spreads = drawn.normals, spectrum.spreads(drawn.uniforms)
        at_widths = np.einsum("md,md,m->d", pull, normals, spreads)
        at_centres = np.zeros(len(spectrum.columns))
        if spectrum.centres.any():
            at_centres = np.einsum("md,md->d", pull, drawn.signs)
        at_spreads = np.einsum("md,md,d->m", pull, normals, spectrum.widths)
        at_shape = float(at_spreads @ spectrum.spread_slopes(drawn.uniforms))
        return np.array([self.variance / spectrum.variance, *at_widths, *at_centres, at_shape])


@dataclass(frozen=True, eq=False)
class FourierCovariance(LowRankCovariance):
    draws: tuple[DrawnFeatures, ...]
    """One for each of the kernel's spectra."""
    form: Form
    origin: Floats
    """Where angles are counted from: among the readings, for the digits' sake."""

    degenerate: ClassVar[bool] = True

    @property
    def rank(self) -> int:
        return self.form.lines * sum(len(drawn.uniforms) for drawn in self.draws)

    def features_at(self, inputs: Floats, task: Task = QUIET) -> Floats:
        features = np.empty((self.rank, len(inputs)))
        turned = self._turned(inputs)
        for lines, drawn, spectrum in self._terms:
            self._put(features[lines], turned, drawn, spectrum, 0.0, task)
        return features.T

    def pulled(self, half: Half, of_diagonal: Floats, task: Task = QUIET) -> Floats:
        pulls = [Pull.none(drawn, spectrum) for _, drawn, spectrum in self._terms]
        for rows, features in self.strips(task):
            through, turned = half(rows, features), self._turned(self.inputs[rows])
            for term, pull in zip(self._terms, pulls, strict=True):
                self._add(pull, term, through, features, turned, task)
        slopes = spectra_slopes(self.kernel, self.inputs.shape[1])
        total = slopes @ np.concatenate([pull.at_numbers() for pull in pulls])
        if of_diagonal.any():
            total += pulled_diagonal(self.kernel, self.inputs, of_diagonal, task)
        return np.asarray(total)

    def _add(
        self, pull: Pull, term: Term, half: Floats, features: Floats, turned: Floats, task: Task
    ) -> None:
        """What some readings add to a term's pull; ``half`` is GΦ."""
        from gpstudio.core.algebra.lapack import product

        lines, drawn, spectrum = term
        task.check()

        def ahead() -> Floats:
            waves = np.empty((lines.stop - lines.start, turned.shape[1]))
            self._put(waves, turned, drawn, spectrum, 1.0, task)
            return waves.T

        half, features = half[:, lines], features[:, lines]
        pull.variance += float(np.einsum("ij,ij->", half.T, features.T))
        along = self.form.along(half, features, ahead)
        seen = np.asfortranarray(turned[list(spectrum.columns)].T)
        pull.frequencies += 2.0 * product(along, seen, task)

    @cached_property
    def _terms(self) -> tuple[Term, ...]:
        spectra = self.kernel.spectra(self.inputs.shape[1])
        counts = [self.form.lines * len(drawn.uniforms) for drawn in self.draws]
        edges = [0, *accumulate(counts)]
        lines = [slice(start, stop) for start, stop in pairwise(edges)]
        return tuple(zip(lines, self.draws, spectra, strict=True))

    def _turned(self, inputs: Floats) -> Floats:
        """One line an input."""
        return np.ascontiguousarray((inputs - self.origin).T)

    def _put(
        self,
        into: Floats,
        turned: Floats,
        drawn: DrawnFeatures,
        spectrum: Spectrum,
        ahead: float,
        task: Task,
    ) -> None:
        phases = self.form.phases(drawn.phases) + ahead
        size = self.form.size(spectrum.variance, len(phases))
        seen = np.ascontiguousarray(turned[list(spectrum.columns)])
        drawn.put(Waves(into, phases, size), seen, spectrum, task)


def spectra_slopes(kernel: Kernel, inputs: int) -> Floats:
    """d (the numbers of all spectra) / d coordinate, one row a setting."""

    def numbers(place: int, step: float) -> Floats:
        settings = [setting for _, setting in kernel.settings]
        parameter, setting = kernel.settings[place]
        there = parameter.at_coordinate(parameter.coordinate(setting.number) + step)
        settings[place] = setting.at(there)
        spectra = kernel.with_settings(settings).spectra(inputs)
        return np.concatenate([spectrum.numbers for spectrum in spectra])

    def quotient(place: int) -> Floats:
        near = numbers(place, STEP) - numbers(place, -STEP)
        far = numbers(place, 2.0 * STEP) - numbers(place, -2.0 * STEP)
        return (8.0 * near - far) / (12.0 * STEP)

    width = sum(len(spectrum.numbers) for spectrum in kernel.spectra(inputs))
    rows = [quotient(place) for place in range(len(kernel.settings))]
    return np.array(rows).reshape(len(rows), width)
