"""Deep models: what 95 % bands hold, by sampling and by the bound.

Twenty curves that jump are drawn from three layers (RBF, lengths 0.2, 0.2, 0.5) on 200 places of
0…1; 20 readings with noise of 0.05 are kept, and the others foretold, the true numbers known.
"""

from __future__ import annotations

import sys

import numpy as np

from gpstudio import GPRegressor
from gpstudio.lab.studies.depth import TRUE, jumps

missed: list[str] = []


def held(name: str, said: str, bar: bool) -> None:
    print(f"  {name}: {said}{'' if bar else '  MISSED'}", flush=True)
    if not bar:
        missed.append(name)


SEEDS, KEPT = 20, 20


def coverage() -> None:
    print(f"95 % bands of readings not kept, {SEEDS} curves of three layers, {KEPT} kept of 200, "
          "the true numbers held")  # fmt: skip
    shares: dict[str, list[float]] = {"exact": [], "inducing": []}
    for seed in range(SEEDS):
        told = jumps(KEPT, 0.05, seed)
        for by, written in (
            ("exact", "exact"),
            ("inducing", f"inducing(points={KEPT}, learn='yes')"),
        ):
            fit = GPRegressor(
                TRUE, noise="held(0.0025)", approximation=written, learning="fixed", mean="zero",
                random_state=seed, patience=np.inf,
            ).fit(told.readings.inputs, told.readings.values)  # fmt: skip
            low, high = fit.predict_interval(told.places)
            shares[by].append(float(np.mean((told.values > low) & (told.values < high))))
    drawn, bound = (float(np.mean(shares[by])) for by in ("exact", "inducing"))
    error = float(np.std(shares["exact"], ddof=1)) / np.sqrt(SEEDS)
    held("by sampling", f"{drawn:.1%} ± {error:.1%} (92-98)", 0.92 <= drawn <= 0.98)
    print(f"  by the bound: {bound:.1%}")


if __name__ == "__main__":
    coverage()
    sys.exit(1 if missed else 0)
