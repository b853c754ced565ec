"""Joint draws of a Markov curve from its prior.

A posterior draw is a prior draw corrected by what the readings say about it (Matheron's rule): draw
a curve and readings of it from the prior, smooth the difference between the real and the drawn
readings, add. The smoothing is the same O(n) pass as the mean's, for all draws at once.

Whole blocks are covariances of their own: their states are drawn step by step, exactly, and the
curves added. The terms of a fitted sum are a covariance only together, and their P none at all:
that curve is drawn value by value, each given those before it. Without noise that would blow up the
error of the fit, so what is drawn has a little, JITTER of the variance, which is smoothed away
again; a draw varies by at most that much too little.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.compiled import compiled
from gpstudio.core.kernels.states.blocks import Blocks
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators.markov import bands
from gpstudio.core.solvers.markov.bands import BAND_MOVES
from gpstudio.core.solvers.markov.looks import looks_for
from gpstudio.core.solvers.markov.shape import ANY_SHAPE, FAST, cached, small
from gpstudio.core.task import Task

JITTER = 1e-6
Smoother: TypeAlias = Callable[[MarkovForm, Floats, Floats, Floats], Floats]
"""(form, times, noise, columns): the curve's mean at the times, had the readings been each column.
"""


def prior_curves(
    form: MarkovForm,
    time: Floats,
    count: int,
    seed: Sequence[int],
    smoother: Smoother,
    task: Task,
    outputs: Integers | None = None,
) -> Floats:
    """``count`` curves from the prior at ascending times, (times, count)."""

    def rows(alone: MarkovForm, along: Floats) -> Floats | None:
        if outputs is None:
            return None
        before = outputs[: len(along) - len(outputs)]
        return alone.readout_at(along, np.append(before, outputs))

    curves = np.zeros((len(time), count))
    random = np.random.default_rng(seed)
    for part in form.parts:
        if part.whole:
            for block in range(part.count):
                task.check()
                alone = MarkovForm((_one_of(part, block),), form.origin)
                along, drawn = time, curves
                if part.since is not None:  # a walk is drawn from where it begins
                    along = np.maximum(np.append(part.since, time), part.since)
                    drawn = np.zeros((len(along), count))
                # a state that never forgets is drawn once, and moves surely from there
                shaken = len(along) if part.forgets[block] else 1
                normals = random.standard_normal((shaken, part.width, count))
                task.check()
                moved = bands(alone, count, True, rows(alone, along))
                shake_for()(along, normals, moved, drawn)
                if drawn is not curves:
                    curves += drawn[1:]
    together = tuple(part for part in form.parts if not part.whole)
    if together:
        fitted = MarkovForm(together, form.origin)
        noise = JITTER * np.maximum(fitted.variance_at(time, outputs), np.finfo(float).tiny)
        noisy = random.standard_normal((len(time), count))
        wander_for()(time, noise, noisy, bands(fitted, count, False, rows(fitted, time)))
        curves += smoother(fitted, time, noise, noisy)
    return curves


def _one_of(part: Blocks, block: int) -> Blocks:
    here = slice(block, block + 1)
    return replace(
        part,
        decay=part.decay[here],
        turn=part.turn[here],
        coupling=part.coupling[here],
        stationary=part.stationary[here],
        readout=part.readout[here],
        decay_slopes=part.decay_slopes[:, here],
        turn_slopes=part.turn_slopes[:, here],
        coupling_slopes=part.coupling_slopes[:, here],
        stationary_slopes=part.stationary_slopes[:, here],
    )


@cached
def shake_for() -> Callable[..., None]:
    step, start, advance = BAND_MOVES.step, BAND_MOVES.start, BAND_MOVES.advance
    predict, read = BAND_MOVES.predict, looks_for(ANY_SHAPE).read
    root, add_shake = _root, _add_shake

    @compiled(fastmath=FAST)
    def shake(time: Any, normals: Any, form: Any, curves: Any) -> None:
        """Paths of one block's state along ``time``, read out and added to ``curves``; shaken for
        as many times as there are ``normals``."""
        D = form.states
        A, Q, spread = np.zeros(D * D), np.zeros(D * D), np.zeros(D * D)
        h, states = np.zeros(D), np.zeros(form.columns * D)
        last = -1.0
        for x in range(len(time)):
            dt = time[x] - time[x - 1] if x > 0 else 0.0
            if x == 0:
                start(spread, form)
                root(spread, D)
            elif x < len(normals) and (dt != last or x == 1):
                # the covariance of a state that was sure before the step
                spread[:] = 0.0
                advance(step(dt, form, A, Q), A, Q, spread, form)
                root(spread, D)
                last = dt
            elif dt != last:
                step(dt, form, A, Q)
                last = dt
            if x > 0:
                predict(A, states, form)
            if x < len(normals):
                add_shake(spread, normals[x], states, D)
            read(form.readout, form.origin, time[x], x, h, form)
            for c in range(form.columns):
                for i in range(D):
                    curves[x, c] += h[i] * states[c * D + i]

    return shake


@small
def _root(Q: Any, D: int) -> None:
    """Cholesky in place; rounding may leave a pivot at or below zero: no shake there."""
    for j in range(D):
        whole = Q[j * D + j]
        for q in range(j):
            Q[j * D + j] -= Q[j * D + q] * Q[j * D + q]
        positive = Q[j * D + j] > 1e-14 * whole
        Q[j * D + j] = math.sqrt(Q[j * D + j]) if positive else 0.0
        for i in range(j + 1, D):
            for q in range(j):
                Q[i * D + j] -= Q[i * D + q] * Q[j * D + q]
            Q[i * D + j] = Q[i * D + j] / Q[j * D + j] if positive else 0.0


@small
def _add_shake(root: Any, normals: Any, states: Any, D: int) -> None:
    for i in range(D):
        for j in range(i + 1):
            for c in range(normals.shape[1]):
                states[c * D + i] += root[i * D + j] * normals[j, c]


@cached
def wander_for() -> Callable[..., None]:
    step, start = BAND_MOVES.step, BAND_MOVES.start
    predict, advance, looks = BAND_MOVES.predict, BAND_MOVES.advance, looks_for(ANY_SHAPE)
    read, look, absorb = looks.read, looks.look, looks.absorb

    @compiled(fastmath=FAST)
    def wander(time: Any, noise: Any, curves: Any, form: Any) -> None:
        """Standard normals made into noisy values of the curve, each given those before it."""
        D = form.states
        A, Q = np.zeros(form.states * form.band), np.zeros(form.states * form.band)
        P, m, h, Ph = np.zeros(D * D), np.zeros(form.columns * D), np.zeros(D), np.zeros(D)
        v = np.zeros(form.columns)
        start(P, form)
        for x in range(len(time)):
            if x > 0:
                short = step(time[x] - time[x - 1], form, A, Q)
                predict(A, m, form)
                advance(short, A, Q, P, form)
            read(form.readout, form.origin, time[x], x, h, form)
            variance = look(P, h, Ph, form) + noise[x]
            for c in range(form.columns):
                v[c] = math.sqrt(max(variance, 0.0)) * curves[x, c]
                curves[x, c] = v[c]
                for i in range(D):
                    curves[x, c] += h[i] * m[c * D + i]
            if variance > 0.0:
                absorb(Ph, v, 1.0 / variance, m, P, form)

    return wander
