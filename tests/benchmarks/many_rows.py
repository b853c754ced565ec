"""100,000 rows of three inputs through 1,000 landmarks: fitted, and learnt from 2,000 rows on.

Bars: numbers fixed 20 s, learnt 60 s, 3 GiB at the peak.
"""

from __future__ import annotations

import resource
import time

import numpy as np

from gpstudio import GPRegressor

ROWS, RANK = 100_000, 1_000
APPROXIMATION = f"nystrom(rank={RANK}, sampling='rpcholesky')"


def table() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    inputs = random.standard_normal((ROWS, 3))
    return inputs, np.sin(2.0 * inputs).sum(axis=1) + 0.1 * random.standard_normal(ROWS)


def timed(name: str, bar: float, model: GPRegressor) -> None:
    inputs, values = table()
    began = time.perf_counter()
    model.fit(inputs, values)
    fitted = time.perf_counter() - began
    model.predict(inputs[:1_000], return_std=True)
    whole = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"{name}: fit {fitted:.1f} s, with 1,000 predictions {whole:.1f} s (bar {bar:.0f})")
    print(f"  {model.kernel_}, noise {model.noise_:.5f}, evidence", end=" ")
    print(f"{model.log_marginal_likelihood_:.2f}, {model.report_.evaluations} looks at all rows")
    print(f"  {model.report_.reason}; peak {peak:.2f} GiB (bar 3)", flush=True)


def main() -> None:
    warm = GPRegressor("rbf(1)", approximation="nystrom(rank=50)", learning="ml2(restarts=0)")
    inputs, values = table()
    warm.fit(inputs[:500], values[:500])
    timed("fixed", 20.0, GPRegressor(
        "20 * rbf(1.7)", approximation=APPROXIMATION, learning="fixed", noise=0.01
    ))  # fmt: skip
    timed("learnt", 60.0, GPRegressor("rbf", approximation=APPROXIMATION))


if __name__ == "__main__":
    main()
