"""More rows for the kernels' table: families put together, and kernels of several inputs."""

from __future__ import annotations

import mpmath as mp
from core.kernels.nonstationary_rows import changepoint, gibbs, linear, size
from core.kernels.rows import MARKOV_ONLY, Covariance, Point, Row
from core.kernels.stationary_rows import (
    cosine,
    matern12,
    matern32,
    matern52,
    periodic,
    rational_quadratic,
    rbf,
)

NOTHING: frozenset[str] = frozenset()
BY_STATES = frozenset({"markov"})

COMPOSED = {
    "season and departure": Row(
        "2 * periodic(0.9, period=2.3) + 0.3 * matern52(1.7)",
        (2, 0.9, 2.3, 0.3, 1.7),
        lambda a, b, s, l, p, t, m: s * periodic(a, b, l, p) + t * matern52(a, b, m),
        MARKOV_ONLY,
    ),
    "season that changes": Row(
        "2 * periodic(0.9, period=2.3) * matern32(9) + 0.1 * matern12(0.5)",
        (2, 0.9, 2.3, 9, 0.1, 0.5),
        lambda a, b, s, l, p, m, t, n: (
            s * periodic(a, b, l, p) * matern32(a, b, m) + t * matern12(a, b, n)
        ),
        MARKOV_ONLY,
    ),
    "damped wave and trend": Row(
        "0.7 * cosine(2.3) * matern32(5) + linear(0.2, offset=0.4, centre=held(0.7))",
        (0.7, 2.3, 5, 0.2, 0.4, 0.7),
        lambda a, b, s, p, l, v, o, c: (
            s * cosine(a, b, p) * matern32(a, b, l) + linear(a, b, v, o, c)
        ),
        BY_STATES,
    ),
    "wave that grows": Row(
        "cosine(2.3) * linear(0.2, offset=0.4, centre=held(0.7))",
        (2.3, 0.2, 0.4, 0.7),
        lambda a, b, p, v, o, c: cosine(a, b, p) * linear(a, b, v, o, c),
        BY_STATES,
    ),
    "lengths of several sizes": Row(
        "3 * rational_quadratic(1.7, alpha=0.6) + rbf(0.4) + constant(2)",
        (3, 1.7, 0.6, 0.4, 2),
        lambda a, b, s, l, al, m, c: s * rational_quadratic(a, b, l, al) + rbf(a, b, m) + c,
        MARKOV_ONLY,
    ),
    "length that changes, and a season": Row(
        "0.5 * gibbs(1.3, after=4, at=-0.6, width=0.8, dims=[0]) * periodic(0.9, period=2.3)",
        (0.5, 1.3, 4, -0.6, 0.8, 0.9, 2.3),
        lambda a, b, s, l, m, at, w, n, p: (
            s * gibbs(a, b, l, m, at, w) * periodic(a, b, n, p)
        ),
        NOTHING,
    ),
    "change and trend": Row(
        "2 * changepoint(matern32(1.7), 3 * rbf(2), at=0.6, width=0.8) + linear(0.2, offset=0.4,"
        " centre=0.7)",
        (2, 1.7, 3, 2, 0.6, 0.8, 0.2, 0.4, 0.7),
        lambda a, b, f, l, s, m, at, w, v, o, c: (
            f * changepoint(a, b, l, s, m, at, w) + linear(a, b, v, o, c)
        ),
        NOTHING,
    ),
    "wrapped twice": Row(
        "exp(0.5 * modulated(matern32(1.7), 1 - 3 * tanh(x / 5) + sin(0.3 * x)**2 / 2))",
        (0.5, 1.7),
        lambda a, b, s, l: mp.exp(s * size(a) * matern32(a, b, l) * size(b)),
        NOTHING,
    ),
}  # fmt: skip
"""Along one input; offers say whether there is a state space."""


def scaled(covariance: Covariance, count: int = 3) -> Covariance:
    """With a length of its own for each input."""

    def found(a: Point, b: Point, *numbers: mp.mpf) -> mp.mpf:
        lengths, rest = numbers[:count], numbers[count:]
        sides = [tuple(x / length for x, length in zip(p, lengths, strict=True)) for p in (a, b)]
        return covariance(*sides, mp.mpf(1), *rest)

    return found


def of_inputs(covariance: Covariance, *dims: int) -> Covariance:
    """Of these inputs alone."""

    def found(a: Point, b: Point, *numbers: mp.mpf) -> mp.mpf:
        return covariance(*(tuple(p[d] for d in dims) for p in (a, b)), *numbers)

    return found


SEVERAL_INPUTS = {
    **{
        f"{name}, a length an input": Row(f"2 * {name}([1.7, 0.6, 4])", (2, 1.7, 0.6, 4), one)
        for name, one in (
            ("rbf", lambda a, b, s, *l: s * scaled(rbf)(a, b, *l)),
            ("matern12", lambda a, b, s, *l: s * scaled(matern12)(a, b, *l)),
            ("matern32", lambda a, b, s, *l: s * scaled(matern32)(a, b, *l)),
            ("matern52", lambda a, b, s, *l: s * scaled(matern52)(a, b, *l)),
        )
    },
    "rational_quadratic, a length an input": Row(
        "rational_quadratic([1.7, 0.6, 4], alpha=0.6)",
        (1.7, 0.6, 4, 0.6),
        scaled(rational_quadratic),
    ),
    "some inputs": Row(
        "3 * rbf(2, dims=[0, 2]) * matern32(1.3, dims=[1]) + periodic(0.9, period=2.3, dims=[0])",
        (3, 2, 1.3, 0.9, 2.3),
        lambda a, b, s, l, m, n, p: (
            s * of_inputs(rbf, 0, 2)(a, b, l) * of_inputs(matern32, 1)(a, b, m)
            + of_inputs(periodic, 0)(a, b, n, p)
        ),
    ),
    "linear, a scale an input": Row(
        "linear([1.3, 0.2, 5], offset=0.4, centre=held(0.7))",
        (1.3, 0.2, 5, 0.4, 0.7),
        lambda a, b, u, v, w, o, c: o + sum(
            s * (x - c) * (y - c) for s, x, y in zip((u, v, w), a, b, strict=True)
        ),
    ),
}  # fmt: skip
"""Of three inputs."""
