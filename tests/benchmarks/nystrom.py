"""Nyström: every sampling's error and time against scikit-learn's `Nystroem` and uniform sampling.

Errors are relative, in the Frobenius norm, means of ten seeds. Time is that of choosing landmarks
and of the features of all readings, against theirs of fitting and transforming, in turn in one
process; a ratio is that of the fastest runs. Flat data: 4,177 readings of 7 normal inputs. Uneven
data: 3,900 in one tight cluster, 277 at large.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from sklearn.kernel_approximation import Nystroem

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS, Drawing
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse

SIGMA = 3.0
KERNEL = build_kernel(parse(f"rbf({SIGMA / 2.0**0.5!r})"), 7)
NOISE = 0.01
SEEDS = 10
FALLS_ASLEEP = 0.15
"""Seconds after which the threads of one side's BLAS no longer take the other's cores."""
FOR_STUDY = {"leverage"}
THEIRS = "scikit-learn"


def flat() -> np.ndarray:
    return np.random.default_rng(6).standard_normal((4_177, 7))


def uneven() -> np.ndarray:
    random = np.random.default_rng(6)
    tight = 0.05 * random.standard_normal((3_900, 7))
    return np.concatenate([tight, 3.0 + random.standard_normal((277, 7))])


def ours(name: str, inputs: np.ndarray, rank: int, seed: int) -> np.ndarray:
    ground, random = Ground(KERNEL, inputs, NOISE, seed), np.random.default_rng([seed, 11])
    sampling = SAMPLINGS[name]()
    chances = sampling.probabilities(ground, rank, random)
    settled = sampling.settled(Drawing(ground, rank, random, chances))
    return settled(KERNEL, inputs).features_at(inputs)


def theirs(inputs: np.ndarray, rank: int, seed: int) -> np.ndarray:
    made = Nystroem(gamma=1.0 / SIGMA**2, n_components=rank, random_state=seed)
    return made.fit(inputs).transform(inputs)


class Side:
    """One way of making features, its errors and its times."""

    def __init__(self, make: Callable[[int], np.ndarray]) -> None:
        self.make = make
        self.errors: list[float] = []
        self.seconds: list[float] = []

    def run(self, seed: int, exact: np.ndarray) -> None:
        time.sleep(FALLS_ASLEEP)
        began = time.perf_counter()
        features = self.make(seed)
        self.seconds.append(time.perf_counter() - began)
        self.errors.append(float(np.linalg.norm(exact - features @ features.T)))

    @property
    def error(self) -> float:
        return float(np.mean(self.errors))


def compared(inputs: np.ndarray, rank: int, names: list[str]) -> tuple[dict[str, Side], np.ndarray]:
    exact = KERNEL.block(inputs, inputs)
    sides = {THEIRS: Side(lambda seed: theirs(inputs, rank, seed))}
    for name in names:
        sides[name] = Side(lambda seed, name=name: ours(name, inputs, rank, seed))
    for side in sides.values():
        side.make(99)
    for seed in range(SEEDS):
        for side in sides.values():
            side.run(seed, exact)
    return sides, exact


def best_error(exact: np.ndarray, rank: int) -> float:
    beyond = np.linalg.eigvalsh(exact)[:-rank]
    return float(np.sqrt((beyond**2).sum()))


def tell(sides: dict[str, Side], against: str, whole: float, best: float) -> None:
    print(f"| sampling | error | / {against} | / best | seconds | / {THEIRS} |")
    print("|---|---|---|---|---|---|")
    fastest = min(sides[THEIRS].seconds)
    for name, side in sides.items():
        taken = min(side.seconds)
        print(
            f"| {name} | {side.error / whole:.3e} | {side.error / sides[against].error:.3f} "
            f"| {side.error / best:.2f} | {taken:.3f} | {taken / fastest:.2f} |"
        )


def bar(what: str, reached: float, wanted: float) -> None:
    verdict = "reached" if reached <= wanted else "MISSED"
    print(f"  {what}: {reached:.3f}, bar {wanted:g}: {verdict}")


def on_flat_data(names: list[str]) -> None:
    sides, exact = compared(flat(), 500, names)
    best = best_error(exact, 500)
    print(f"flat data, rank 500, RBF sigma {SIGMA:g}")
    tell(sides, THEIRS, float(np.linalg.norm(exact)), best)
    for name in ("rpcholesky", "recursive"):
        bar(f"{name}, error / theirs", sides[name].error / sides[THEIRS].error, 1.03)
        bar(f"{name}, time / theirs", min(sides[name].seconds) / min(sides[THEIRS].seconds), 2.0)
    if "sketch" in sides:
        bar("sketch, error / best possible", sides["sketch"].error / best, 1.5)


def on_uneven_data(names: list[str]) -> None:
    sides, exact = compared(uneven(), 200, names)
    print(f"\nuneven data, rank 200, RBF sigma {SIGMA:g}")
    tell(sides, "uniform", float(np.linalg.norm(exact)), best_error(exact, 200))
    for name, wanted in (("rpcholesky", 0.1), ("recursive", 0.15)):
        bar(f"{name}, error / uniform", sides[name].error / sides["uniform"].error, wanted)


def on_many_readings(names: list[str]) -> None:
    inputs = np.random.default_rng(6).standard_normal((100_000, 3))
    ground = Ground(build_kernel(parse("rbf(1)"), 3), inputs, NOISE, 0)
    print("\n100,000 readings of 3 normal inputs, RBF length 1: choosing 1,000 landmarks")
    for name in names:
        random, sampling = np.random.default_rng(1), SAMPLINGS[name]()
        began = time.perf_counter()
        chances = sampling.probabilities(ground, 1_000, random)
        drawn = time.perf_counter() - began
        sampling.landmarks(Drawing(ground, 1_000, random, chances))
        print(f"  {name}: {time.perf_counter() - began:.1f} s, probabilities {drawn:.1f} s of it")


def main() -> None:
    names = [name for name in SAMPLINGS.names if name not in FOR_STUDY]
    on_flat_data(names)
    on_uneven_data(names)
    on_many_readings(["rpcholesky", "recursive", "ridge_leverage", "kmeans"])


if __name__ == "__main__":
    main()
