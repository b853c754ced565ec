"""Targets that the pass back comes by: between two readings, at one, before all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpstudio.core.compiled import compiled
from gpstudio.core.solvers.markov.shape import FAST, Shape, small
from gpstudio.core.solvers.markov.steps import Moves
from gpstudio.core.solvers.markov.targets import target_beside_for, target_between_for


def keep_for(shape: Shape) -> Callable[..., None]:
    size, columns = shape.size, shape.columns

    @small
    def keep(Ph: Any, v: Any, kept_Ph: Any, kept_v: Any, form: Any) -> None:
        for i in range(size(form)):
            kept_Ph[i] = Ph[i]
        for c in range(columns(form)):
            kept_v[c] = v[c]

    return keep


@small
def _no_target_between(
    time: Any, x: int, n: int, around: Any, inverse: float, form: Any, targets: Any, place: int
) -> int:
    return place


@small
def _no_target_beside(
    here: float, noise: float, inverse: float, diagonal: float, m: Any, Ph: Any, r: Any, N: Any,
    h: Any, form: Any, targets: Any, place: int,
) -> None:  # fmt: skip
    return


@small
def _no_target_before(
    time: Any, n: int, ahead_r: Any, ahead_N: Any, form: Any, targets: Any, place: int
) -> int:
    return place


NO_TARGET = (_no_target_between, _no_target_beside, _no_target_before)
"""For the pass that gathers the gradient, which nobody asks for targets."""


def at_targets_for(shape: Shape, moves: Moves) -> tuple[Callable[..., Any], ...]:
    return _between_all(shape, moves), target_beside_for(shape), _before_all(shape, moves)


def _between_all(shape: Shape, moves: Moves) -> Callable[..., int]:
    between = target_between_for(shape, moves)

    @compiled(fastmath=FAST)
    def between_all(
        time: Any,
        x: int,
        n: int,
        around: Any,
        inverse: float,
        form: Any,
        targets: Any,
        place: int,
    ) -> int:
        """The targets after reading x; where it is not the curve that is asked for, at it too."""
        while place >= 0 and (
            targets.times[place] > time[x]
            or (targets.times[place] == time[x] and not targets.curve)
        ):
            before = targets.times[place] - time[x]
            after = time[x + 1] - targets.times[place] if x + 1 < n else 0.0
            between(before, after, around, inverse, form, targets, place)
            place -= 1
        return place

    return between_all


def _before_all(shape: Shape, moves: Moves) -> Callable[..., int]:
    between, start = target_between_for(shape, moves), moves.start
    square, states, state, values = shape.square, shape.states, shape.state, shape.values
    size, columns = shape.size, shape.columns

    @compiled(fastmath=FAST)
    def before_all(
        time: Any, n: int, ahead_r: Any, ahead_N: Any, form: Any, targets: Any, place: int
    ) -> int:
        """The targets before the first reading, or all where there is none."""
        m, P, r, N = states(form), square(form), states(form), square(form)
        start(P, form)
        for i in range(columns(form) * size(form)):
            m[i] = 0.0
            r[i] = ahead_r[i]
        for i in range(size(form) ** 2):
            N[i] = ahead_N[i]
        around = (m, P, r, N, state(form), values(form))
        while place >= 0:
            after = time[0] - targets.times[place] if n > 0 else 0.0
            # walks begin at zero, all else has walked for ever
            gone = max(targets.times[place] - form.since, 0.0)
            between(gone, after, around, 0.0, form, targets, place)
            place -= 1
        return place

    return before_all
