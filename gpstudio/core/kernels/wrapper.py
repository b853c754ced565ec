"""Kernels made of other kernels that have a name and numbers of their own: ``exp(k)``, a change
from one kernel to another, a kernel whose size varies along the input.

A wrapper declares a ``spec`` whose first parameters are of kind ``kernel``, and its formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from gpstudio.core.binding import Group, Option, kernels_apart, unbind, with_kernels
from gpstudio.core.kernels.family import Registered
from gpstudio.core.kernels.kernel import Kernel, shared_out
from gpstudio.core.language import Expression
from gpstudio.core.spec import Parameter, Setting


@dataclass(frozen=True)
class Wrapper(Registered):
    """Its own numbers come after those of the kernels inside."""

    parts_are_terms: ClassVar[bool] = False
    """True when each kernel inside has a size of its own, so that it wants its own multiplier."""

    inside: tuple[Kernel, ...]

    @classmethod
    def made(
        cls,
        numbers: tuple[Group, ...],
        options: Mapping[str, Option],
        build: Callable[[Expression], Kernel],
    ) -> Kernel:
        inside, own = kernels_apart(cls.spec, options)
        return cls(numbers, own, tuple(map(build, inside)))

    @property
    def parts(self) -> tuple[Kernel, ...]:
        return self.inside

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        inner = tuple(setting for part in self.parts for setting in part.settings)
        return (*inner, *self.own_settings)

    def with_settings(self, settings: Sequence[Setting]) -> Kernel:
        inner = sum(len(part.settings) for part in self.parts)
        changed = self.with_own(settings[inner:])
        kernel: Kernel = replace(changed, inside=shared_out(self.parts, settings[:inner]))
        return kernel

    def expression(self) -> Expression:
        written = tuple(part.expression() for part in self.parts)
        return unbind(self.spec, self.numbers, with_kernels(self.spec, self.options, written))

    def with_terms(self, sized: Callable[[Kernel], Kernel]) -> Kernel:
        """With a size of its own for each kernel inside that has none."""
        return replace(self, inside=tuple(map(sized, self.inside)))

    def resized(self, resize: Callable[[Kernel], Kernel]) -> Kernel:
        """With another size for each kernel inside that is measured as readings are."""
        return replace(self, inside=tuple(map(resize, self.inside)))
