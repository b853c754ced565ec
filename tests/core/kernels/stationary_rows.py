"""Rows of the kernels' table: families that know only how far two readings are apart."""

from __future__ import annotations

import mpmath as mp
from core.kernels.rows import (
    MARKOV,
    MARKOV_ONLY,
    STATIONARY,
    Covariance,
    Point,
    Row,
    always,
    of_others,
    r,
)


def matern32(a: Point, b: Point, length: mp.mpf) -> mp.mpf:
    return (1 + mp.sqrt(3) * r(a, b) / length) * mp.exp(-mp.sqrt(3) * r(a, b) / length)


def matern52(a: Point, b: Point, length: mp.mpf) -> mp.mpf:
    s = mp.sqrt(5) * r(a, b) / length
    return (1 + s + s**2 / 3) * mp.exp(-s)


def rbf(a: Point, b: Point, length: mp.mpf) -> mp.mpf:
    return mp.exp(-(r(a, b) ** 2) / (2 * length**2))


def matern12(a: Point, b: Point, length: mp.mpf) -> mp.mpf:
    return mp.exp(-r(a, b) / length)


def matern(nu: str) -> Covariance:
    """Of any smoothness, by the Bessel function itself."""

    def covariance(a: Point, b: Point, length: mp.mpf) -> mp.mpf:
        smooth = mp.mpf(nu)
        s = mp.sqrt(2 * smooth) * r(a, b) / length
        if s == 0:
            return mp.mpf(1)
        return 2 ** (1 - smooth) / mp.gamma(smooth) * s**smooth * mp.besselk(smooth, s)

    return covariance


def rational_quadratic(a: Point, b: Point, length: mp.mpf, alpha: mp.mpf) -> mp.mpf:
    return (1 + r(a, b) ** 2 / (2 * alpha * length**2)) ** -alpha


def periodic(a: Point, b: Point, length: mp.mpf, period: mp.mpf) -> mp.mpf:
    sines = [mp.sin(mp.pi * (x - y) / period) ** 2 for x, y in zip(a, b, strict=True)]
    return mp.exp(-2 * sum(sines) / length**2)


def cosine(a: Point, b: Point, period: mp.mpf) -> mp.mpf:
    return mp.fprod(mp.cos(2 * mp.pi * (x - y) / period) for x, y in zip(a, b, strict=True))


def spectral_mixture(a: Point, b: Point, *numbers: mp.mpf) -> mp.mpf:
    count = len(numbers) // 3
    lists = (numbers[:count], numbers[count : 2 * count], numbers[2 * count :])
    return sum(
        variance * mp.exp(-2 * (mp.pi * scale * r(a, b)) ** 2) * cosine(a, b, 1 / frequency)
        for variance, frequency, scale in zip(*lists, strict=True)
    )


STATIONARY_ROWS = {
    "matern12": Row("matern12(1.7)", (1.7,), matern12, MARKOV, letters=always({"ℓ": 1.7})),
    "matern32": Row("matern32(1.7)", (1.7,), matern32, MARKOV, letters=always({"ℓ": 1.7})),
    "matern52": Row("matern52(1.7)", (1.7,), matern52, MARKOV, letters=always({"ℓ": 1.7})),
    "matern": Row(
        "matern(1.7, nu=0.8)", (1.7,), matern("0.8"), letters=always({"ℓ": 1.7, "ν": 0.8})
    ),
    "rbf": Row("rbf(1.7)", (1.7,), rbf, MARKOV, letters=always({"ℓ": 1.7})),
    "rational_quadratic": Row(
        "rational_quadratic(1.7, alpha=0.6)",
        (1.7, 0.6),
        rational_quadratic,
        MARKOV,
        letters=always({"ℓ": 1.7, "α": 0.6}),
    ),
    "periodic": Row(
        "periodic(0.9, period=2.3)",
        (0.9, 2.3),
        periodic,
        MARKOV_ONLY,
        letters=always({"ℓ": 0.9, "p": 2.3}),
    ),
    "cosine": Row("cosine(2.3)", (2.3,), cosine, MARKOV_ONLY, letters=always({"p": 2.3})),
    "spectral_mixture": Row(
        "spectral_mixture([0.7, 2], frequencies=[0.4, 0.05], scales=[0.03, 0.1])",
        (0.7, 2, 0.4, 0.05, 0.03, 0.1),
        spectral_mixture,
        MARKOV,
    ),
}
"""One a family."""

FLAT_ROWS = {
    "constant": Row(
        "constant(2.5)", (2.5,), lambda a, b, c: c, MARKOV_ONLY, letters=always({"c": 2.5})
    ),
    "white": Row("white(0.3)", (0.3,), lambda a, b, s: mp.mpf(0), STATIONARY, letters=of_others),
}
"""The same everywhere: white is nought between two readings, even at one place."""

STATIONARY_VARIANTS = {
    "matern, a half": Row("matern(1.7, nu=0.5)", (1.7,), matern("0.5"), MARKOV),
    "matern, a whole number": Row("matern(1.7, nu=1)", (1.7,), matern("1")),
    "matern, steep": Row("matern(1.7, nu=7.5)", (1.7,), matern("7.5"), MARKOV),
    "matern, very steep": Row("matern(1.7, nu=63.3)", (1.7,), matern("63.3")),
    "rational_quadratic, nearly one length": Row(
        "rational_quadratic(1.7, alpha=300)", (1.7, 300), rational_quadratic, MARKOV
    ),
    "spectral_mixture, one wave": Row(
        "spectral_mixture(0.7, frequencies=0.4, scales=0.03)",
        (0.7, 0.4, 0.03),
        spectral_mixture,
        MARKOV,
        letters=always({"w": 0.7, "f": 0.4, "σ": 0.03}),
    ),
}
"""The same families written otherwise."""
