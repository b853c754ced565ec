"""Clouds: Student-t readings against Gaussian ones.

Matérn 3/2 curves of variance 1 and length 20 at random times of 100 days, noise of standard
deviation 0.1, and a share of readings ten times as noisy. Kernel and noise are learnt from one
start; the band is the 95 % one of the latent curve at every day.
"""

from __future__ import annotations

import time

import numpy as np

from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe

LENGTH, NOISE, TIMES_AS_NOISY = 20.0, 0.1, 10.0
REPLICATES = 60
DAYS = np.linspace(0.0, 100.0, 101)
LIKELIHOODS = ("gaussian", "student_t")


def drawn(n: int, clouds: float, random: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Times, readings, and the true curve on every day."""
    times = np.sort(random.uniform(0.0, 100.0, n))
    everywhere = np.concatenate([times, DAYS])
    apart = np.sqrt(3.0) * abs(everywhere[:, None] - everywhere) / LENGTH
    covariance = (1.0 + apart) * np.exp(-apart) + 1e-9 * np.eye(len(everywhere))
    curve = np.linalg.cholesky(covariance) @ random.standard_normal(len(everywhere))
    size = np.where(random.random(n) < clouds, TIMES_AS_NOISY, 1.0)
    return times, curve[:n] + NOISE * size * random.standard_normal(n), curve[n:]


def measure(n: int, clouds: float, learning: str) -> None:
    random = np.random.default_rng(1)
    found: dict[str, list[tuple[float, ...]]] = {name: [] for name in LIKELIHOODS}
    for _ in range(REPLICATES):
        times, values, truth = drawn(n, clouds, random)
        for name in LIKELIHOODS:
            recipe = Recipe.of(kernel="matern32", likelihood=name, learning=learning)
            began = time.perf_counter()
            posterior = fit(recipe, Readings.of(times[:, None], values))
            seconds = time.perf_counter() - began
            mean, _, _, (low, high), _ = posterior.bands(DAYS[:, None], 0.95)
            held = float(np.mean((truth > low) & (truth < high)))
            missed = float(np.sqrt(np.mean((mean - truth) ** 2)))
            found[name].append((held, missed, float(np.mean(high - low)), seconds))
    for name in LIKELIHOODS:
        held, missed, width, seconds = np.mean(found[name], axis=0)
        print(
            f"{n:4d} readings, {clouds:4.0%} clouds, {learning:17s} {name:10s}"
            f" holds {held:6.1%}  misses by {missed:.3f}  is {width:.3f} wide"
            f"  {1e3 * seconds:6.1f} ms a fit"
        )


def main() -> None:
    for clouds in (0.1, 0.0):
        for n in (15, 30, 60):
            measure(n, clouds, "ml2(restarts=0)")
    for n in (15, 30):
        measure(n, 0.1, "averaged")


if __name__ == "__main__":
    main()
