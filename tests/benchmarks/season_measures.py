"""Measures of one season: 1,000 draws at 400 times.

"alone" measures fresh curves; "after others" shares what those before it in the list have made.
"""

from __future__ import annotations

import time

import numpy as np

from gpstudio.phenology.measures import MEASURES
from gpstudio.phenology.season import Season
from gpstudio.phenology.steady import SteadyCurves

TIMES, DRAWS, REPEATS = 400, 1_000, 7


def curves() -> SteadyCurves:
    days = np.linspace(0.0, 365.0, TIMES)
    random = np.random.default_rng(0)
    shift = random.normal(0.0, 5.0, DRAWS)
    up = 1.0 / (1.0 + np.exp(-(days[:, None] - 120.0 - shift) / 8.0))
    down = 1.0 / (1.0 + np.exp((days[:, None] - 240.0 - shift) / 8.0))
    wiggles = np.cumsum(random.normal(0.0, 0.003, (TIMES, DRAWS)), axis=0)
    return SteadyCurves(Season("1", 0.0, 180.0, 365.0, False, False), days, up + down + wiggles)


def main() -> None:
    alone: dict[str, list[float]] = {}
    shared: dict[str, list[float]] = {}
    for _ in range(REPEATS):
        together = curves()
        for entry in MEASURES:
            for drawn, times in ((curves(), alone), (together, shared)):
                start = time.perf_counter()
                entry().of(drawn)
                taken = time.perf_counter() - start
                times.setdefault(entry.spec.name, []).append(1e3 * taken)
    print("| measure | alone, ms | after others, ms |\n|---|---|---|")
    for name in MEASURES.names:
        print(f"| {name} | {min(alone[name]):.1f} | {min(shared[name]):.1f} |")
    everything = sum(min(shared[name]) for name in MEASURES.names)
    print(f"\nAll {len(MEASURES)} measures of one season: {everything:.0f} ms.")


if __name__ == "__main__":
    main()
