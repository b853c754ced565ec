"""10,000 files made messy on purpose: encodings, delimiters, decimals, dates, faults."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from data.messy.judging import MISREAD, RIGHT, judged  # noqa: E402
from data.messy.maker import make  # noqa: E402

FILES = 10_000


def main() -> None:
    counts: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(FILES):
            messy = make(seed)
            verdict, why = judged(messy, Path(folder))
            counts[bool(messy.ambiguous)][verdict] += 1
            if verdict == MISREAD:
                print(f"misread {seed} ({messy.facts}): {why}")
    for ambiguous, found in counts.items():
        kind = "ambiguous" if ambiguous else "unambiguous"
        listed = ", ".join(f"{verdict} {count:,}" for verdict, count in found.most_common())
        print(f"{kind} files: {found.total():,}; {listed}")
    plain = counts[False]
    misread = plain[MISREAD] + counts[True][MISREAD]
    print(f"misread: {misread} (bar 0)")
    print(f"unambiguous files that need no question: {plain[RIGHT] / plain.total():.2%} (bar 99 %)")
    print(f"{1000 * (time.perf_counter() - began) / FILES:.1f} ms a file, made and judged")


if __name__ == "__main__":
    main()
