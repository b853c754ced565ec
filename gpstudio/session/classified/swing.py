"""How much the curves behind the classes of few seasons swing: as rows left out ask for.

The metric is learnt from the very rows that numbers are learnt from: among themselves these are
farther apart by class than new ones are from them. Evidence does not know that, and leaves
probabilities too even. So kernels whose variance is some times as large are tried on rows that had
no part in the metric either.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from gpstudio.core.language import Expression, Number, Product

TRIED = (1.0, 4.0, 16.0, 64.0)
"""Times the variance that evidence finds, until rows left out are told no better."""
GAIN = 0.01
"""Of the log score of a row, on average: less is chance."""
PARTS = 3
"""In which they are left out."""


def wider(kernel: Expression, score: Callable[[Expression], float]) -> Expression | None:
    """The kernel with the best ``score``; None where that is the kernel itself."""
    best, found = -math.inf, None
    for factor in TRIED:
        ahead = scaled(kernel, factor)
        here = score(ahead)
        if here <= best + GAIN:
            break
        best, found = here, ahead if factor != 1.0 else None
    return found


def scaled(kernel: Expression, factor: float) -> Expression:
    """A term with its variance so many times as large."""
    match kernel:
        case Product((Number() as first, *rest), divisors):
            return Product((Number(first.value * factor), *rest), divisors)
        case _:
            return Product((Number(factor), kernel))
