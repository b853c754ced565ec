"""The O(n) arithmetic of a Markov curve: one pass forward, one pass back.

Notation: the readings are y = h·x + e with var e = noise; k columns of readings share one
covariance A and are carried together (a series and its trend columns, or many draws).

Forward (Kalman filter): the predicted state m⁻, P⁻ before each reading, yᵀA⁻¹y and log|A|.

Back (adjoint of the filter; de Jong 1988, Koopman and Shephard 1992): r and N are the derivatives
of the log evidence with respect to m⁻ and, as ½(rrᵀ − N), to P⁻. From them come, without inverting
any matrix: the smoothed mean h·(m⁻ + P⁻r) and variance h·(P⁻ − P⁻NP⁻)·h; the weights A⁻¹y and the
diagonal of A⁻¹; and the evidence's gradient in F, P and the noise. Between two readings r and N
only need the transition, so any other time is predicted on the way.

Nothing here needs P∞ to be a covariance: of it only P∞h matters, and its other entries cancel.

Digits: short steps and quiet readings keep theirs (see ``MarkovForm.shaking`` and ``adjoint.py``).
One place does not: a curve that never forgets, ahead of its first quiet readings, where the
variance is P⁻ − P⁻NP⁻ and all but cancels; it is good to some 1e-10 of the prior variance there.

``shape.py`` says how one source serves few states, unrolled, and many; ``steps.py`` and
``bands.py`` are what the two do differently.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators.markov import Bands, Steps, bands, steps, unrolled
from gpstudio.core.solvers.markov.backward import backward_for
from gpstudio.core.solvers.markov.bands import BAND_MOVES
from gpstudio.core.solvers.markov.forward import forward_for
from gpstudio.core.solvers.markov.given import given_for
from gpstudio.core.solvers.markov.joint import joint_for
from gpstudio.core.solvers.markov.shape import ANY_SHAPE, cached, fixed_shape
from gpstudio.core.solvers.markov.slopes import band_notes, full_notes
from gpstudio.core.solvers.markov.steps import fixed_moves

FEW_COLUMNS = 2
"""So many, readings and a level, are carried in registers; more, as draws are, in memory."""


class Passes(NamedTuple):
    forward: Callable[..., Any]
    """(times, noise, Y, form, carried, quadratic, start, stop, kept, first_row): filter readings
    start…stop; returns their share of log|A|.

    ``carried`` is the state (m, P) after the reading before ``start`` (the prior at first) and
    is moved on, with how many readings so far had a variance below zero, and the least share of
    the curve's that one may have, where some take away: zero where none does. YᵀA⁻¹Y is added to
    the lower half of ``quadratic``. The predicted state of reading x goes to row x − first_row of
    ``kept``, unless that has no rows. A reading with infinite noise is missing. NaN says that a
    reading's variance was lost to rounding, because others leave nothing open there.
    """
    backward: Callable[..., Any]
    """(times, noise, Y, form, kept, first_row, carried, start, stop, asked, place, noting,
    notebook): from reading stop-1 down to ``start``; returns the next target still to predict.

    ``carried`` is the adjoint just before the reading visited last, r and N, and the same just
    after the reading before it (zero at first); it is moved on. The targets ``asked`` for are
    predicted from ``place`` down. The ``notebook``, ``Rows`` or ``Slopes``, is filled if
    ``noting``.
    """
    gradient: Callable[..., Any]
    """The pass back that gathers the gradient."""
    joint: Callable[..., None]
    """Joint covariances within a window; see ``joint.py``."""
    given: Callable[..., float] | None
    """Draws given the readings, value by value, where the states are few; see ``given.py``."""


@cached
def fixed_passes(D: int, k: int | None, turns: bool) -> Passes:
    """For ``D`` states and ``k`` (or any number of) columns; ``turns`` where some block does."""
    shape = fixed_shape(D, k)
    moves = fixed_moves(shape, D, turns)
    return Passes(
        forward_for(shape, moves),
        backward_for(shape, moves, None),
        backward_for(shape, moves, full_notes(shape, D)),
        joint_for(shape, moves),
        given_for(shape, moves),
    )


@cached
def any_passes() -> Passes:
    """For any number of states and columns."""
    return Passes(
        forward_for(ANY_SHAPE, BAND_MOVES),
        backward_for(ANY_SHAPE, BAND_MOVES, None),
        backward_for(ANY_SHAPE, BAND_MOVES, band_notes(ANY_SHAPE)),
        joint_for(ANY_SHAPE, BAND_MOVES),
        None,
    )


def prepared(
    form: MarkovForm, columns: int, careful: bool, rows: Floats | None = None
) -> tuple[Passes, Steps | Bands]:
    """The passes for a form, and the form as they take it; ``rows`` are the readings' readouts
    where they differ."""
    if rows is None:
        return _prepared(form, columns, careful)
    return _made(form, columns, careful, rows)


@lru_cache(maxsize=16)
def _prepared(form: MarkovForm, columns: int, careful: bool) -> tuple[Passes, Steps | Bands]:
    """Of the forms that were asked for last: a search for the most probable curve asks for one
    dozens of times."""
    return _made(form, columns, careful, None)


def _made(
    form: MarkovForm, columns: int, careful: bool, rows: Floats | None
) -> tuple[Passes, Steps | Bands]:
    if unrolled(form):
        turns = any(part.turns for part in form.parts)
        k = columns if columns <= FEW_COLUMNS else None
        return fixed_passes(form.dimension, k, turns), steps(form, columns, careful, rows)
    return any_passes(), bands(form, columns, careful, rows)


def stored_width(D: int, k: int) -> int:
    """Numbers kept a reading between the passes: m⁻ of each column and half of P⁻."""
    return k * D + D * (D + 1) // 2
