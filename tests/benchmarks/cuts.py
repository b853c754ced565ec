"""Cuts of simulated swards: how many are found, how many are false, how often 90 % intervals hold.

Years of grassland (none to five cuts) and alfalfa (three to seven), grown day by day
(tests/phenology/mown.py), read every 5, 8, 12 and 16 days, 3 % of the readings cloudy. A cut is
found where one is told within ten days of it, or within three quarters of a gap if that is more.
A day is held where it lies in the interval as it is written, by days. Constants of the search were
chosen on another generator.

Must be: 86 to 94 % held over all.

python tests/benchmarks/cuts.py [YEARS]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from phenology.mown import Mown, mown

from gpstudio.phenology.cuts import cuts_of
from gpstudio.phenology.indices import smallest_amplitude

GAPS = (5.0, 8.0, 12.0, 16.0)
YEARS = 200
NEAR, SHARE = 10.0, 0.75
SEED = 11


class Tally:
    def __init__(self) -> None:
        self.true = self.false = self.years = self.uncut = self.false_uncut = 0
        self.errors: list[float] = []
        self.held: list[bool] = []
        self.widths: list[float] = []

    def add(self, year: Mown, gap: float) -> None:
        told = _told(year)
        left = list(range(len(told)))
        for day in year.cuts:
            near = [at for at in left if abs(told[at][1] - day) <= max(NEAR, SHARE * gap)]
            if near:
                at = min(near, key=lambda one: abs(told[one][1] - day))
                left.remove(at)
                lower, middle, upper = told[at]
                self.errors.append(np.floor(middle) - day)
                self.held.append(bool(np.floor(lower) <= day <= np.floor(upper)))
                self.widths.append(upper - lower)
        self.true += len(year.cuts)
        self.false += len(left)
        self.years += 1
        if not len(year.cuts):
            self.uncut += 1
            self.false_uncut += len(left)

    def row(self, crop: str, gap: str) -> str:
        found, errors = len(self.errors), np.abs(self.errors)
        return (
            f"| {crop} | {gap} | {self.true} | {100 * found / self.true:.0f} % |"
            f" {100 * found / (found + self.false):.0f} % | {self.false / self.years:.2f} |"
            f" {self.false_uncut / max(self.uncut, 1):.2f} | {np.mean(self.errors):+.1f} |"
            f" {errors.mean():.1f} | {100 * np.mean(self.held):.0f} % |"
            f" {np.mean(self.widths):.1f} |"
        )


def _told(year: Mown) -> list[tuple[float, float, float]]:
    random = np.random.default_rng(0)
    found = cuts_of(year.time, year.value, smallest_amplitude("ndvi", year.value))
    draws = [cut.draws(1_000, random) for cut in found if cut.probability > 0.5]
    return [tuple(np.nanquantile(days, [0.05, 0.5, 0.95])) for days in draws]


def main(words: Sequence[str]) -> None:
    years = int(words[0]) if words else YEARS
    print(
        "| crop | gap, d | cuts | found | right of told | false a year | a year uncut | bias, d |"
        " error, d | 90 % held | width, d |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    held: list[bool] = []
    for crop in ("grassland", "alfalfa"):
        for place, gap in enumerate(GAPS):
            tally = Tally()
            for number in range(years):
                random = np.random.default_rng([SEED, place, number, crop == "alfalfa"])
                tally.add(mown(random, gap, crop), gap)
            print(tally.row(crop, f"{gap:g}"), flush=True)
            held += tally.held
    share = float(np.mean(held))
    verdict = "held" if 0.86 <= share <= 0.94 else "MISSED"
    print(f"\n90 % intervals of {len(held)} cuts hold {100 * share:.1f} %: {verdict}")


if __name__ == "__main__":
    main(sys.argv[1:])
