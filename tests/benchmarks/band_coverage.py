"""Whether bands hold what they say: drawn fields, default fit, times anywhere in the range.

Each replicate draws length/range and noise/signal (variances) from the priors of
``core/learning/priors.py``, a Matérn 3/2 curve of variance 1 at n uniform times and one more, and
noise. GPRegressor() is fitted and asked for the 95 % interval of the curve and of a new reading at
that one time. Must be: 94 to 96 % for each n; each PIT decile 8 to 12 %. Then a louder world, both
ratios log-uniformly from 0.1 to 1: at least 92 %; and its four corners: at least 90 %.

A run that was stopped goes on (``tests/kept_rows.py``).

python tests/benchmarks/band_coverage.py [replicates] [kernel]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.learning.priors import (
    LENGTH_SHARE,
    LENGTH_SPREAD,
    NOISE_SHARE,
    NOISE_SPREAD,
)
from gpstudio.core.mixtures import mixture_level
from gpstudio.core.task import QUIET

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
from kept_rows import Kept  # noqa: E402

REPLICATES = 4_000
CORNER_REPLICATES = 4_000
SIZES = (10, 15, 30, 60)
LOW, HIGH = 0.1, 1.0
HOLDS = 0.95
KEPT = Kept("coverage", (__file__,))
Numbers = Callable[[np.random.Generator], tuple[float, float]]
"""Length/range and noise/signal."""
CORNERS = [(length, noise) for length in (LOW, HIGH) for noise in (LOW, HIGH)]


def likely(random: np.random.Generator) -> tuple[float, float]:
    """Length/range and noise/signal, as the priors have them."""
    length, noise = random.standard_normal(2) * (LENGTH_SPREAD, NOISE_SPREAD)
    return LENGTH_SHARE * float(np.exp(length)), NOISE_SHARE * float(np.exp(noise))


def loud(random: np.random.Generator) -> tuple[float, float]:
    length, noise = np.exp(random.uniform(np.log(LOW), np.log(HIGH), 2)).tolist()
    return length, noise


def drawn(seed: list[int], n: int, numbers: Numbers) -> tuple[Floats, ...]:
    """Times, readings, one time more, and what curve and reading are there."""
    random = np.random.default_rng(seed)
    length, noise = numbers(random)
    time = random.uniform(0.0, 1.0, n + 1)
    scaled = np.sqrt(3.0) * np.abs(time[:, None] - time[None, :]) / length
    covariance = (1.0 + scaled) * np.exp(-scaled) + 1e-10 * np.eye(n + 1)
    curve = np.linalg.cholesky(covariance) @ random.standard_normal(n + 1)
    reading = curve + np.sqrt(noise) * random.standard_normal(n + 1)
    return time[:n], reading[:n], time[n:], curve[n:], reading[n:]


KERNEL = sys.argv[2] if len(sys.argv) > 2 else "auto"


def levels(seed: list[int], n: int, numbers: Numbers) -> tuple[float, float]:
    """Where in their own predicted distributions the true curve and reading lie, from 0 to 1."""
    time, values, new, curve, reading = drawn(seed, n, numbers)
    posterior = GPRegressor(KERNEL).fit(time, values)._posterior
    members = posterior.members
    found = []
    means, spreads = members.curves(new[:, None], QUIET)
    for truth, noise in ((curve, 0.0), (reading, members.noises[:, None])):
        scales = np.sqrt(spreads + noise)
        found.append(mixture_level(truth, means, scales, members.weights, members.freedom)[0])
    return found[0], found[1]


def many(n: int, count: int, numbers: Numbers, which: int) -> Floats:
    """(count, 2)"""
    name = f"{KERNEL}, {which}, {n}, {numbers(np.random.default_rng(0))}"
    return np.array(KEPT.found(name, range(count), lambda i: levels([which, n, i], n, numbers)))


def share(found: Floats) -> Floats:
    """How many per cent of the true values lie in their interval."""
    tail = 0.5 * (1.0 - HOLDS)
    return 100.0 * np.mean((found > tail) & (found < 1.0 - tail), axis=0)


def verdict(good: bool) -> str:
    return "" if good else "  MISSED"


def page(title: str, numbers: Numbers, count: int, which: int, held: tuple[float, float]) -> None:
    print(f"\n{title}")
    print("| n | curve, % | reading, % | PIT deciles of curve, % | of reading, % |  |")
    print("|---|---|---|---|---|---|")
    for n in SIZES:
        found = many(n, count, numbers, which)
        curve, reading = share(found)
        bins = [100.0 * np.histogram(p, 10, (0.0, 1.0))[0] / count for p in found.T]
        good = min(curve, reading) >= held[0] and max(curve, reading) <= held[1]
        if numbers is likely:
            good = good and min(map(min, bins)) >= 8.0 and max(map(max, bins)) <= 12.0
        spans = [f"{b.min():.1f} to {b.max():.1f}" for b in bins]
        row = f"| {n} | {curve:.2f} | {reading:.2f} | {spans[0]} | {spans[1]} |{verdict(good)} |"
        print(row, flush=True)


def main(count: int) -> None:
    error = 100.0 * (0.95 * 0.05 / count) ** 0.5
    print(f"kernel {KERNEL}, {count:,} replicates for each n; standard error {error:.2f}")
    page("from the priors", likely, count, 1, (94.0, 96.0))
    page("a louder world, from 0.1 to 1", loud, count, 3, (92.0, 98.0))
    corner_count = max(200, count * CORNER_REPLICATES // REPLICATES)
    print(f"\nCorners, {corner_count:,} replicates each: curve / reading, %")
    print("| length/range, noise/signal | " + " | ".join(f"n = {n}" for n in SIZES) + " |  |")
    print("|---" * (len(SIZES) + 2) + "|")
    for corner in CORNERS:
        cells = np.array([share(many(n, corner_count, lambda _, at=corner: at, 2)) for n in SIZES])
        good = bool(cells.min() >= 90.0)
        row = " | ".join(f"{curve:.1f} / {reading:.1f}" for curve, reading in cells)
        print(f"| {corner[0]:g}, {corner[1]:g} | {row} |{verdict(good)} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else REPLICATES)
