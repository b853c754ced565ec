"""Basis functions: an unknown mixture of stated curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from gpstudio.core import spec as declared
from gpstudio.core.arrays import Floats
from gpstudio.core.binding import Group, Option
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.functions import Function, functions
from gpstudio.core.kernels.dots import dots, squared_norms
from gpstudio.core.kernels.family import KERNELS, Family
from gpstudio.core.kernels.kernel import Kernel
from gpstudio.core.language import Expression
from gpstudio.core.spec import Parameter, Spec
from gpstudio.translation import tr


@KERNELS.register
class BasisFunctions(Family):
    """k(x, x′) = Σⱼ vⱼ φⱼ(x) φⱼ(x′)."""

    spec = Spec(
        "basis",
        tr("Basis functions"),
        tr("An unknown mixture of curves that are written as formulas."),
        (
            declared.functions("[1, x]"),
            Parameter(
                "variance",
                tr("Variance"),
                tr("How large the coefficients may be: one variance, or one a function."),
                role="variance",
                unit="value²",
                several=True,
            ),
        ),
        formula="Σ v φ(x) φ(x′)",
    )
    carries_variance = True
    listed = "function"

    @classmethod
    def made(
        cls,
        numbers: tuple[Group, ...],
        options: Mapping[str, Option],
        build: Callable[[Expression], Kernel],
    ) -> Kernel:
        functions(options["functions"])  # type: ignore[arg-type]
        return super().made(numbers, options, build)

    def covariance(self, a: Floats, b: Floats) -> Floats:
        roots = np.sqrt(self.several())
        return dots(self._columns(a) * roots, self._columns(b) * roots)

    def level(self, a: Floats) -> Floats:
        return squared_norms(self._columns(a) * np.sqrt(self.several()))

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        left, right = self._columns(a), self._columns(b)
        variances = self.several()
        if len(variances) == 1:
            yield variances[0] * dots(left, right)
        else:
            for j, v in enumerate(variances):
                yield v * np.outer(left[:, j], right[:, j])

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        steep = np.array([function.gradient(a) for function in self._functions])
        return np.asarray(np.einsum("jdn,mj->dnm", steep, self._columns(b) * self.several()))

    def check(self, inputs: int) -> None:
        for function in self._functions:
            function.check(inputs)
        if len(self.numbers[0]) not in (1, len(self._functions)):
            raise InputError(
                tr(
                    "The kernel 'basis' lists {variances} variances for "
                    "{functions} functions: write one, or one for each function.",
                    variances=len(self.numbers[0]),
                    functions=len(self._functions),
                )
            )

    @cached_property
    def _functions(self) -> tuple[Function, ...]:
        return functions(self.options["functions"])  # type: ignore[arg-type]

    def _columns(self, a: Floats) -> Floats:
        return np.column_stack([function(a) for function in self._functions])
