"""Transition dates of agricultural PhenoCam sites, against those that PhenoCam publishes.

PhenoCam V1.0 (Richardson and others 2018) dates 10, 25 and 50 % of the amplitude of gcc_90 on a
smoothing spline, rising and falling. Ours is the same rule, rise(p) and fall(p), on the same series
(../shared/data; days flagged as outliers, and snow flags 1 and 3, are left out), default recipe,
median over 1,000 draws. To each published date belongs the nearest of ours, within 60 days; "dates"
says how many of the published ones have one. The second table takes the wild plants of NEON sites
in the same way.

Must be: median difference of at most 3 d on the agricultural sites.

python tests/benchmarks/phenocam_transitions.py
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import Measure
from gpstudio.phenology.measures.thresholds import Fall, Rise
from gpstudio.phenology.steady import SteadyCurves
from gpstudio.session.fitting import fit_series
from gpstudio.session.request import Request

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
SHARES = (10, 25, 50)
SNOW = (1, 3)
NEAR = 60.0
MOST = 3.0
DRAWS = 1_000


@dataclass(frozen=True)
class Pair:
    site: str
    direction: str
    share: int
    difference: float
    """Ours less theirs, in days; NaN where we have none."""
    inside: bool
    """Whether our 90 % interval holds theirs."""


def seasons_of(name: str, days: np.ndarray, values: np.ndarray) -> list[SeasonCurves]:
    series = Series(name, days, values, "date", "gcc_90", dated=True)
    fit = fit_series(series, Recipe(), Request(index="GCC"))
    grids = [np.linspace(season.start, season.end, 400) for season in fit.seasons]
    drawn = fit.posterior.draws_in(grids, DRAWS, 0)
    return [SteadyCurves(s, g, c) for s, g, c in zip(fit.seasons, grids, drawn, strict=True)]


def pairs_of(name: str, curves: list[SeasonCurves], published: pd.DataFrame) -> list[Pair]:
    found = []
    for direction, measure in (("rising", Rise), ("falling", Fall)):
        theirs = published[published["direction"] == direction]
        for share in SHARES:
            dates = pd.to_datetime(theirs[f"transition_{share}"]).dropna()
            days = dates.to_numpy().astype("datetime64[D]").astype(float)
            ours = quantiles_of(measure(float(share)), curves)
            for day in days:
                near = min(ours, key=lambda q: abs(q[1] - day), default=None)
                if near is None or abs(near[1] - day) > NEAR:
                    found.append(Pair(name, direction, share, np.nan, False))
                    continue
                held = bool(near[0] <= day <= near[2])
                found.append(Pair(name, direction, share, float(near[1] - day), held))
    return found


def quantiles_of(measure: Measure, curves: list[SeasonCurves]) -> list[tuple[float, float, float]]:
    """5, 50 and 95 % of every season in which more than half of the draws have a date."""
    found = []
    for drawn in curves:
        dates = measure.of(drawn)
        dates = dates[np.isfinite(dates)]
        if 2 * len(dates) > DRAWS:
            low, middle, high = np.quantile(dates, (0.05, 0.5, 0.95))
            found.append((float(low), float(middle), float(high)))
    return found


def table(pairs: list[Pair], bar: float | None) -> None:
    print("| site | direction | share, % | dates | median difference, d | size, d | in our 90 % |")
    print("|---|---|---|---|---|---|---|")
    for site in dict.fromkeys(pair.site for pair in pairs):
        for direction in ("rising", "falling"):
            for share in SHARES:
                key = (site, direction, share)
                line(key, [p for p in pairs if (p.site, p.direction, p.share) == key])
    for share in SHARES:
        line(("all", "both", share), [p for p in pairs if p.share == share])
    line(("all", "both", "all"), pairs, bar)


def line(key: tuple[str, str, object], pairs: list[Pair], bar: float | None = None) -> None:
    if not pairs:
        return
    dated = [pair for pair in pairs if np.isfinite(pair.difference)]
    where = " | ".join(str(part) for part in key)
    if not dated:
        print(f"| {where} | 0 of {len(pairs)} | | | |")
        return
    off = np.array([pair.difference for pair in dated])
    size = float(np.median(np.abs(off)))
    missed = " MISSED: above 3 d" if bar is not None and size > bar else ""
    held = 100.0 * np.mean([pair.inside for pair in dated])
    many = f"{len(dated)} of {len(pairs)}"
    print(f"| {where} | {many} | {np.median(off):+.1f} | {size:.1f}{missed} | {held:.0f} |")


def agricultural() -> list[Pair]:
    rows = pd.read_csv(DATA / "phenocam_ag_gcc_3day.csv", parse_dates=["date"])
    rows = rows[~rows["snow_flag"].isin(SNOW) & (rows["outlierflag_gcc_90"] != 1)]
    published = pd.read_csv(DATA / "phenocam_ag_transitions.csv")
    return compared(rows, published)


def wild() -> list[Pair]:
    rows = pd.read_csv(DATA / "neon_phenocam_gcc.csv", parse_dates=["date"])
    rows = rows[rows["outlierflag_gcc_90"] != 1]
    return compared(rows, pd.read_csv(DATA / "neon_phenocam_transitions.csv"))


def compared(rows: pd.DataFrame, published: pd.DataFrame) -> list[Pair]:
    found: list[Pair] = []
    for (site, roi), mine in rows.dropna(subset=["gcc_90"]).groupby(["site", "roi"]):
        theirs = published[(published["site"] == site) & (published["roi"] == roi)]
        if theirs.empty:
            continue
        mine = mine.sort_values("date")
        days = mine["date"].to_numpy().astype("datetime64[D]").astype(float)
        curves = seasons_of(str(site), days, mine["gcc_90"].to_numpy(float))
        found += pairs_of(f"{site}", curves, theirs)
    return found


def main() -> int:
    if not DATA.is_dir():
        print(f"The shared data are not here (looked for {DATA.name}): nothing was measured.")
        return 0
    print("Agricultural sites\n")
    table(agricultural(), MOST)
    print("\nWild plants of NEON sites, reported only\n")
    table(wild(), None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
