"""Products of a matrix that is not symmetric are refused before anything is solved."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.solvers.krylov import check_symmetric


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
def test_that_a_symmetric_product_passes(scale: float) -> None:
    random = np.random.default_rng(0)
    half = scale * random.standard_normal((50, 50))
    asked: list[Floats] = []

    def passes(product: Callable[[Floats], Floats], seed: int) -> bool:
        asked.clear()
        random = np.random.default_rng(seed)
        check_symmetric(lambda v: (asked.append(v), product(v))[1], 50, random, "'cg'")
        return bool(asked) and all(np.any(v) for v in asked)

    for seed in range(10):
        assert passes(lambda v: half @ v + half.T @ v, seed)
        assert passes(lambda v: half @ (half.T @ v), seed)
    assert passes(lambda v: 0.0 * v, 10)


@pytest.mark.parametrize("scale", [1e-12, 1.0, 1e12])
def test_that_one_that_is_not_gets_a_sentence(scale: float) -> None:
    random = np.random.default_rng(0)
    matrix = scale * random.standard_normal((50, 50))
    symmetric = matrix + matrix.T
    symmetric[3, 4] *= 1.01
    for wrong in (matrix, symmetric):
        with pytest.raises(InputError, match=r"not symmetric.*symmetric part"):
            check_symmetric(lambda v, wrong=wrong: wrong @ v, 50, random, "'cg'")


def test_that_numbers_that_are_not_finite_get_a_sentence() -> None:
    with pytest.raises(InputError, match="not finite"):
        check_symmetric(lambda v: v * np.inf, 50, np.random.default_rng(0), "'cg'")
