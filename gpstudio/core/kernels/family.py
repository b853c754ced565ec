"""Leaves of the kernel tree: what every family has in common.

A family declares ``spec`` and ``structure`` and writes its formulas for the inputs it looks at:
``covariance``, ``level``, ``slopes`` and ``input_slopes``. Which inputs those are (``dims``) is
settled here. ``Registered`` is what families and wrappers share: a spec with its numbers.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.binding import Group, Option, unbind
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.kernel import Capability, Kernel
from gpstudio.core.kernels.spectrum import Spectrum
from gpstudio.core.kernels.states.exponentials import USUAL_ERROR
from gpstudio.core.language import Expression
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Parameter, Setting, Spec
from gpstudio.translation import tr


@dataclass(frozen=True)
class Registered(Kernel):
    """A kernel with a name of its own in the recipe language."""

    spec: ClassVar[Spec]
    carries_variance: ClassVar[bool] = False
    """True when one of its own numbers is its variance, so that it needs no multiplier."""

    numbers: tuple[Group, ...]
    """One group for each learnable parameter; more than one number where a list is written."""
    options: Mapping[str, Option]

    @classmethod
    @abstractmethod
    def made(
        cls,
        numbers: tuple[Group, ...],
        options: Mapping[str, Option],
        build: Callable[[Expression], Kernel],
    ) -> Kernel:
        """From what is written; ``build`` makes the kernels inside."""

    @property
    def own_settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        learnt = [parameter for parameter in self.spec.parameters if parameter.learnt]
        pairs = zip(learnt, self.numbers, strict=True)
        return tuple(own for parameter, group in pairs for own in self._listed(parameter, group))

    def _listed(self, parameter: Parameter, group: Group) -> Iterator[tuple[Parameter, Setting]]:
        """The parameter with each number of its list."""
        for setting in group:
            yield parameter, setting

    def with_own(self, settings: Sequence[Setting]) -> Any:
        """The same with other numbers of its own, given in a row."""
        waiting = iter(settings)
        groups = tuple(tuple(next(waiting) for _ in group) for group in self.numbers)
        return replace(self, numbers=groups)

    def expression(self) -> Expression:
        return unbind(self.spec, self.numbers, self.options)

    def number(self, place: int = 0) -> float:
        """The single number of a parameter."""
        return self.numbers[place][0].number

    def several(self, place: int = 0) -> Floats:
        """All numbers of a parameter: one, or as many as its list has."""
        return np.array([setting.number for setting in self.numbers[place]])


KERNELS: Registry[type[Registered]] = Registry("kernel")
"""Those that have a name, in the order in which forms show them."""
MODELS: Registry[type[Registered]] = Registry("kernel")
"""Those that are a model by themselves and no term of another: kernels in layers."""


def registered(name: str) -> type[Registered] | None:
    """Whatever is called so, if anything is."""
    found = (registry[name] for registry in (KERNELS, MODELS) if name in registry)
    return next(found, None)


def names() -> tuple[str, ...]:
    """All that may be written."""
    return (*KERNELS.names, *MODELS.names)


@dataclass(frozen=True)
class Family(Registered):
    """A leaf of the tree."""

    structure: ClassVar[frozenset[Capability]] = frozenset()
    listed: ClassVar[str] = "input"
    """What a list of numbers has one of each for."""

    error: float = field(default=USUAL_ERROR, compare=False)
    """How far a series or a fit that stands for it along time may be off."""

    @classmethod
    def made(
        cls,
        numbers: tuple[Group, ...],
        options: Mapping[str, Option],
        build: Callable[[Expression], Kernel],
    ) -> Kernel:
        return cls(numbers, options)

    @property
    def offers(self) -> frozenset[Capability]:
        return self.structure

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return self.own_settings

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        kernel: Kernel = self.with_own(settings)
        return kernel

    def within(self, error: float) -> Kernel:
        return replace(self, error=error)

    @abstractmethod
    def covariance(self, a: Floats, b: Floats) -> Floats:
        """``block`` for the inputs it looks at."""

    @abstractmethod
    def level(self, a: Floats) -> Floats:
        """``diagonal`` for the inputs it looks at."""

    @abstractmethod
    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        """``gradients`` for the inputs it looks at."""

    @abstractmethod
    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        """``input_gradients`` in the inputs it looks at."""

    def density(self, frequencies: Floats) -> Floats:
        """``spectral_density`` in the inputs it looks at."""
        raise NotImplementedError(f"{self} offers no spectral density")

    def spectra_of(self, columns: tuple[int, ...]) -> tuple[Spectrum, ...]:
        """``spectra`` in the inputs it looks at."""
        raise NotImplementedError(f"{self} offers no spectral density")

    def block(self, a: Floats, b: Floats) -> Floats:
        return self.covariance(self.seen(a), self.seen(b))

    def diagonal(self, a: Floats) -> Floats:
        return self.level(self.seen(a))

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        return self.slopes(self.seen(a), self.seen(b))

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        slopes = self.input_slopes(self.seen(a), self.seen(b))
        if self.dims is None:
            return slopes
        full = np.zeros((a.shape[1], *slopes.shape[1:]))
        full[list(self.dims)] = slopes
        return full

    def spectral_density(self, frequencies: Floats) -> Floats:
        if self.dims is not None and len(self.dims) < frequencies.shape[1]:
            raise NotImplementedError("along an input it does not see it has no density")
        return self.density(self.seen(frequencies))

    def lattice_variances(self, frequencies: Floats, steps: Floats) -> Floats:
        """Along an input it does not see it never changes: there all lies at frequency zero."""
        if self.dims is None:
            return super().lattice_variances(frequencies, steps)
        unseen = np.setdiff1d(np.arange(frequencies.shape[1]), self.dims)
        cell = float(np.prod(steps[list(self.dims)] / (2.0 * np.pi)))
        still = (frequencies[:, unseen] == 0.0).all(axis=1)
        return np.where(still, cell * self.density(self.seen(frequencies)), 0.0)

    def spectra(self, inputs: int) -> tuple[Spectrum, ...]:
        return self.spectra_of(tuple(range(inputs)) if self.dims is None else self.dims)

    @property
    def dims(self) -> tuple[int, ...] | None:
        """The inputs it looks at; None for all."""
        dims = self.options.get("dims")
        return dims if isinstance(dims, tuple) else None

    def seen(self, a: Floats) -> Floats:
        """The columns it looks at."""
        return a if self.dims is None else a[:, list(self.dims)]

    def among_all(self, own: Floats, inputs: int) -> Floats:
        """``own``, a column for each input it looks at, with zeros for the others."""
        if self.dims is None:
            return own
        full = np.zeros((len(own), inputs))
        full[:, list(self.dims)] = own
        return full

    def _listed(self, parameter: Parameter, group: Group) -> Iterator[tuple[Parameter, Setting]]:
        """One number an input says of each which input it is about."""
        alone = len(group) == 1 and (self.dims is None or len(self.dims) > 1)
        if alone or self.listed != "input":
            yield from super()._listed(parameter, group)
            return
        columns = self.dims if self.dims is not None else range(len(group))
        for column, setting in zip(columns, group, strict=False):
            yield replace(parameter, column=column), setting

    def check(self, inputs: int) -> None:
        name, seen = self.spec.name, inputs
        if self.dims is not None:
            if max(self.dims) >= inputs:
                raise InputError(
                    tr(
                        "The kernel {kernel} looks at input {place}, and the inputs are "
                        "0 to {highest}: change 'dims'.",
                        kernel=self,
                        place=max(self.dims),
                        highest=inputs - 1,
                    )
                )
            seen = len(self.dims)
        for group in self.numbers if self.listed == "input" else ():
            if len(group) not in (1, seen):
                raise InputError(
                    tr(
                        "The kernel '{name}' lists {count} numbers for {inputs} input(s): write "
                        "one, or one for each input.",
                        name=name,
                        count=len(group),
                        inputs=seen,
                    )
                )
