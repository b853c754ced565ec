"""One contract for the error that every Krylov method tells of its answer: not less than the true
one where the smallest eigenvalue is known, and not far more; true errors are of dense solutions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.solvers import SOLVERS, Solver
from gpstudio.core.solvers.krylov import Outcome, Stop
from gpstudio.core.solvers.krylov.preconditioners.preconditioner import Diagonal

N = 50
KRYLOV = [entry for entry in SOLVERS if entry.method]
VALUES = {
    "even": np.linspace(1.0, 50.0, N),
    "graded": np.geomspace(1e-3, 10.0, N),
    "steep": np.geomspace(1e-6, 1.0, N),
    "clustered": np.concatenate([1e-4 * np.linspace(1.0, 1.1, 40), np.geomspace(0.1, 10.0, 10)]),
    "indefinite": np.concatenate([np.linspace(1.0, 10.0, 25), -np.linspace(1.0, 20.0, 25)]),
}
ASKED = ({"tolerance": 1e-2}, {"tolerance": 1e-6}, {"tolerance": 1e-12, "iterations": 15})
TRUEST = 0.9
"""A residual that is carried along is the true one up to a tenth."""
WIDEST = 900.0
"""By how much an error may be overrated: few vectors of a residual are along the worst one."""
BLINDEST = 3e-4
"""By how much one may be underrated where the smallest eigenvalue must be guessed: before the
method has come near it. MINRES, which looks at one side alone, guesses worst."""


def _matrix(kind: str) -> Floats:
    basis = np.linalg.qr(np.random.default_rng(3).standard_normal((N, N)))[0]
    matrix = (basis * VALUES[kind]) @ basis.T
    return np.asarray(0.5 * (matrix + matrix.T))


def _true_errors(entry: type[Solver], matrix: Floats, scales: Floats, told: Outcome) -> Floats:
    """As A measures them, or by their lengths as the preconditioner does, over the answers'."""
    measure = matrix if entry.follows_energy else np.diag(scales)
    answer = told.answer
    off = answer - np.linalg.solve(matrix, told.rest + matrix @ answer)
    squares = [np.einsum("nk,nk->k", x, measure @ x) for x in (off, answer)]
    return np.asarray(np.sqrt(squares[0] / squares[1]))


def _cases() -> list[Any]:
    return [
        pytest.param(entry, kind, scaled, id=f"{entry.spec.name}-{kind}-{'P' if scaled else 'I'}")
        for entry in KRYLOV
        for kind in VALUES
        for scaled in (False, True)
        if entry.takes_indefinite or kind != "indefinite"
        if not (scaled and kind == "indefinite")
    ]


@pytest.mark.parametrize(("entry", "kind", "scaled"), _cases())
def test_that_an_error_is_told_as_large_as_it_is(
    entry: type[Solver], kind: str, scaled: bool
) -> None:
    assert entry.method is not None
    matrix = _matrix(kind)
    if scaled:
        sizes = np.geomspace(0.1, 10.0, N)
        matrix = sizes[:, None] * matrix * sizes
    scales = matrix.diagonal().copy() if scaled else np.ones(N)
    inner = matrix / np.sqrt(np.outer(scales, scales))
    least = float(np.abs(np.linalg.eigvalsh(inner)).min())
    right = np.random.default_rng(4).standard_normal((3, N)).T
    for asked in ASKED:
        for floor in (least, 0.0):
            told = entry.method(
                lambda vectors, matrix=matrix: matrix @ vectors,
                right,
                preconditioner=Diagonal(scales, floor),
                floor=floor,
                **asked,
            )
            if not floor and told.stopped is not Stop.REACHED:
                continue
            ratio = told.errors / _true_errors(entry, matrix, scales, told)
            lowest = TRUEST if floor else BLINDEST
            rule = (
                f"'{entry.spec.name}' tells an error of {told.errors.max():.1e}, which is "
                f"{ratio.min():.1e} to {ratio.max():.1e} of the true one; allowed is {lowest:g} "
                f"to {WIDEST:g}"
            )
            assert lowest <= ratio.min(), rule
            assert ratio.max() <= WIDEST, rule
