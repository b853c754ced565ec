"""Simulation-based calibration of `averaged` on every scale and likelihood.

Fields of 12 readings are drawn from the prior that the recipe writes (``tests/calibrated.py``). The
true level's ranks among 99 draws must be even: chi² over ten bins with p ≥ 0.001 in every row; and
an 80 % interval must hold a further reading in 80 % of them, within 2.4 standard errors (of counts
no fewer). A field with Student-t noise takes ten times as long as others: there are half as many.

What was simulated is kept in a file of the temporary folder while the code of the core stays what
it is: a run that was stopped goes on, and rows can be made one by one before all are printed.

python tests/benchmarks/calibration.py [fields [words of a row]]
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from scipy import stats

import gpstudio

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]
import calibrated as simulated  # noqa: E402
from calibrated import DRAWS, HOLDS, SIMULATIONS, calibrated  # noqa: E402

FIELDS, BINS, LEAST = 200, 10, 1e-3
SLOW = "student_t"
APART = 100_000
"""Between the seeds of two rows: with the same ones a scale would be told by another's ranks."""
AT_ONCE, SHOWN = 20, 10.0
"""Fields between two looks at the clock, and seconds between two lines of progress."""


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
    found = _found(name, fields)
    ranks = np.array([rank for rank, _ in found])
    counts = np.histogram(ranks, BINS, (0, DRAWS + 1))[0]
    even = float(stats.chisquare(counts).pvalue)
    held = float(np.mean([inside for _, inside in found]))
    slack = 2.4 * np.sqrt(HOLDS * (1.0 - HOLDS) / fields)
    most = 1.0 if simulation.whole else HOLDS + slack
    good = even >= LEAST and HOLDS - slack <= held <= most
    shares = " ".join(f"{100.0 * count / fields:.0f}" for count in counts)
    verdict = "" if good else "  MISSED"
    told = f"| {name} | {fields} | {shares} | {even:.3f} | {100.0 * held:.1f}{verdict} |"
    print(told, flush=True)
    return good


def _found(name: str, fields: int) -> list[tuple[int, bool]]:
    """Of each field, from the file or simulated now."""
    path = _kept(name)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = [(int(rank), bool(inside)) for rank, inside in map(json.loads, lines)]
    told, first = time.perf_counter(), APART * list(SIMULATIONS).index(name)
    with ThreadPoolExecutor(2) as pool:
        while len(found) < fields:
            some = range(first + len(found), first + min(len(found) + AT_ONCE, fields))
            made = list(pool.map(partial(calibrated, SIMULATIONS[name]), some))
            with path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(one) + "\n" for one in made)
            found += made
            if time.perf_counter() - told > SHOWN:
                told = time.perf_counter()
                print(f"{name}: {len(found):,} of {fields:,}", file=sys.stderr, flush=True)
    return found[:fields]


def _kept(name: str) -> Path:
    """The file of a row, another one for every state of the code."""
    core = Path(gpstudio.__file__).parent / "core"
    digest = hashlib.sha256(name.encode())
    for source in [Path(__file__), Path(simulated.__file__), *sorted(core.rglob("*.py"))]:
        digest.update(source.read_bytes())
    return Path(tempfile.gettempdir()) / f"gpstudio-calibration-{digest.hexdigest()[:16]}.jsonl"


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else FIELDS
    sys.exit(0 if main(count, sys.argv[2] if len(sys.argv) > 2 else "") else 1)
