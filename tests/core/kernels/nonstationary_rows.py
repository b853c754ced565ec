"""Rows of the kernels' table: families that know where readings are, wrappers, and formulas."""

from __future__ import annotations

import mpmath as mp
from core.kernels.rows import Point, Row, always, of_others
from core.kernels.stationary_rows import matern32, rbf

MARKOV = frozenset({"markov"})
NOTHING: frozenset[str] = frozenset()
STATIONARY = frozenset({"stationary"})


def dot(a: Point, b: Point, scale: mp.mpf, centre: mp.mpf) -> mp.mpf:
    return sum(scale * (x - centre) * (y - centre) for x, y in zip(a, b, strict=True))


def linear(a: Point, b: Point, v: mp.mpf, o: mp.mpf, c: mp.mpf) -> mp.mpf:
    return o + dot(a, b, v, c)


def walk(a: Point, b: Point, v: mp.mpf, q: mp.mpf, c: mp.mpf) -> mp.mpf:
    """v ∫ 1 + q ∫ (s − x)(t − x) over what has gone of both."""
    total = mp.mpf(0)
    for x, y in zip(a, b, strict=True):
        s, t = x - c, y - c
        u = min(s, t)
        if u > 0:
            total += v * u + q * (s * t * u - (s + t) * u**2 / 2 + u**3 / 3)
    return total


def logistic(x: mp.mpf, at: mp.mpf, width: mp.mpf) -> mp.mpf:
    return 1 / (1 + mp.exp(-(x - at) / width))


def gibbs(a: Point, b: Point, l0: mp.mpf, l1: mp.mpf, at: mp.mpf, width: mp.mpf) -> mp.mpf:
    x, y = a[0], b[0]
    s, t = logistic(x, at, width), logistic(y, at, width)
    l, m = l0 ** (1 - s) * l1**s, l0 ** (1 - t) * l1**t
    both = l**2 + m**2
    return mp.sqrt(2 * l * m / both) * mp.exp(-((x - y) ** 2) / both)


def changepoint(
    a: Point, b: Point, l: mp.mpf, s: mp.mpf, m: mp.mpf, at: mp.mpf, width: mp.mpf
) -> mp.mpf:
    before = logistic(-a[0], -at, width) * logistic(-b[0], -at, width)
    after = logistic(a[0], at, width) * logistic(b[0], at, width)
    return before * matern32(a, b, l) + after * s * rbf(a, b, m)


def length_at(x: float) -> float:
    """The length of ``gibbs`` below, at a place."""
    share = float(logistic(mp.mpf(x), mp.mpf("-0.6"), mp.mpf("0.8")))
    return float(1.3 ** (1.0 - share) * 4.0**share)


def size(p: Point) -> mp.mpf:
    return 1 - 3 * mp.tanh(p[0] / 5) + mp.sin(p[0] * mp.mpf(0.3)) ** 2 / 2


def bells(p: Point) -> tuple[mp.mpf, ...]:
    x = p[0]
    return x, abs(x), mp.exp(-(((x - 1) / 2) ** 2) / 2), mp.cos(x), 1 / (1 + x**2)


NONSTATIONARY_ROWS = {
    "linear": Row(
        "linear(1.3, offset=0.4, centre=held(0.7))",
        (1.3, 0.4, 0.7),
        linear,
        MARKOV,
        grows=True,
        letters=always({"v": 1.3, "o": 0.4, "c": 0.7}),
    ),
    "random_walk": Row(
        "random_walk(1.3, origin=held(-4.5))",
        (1.3, -4.5),
        lambda a, b, v, c: walk(a, b, v, mp.mpf(0), c),
        MARKOV,
        grows=True,
        letters=lambda x, z: {"v": 1.3, "u": min(x, z) + 4.5},
    ),
    "local_linear_trend": Row(
        "local_linear_trend(1.3, slope=0.02, origin=held(-4.5))",
        (1.3, 0.02, -4.5),
        walk,
        MARKOV,
        grows=True,
        letters=lambda x, z: {"v": 1.3, "q": 0.02, "u": min(x, z) + 4.5, "w": max(x, z) + 4.5},
    ),
    "polynomial": Row(
        "polynomial(length=1.3, offset=0.4, centre=held(-0.7))",
        (1.3, 0.4, -0.7),
        lambda a, b, l, o, c: (o + dot(a, b, l**-2, c)) ** 2,
        MARKOV,
        grows=True,
        letters=always({"ℓ": 1.3, "o": 0.4, "c": -0.7, "p": 2.0}),
    ),
    "gibbs": Row(
        "gibbs(1.3, after=4, at=-0.6, width=0.8, dims=[0])",
        (1.3, 4, -0.6, 0.8),
        gibbs,
        NOTHING,
        rounding=1e-15,
        letters=lambda x, z: {"ℓ": length_at(x), "ℓ′": length_at(z)},
    ),
    "changepoint": Row(
        "changepoint(matern32(1.7), 3 * rbf(2), at=0.6, width=0.8)",
        (1.7, 3, 2, 0.6, 0.8),
        changepoint,
        NOTHING,
        letters=of_others,
    ),
    "exp": Row(
        "exp(2 * rbf(1.7))",
        (2, 1.7),
        lambda a, b, s, l: mp.exp(s * rbf(a, b, l)),
        STATIONARY,
        letters=of_others,
    ),
    "modulated": Row(
        "modulated(matern32(1.7), 1 - 3 * tanh(x / 5) + sin(0.3 * x)**2 / 2)",
        (1.7,),
        lambda a, b, l: size(a) * matern32(a, b, l) * size(b),
        NOTHING,
        letters=of_others,
    ),
    "basis": Row(
        "basis([x, abs(x), bump(x, 1, 2), cos(x), 1 / (1 + x**2)], variance=0.6)",
        (0.6,),
        lambda a, b, v: sum(v * f * g for f, g in zip(bells(a), bells(b), strict=True)),
        NOTHING,
        grows=True,
        letters=of_others,
    ),
}
"""One a family."""

NONSTATIONARY_VARIANTS = {
    "walk from among them": Row(
        "random_walk(1.3, origin=held(0.7))",
        (1.3, 0.7),
        lambda a, b, v, c: walk(a, b, v, mp.mpf(0), c),
        MARKOV,
        grows=True,
        late=True,
    ),
    "free origin": Row(
        "local_linear_trend(1.3, slope=0.02, origin=0.7)", (1.3, 0.02, 0.7), walk, NOTHING,
        grows=True,
    ),
    "trend and departure": Row(
        "local_linear_trend(1.3, slope=0.02, origin=held(-4.5)) + 2 * matern32(3)",
        (1.3, 0.02, -4.5, 2, 3),
        lambda a, b, v, q, c, s, l: walk(a, b, v, q, c) + s * matern32(a, b, l),
        MARKOV,
        grows=True,
    ),
    "walk that waves": Row(
        "random_walk(1.3, origin=held(-4.5)) * matern32(3)",
        (1.3, -4.5, 3),
        lambda a, b, v, c, l: walk(a, b, v, mp.mpf(0), c) * matern32(a, b, l),
        NOTHING,
        grows=True,
    ),
    "free centre": Row(
        "linear(1.3, offset=0.4, centre=0.7)", (1.3, 0.4, 0.7), linear, NOTHING, grows=True
    ),
    "cubic": Row(
        "polynomial(3, length=2.1, offset=0.4, centre=held(0.2))",
        (2.1, 0.4, 0.2),
        lambda a, b, l, o, c: (o + dot(a, b, l**-2, c)) ** 3,
        MARKOV,
        grows=True,
    ),
    "free bent centre": Row(
        "polynomial(length=1.3, offset=0.4, centre=0.7)",
        (1.3, 0.4, 0.7),
        lambda a, b, l, o, c: (o + dot(a, b, l**-2, c)) ** 2,
        NOTHING,
        grows=True,
    ),
    "several variances of functions": Row(
        "basis([1, x**2], variance=[0.6, 0.03])",
        (0.6, 0.03),
        lambda a, b, v, w: v + w * (a[0] * b[0]) ** 2,
        NOTHING,
        grows=True,
    ),
    "exponential of a sum": Row(
        "2 * exp(0.5 * rbf(3) + 0.2 * matern32(2))",
        (2, 0.5, 3, 0.2, 2),
        lambda a, b, s, t, l, u, m: s * mp.exp(t * rbf(a, b, l) + u * matern32(a, b, m)),
        STATIONARY,
    ),
    "power": Row("matern32(1.7)**3", (1.7,), lambda a, b, l: matern32(a, b, l) ** 3,
                 frozenset({"stationary", "markov"})),
    "high power": Row(
        "matern32(9)**5", (9,), lambda a, b, l: matern32(a, b, l) ** 5, frozenset({"stationary"})
    ),
    "power of a sum": Row(
        "(0.5 * matern32(3) + linear(0.1, offset=0.3, centre=held(1)))**2",
        (0.5, 3, 0.1, 0.3, 1),
        lambda a, b, s, l, v, o, c: (s * matern32(a, b, l) + linear(a, b, v, o, c)) ** 2,
        MARKOV,
        grows=True,
    ),
}  # fmt: skip
"""The same families written otherwise."""
