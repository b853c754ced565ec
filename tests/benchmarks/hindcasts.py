"""Hindcasts of peak and senescence against the median of the field's past seasons.

Series with several seasons (../shared/data, skipped where absent): MODIS NDVI at flux sites and two
NEON sites (one pixel each), Landsat NDVI, MODIS EVI, camera greenness, state NDVI of maize. For
each season that is seen whole and has one like it before, its readings and those of seven years
before are cut 30, 60 and 90 days before the date that all readings tell, fitted (Matérn 3/2) and
dated by the ordinary road, as ``gpstudio hindcast`` does.

The rival knows past seasons alone: the median of the same stage in those that the fit of the same
day found (where a field bears several a year, in those nearer to this one than to the others), with
a Student-t interval of their own spread. Errors are in
days; the interval score is that of the 90 % interval (Gneiting and Raftery 2007): width plus 20
times what the date lies outside it. Not dated: fewer than half of the draws reach the stage.
"Called" counts whole 90 % intervals before the day of the question, though the date is still to
come and the median of earlier seasons, too.

Must be: in each row at most 1.05 times the rival's error, at most 0.97 over all, with a better
interval score; nothing called.

Every second is asked, from the second on: what is weighed was chosen on every fourth, from the
first on.

python tests/benchmarks/hindcasts.py [every so many asked] [from which on]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from gpstudio.core.arrays import Floats
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.phenology.years import YEAR
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
SOURCES = (
    ("modis_mod13a1_flux_sites.csv", ["site"], "ndvi", "NDVI", 1.0),
    ("neon_modis_ndvi.csv", ["site"], "ndvi_filtered", "NDVI", 1.0),
    ("landsat_ndvi_flux_fields.csv", ["field"], "ndvi", "NDVI", 1.0),
    ("modis_ca_ns6.csv", ["site"], "evi", "EVI", 1.0),
    ("neon_phenocam_gcc.csv", ["site", "roi"], "gcc_90", "GCC", 1.0),
    ("phenocam_ag_gcc_3day.csv", ["site"], "gcc_90", "GCC", 1.0),
    ("nebraska_corn_progress_ndvi.csv", [], "ndvi_smooth", "NDVI", 0.1),
)
SNOW = (1, 3)
STAGES, LEADS = ("peak", "senescence"), (30, 60, 90)
RECIPE = Recipe.of(kernel="matern32")
HISTORY, FEWEST, STALE = 7.0 * 365.25, 30, 40.0
NEAR = 120.0
"""Days between the peaks of what was foretold and of what came."""
MOST_ROW, MOST = 1.05, 0.97


class Asked(NamedTuple):
    series: Series
    stage: str
    lead: int
    day: float
    truth: float
    peak: float


class Row(NamedTuple):
    name: str
    stage: str
    lead: int
    error: float | None
    held: bool
    width: float
    score: float
    rival: float
    rival_score: float
    called: bool


def all_series() -> Iterator[Series]:
    for file, group, value, index, scale in SOURCES:
        table = pd.read_csv(DATA / file, parse_dates=["date"])
        if "summary_qa" in table:
            table = table[table["summary_qa"] <= 1]
        if "snow_flag" in table:
            table = table[~table["snow_flag"].isin(SNOW) & (table["outlierflag_gcc_90"] != 1)]
        table = table.dropna(subset=[value]).sort_values("date")
        for key, rows in table.groupby(group) if group else [(("state",), table)]:
            if "pixel" in rows:
                rows = rows[rows["pixel"] == min(rows["pixel"])]
            days = rows["date"].to_numpy().astype("datetime64[D]").astype(float)
            name = f"{file.split('_')[0]} {'/'.join(map(str, key))}"
            yield Series(name, days, scale * rows[value].to_numpy(float), "date", index, True)


def asked_of(series: Series) -> list[Asked]:
    whole = fit_series(series, RECIPE, Request(index=series.value_name))
    dates = {(stage.season, stage.stage): stage.date for stage in whole.stages}
    found = []
    for season in whole.seasons[1:]:
        if season.cut_left or season.cut_right or season.end >= series.time[-1] - 1.0:
            continue
        for stage in STAGES:
            truth = dates.get((season.name, stage))
            for lead in LEADS if truth is not None else ():
                seen = (series.time <= truth - lead) & (series.time > truth - lead - HISTORY)
                near = seen.any() and series.time[seen][-1] > truth - lead - STALE
                if np.count_nonzero(seen) >= FEWEST and near:
                    found.append(Asked(series, stage, lead, truth - lead, truth, season.peak))
    return found


def row_of(asked: Asked) -> Row | None:
    """None where no season like it lies before."""
    whole = asked.series
    recent = whole.time > asked.day - HISTORY
    series = Series(whole.group, whole.time[recent], whole.value[recent], "d", "v", True)
    fit = fit_series(series, RECIPE, Request(index=whole.value_name, as_of=asked.day))
    past = past_dates(fit, asked)
    if not len(past):
        return None
    median = float(np.median(past))
    spread = float(np.std(past, ddof=1)) if len(past) > 1 else 20.0
    reach = float(stdtrit(max(len(past) - 1, 1), 0.95)) * spread * (1.0 + 1.0 / len(past)) ** 0.5
    rival = abs(median - asked.truth), score(median - reach, median + reach, asked.truth)
    about = whole.group, asked.stage, asked.lead
    near = [s for s in fit.seasons if abs(s.peak - asked.peak) < NEAR]
    names = {season.name for season in near}
    told = [s for s in fit.stages if s.season in names and s.stage == asked.stage]
    date = next((s for s in reversed(told) if s.date is not None), None)
    if date is None or date.date is None or date.lower90 is None or date.upper90 is None:
        return Row(*about, None, False, 0.0, 0.0, *rival, False)
    lower, upper = date.lower90, date.upper90
    return Row(
        *about,
        date.date - asked.truth,
        lower <= asked.truth <= upper,
        upper - lower,
        score(lower, upper, asked.truth),
        *rival,
        upper < asked.day < median,
    )


def past_dates(fit: Fit, asked: Asked) -> Floats:
    """Of seasons that had ended, at the same time of the year, as days of this one."""
    ended = [s for s in fit.seasons if s.end < asked.day and abs(s.peak - asked.peak) > NEAR]
    gaps = [after.peak - before.peak for before, after in pairwise(ended)]
    far = 0.5 * min(float(np.median(gaps)), YEAR) if gaps else 0.5 * YEAR
    days = []
    for season in ended:
        years = round((asked.peak - season.peak) / YEAR)
        same = years > 0 and abs(asked.peak - season.peak - years * YEAR) < far
        dates = [s.date for s in fit.stages if (s.season, s.stage) == (season.name, asked.stage)]
        days += [date + years * YEAR for date in dates if same and date is not None]
    return np.array(days)


def score(lower: float, upper: float, truth: float) -> float:
    return upper - lower + 20.0 * (max(lower - truth, 0.0) + max(truth - upper, 0.0))


def line(title: str, rows: list[Row], most: float) -> bool:
    dated = [row for row in rows if row.error is not None]
    if not dated:
        print(f"| {title} | 0 of {len(rows)} | | | | | | | | | |")
        return True
    ours = float(np.mean([abs(row.error or 0.0) for row in dated]))
    rival = float(np.mean([row.rival for row in dated]))
    mine = float(np.mean([row.score for row in dated]))
    theirs = float(np.mean([row.rival_score for row in dated]))
    called = sum(row.called for row in rows)
    missed = []
    missed += ["error"] * (ours > most * rival) + ["score"] * (mine >= theirs)
    missed += ["called"] * (called > 0)
    held = 100.0 * float(np.mean([row.held for row in dated]))
    width = float(np.mean([row.width for row in dated]))
    print(
        f"| {title} | {len(dated)} of {len(rows)} | {ours:.1f} | {rival:.1f} | "
        f"{ours / rival:.3f} | {held:.0f} | {width:.0f} | {mine:.0f} | {theirs:.0f} | {called} | "
        f"{'MISSED: ' + ', '.join(missed) if missed else ''} |"
    )
    return not missed


def main(every: int = 2, first: int = 1) -> int:
    if not DATA.is_dir():
        print(f"The shared data are not here (looked for {DATA.name}): nothing was measured.")
        return 0
    with ProcessPoolExecutor(2) as pool:
        asked = [one for many in pool.map(asked_of, all_series()) for one in many][first::every]
        rows = [row for row in pool.map(row_of, asked, chunksize=8) if row is not None]
    names = sorted({row.name for row in rows})
    print(f"{len(rows)} asked of {len(names)} series\n")
    print("| row | dated | error, d | median's | ratio | 90 % holds | width, d | score ", end="")
    print("| median's | called |  |\n|---|---|---|---|---|---|---|---|---|---|---|")
    kept = []
    for stage in STAGES:
        for lead in LEADS:
            mine = [row for row in rows if (row.stage, row.lead) == (stage, lead)]
            kept.append(line(f"{stage}, {lead} days before", mine, MOST_ROW))
    kept.append(line("**all**", rows, MOST))
    for name in names:
        line(name, [row for row in rows if row.name == name], np.inf)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
