"""Whether bands hold what they say: drawn fields, default fit, times anywhere in the range.

Each replicate draws length/range and noise/signal (variances) log-uniformly from 0.1 to 1, a
Matérn 3/2 curve of variance 1 at n uniform times and one more, and noise. GPRegressor() is fitted
and asked for the 95 % interval of the curve and of a new reading at that one time. Must be:
94 to 96 % for each n; each corner 90 to 98 %; each PIT decile 8 to 12 %.

python tests/benchmarks/band_coverage.py [replicates] [kernel]
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.mixtures import mixture_level
from gpstudio.core.task import QUIET

REPLICATES = 4_000
CORNER_REPLICATES = 4_000
SIZES = (10, 15, 30, 60)
LOW, HIGH = 0.1, 1.0
HOLDS = 0.95
CORNERS = [(length, noise) for length in (LOW, HIGH) for noise in (LOW, HIGH)]


def drawn(seed: list[int], n: int, corner: tuple[float, float] | None) -> tuple[Floats, ...]:
    """Times, readings, one time more, and what curve and reading are there."""
    random = np.random.default_rng(seed)
    length, noise = np.exp(random.uniform(np.log(LOW), np.log(HIGH), 2))
    if corner is not None:
        length, noise = corner
    time = random.uniform(0.0, 1.0, n + 1)
    scaled = np.sqrt(3.0) * np.abs(time[:, None] - time[None, :]) / length
    covariance = (1.0 + scaled) * np.exp(-scaled) + 1e-10 * np.eye(n + 1)
    curve = np.linalg.cholesky(covariance) @ random.standard_normal(n + 1)
    reading = curve + np.sqrt(noise) * random.standard_normal(n + 1)
    return time[:n], reading[:n], time[n:], curve[n:], reading[n:]


KERNEL = sys.argv[2] if len(sys.argv) > 2 else "auto"


def levels(seed: list[int], n: int, corner: tuple[float, float] | None) -> tuple[float, float]:
    """Where in their own predicted distributions the true curve and reading lie, from 0 to 1."""
    time, values, new, curve, reading = drawn(seed, n, corner)
    posterior = GPRegressor(KERNEL).fit(time, values)._posterior
    members = posterior.members
    found = []
    means, spreads = members.curves(new[:, None], QUIET)
    for truth, noise in ((curve, 0.0), (reading, members.noises[:, None])):
        scales = np.sqrt(spreads + noise)
        found.append(mixture_level(truth, means, scales, members.weights, members.freedom)[0])
    return found[0], found[1]


def many(n: int, count: int, corner: tuple[float, float] | None, which: int) -> Floats:
    """(count, 2)"""
    with ThreadPoolExecutor(2) as pool:
        return np.array(list(pool.map(lambda i: levels([which, n, i], n, corner), range(count))))


def share(found: Floats) -> Floats:
    """How many per cent of the true values lie in their interval."""
    tail = 0.5 * (1.0 - HOLDS)
    return 100.0 * np.mean((found > tail) & (found < 1.0 - tail), axis=0)


def verdict(good: bool) -> str:
    return "" if good else "  MISSED"


def main(count: int) -> None:
    error = 100.0 * (0.95 * 0.05 / count) ** 0.5
    print(f"kernel {KERNEL}, {count:,} replicates for each n; standard error {error:.2f}")
    print("| n | curve, % | reading, % | PIT deciles of curve, % | of reading, % |  |")
    print("|---|---|---|---|---|---|")
    for n in SIZES:
        found = many(n, count, None, 1)
        curve, reading = share(found)
        bins = [100.0 * np.histogram(p, 10, (0.0, 1.0))[0] / count for p in found.T]
        good = min(curve, reading) >= 94.0 and max(curve, reading) <= 96.0
        good = good and min(map(min, bins)) >= 8.0 and max(map(max, bins)) <= 12.0
        spans = [f"{b.min():.1f} to {b.max():.1f}" for b in bins]
        print(f"| {n} | {curve:.2f} | {reading:.2f} | {spans[0]} | {spans[1]} |{verdict(good)} |")
    corner_count = max(200, count * CORNER_REPLICATES // REPLICATES)
    print(f"\nCorners, {corner_count:,} replicates each: curve / reading, %")
    print("| length/range, noise/signal | " + " | ".join(f"n = {n}" for n in SIZES) + " |  |")
    print("|---" * (len(SIZES) + 2) + "|")
    for corner in CORNERS:
        cells = np.array([share(many(n, corner_count, corner, 2)) for n in SIZES])
        good = bool(cells.min() >= 90.0 and cells.max() <= 98.0)
        row = " | ".join(f"{curve:.1f} / {reading:.1f}" for curve, reading in cells)
        print(f"| {corner[0]:g}, {corner[1]:g} | {row} |{verdict(good)} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else REPLICATES)
