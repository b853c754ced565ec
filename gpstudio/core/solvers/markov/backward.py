"""The pass back: the adjoint of the filter, and everything it yields on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.adjoint import absorb_back_for, go_back_for, note_step_for
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.passing import NO_TARGET, at_targets_for, keep_for
from gpstudio.core.solvers.markov.rows import bare_rows, keep_row_for, note_noise_for
from gpstudio.core.solvers.markov.shape import FAST, Shape
from gpstudio.core.solvers.markov.slopes import Notes, bare_slopes
from gpstudio.core.solvers.markov.steps import Moves
from gpstudio.core.solvers.markov.targets import bare_targets


def backward_for(shape: Shape, moves: Moves, notes: Notes | None) -> Callable[..., int]:
    """The pass back; with ``notes`` it gathers the gradient instead of the rows.

    Two versions, since what is asked for in passing only costs nothing where it is settled before
    compiling.
    """
    looks, absorb = looks_for(shape), absorb_back_for(shape)
    note_row = keep_row_for(shape) if notes is None else note_noise_for(shape)
    read, look, innovations = looks.read, looks.look, looks.innovations
    load, copy = looks.load, looks.copy
    go_back = go_back_for(shape, moves) if notes is None else note_step_for(shape, moves, notes)
    between_all, beside, before_all = at_targets_for(shape, moves) if notes is None else NO_TARGET
    square, state, states, each = shape.square, shape.state, shape.states, shape.values
    bare, bare_notes = shape.bare, bare_rows if notes is None else bare_slopes
    move, keep = shape.move, keep_for(shape)

    @compiled(fastmath=FAST)
    def backward(
        times: Any, noises: Any, values: Any, given: Any, kept: Any, first_row: int, carried: Any,
        start: int, stop: int, asked: Any, place: int, noting: bool, notebook: Any,
    ) -> int:  # fmt: skip
        """See ``Passes``."""
        form, targets, rows, n = bare(given), bare_targets(asked), bare_notes(notebook), len(times)
        time, noise, Y, store = address(times), address(noises), address(values), address(kept)
        A, Q, P = move(form), move(form), square(form)
        m, h, Ph, v, u = states(form), state(form), state(form), each(form), each(form)
        N, ahead_N, r, ahead_r = square(form), square(form), states(form), states(form)
        copy(address(carried[0]), address(carried[1]), ahead_r, ahead_N, form)
        copy(address(carried[2]), address(carried[3]), r, N, form)
        spare = (
            states(form), square(form), states(form), square(form), state(form), each(form)
        )  # fmt: skip
        timed, last, short = form.degree != 0, -1.0, False
        read(form.readout, form.origin, form.origin, 0, h, form)
        for x in range(stop - 1, start - 1, -1):
            load(store, x - first_row, m, P, form)
            if timed:
                read(form.readout, form.origin, time[x], x, h, form)
            here, inverse, diagonal = look(P, h, Ph, form), 0.0, 0.0
            if noise[x] != np.inf:
                inverse = 1.0 / (noise[x] + here)
                innovations(Y, x, m, h, v, form)
            if place >= 0 and (
                targets.times[place] > time[x]
                or (targets.times[place] == time[x] and not targets.curve)
            ):
                # in other room, so that LLVM may keep the state itself in registers
                copy(m, P, spare[0], spare[1], form)
                copy(ahead_r, ahead_N, spare[2], spare[3], form)
                keep(Ph, v, spare[4], spare[5], form)
                place = between_all(time, x, n, spare, inverse, form, targets, place)
            if inverse != 0.0:
                diagonal = absorb(Ph, v, inverse, h, r, N, u, form)
                if noting:
                    note_row(x, u, diagonal, noise[x], rows, form)
            while place >= 0 and targets.times[place] == time[x]:
                beside(here, noise[x], inverse, diagonal, m, Ph, r, N, h, form, targets, place)
                place -= 1
            dt = time[x] - time[x - 1] if x > 0 else 0.0
            short = go_back(
                dt, dt != last, short, A, Q, m, P, r, N, ahead_r, ahead_N, form, rows, x == 0
            )  # fmt: skip
            last = dt
        copy(ahead_r, ahead_N, address(carried[0]), address(carried[1]), form)
        copy(r, N, address(carried[2]), address(carried[3]), form)
        if start == 0 and place >= 0:
            place = before_all(
                time, n, address(carried[0]), address(carried[1]), form, targets, place
            )
        return place

    return backward
