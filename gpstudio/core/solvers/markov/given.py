"""Draws of a curve given its readings, value by value, each given those before it.

The joint covariance p(s)ᵀ Ψ(s, t)ᵀ q(t) of ``joint.py`` has a root as narrow as itself: with states
g that Ψ carries along, S their covariance and z standard normal, at each target

    d = qᵀ(p − S q),    e = √d z,    f = qᵀg + e,    g ← g + (p − S q) e/d,

so that later values covary with f as Ψ p says. That takes D² work a target and D work a value,
whatever the number of targets. To d a little is added, where a value is sure but for rounding.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled
from gpstudio.core.solvers.markov.joint import carry_for, see, take_off
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import FAST, Shape, cached, small
from gpstudio.core.solvers.markov.steps import Moves


@cached
def given_for(shape: Shape, moves: Moves) -> Callable[..., float]:
    """For few states, of whole blocks."""
    looks, step, advance = looks_for(shape), moves.step, moves.advance
    read, look, load = looks.read, looks.look, looks.load
    square, move, state, states = shape.square, shape.move, shape.state, shape.states
    bare, size, explain, draw = shape.bare, shape.size, _explain(shape), _draw(shape)
    carry = carry_for(shape)

    @compiled(fastmath=FAST)
    def given(
        times: Any, noises: Any, asked: Any, kept: Any, targets: Any, places: Any, gain: Any,
        rest: Any, least: float, mark: Any, work: float, spread: Any, carried: Any, curves: Any,
    ) -> float:  # fmt: skip
        """Standard normals made into ``curves``, (targets, count), as far as ``work`` goes.

        ``places``: of each target, how many readings come before it. ``mark``: the next target, the
        next reading, and where on the axis the states are that ``carried``, (D, count), holds; both
        are moved on, and ``spread``, S. What those before a value leave of it is never below zero
        but for rounding: returns how far it was, at most, over ``least``.
        """
        form, store, D, count = bare(asked), address(kept), size(bare(asked)), curves.shape[1]
        time, noise, S = address(times), address(noises), address(spread)
        A, Q, none, P = move(form), move(form), move(form), square(form)
        m, h, Ph, p, q = states(form), state(form), state(form), state(form), state(form)
        seen = np.empty(count)
        for i in range(D * D):
            none[i] = 0.0
        t, x, now, last, lost = int(mark[0]), int(mark[1]), mark[2], -1.0, 0.0
        while t < len(targets) and work > 0.0:
            reading = x < places[t]
            then = time[x] if reading else targets[t]
            if then - now != last:
                last = then - now
                step(last, form, A, Q)
            if last > 0.0:
                carry(A, carried, count, form)
                # as over a short step without noise
                advance(True, A, none, S, form)
            now = then
            work -= D * (D + count)
            if not reading:
                for i in range(D):
                    p[i], q[i] = gain[t, i], rest[t, i]
                lost = max(lost, draw(p, q, least, S, carried, seen, curves[t], form))
                t += 1
                continue
            if noise[x] != np.inf:
                load(store, x, m, P, form)
                read(form.readout, form.origin, now, x, h, form)
                inverse = 1.0 / (noise[x] + look(P, h, Ph, form))
                take_off(Ph, h, inverse, carried, D, seen, count)
                explain(Ph, h, inverse, S, form)
            x += 1
        mark[0], mark[1], mark[2] = t, x, now
        return lost / least

    return given


def _explain(shape: Shape) -> Callable[..., None]:
    look, size, state = looks_for(shape).look, shape.size, shape.state

    @small
    def explain(Ph: Any, h: Any, inverse: float, S: Any, form: Any) -> None:
        """S ← (1 − Ph hᵀ/S) S (1 − Ph hᵀ/S)ᵀ."""
        D, Sh = size(form), state(form)
        whole = inverse * look(S, h, Sh, form)
        for i in range(D):
            for j in range(D):
                S[i * D + j] += inverse * (whole * Ph[i] * Ph[j] - Ph[i] * Sh[j] - Sh[i] * Ph[j])

    return explain


def _draw(shape: Shape) -> Callable[..., float]:
    look, size, state = looks_for(shape).look, shape.size, shape.state

    @small
    def draw(
        p: Any, q: Any, least: float, S: Any, carried: Any, seen: Any, curve: Any, form: Any
    ) -> float:
        """Normals made into the values of one time; by how much more is known than there is."""
        D, gain = size(form), state(form)
        known, whole = look(S, q, gain, form), 0.0
        for i in range(D):
            whole += p[i] * q[i]
            gain[i] = p[i] - gain[i]
        open_ = max(whole - known, 0.0) + least
        root = math.sqrt(open_)
        see(q, carried, D, seen, len(curve))
        for i in range(D):
            share = gain[i] / root
            for c in range(len(curve)):
                carried[i, c] += share * curve[c]
            for j in range(D):
                S[i * D + j] += gain[i] * gain[j] / open_
        for c in range(len(curve)):
            curve[c] = seen[c] + root * curve[c]
        return known - whole

    return draw


@compiled(fastmath=FAST)
def add_products(left: Floats, right: Floats, total: Floats) -> None:
    """total += left right, on this thread alone."""
    for t in range(len(total)):
        line = total[t]
        for j in range(left.shape[1]):
            share, row = left[t, j], right[j]
            if share == 0.0:  # of a root, half of it
                continue
            for c in range(len(line)):
                line[c] += share * row[c]
