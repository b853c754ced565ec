"""The pass back: the adjoint of the filter, and everything it yields on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpstudio.core.compiled import compiled
from gpstudio.core.kernels.markov_form import TERMS
from gpstudio.core.solvers.markov.steps import (
    FAST,
    innovations_for,
    load_for,
    look_for,
    retreat_for,
    step_for,
)
from gpstudio.core.solvers.markov.targets import target_beside_for, target_between_for


def backward_for(D: int, k: int, careful: bool) -> Callable[..., int]:
    step, look, load = step_for(D), look_for(D), load_for(D, k)
    innovations, retreat, pull = innovations_for(D, k), retreat_for(D), _pull(D, k)
    between, beside = target_between_for(D, k), target_beside_for(D, k)
    absorb = _absorb_carefully(D, k) if careful else _absorb(D, k)
    note_level, note_gap = _note_level(D, k), _note_gap(D, k)

    @compiled(fastmath=FAST)
    def backward(
        time: Any,
        noise: Any,
        Y: Any,
        form: Any,
        store: Any,
        ahead_r: Any,
        ahead_N: Any,
        start: int,
        stop: int,
        targets: Any,
        place: int,
        mean: Any,
        variance: Any,
        weights: Any,
        gather: bool,
        slopes: Any,
    ) -> int:
        """From reading stop-1 down to ``start``; returns the next target still to predict.

        ``ahead_r`` and ``ahead_N`` are r and N just before the reading visited last (nought at
        first) and are moved on. ``targets`` ascend and are predicted from ``place`` down.
        ``weights``, where it has rows, is filled with A⁻¹Y. With ``gather`` the gradient is added
        to ``slopes`` (see ``Slopes``).
        """
        A, Q, G = np.zeros((D, D)), np.zeros((D, D)), np.zeros((D, D))
        P, N, work = np.zeros((D, D)), np.zeros((D, D)), np.zeros((D, D))
        m, r, scratch = np.zeros((k, D)), np.zeros((k, D)), np.zeros((5 * D + k + 1, D))
        Ph, v, u = np.zeros(D), np.zeros(k), np.zeros(k)
        last, short = -1.0, False
        n = time.shape[0]
        if stop < n:
            step(time[stop] - time[stop - 1], form, A, Q)
            pull(A, ahead_r, r)
            retreat(A, ahead_N, work, N)
        for x in range(stop - 1, start - 1, -1):
            load(store[x], m, P)
            here = look(P, form.readout, Ph)
            inverse, diagonal = 0.0, 0.0
            if noise[x] != np.inf:
                inverse = 1.0 / (noise[x] + here)
                innovations(Y[x], m, form.readout, v)
            while place >= 0 and targets[place] > time[x]:
                before = targets[place] - time[x]
                after = time[x + 1] - targets[place] if x + 1 < n else 0.0
                between(before, after, m, P, Ph, v, inverse, ahead_r, ahead_N, form,
                        mean[place], variance[place : place + 1], scratch)  # fmt: skip
                place -= 1
            if inverse != 0.0:
                diagonal = absorb(Ph, v, inverse, form.readout, r, N, u, G, work)
                if weights.shape[0] > 0:
                    for c in range(k):
                        weights[x, c] = u[c]
                if gather:
                    pull_of_noise = -diagonal
                    for c in range(k):
                        pull_of_noise += u[c] * u[c]
                    slopes.noise[0] += 0.5 * pull_of_noise * noise[x]
            while place >= 0 and targets[place] == time[x]:
                beside(here, noise[x], inverse, diagonal, m, Ph, r, N, form.readout,
                       mean[place], variance[place : place + 1])  # fmt: skip
                place -= 1
            for c in range(k):
                for i in range(D):
                    ahead_r[c, i] = r[c, i]
            for i in range(D):
                for j in range(D):
                    ahead_N[i, j] = N[i, j]
            if gather:
                note_level(r, N, 1.0, G, slopes.level, x == 0)
            if x == 0:
                continue
            dt = time[x] - time[x - 1]
            if dt != last:
                short = step(dt, form, A, Q)
                last = dt
            pull(A, ahead_r, r)
            retreat(A, ahead_N, work, N)
            if gather:
                note_gap(dt, short, m, P, Q, form.stationary, ahead_r, G, slopes)
                if not short:
                    note_level(ahead_r, ahead_N, 1.0, work, slopes.level, True)
                    note_level(r, N, -1.0, work, slopes.level, True)
        if start == 0:
            for c in range(k):
                for i in range(D):
                    m[c, i] = 0.0
            while place >= 0:
                after = time[0] - targets[place] if n > 0 else 0.0
                between(0.0, after, m, form.stationary, Ph, v, 0.0, ahead_r, ahead_N, form,
                        mean[place], variance[place : place + 1], scratch)  # fmt: skip
                place -= 1
        return place

    return backward


def _pull(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def pull(A: Any, ahead: Any, r: Any) -> None:
        """r = Aᵀ ahead for each column."""
        for c in range(k):
            for i in range(D):
                total = 0.0
                for j in range(D):
                    total += A[j, i] * ahead[c, j]
                r[c, i] = total

    return pull


def _absorb(D: int, k: int) -> Callable[..., float]:
    weigh = _weigh(D, k)

    @compiled(fastmath=FAST)
    def absorb(
        Ph: Any, v: Any, inverse: float, h: Any, r: Any, N: Any, u: Any, L: Any, work: Any
    ) -> float:
        """r and N before the reading; fills u with its rows of A⁻¹Y, returns that of diag A⁻¹."""
        NK = work[0]
        diagonal = weigh(Ph, v, inverse, h, r, N, u, NK)
        for i in range(D):
            for j in range(i + 1):
                N[i, j] += h[i] * h[j] * diagonal - h[i] * NK[j] - NK[i] * h[j]
                N[j, i] = N[i, j]
        return diagonal

    return absorb


def _absorb_carefully(D: int, k: int) -> Callable[..., float]:
    weigh = _weigh(D, k)

    @compiled(fastmath=FAST)
    def absorb(
        Ph: Any, v: Any, inverse: float, h: Any, r: Any, N: Any, u: Any, L: Any, work: Any
    ) -> float:
        """The same with N as LᵀNL + hhᵀ/S, L = 1 − Phhᵀ/S, at some more work.

        Multiplied out as above, its terms cancel where the readings behind know the state far
        better than those before: ahead of the first of many quiet readings, and after a gap,
        variances would keep half of their digits.
        """
        diagonal = weigh(Ph, v, inverse, h, r, N, u, work[0])
        for i in range(D):
            for j in range(D):
                L[i, j] = (1.0 if i == j else 0.0) - Ph[i] * h[j] * inverse
        for i in range(D):
            for j in range(D):
                total = 0.0
                for q in range(D):
                    total += N[i, q] * L[q, j]
                work[i, j] = total
        for i in range(D):
            for j in range(i + 1):
                total = h[i] * h[j] * inverse
                for q in range(D):
                    total += L[q, i] * work[q, j]
                N[i, j] = total
                N[j, i] = total
        return diagonal

    return absorb


def _weigh(D: int, k: int) -> Callable[..., float]:
    @compiled(fastmath=FAST)
    def weigh(Ph: Any, v: Any, inverse: float, h: Any, r: Any, N: Any, u: Any, NK: Any) -> float:
        """Moves r over the reading and fills u and NK = N P h/S; returns the row of diag A⁻¹."""
        along = 0.0
        for i in range(D):
            total = 0.0
            for j in range(D):
                total += N[i, j] * Ph[j]
            NK[i] = total * inverse
            along += NK[i] * Ph[i]
        for c in range(k):
            total = v[c]
            for i in range(D):
                total -= Ph[i] * r[c, i]
            u[c] = total * inverse
            for i in range(D):
                r[c, i] += h[i] * u[c]
        return inverse + along * inverse

    return weigh


def _note_level(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def note_level(r: Any, N: Any, sign: float, G: Any, level: Any, add: bool) -> None:
        """G = ½ (rrᵀ − N), the evidence's slope in P⁻; added to ``level`` with its sign."""
        for i in range(D):
            for j in range(D):
                total = -N[i, j]
                for c in range(k):
                    total += r[c, i] * r[c, j]
                G[i, j] = 0.5 * total
                if add:
                    level[i, j] += sign * G[i, j]

    return note_level


def _note_gap(D: int, k: int) -> Callable[..., None]:
    @compiled(fastmath=FAST)
    def note_gap(
        dt: float, short: bool, m: Any, P: Any, Q: Any, stationary: Any, r: Any, G: Any, slopes: Any
    ) -> None:
        """What the step before a reading adds to the slopes in F and, if short, in its noise."""
        for i in range(D):
            for j in range(D):
                total = 0.0
                for c in range(k):
                    total += r[c, i] * m[c, j]
                for q in range(D):
                    total += 2.0 * G[i, q] * (P[q, j] - (Q[q, j] if short else stationary[q, j]))
                slopes.drift[i, j] += dt * total
        if short:
            for i in range(D):
                for j in range(D):
                    power = G[i, j]
                    for q in range(TERMS):
                        power *= dt
                        slopes.series[q, i, j] += power

    return note_gap
