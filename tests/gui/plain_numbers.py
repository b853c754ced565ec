"""What plots must show of a field, worked out from its file alone: full matrices, as in a book."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import NormalDist

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.recipe import Recipe

VARIANCE, LENGTH, NOISE = 0.1, 40.0, 0.005
RECIPE = Recipe.of(
    kernel=f"{VARIANCE}*matern32({LENGTH:g})", likelihood=f"gaussian({NOISE})", learning="fixed"
)
"""The model that the formulas below are of; its constant mean is fitted with the curve."""
SECONDS = 86_400.0


@dataclass(frozen=True)
class PlainNumbers:
    """In the order of the file, which is that of time."""

    time: Floats
    """Seconds, as a date axis counts."""
    value: Floats
    residual: Floats
    """Reading minus curve, in standard deviations of the noise."""
    left_out: Floats
    """Reading minus what all others say of it, in standard deviations of that."""

    @property
    def ranked(self) -> tuple[Floats, Floats]:
        """Left-out residuals in order, and what a normal distribution has at their ranks."""
        count = len(self.time)
        normal = [NormalDist().inv_cdf((place + 0.5) / count) for place in range(count)]
        return np.array(normal), np.sort(self.left_out)


def plain_numbers(path: Path, time: str, value: str) -> PlainNumbers:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    days = np.array([(date.fromisoformat(row[time]) - date(1970, 1, 1)).days for row in rows])
    y, one = np.array([float(row[value]) for row in rows]), np.ones(len(rows))
    steps = np.sqrt(3.0) * np.abs(days[:, None] - days) / LENGTH
    covariance = VARIANCE * (1.0 + steps) * np.exp(-steps)
    inverse = np.linalg.inv(covariance + NOISE * np.eye(len(days)))
    level = (one @ inverse @ y) / (one @ inverse @ one)
    curve = level + covariance @ inverse @ (y - level)
    # with a level that nothing is known of, what a reading is told by others has this precision
    told = inverse - np.outer(inverse @ one, one @ inverse) / (one @ inverse @ one)
    left_out = (told @ y) / np.sqrt(np.diag(told))
    return PlainNumbers(SECONDS * days, y, (y - curve) / np.sqrt(NOISE), left_out)
