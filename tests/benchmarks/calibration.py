"""Simulation-based calibration of `averaged` on every scale and likelihood.

Fields of 12 readings are drawn from the prior that the recipe writes (``tests/calibrated.py``). The
true level's ranks among 99 draws must be even: chi² over ten bins with p ≥ 0.001 in every row; and
an 80 % interval must hold a further reading in 80 % of them, within 2.4 standard errors (of counts
no fewer). A field with Student-t noise takes ten times as long as others: there are half as many.

A run that was stopped goes on (``tests/kept_rows.py``).

python tests/benchmarks/calibration.py [fields [words of a row]]
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import numpy as np
from scipy import stats

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
import calibrated as simulated  # noqa: E402
from calibrated import DRAWS, HOLDS, SIMULATIONS, calibrated  # noqa: E402
from kept_rows import Kept  # noqa: E402

FIELDS, BINS, LEAST = 200, 10, 1e-3
SLOW = "student_t"
APART = 100_000
"""Between the seeds of two rows: with the same ones a scale would be told by another's ranks."""
KEPT = Kept("calibration", (__file__, str(simulated.__file__)))


def main(fields: int, word: str) -> bool:
    print(
        "| likelihood, scale | fields | ranks in tenths, % | p of even | reading in its 80 %, % |"
    )
    print("|---|---|---|---|---|")
    rows = [_row(name, _count(name, fields)) for name in SIMULATIONS if word in name]
    return all(rows)


def _count(name: str, fields: int) -> int:
    return fields // 2 if name.startswith(SLOW) else fields


def _row(name: str, fields: int) -> bool:
    simulation = SIMULATIONS[name]
    first = APART * list(SIMULATIONS).index(name)
    found = np.array(
        KEPT.found(name, range(first, first + fields), partial(calibrated, simulation))
    )
    ranks = found[:, 0]
    counts = np.histogram(ranks, BINS, (0, DRAWS + 1))[0]
    even = float(stats.chisquare(counts).pvalue)
    held = float(np.mean(found[:, 1]))
    slack = 2.4 * np.sqrt(HOLDS * (1.0 - HOLDS) / fields)
    most = 1.0 if simulation.whole else HOLDS + slack
    good = even >= LEAST and HOLDS - slack <= held <= most
    shares = " ".join(f"{100.0 * count / fields:.0f}" for count in counts)
    verdict = "" if good else "  MISSED"
    told = f"| {name} | {fields} | {shares} | {even:.3f} | {100.0 * held:.1f}{verdict} |"
    print(told, flush=True)
    return good


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FIELDS
    sys.exit(0 if main(count, sys.argv[2] if len(sys.argv) > 2 else "") else 1)
