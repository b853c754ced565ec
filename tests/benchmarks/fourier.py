"""Fourier features: error and time against scikit-learn; structured ones; Hadamard transform.

Flat data: 4,177 rows of 7 standard normal inputs, RBF σ = 3 (length 3/√2), 1,000 features. Errors
are relative Frobenius errors of the kernel matrix, means of 30 seeds; at σ = 1 the matrix is nearly
the unit matrix, and all kinds tie within some 5 %. Of independent frequencies the ratio is known
without drawing any: it is printed beside, for that of 30 seeds is itself off by some 2 %. Times are
the fastest of several, taken in turn. Structured features: 512 inputs, 8,192 features, against
orthogonal ones by a dense matrix. The Hadamard transform wakes a second thread from 2²² numbers on:
below, one is done sooner.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import scipy.fft
from sklearn.kernel_approximation import RBFSampler

from gpstudio.core.algebra import blas
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.fourier.forms import FORMS
from gpstudio.core.approximations.fourier.fourier import Fourier
from gpstudio.core.approximations.fourier.hadamard import hadamard
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse

FEATURES = 1_000
SEEDS = 30
FEW_SEEDS = 5
BARS = {
    ("qmc", "cosine_sine"): 0.5,
    ("orthogonal", "cosine_sine"): 0.75,
    ("iid", "cosine_sine"): 0.95,
    ("structured", "cosine_sine"): None,
    ("iid", "phase"): None,
}


class Flat:
    """The flat data, its kernel matrix, and how far features are from it."""

    def __init__(self, sigma: float) -> None:
        self.sigma = sigma
        self.inputs = np.random.default_rng(6).standard_normal((4_177, 7))
        self.kernel = build_kernel(parse(f"rbf({sigma / 2**0.5!r})"))
        self.matrix = np.asfortranarray(self.kernel.block(self.inputs, self.inputs))
        self.norm = float(np.linalg.norm(self.matrix))

    def error(self, features: Floats) -> float:
        rest = self.matrix.copy(order="F")
        tall = np.asfortranarray(features)
        blas.syrk(blas.MatrixPanel.whole(rest), blas.MatrixPanel.whole(tall), by=-1.0)
        diagonal = float(np.sum(rest.diagonal() ** 2))
        upper = 0.5 * (self.norm**2 - float(np.sum(self.matrix.diagonal() ** 2)))
        lower = float(np.vdot(rest, rest)) - upper
        return float(np.sqrt(2.0 * lower - diagonal)) / self.norm

    def theirs(self, seed: int) -> Floats:
        sampler = RBFSampler(gamma=self.sigma**-2, n_components=FEATURES, random_state=seed)
        return np.asarray(sampler.fit_transform(self.inputs))

    def ours(self, kind: str, form: str, seed: int) -> Floats:
        return features(self.kernel, self.inputs, seed, FEATURES, kind, form)

    def expected_ratio(self) -> float:
        """Of independent frequencies, cosine and sine against phase: roots of mean squares."""
        k = self.matrix
        doubled = k**4
        pair = float(np.sum(1.0 + doubled - 2.0 * k * k))
        phase = float(np.sum(1.0 + 0.5 * doubled - k * k))
        return float(np.sqrt(pair / phase))


def features(kernel: Kernel, inputs: Floats, seed: int, count: int, kind: str, form: str) -> Floats:
    made = Fourier(count, kind, form).prepared(Ground(kernel, inputs, 0.1, seed))
    return made.operator(kernel, inputs).features_at(inputs)  # type: ignore[attr-defined,no-any-return]


def fastest(*works: Callable[[], object], times: int = 9) -> list[float]:
    """Of each, taken in turn."""
    found = [np.inf] * len(works)
    for _ in range(times):
        for place, work in enumerate(works):
            began = time.perf_counter()
            work()
            found[place] = min(found[place], time.perf_counter() - began)
    return found


def bar(most: float | None) -> str:
    return "" if most is None else f"  (bar: at most {most:g})"


def errors(flat: Flat, seeds: int, bars: dict[tuple[str, str], float | None]) -> None:
    base = np.array([flat.error(flat.theirs(seed)) for seed in range(seeds)])
    print(
        f"sigma = {flat.sigma:g}, means of {seeds} seeds: RBFSampler {base.mean():.4f}", flush=True
    )
    for (kind, form), most in bars.items():
        own = np.array([flat.error(flat.ours(kind, form, seed)) for seed in range(seeds)])
        ratio = own.mean() / base.mean()
        off = np.hypot(own.std() / own.mean(), base.std() / base.mean()) / np.sqrt(seeds)
        note = ""
        if (kind, form) == ("iid", "cosine_sine"):
            note = f"  [without chance: {flat.expected_ratio():.3f}]"
        print(
            f"  {kind} {form}: {own.mean():.4f}, ratio {ratio:.3f} ± {ratio * off:.3f}{bar(most)}"
            f"{note}",
            flush=True,
        )


def times(flat: Flat) -> None:
    print(f"fit and transform, {FEATURES:,} features:")
    for kind, form in BARS:
        flat.ours(kind, form, 0)
        own, theirs = fastest(lambda k=kind, f=form: flat.ours(k, f, 1), lambda: flat.theirs(1))  # type: ignore[misc]
        print(
            f"  {kind} {form}: {1e3 * own:.1f} ms, RBFSampler {1e3 * theirs:.1f} ms, "
            f"ratio {own / theirs:.2f}{bar(1.0)}",
            flush=True,
        )


def structured() -> None:
    """Projection alone, and the whole map; dense ones through one product by BLAS."""
    n, inputs, count = 4_000, 512, 8_192
    x = np.random.default_rng(1).standard_normal((n, inputs))
    kernel = build_kernel(parse("rbf(20)"))
    for form in FORMS.names:
        made = [
            Fourier(count, kind, form).prepared(Ground(kernel, x, 0.1, 0))
            for kind in ("structured", "orthogonal")
        ]
        maps = [partial(one.operator(kernel, x).features_at, x) for one in made]  # type: ignore[attr-defined]
        fast, dense = (one._draws[0] for one in made)  # type: ignore[attr-defined]
        projections = fastest(*_projections(fast, dense, kernel, x), times=5)
        print(f"structured, {inputs} inputs, {count:,} features, {n:,} rows, {form}:")
        _compare("projection", projections, 3.0)
        _compare("whole map", fastest(*maps, times=5), 1.3)


def _projections(
    fast: Any, dense: Any, kernel: Kernel, x: Floats
) -> tuple[Callable[[], object], Callable[[], object]]:
    (spectrum,) = kernel.spectra(x.shape[1])
    turned, tall = np.ascontiguousarray(x.T), np.asfortranarray(x)
    table = np.asfortranarray(dense.frequencies(spectrum))
    angles = np.empty((len(x), len(table)), order="F")
    panels = [blas.MatrixPanel.whole(matrix) for matrix in (angles, tall, table)]
    return (
        lambda: fast.project(turned, spectrum, angles.T),
        lambda: blas.gemm(*panels, keep=0.0, b_turned=True),
    )


def _compare(work: str, seconds: list[float], least: float) -> None:
    fast, dense = seconds
    print(
        f"  {work}: {1e3 * fast:.0f} ms, dense {1e3 * dense:.0f} ms: {dense / fast:.1f} times as "
        f"fast  (bar: at least {least:g})",
        flush=True,
    )


def transform(threads: int, most: float) -> None:
    numbers = np.random.default_rng(0).standard_normal((1, 1 << 20))
    copy = np.empty_like(numbers)
    hadamard(numbers.copy())

    def run() -> None:
        copy[:] = numbers
        began = time.perf_counter()
        hadamard(copy)
        found.append(time.perf_counter() - began)

    found: list[float] = []
    copying, _, waves = fastest(
        lambda: np.copyto(copy, numbers), run, lambda: scipy.fft.rfft(numbers), times=25
    )
    own = min(found)
    print(
        f"Hadamard, 2^20 numbers, {threads} thread(s): {1e3 * own:.2f} ms; "
        f"{own / copying:.1f} copies{bar(most)}; {own / waves:.2f} of rfft{bar(0.4)}",
        flush=True,
    )


def main() -> None:
    for threads, most in ((1, 25.0), (2, 14.0)):
        os.environ["OMP_NUM_THREADS"] = str(threads)
        transform(threads, most)
    structured()
    flat = Flat(3.0)
    times(flat)
    errors(flat, SEEDS, BARS)
    errors(Flat(1.0), FEW_SEEDS, dict.fromkeys(BARS))
    print("  at sigma = 1 all tie, within some 5 %")


if __name__ == "__main__":
    main()
