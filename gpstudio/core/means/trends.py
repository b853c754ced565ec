"""Trends: the curve swings about a level and curves that are written as formulas."""

from __future__ import annotations

import numpy as np

from gpstudio.core import functions as formulas
from gpstudio.core import spec as declared
from gpstudio.core.arrays import Floats
from gpstudio.core.language import Expression
from gpstudio.core.means.mean import MEANS, Mean
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@MEANS.register
class Trends(Mean):
    spec = Spec(
        "trends",
        tr("Trends"),
        tr("The curve returns to a mixture of written formulas, and a level, far from readings."),
        (declared.functions("[x, x**2]"),),
        formula="β₀ + Σ β φ(x)",
    )

    def __init__(self, functions: Expression) -> None:
        self._functions = formulas.functions(functions)

    def trends(self, inputs: Floats) -> Floats:
        columns = [function(inputs) for function in self._functions]
        return np.column_stack([np.ones(len(inputs)), *columns])

    def slopes(self, inputs: Floats, order: int) -> Floats:
        if order != 1:
            return super().slopes(inputs, order)
        columns = [function.gradient(inputs)[0] for function in self._functions]
        return np.column_stack([np.zeros(len(inputs)), *columns])
