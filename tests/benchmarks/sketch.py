"""Sketched Nyström: error against the best possible of its rank, time against pivoted landmarks."""

from __future__ import annotations

import math
import time

import numpy as np

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS, Drawing, Sampling
from gpstudio.core.approximations.nystrom.sampling.sketch import SketchSampling
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

ROWS, INPUTS, RANK, SEEDS = 4_177, 7, 500, 10
SIDES: dict[str, Sampling] = {
    "rpcholesky": SAMPLINGS["rpcholesky"](),
    "sketch": SketchSampling(),
    "sketch, hadamard": SketchSampling(2, "hadamard"),
    "sketch, one pass": SketchSampling(1),
    "sketch, three passes": SketchSampling(3),
}
BARS = {"sketch": "(bar: 1.5)"}


def main() -> None:
    inputs = np.random.default_rng(6).standard_normal((ROWS, INPUTS))
    kernel = build_kernel(parse(f"rbf({3.0 / math.sqrt(2.0)!r})"), INPUTS)
    matrix = kernel.block(inputs, inputs)
    values = np.linalg.eigvalsh(matrix)
    best = float(np.sqrt((values[:-RANK] ** 2).sum()))
    errors: dict[str, list[float]] = {name: [] for name in SIDES}
    seconds: dict[str, list[float]] = {name: [] for name in SIDES}
    for seed in range(SEEDS):
        for name, sampling in SIDES.items():
            ground = Ground(kernel, inputs, 0.01, seed)
            random = np.random.default_rng([seed, 11])
            began = time.perf_counter()
            chances = sampling.probabilities(ground, RANK, random)
            made = sampling.settled(Drawing(ground, RANK, random, chances))(kernel, inputs)
            features = made.features_at(inputs)
            seconds[name].append(time.perf_counter() - began)
            left = features @ features.T
            left -= matrix
            errors[name].append(float(np.linalg.norm(left)) / best)
    print(f"n = {ROWS:,}, d = {INPUTS}, standard normal, RBF length 3/√2, rank {RANK}")
    print(f"  Frobenius error over the best of that rank, mean of {SEEDS} seeds; fastest time")
    quickest = min(seconds["rpcholesky"])
    for name in SIDES:
        ratio, took = float(np.mean(errors[name])), min(seconds[name])
        line = f"  {name:22} {ratio:5.2f} × {BARS.get(name, ''):12}"
        print(f"{line} {1e3 * took:7.0f} ms, {took / quickest:4.1f} × rpcholesky")


if __name__ == "__main__":
    main()
