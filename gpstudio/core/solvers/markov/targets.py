"""The curve, or a derivative of it, at a target time: from the state before, the adjoint after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.between import between_bands_for
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import ANY_SHAPE, FAST, Shape, cached, small
from gpstudio.core.solvers.markov.steps import Moves

NO_STATES = np.zeros((0, 0))


class Targets(NamedTuple):
    """What is asked for, and room for the answers."""

    times: Floats
    """In ascending order."""
    readout: Floats
    """Of the curve itself or of what is asked of it, as in ``MarkovForm.readout``; a row a target
    where readings have a row each."""
    curve: bool
    """True where it is the curve itself, of which the readings are."""
    shift: Floats
    """What P g lacks of the state's covariance with what is asked for, (D,); see ``Derivative``."""
    missing: float
    """What gᵀP g lacks of its variance."""
    mean: Floats
    """(targets, k)"""
    variance: Floats
    """(targets,)"""
    known: bool = False
    """Whether these two are asked for, of which ``joint.py`` makes joint covariances:"""
    gain: Floats = NO_STATES
    """P h, P given the readings before the target, (targets, D)."""
    rest: Floats = NO_STATES
    """h − N P h: what the readings from the target on leave of h, (targets, D)."""


NO_TARGETS = Targets(
    np.zeros(0), np.zeros((0, 0)), True, np.zeros(0), 0.0, np.zeros((0, 0)), np.zeros(0)
)


@small
def bare_targets(targets: Any) -> Any:
    """The same with places for arrays."""
    return Targets(
        address(targets.times), address(targets.readout), targets.curve, address(targets.shift),
        targets.missing, address(targets.mean), address(targets.variance), targets.known,
        address(targets.gain), address(targets.rest),
    )  # fmt: skip


@cached
def target_between_for(shape: Shape, moves: Moves) -> Callable[..., None]:
    return between_bands_for() if shape is ANY_SHAPE else _between_for(shape, moves)


def _between_for(shape: Shape, moves: Moves) -> Callable[..., None]:
    """For few states: P and N are moved to the target."""
    step, predict, advance = moves.step, moves.predict, moves.advance
    looks, pull, retreat, finish = looks_for(shape), moves.pull, moves.retreat, _finish(shape)
    read, look, absorb, copy = looks.read, looks.look, looks.absorb, looks.copy
    square, move, state, states = shape.square, shape.move, shape.state, shape.states
    shift, keep = _shift(shape), _keep(shape)

    @compiled(fastmath=FAST)
    def between(
        before: float, after: float, around: Any, inverse: float, form: Any, targets: Any,
        place: int,
    ) -> None:  # fmt: skip
        """``before`` after a reading and ``after`` before the next one. ``around``: the predicted
        state m, P of the one, which has not absorbed it, the adjoint r, N of the other, and of the
        one P h and its innovations."""
        m, P, ahead_r, ahead_N, Ph, v = around
        A, Q, here, N = move(form), move(form), square(form), square(form)
        filtered, back = states(form), states(form)
        g, gain, away = state(form), state(form), state(form)
        copy(m, P, filtered, here, form)
        if inverse != 0.0:
            absorb(Ph, v, inverse, filtered, here, form)
        short = step(before, form, A, Q)
        predict(A, filtered, form)
        advance(short, A, Q, here, form)
        read(targets.readout, form.origin, targets.times[place], place, g, form)
        spread = look(here, g, gain, form) + targets.missing
        shift(targets.shift, gain, form)
        step(after, form, A, Q)
        pull(A, ahead_r, back, form)
        retreat(A, ahead_N, N, form)
        finish(filtered, g, gain, back, targets.mean, place, form)
        targets.variance[place] = max(spread - look(N, gain, away, form), 0.0)
        if targets.known:
            keep(targets, place, g, gain, away, form)

    return between


def target_beside_for(shape: Shape) -> Callable[..., None]:
    finish, look, state, keep = _finish(shape), looks_for(shape).look, shape.state, _keep(shape)

    @small
    def beside(
        here: float, noise: float, inverse: float, diagonal: float, m: Any, Ph: Any, r: Any, N: Any,
        h: Any, form: Any, targets: Any, place: int,
    ) -> None:  # fmt: skip
        """At a reading itself, whose adjoint r, N has absorbed it; no step is needed."""
        finish(m, h, Ph, r, targets.mean, place, form)
        if inverse == 0.0:
            spread = here - look(N, Ph, state(form), form)
        else:
            # what a reading leaves open is a share of its own noise: no digits are lost
            spread = noise * (here * inverse - noise * (diagonal - inverse))
        targets.variance[place] = max(spread, 0.0)
        if targets.known:
            away = state(form)
            look(N, Ph, away, form)
            keep(targets, place, h, Ph, away, form)

    return beside


def _keep(shape: Shape) -> Callable[..., None]:
    size = shape.size

    @small
    def keep(targets: Any, place: int, h: Any, gain: Any, away: Any, form: Any) -> None:
        D = size(form)
        for i in range(D):
            targets.gain[place * D + i] = gain[i]
            targets.rest[place * D + i] = h[i] - away[i]

    return keep


def _shift(shape: Shape) -> Callable[..., None]:
    size = shape.size

    @small
    def shift(by: Any, gain: Any, form: Any) -> None:
        for i in range(size(form)):
            gain[i] += by[i]

    return shift


def _finish(shape: Shape) -> Callable[..., None]:
    size, columns = shape.size, shape.columns

    @small
    def finish(m: Any, g: Any, gain: Any, r: Any, mean: Any, place: int, form: Any) -> None:
        """mean = gᵀm + gainᵀr for each column."""
        D = size(form)
        for c in range(columns(form)):
            total = 0.0
            for i in range(D):
                total += g[i] * m[c * D + i] + gain[i] * r[c * D + i]
            mean[place * columns(form) + c] = total

    return finish
