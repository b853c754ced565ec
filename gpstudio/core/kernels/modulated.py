"""Modulated: a curve whose size follows a stated formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.binding import Group, Option
from gpstudio.core.cached import cached_property
from gpstudio.core.functions import Function
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.kernel import Capability, Kernel
from gpstudio.core.kernels.wrapper import Wrapper
from gpstudio.core.language import Expression
from gpstudio.core.spec import Parameter, Spec
from gpstudio.translation import tr


@KERNELS.register
class Modulated(Wrapper):
    """f(x) k(x, x′) f(x′)."""

    spec = Spec(
        "modulated",
        tr("Modulated"),
        tr("A curve that is larger here and smaller there, as a formula says."),
        (
            Parameter("kernel", tr("Kernel"), tr("The curve before it is sized."), "kernel"),
            Parameter("by", tr("By"), tr("Its size, a formula such as 1 + 0.1 * x."), "functions"),
        ),
        formula="f(x) k(x, x′) f(x′)",
    )

    @classmethod
    def made(
        cls,
        numbers: tuple[Group, ...],
        options: Mapping[str, Option],
        build: Callable[[Expression], Kernel],
    ) -> Kernel:
        Function.of(options["by"])  # type: ignore[arg-type]
        return super().made(numbers, options, build)

    @property
    def offers(self) -> frozenset[Capability]:
        return frozenset()

    def block(self, a: Floats, b: Floats) -> Floats:
        return self._sizes(a, b) * self.parts[0].block(a, b)

    def diagonal(self, a: Floats) -> Floats:
        return np.asarray(self._size(a) ** 2 * self.parts[0].diagonal(a))

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        sizes = self._sizes(a, b)
        for gradient in self.parts[0].gradients(a, b):
            yield sizes * gradient

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        own = self._size.gradient(a)[:, :, None] * self._size(b) * self.parts[0].block(a, b)
        return np.asarray(own + self._sizes(a, b) * self.parts[0].input_gradients(a, b))

    def pulled(self, a: Floats, b: Floats, pull: Floats) -> Floats:
        return self.parts[0].pulled(a, b, pull * self._sizes(a, b))

    def check(self, inputs: int) -> None:
        super().check(inputs)
        self._size.check(inputs)

    @cached_property
    def _size(self) -> Function:
        return Function.of(self.options["by"])  # type: ignore[arg-type]

    def _sizes(self, a: Floats, b: Floats) -> Floats:
        return np.asarray(self._size(a)[:, None] * self._size(b)[None, :])
