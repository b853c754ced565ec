"""Problems with an error for each reading, from the tests of other libraries: one row a case.

What stands here are their facts: seeds, ranges and numbers of kernels.

- ``celerite2``: python/test/test_celerite2.py of exoplanet-dev/celerite2; the terms whose kernel
  can be written here (not those with a sine beside the cosine).
- ``tinygp``: tests/test_george_compat.py of dfm/tinygp; not the metrics that turn the inputs, nor
  powers of 2.5.
- ``george``: tests/test_tutorial.py of dfm/george.

GPy's own tests draw their numbers without a seed: it answers those of the others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class NoiseCase:
    """A kernel as GP Studio writes it."""

    problem: str
    kernel: str
    inputs: int = 1

    def data(self) -> tuple[Array, Array, Array, Array]:
        """Inputs, readings, the variance of each, targets."""
        return PROBLEMS[self.problem](self.inputs)


def _celerite2(_: int) -> tuple[Array, Array, Array, Array]:
    random = np.random.RandomState(40582)
    x = np.sort(random.uniform(0, 10, 50))
    variance = random.uniform(0.1, 0.3, len(x))
    return x[:, None], np.sin(x), variance, np.linspace(-1.0, 11.0, 13)[:, None]


def _tinygp(inputs: int) -> tuple[Array, Array, Array, Array]:
    random = np.random.default_rng(1058390)
    x = np.sort(random.uniform(0, 10, (50, inputs)))
    targets = np.sort(random.uniform(0, 10, (12, inputs)))
    return x, np.sin(x[:, 0]), random.uniform(0.01, 0.1, 50), targets


def _george(_: int) -> tuple[Array, Array, Array, Array]:
    random = np.random.RandomState(1234)
    x = np.sort(random.rand(50))
    error = 0.05 + 0.01 * random.rand(len(x))
    y = np.sin(x) + error * random.randn(len(x))
    residual = y + np.exp(-0.5 * (x - 0.1) ** 2 / 0.4)
    return x[:, None], residual, error**2, np.linspace(-0.2, 1.2, 8)[:, None]


PROBLEMS = {"celerite2": _celerite2, "tinygp": _tinygp, "george": _george}
RADIAL = {
    "Exp": "matern12({})",
    "ExpSquared": "rbf({})",
    "Matern32": "matern32({})",
    "Matern52": "matern52({})",
    "RationalQuadratic": "rational_quadratic({}, alpha=1.5)",
}
METRICS: dict[str, list[float]] = {"unit": [1.0, 1.0], "half": [0.5] * 3, "two": [0.5, 0.3]}

NOISE_CASES = {
    "real": NoiseCase("celerite2", f"2.5 * matern12({1 / 1.1123!r})"),
    "two reals": NoiseCase(
        "celerite2", f"12.345 * matern12({1 / 1.5!r}) + 0.5 * matern12({1 / 1.1234!r})"
    ),
    "complex": NoiseCase(
        "celerite2", f"10 * matern12({1 / 5.6!r}) * cosine({2 * math.pi / 2.1!r})"
    ),
    "Matern32Term": NoiseCase("celerite2", f"{math.exp(0.2)!r} * matern32({math.exp(0.4)!r})"),
    "Constant": NoiseCase("tinygp", "constant(1.5)"),
    "Cosine": NoiseCase("tinygp", "cosine(2.3)"),
    "ExpSineSquared": NoiseCase("tinygp", f"periodic({math.sqrt(2.0 / 1.3)!r}, period=2.3)"),
    **{
        f"{name}, {metric}": NoiseCase("tinygp", text.format(lengths), len(lengths))
        for name, text in RADIAL.items()
        for metric, lengths in METRICS.items()
    },
    **{
        f"{name}, one input": NoiseCase("tinygp", text.format(0.5)) for name, text in RADIAL.items()
    },
    "tutorial": NoiseCase("george", "matern32(1) + constant(0.001)"),
}
