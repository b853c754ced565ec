"""What every kernel can be asked, and how kernels join.

A kernel is a frozen tree. Leaves are families (``family.py``, one small file each, with a spec);
inner nodes are sums, products, powers and scalings here, and ``wrapper.py``'s. Each says what
structure it ``offers``; whoever needs a structure asks for it by name and never for a class.

Gradients are with respect to each learnable number's coordinate (its logarithm; a place along the
input itself), in the order of ``settings``.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

import numpy as np

from gpstudio.core import language
from gpstudio.core.arrays import Floats
from gpstudio.core.binding import written
from gpstudio.core.kernels.distances import inner
from gpstudio.core.kernels.radial_term import RadialTerm
from gpstudio.core.kernels.spectrum import Spectrum
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.language import Expression
from gpstudio.core.spec import Parameter, Setting
from gpstudio.translation import tr

Capability: TypeAlias = Literal["stationary", "markov", "spectral", "layers"]
"""``stationary``: k depends on x − x′ alone; ``spectral``: it knows its spectral density;
``markov``: along one input it is a state that moves; ``layers``: it is no covariance but several, a
curve over a curve."""


class Kernel(ABC):
    """A covariance function of inputs with one row per reading."""

    @property
    @abstractmethod
    def offers(self) -> frozenset[Capability]:
        """The structures that this kernel has."""

    @property
    @abstractmethod
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        """The learnable numbers, each with what was declared of it."""

    @abstractmethod
    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        """The same tree with other numbers, in the order of ``settings``."""

    @abstractmethod
    def expression(self) -> Expression:
        """The tree as the recipe language writes it."""

    @abstractmethod
    def block(self, a: Floats, b: Floats) -> Floats:
        """k(a, b) for every pair of rows."""

    @abstractmethod
    def diagonal(self, a: Floats) -> Floats:
        """k(a, a) row by row."""

    @abstractmethod
    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        """d k(a, b) / d coordinate, one matrix a setting, made one at a time to spare memory."""

    @abstractmethod
    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        """∂ k(aᵢ, bⱼ) / ∂ aᵢ, (inputs, rows of a, rows of b); where k has a kink, zero."""

    @property
    def parts(self) -> tuple[Kernel, ...]:
        """The kernels that this one is made of."""
        return ()

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        """Σᵢⱼ pullᵢⱼ d k(aᵢ, bⱼ) / d coordinate for each setting: what learning needs of the
        gradients. Families whose gradients share work give it at once."""
        return np.array([inner(pull, slope) for slope in self.gradients(a, b)])

    def pulled_inputs(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        """Σⱼ pullᵢⱼ ∂ k(aᵢ, bⱼ) / ∂ aᵢ, (rows of a, inputs): what moving rows needs of the
        ``input_gradients``."""
        return np.asarray(np.einsum("dij,ij->id", self.input_gradients(a, b), pull))

    def radial_terms(self) -> tuple[RadialTerm, ...]:
        """The compiled terms of which it is the sum; none where it is anything else."""
        return ()

    def spectral_density(self, frequencies: Floats) -> Floats:
        """S(ω) for each row of angular frequencies: k(r) = (2π)⁻ᵈ ∫ S(ω) cos(ω·r) dω."""
        raise NotImplementedError(f"{self} offers no spectral density")

    def lattice_variances(self, frequencies: Floats, steps: Floats) -> Floats:
        """The share v of the variance at each point of an equispaced lattice of angular
        frequencies: k(r) ≈ Σ_j v_j cos(ω_j·r); where it offers a spectral density."""
        cell = float(np.prod(steps / (2.0 * np.pi)))
        return cell * self.spectral_density(frequencies)

    def spectra(self, inputs: int) -> tuple[Spectrum, ...]:
        """The terms whose sum this is, as frequencies are drawn from them; where it offers a
        spectral density."""
        raise NotImplementedError(f"{self} offers no spectral density")

    @property
    def walks(self) -> bool:
        """Whether it holds a walk, whose states can be added to others but not multiplied."""
        return any(part.walks for part in self.parts)

    @property
    def matern_order(self) -> int | None:
        """n, where it is a single Matérn with ν = n + ½, perhaps with a variance of its own."""
        return None

    @property
    def wave_period(self) -> float | None:
        """After which it repeats exactly, where it is a single wave of a held period, perhaps with
        a variance of its own."""
        return None

    def markov_form(self) -> MarkovForm:
        """The same covariance as a state that moves along one input; only where offered."""
        raise NotImplementedError(f"{self} offers no state space")

    def states(self) -> int:
        """How many numbers the state holds; told without making its matrices where terms join."""
        return self.markov_form().dimension

    def markov_error(self) -> float:
        """How far the state space's covariance may be from this one, as a share of the variance:
        0 where it is exact, more where a series or a fit stands for it. See ``error_allowed``."""
        return max((part.markov_error() for part in self.parts), default=0.0)

    def within(self, error: float) -> Kernel:
        """The same covariance, whose state space errs by no more than this share of the variance:
        series have as many terms as that takes, or as they have."""
        return self

    def check(self, inputs: int) -> None:
        """Raise an ``InputError`` where the kernel does not suit so many inputs."""
        for part in self.parts:
            part.check(inputs)

    def __str__(self) -> str:
        return language.print_expression(self.expression())


@dataclass(frozen=True)
class Scaled(Kernel):
    """variance · k."""

    variance: Setting
    kernel: Kernel

    PARAMETER: ClassVar[Parameter] = Parameter(
        "variance",
        tr("Variance"),
        tr("How far the term swings, as a variance."),
        role="variance",
        unit="value²",
    )

    @property
    def offers(self) -> frozenset[Capability]:
        return self.kernel.offers

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return ((self.PARAMETER, self.variance), *self.kernel.settings)

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        return Scaled(settings[0], self.kernel.with_settings(settings[1:]))

    def expression(self) -> Expression:
        inside = self.kernel.expression()
        if self.variance.value is None:
            return inside
        return language.Product((written(self.variance), inside))

    def block(self, a: Floats, b: Floats) -> Floats:
        return self.variance.number * self.kernel.block(a, b)

    def diagonal(self, a: Floats) -> Floats:
        return self.variance.number * self.kernel.diagonal(a)

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        yield self.block(a, b)
        for gradient in self.kernel.gradients(a, b):
            yield self.variance.number * gradient

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        return self.variance.number * self.kernel.input_gradients(a, b)

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (self.kernel,)

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        pull = self.variance.number * pull
        own = inner(pull, self.kernel.block(a, b))
        return np.concatenate([[own], self.kernel.pulled(a, b, pull)])

    def pulled_inputs(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        return self.kernel.pulled_inputs(a, b, self.variance.number * pull)

    def spectral_density(self, frequencies: Floats) -> Floats:
        return self.variance.number * self.kernel.spectral_density(frequencies)

    def lattice_variances(self, frequencies: Floats, steps: Floats) -> Floats:
        return self.variance.number * self.kernel.lattice_variances(frequencies, steps)

    def spectra(self, inputs: int) -> tuple[Spectrum, ...]:
        return tuple(part.scaled(self.variance.number) for part in self.kernel.spectra(inputs))

    def radial_terms(self) -> tuple[RadialTerm, ...]:
        terms = self.kernel.radial_terms()
        return tuple(replace(t, variance=self.variance.number * t.variance) for t in terms)

    @property
    def matern_order(self) -> int | None:
        return self.kernel.matern_order

    @property
    def wave_period(self) -> float | None:
        return self.kernel.wave_period

    def markov_form(self) -> MarkovForm:
        return self.kernel.markov_form().scaled(self.variance.number)

    def states(self) -> int:
        return self.kernel.states()

    def within(self, error: float) -> Kernel:
        return replace(self, kernel=self.kernel.within(error))


@dataclass(frozen=True)
class _Joined(Kernel):
    """Several kernels as one; what holds for sums and products alike."""

    terms: tuple[Kernel, ...]

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return self.terms

    @property
    def offers(self) -> frozenset[Capability]:
        return frozenset.intersection(*(part.offers for part in self.parts))

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return tuple(setting for part in self.parts for setting in part.settings)

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        return replace(self, terms=shared_out(self.terms, settings))


@dataclass(frozen=True)
class SumOf(_Joined):
    """k₁ + k₂ + …"""

    def expression(self) -> Expression:
        return language.Sum(tuple(part.expression() for part in self.parts))

    def block(self, a: Floats, b: Floats) -> Floats:
        return reduce(np.add, (part.block(a, b) for part in self.parts))

    def diagonal(self, a: Floats) -> Floats:
        return reduce(np.add, (part.diagonal(a) for part in self.parts))

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        for part in self.parts:
            yield from part.gradients(a, b)

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        return reduce(np.add, (part.input_gradients(a, b) for part in self.parts))

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        return np.concatenate([part.pulled(a, b, pull) for part in self.parts])

    def pulled_inputs(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        return reduce(np.add, (part.pulled_inputs(a, b, pull) for part in self.parts))

    def radial_terms(self) -> tuple[RadialTerm, ...]:
        groups = [part.radial_terms() for part in self.parts]
        return tuple(term for group in groups for term in group) if all(groups) else ()

    def spectral_density(self, frequencies: Floats) -> Floats:
        return reduce(np.add, (part.spectral_density(frequencies) for part in self.parts))

    def lattice_variances(self, frequencies: Floats, steps: Floats) -> Floats:
        parts = (part.lattice_variances(frequencies, steps) for part in self.parts)
        return reduce(np.add, parts)

    def spectra(self, inputs: int) -> tuple[Spectrum, ...]:
        return tuple(spectrum for part in self.parts for spectrum in part.spectra(inputs))

    def markov_form(self) -> MarkovForm:
        return reduce(MarkovForm.plus, (part.markov_form() for part in self.parts))

    def states(self) -> int:
        return sum(part.states() for part in self.parts)

    def within(self, error: float) -> Kernel:
        return replace(self, terms=tuple(part.within(error) for part in self.terms))


@dataclass(frozen=True)
class ProductOf(_Joined):
    """k₁ · k₂ · …"""

    def expression(self) -> Expression:
        return language.Product(tuple(part.expression() for part in self.parts))

    def block(self, a: Floats, b: Floats) -> Floats:
        return reduce(np.multiply, (part.block(a, b) for part in self.parts))

    def diagonal(self, a: Floats) -> Floats:
        return reduce(np.multiply, (part.diagonal(a) for part in self.parts))

    @property
    def offers(self) -> frozenset[Capability]:
        lost: set[Capability] = {"spectral", "markov"} if self.walks else {"spectral"}
        return super().offers - lost

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        for part, rest in self._with_the_rest(a, b):
            for gradient in part.gradients(a, b):
                yield gradient * rest

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        slopes = (part.input_gradients(a, b) * rest for part, rest in self._with_the_rest(a, b))
        return reduce(np.add, slopes)

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        pairs = self._with_the_rest(a, b)
        return np.concatenate([part.pulled(a, b, pull * rest) for part, rest in pairs])

    def _with_the_rest(self, a: Floats, b: Floats) -> Iterator[tuple[Kernel, Floats]]:
        """Each part with the product of all others."""
        for place, part in enumerate(self.parts):
            others = [other.block(a, b) for i, other in enumerate(self.parts) if i != place]
            yield part, reduce(np.multiply, others)

    def markov_form(self) -> MarkovForm:
        if "markov" not in self.offers:
            return super().markov_form()
        return reduce(MarkovForm.times, (part.markov_form() for part in self.parts))

    def states(self) -> int:
        return math.prod(part.states() for part in self.parts)

    def markov_error(self) -> float:
        return math.prod(1.0 + part.markov_error() for part in self.parts) - 1.0

    def within(self, error: float) -> Kernel:
        share = error / (1 + len(self.terms))
        return replace(self, terms=tuple(part.within(share) for part in self.terms))


@dataclass(frozen=True)
class PowerOf(Kernel):
    """kⁿ, n a whole number."""

    kernel: Kernel
    exponent: int

    MOST_COPIES: ClassVar[int] = 4
    """Beyond so many a state space is no help: from D states it takes Dⁿ."""

    @property
    def offers(self) -> frozenset[Capability]:
        lost: set[Capability] = {"spectral"}
        if self.exponent > self.MOST_COPIES or self.walks:
            lost.add("markov")
        return self.kernel.offers - lost

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return self.kernel.settings

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return (self.kernel,)

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        return replace(self, kernel=self.kernel.with_settings(settings))

    def expression(self) -> Expression:
        return language.Power(self.kernel.expression(), self.exponent)

    def block(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(self.kernel.block(a, b) ** self.exponent)

    def diagonal(self, a: Floats) -> Floats:
        return np.asarray(self.kernel.diagonal(a) ** self.exponent)

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        steepness = self._steepness(a, b)
        for gradient in self.kernel.gradients(a, b):
            yield steepness * gradient

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        return self._steepness(a, b) * self.kernel.input_gradients(a, b)

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        return self.kernel.pulled(a, b, pull * self._steepness(a, b))

    def markov_form(self) -> MarkovForm:
        if "markov" not in self.offers:
            return super().markov_form()
        form = self.kernel.markov_form()
        copies = reduce(MarkovForm.times, [form] * self.exponent)
        return copies.chained(np.tile(np.eye(form.parameters), self.exponent))

    def states(self) -> int:
        return int(self.kernel.states() ** self.exponent)

    def markov_error(self) -> float:
        return float((1.0 + self.kernel.markov_error()) ** self.exponent - 1.0)

    def within(self, error: float) -> Kernel:
        return replace(self, kernel=self.kernel.within(error / (1 + self.exponent)))

    def _steepness(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(self.exponent * self.kernel.block(a, b) ** (self.exponent - 1))


def shared_out(parts: Sequence[Kernel], settings: Sequence[Setting]) -> tuple[Kernel, ...]:
    """The parts with other numbers, given for all of them in a row."""
    edges = np.cumsum([0, *(len(part.settings) for part in parts)])
    return tuple(
        part.with_settings(settings[start:end])
        for part, (start, end) in zip(parts, pairwise(edges), strict=True)
    )


def each_with(kernel: Kernel, settings: Sequence[Setting]) -> tuple[Kernel, ...]:
    """The kernel with each run of settings, as many as it has."""
    each = len(kernel.settings)
    if not each:
        return (kernel,)
    return tuple(
        kernel.with_settings(settings[first : first + each])
        for first in range(0, len(settings), each)
    )
