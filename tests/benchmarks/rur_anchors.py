"""Where wheat.toml has its numbers of ripening from: three winter wheat seasons by the Rur.

LAI and BBCH of Rur fields in ../shared/data (wheat_de_lai_bbch.csv; the MNI fields of that file are
kept for tests). The curve is the Gaussian process's; a stage's day is on the straight line between
two ratings. NDVI follows the cover of the ground rather than the leaf area: cover 1 - exp(-k LAI),
with a k of 0.5 to 0.6 for wheat. The spread to state is that of one more season: with n seasons
seen, a 90 % interval reaches t(n - 1) SD sqrt(1 + 1/n), and `sd` is that over 1.645.

python tests/benchmarks/rur_anchors.py
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pandas as pd
from phenology.real_wheat import WHEAT, Grown, day, grown, series_of
from scipy.stats import t as student

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series
from gpstudio.phenology.measuring import measure_named

FILE = "wheat_de_lai_bbch.csv"
FEWEST = 5
EXTINCTIONS = (None, 0.5, 0.6)
MEASURES = ("peak", "fall(50)", "fall(25)", "fall(10)")
STAGES = {"heading": 55.0, "maturity": 87.0}


def rated(group: str) -> tuple[Floats, Floats]:
    rows = pd.read_csv(WHEAT / FILE).dropna(subset=["bbch"])
    rows = rows[rows["site_year"] == group]
    return np.array([day(date) for date in rows["date"]]), rows["bbch"].to_numpy(float)


def day_of(code: float, days: Floats, codes: Floats) -> float:
    after = int(np.searchsorted(codes, code))
    share = (code - codes[after - 1]) / (codes[after] - codes[after - 1])
    return float(days[after - 1] + share * (days[after] - days[after - 1]))


def covered(series: Series, extinction: float | None) -> Series:
    if extinction is None:
        return series
    return replace(series, value=1.0 - np.exp(-extinction * series.value))


def seasons(extinction: float | None) -> list[Grown]:
    rur = [s for s in series_of(FILE, "lai", "site_year") if s.group.startswith("Rur")]
    found = [grown(covered(s, extinction), "LAI") for s in rur if len(s) >= FEWEST]
    return [one for one in found if one is not None]


def spread(lags: Floats) -> float:
    count = len(lags)
    reach = student.ppf(0.95, count - 1) * np.std(lags, ddof=1) * np.sqrt(1.0 + 1.0 / count)
    return float(reach / 1.645)


def main() -> None:
    if not WHEAT.exists():
        print("the shared data are not here")
        return
    print("| curve | stage | minus | each season, d | mean, d | SD, d | `sd`, d |")
    print("|---|---|---|---|---|---|---|")
    for extinction in EXTINCTIONS:
        curve = "LAI" if extinction is None else f"cover, k = {extinction}"
        found = seasons(extinction)
        for stage, code in STAGES.items():
            for words in MEASURES:
                measured = [float(np.nanmedian(measure_named(words).of(s.drawn))) for s in found]
                lags = np.array([day_of(code, *rated(s.group)) for s in found]) - measured
                each = ", ".join(f"{lag:.1f}" for lag in lags)
                print(
                    f"| {curve} | {stage} | {words} | {each} | {lags.mean():.1f} |"
                    f" {lags.std(ddof=1):.1f} | {spread(lags):.1f} |"
                )


if __name__ == "__main__":
    main()
