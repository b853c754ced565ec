"""Simulation-based calibration of `averaged` on every scale and likelihood.

Fields of 12 readings are drawn from the prior that the recipe writes (``tests/calibrated.py``). The
true level's ranks among 99 draws must be even: chi² over ten bins with p ≥ 0.001 in every row; and
an 80 % interval must hold a further reading in 77 to 83 % of 1,000 fields.

python tests/benchmarks/calibration.py [fields [words of a row]]
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from scipy import stats

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
from calibrated import DRAWS, HOLDS, SIMULATIONS, calibrated  # noqa: E402

FIELDS, BINS, LEAST = 1_000, 10, 1e-3


def main(fields: int, word: str) -> bool:
    print(f"{fields:,} fields a row\n")
    print("| likelihood, scale | ranks in tenths, % | p of even | reading in its 80 %, % |  |")
    print("|---|---|---|---|---|")
    error = np.sqrt(HOLDS * (1.0 - HOLDS) / fields)
    well = True
    for name, simulation in SIMULATIONS.items():
        if word not in name:
            continue
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(partial(calibrated, simulation), range(fields)))
        ranks = np.array([rank for rank, _ in found])
        counts = np.histogram(ranks, BINS, (0, DRAWS + 1))[0]
        even = float(stats.chisquare(counts).pvalue)
        held = float(np.mean([inside for _, inside in found]))
        good = even >= LEAST and abs(held - HOLDS) <= 2.4 * error
        well &= good
        shares = " ".join(f"{100.0 * count / fields:.0f}" for count in counts)
        verdict = "" if good else "  MISSED"
        print(f"| {name} | {shares} | {even:.3f} | {100.0 * held:.1f} |{verdict} |", flush=True)
    return well


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FIELDS
    sys.exit(0 if main(count, sys.argv[2] if len(sys.argv) > 2 else "") else 1)
