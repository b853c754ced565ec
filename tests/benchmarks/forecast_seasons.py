"""A season forecast from earlier ones, one season left out at a time: errors in days, intervals.

GCC of three PhenoCam sites (../shared/data, phenocam_ag_gcc_3day.csv, gcc_90; days flagged as
outliers, and snow flags 1 and 3, which come in winter only, are left out). A year is left out and
the rest is fitted with the default recipe: its seasons are the earlier ones (later years too, since
one is left out at a time), its noise that of the readings. Other sites' seasons of the same crop
count for a third; none of the year that is asked about. Seasons that the series cuts are no earlier
ones. The truth is the same rule on the fit of everything, where the readings reach that far. Asked
every ten days from 50 days before U10 (a tenth of the rise) on, and 30 days before senescence, with
the readings up to that day; only stages still to come are scored.

The window reaches from 30 days before nine in ten of the earlier seasons began to expected_end.
"median" is that of the same rule on the same earlier seasons; "of the field" takes the site's own
where it has two. "not dated" counts forecasts in which fewer than half of the draws reach the
stage. The double logistic (Beck) is fitted to the same readings. uiefmaize grew soybean
in 2010 and 2013: the data do not say so, and the bars are read without it; the last table tells
crops apart.

Must be: below the median after U10, and below the double logistic throughout; before U10 at most
1.05 times the median; 90 % intervals hold 85 to 95 %.

python tests/benchmarks/forecast_seasons.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.earlier import PastSeason, current_draws, expected_end
from gpstudio.phenology.measures.peak import Peak
from gpstudio.phenology.measures.thresholds import Fall, Rise
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.season import Season
from gpstudio.phenology.steady import SteadyCurves
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
SITES = ("uiefmaize", "kelloggcorn", "uiefswitchgrass")
STAGES = {"mid_green_up": Rise(50.0), "peak": Peak(), "senescence": Fall(50.0)}
SNOW = (1, 3)
SOYBEAN = {("uiefmaize", 2010), ("uiefmaize", 2013)}
FIRST_YEARS = {"uiefmaize": 2009, "uiefswitchgrass": 2009, "kelloggcorn": 2013}
STEP, BEFORE, LATEST, LAST_CALL = 10.0, 5, 40, 30.0
DRAWS, TIMES = 1_000, 300
MOST_BEFORE, HELD = 1.05, (85.0, 95.0)
GROUND = 30.0
LEADS = ((0, 10), (10, 20), (20, 30), (30, 60), (60, 120), (120, 400))
FARTHEST = 250.0
"""Days from its peak that belong to an earlier season."""


@dataclass(frozen=True, eq=False)
class Site:
    name: str
    series: Series
    whole: Fit
    without: dict[int, Fit]
    """By the year that was left out."""


@dataclass(frozen=True, eq=False)
class Asked:
    site: str
    year: int
    day: float
    after_u10: bool
    truth: dict[str, float]
    pasts: list[PastSeason]
    window: tuple[float, float]
    time: Floats
    value: Floats
    noise: float


@dataclass(frozen=True)
class Row:
    site: str
    stage: str
    after: bool
    lead: float
    error: float
    median: float
    of_field: float
    logistic: float
    steady: float
    """The error when the draws are dated as fitted seasons are, with ``SteadyCurves``."""
    held50: bool
    held90: bool
    width: float
    reached: float


def year_of(day: float) -> int:
    return int(str(np.datetime64(int(day), "D"))[:4])


def site_of(name: str) -> Site:
    table = pd.read_csv(DATA / "phenocam_ag_gcc_3day.csv", parse_dates=["date"])
    good = (table["site"] == name) & ~table["snow_flag"].isin(SNOW)
    rows = table[good & (table["outlierflag_gcc_90"] != 1)].dropna(subset=["gcc_90"])
    days = rows["date"].to_numpy().astype("datetime64[D]").astype(float)
    values = rows["gcc_90"].to_numpy(float)

    def fit(kept: np.ndarray) -> Fit:
        series = Series(name, days[kept], values[kept], "date", "gcc_90", dated=True)
        return fit_series(series, Recipe(), Request(index="GCC"))

    years = np.array([year_of(day) for day in days])
    whole = fit(np.ones(len(days), dtype=bool))
    seasons = {year_of(season.peak) for season in whole.seasons}
    without = {year: fit(years != year) for year in sorted(seasons)}
    return Site(name, whole.series, whole, without)


def crop_of(site: str, year: int, told: bool) -> str:
    if site == "uiefswitchgrass":
        return "switchgrass"
    return "soybean" if told and (site, year) in SOYBEAN else "maize"


def pasts_of(site: Site, fit: Fit, left_out: int | None, told: bool) -> list[PastSeason]:
    """The whole seasons of a fit; none of the year that was left out."""
    grid = fit.curve.time
    std = fit.curve.std
    found = []
    for season in fit.seasons:
        year = year_of(season.peak)
        if year == left_out or season.cut_left or season.end >= fit.series.time[-1] - 1.0:
            continue
        start, end = (
            max(season.start, season.peak - FARTHEST),
            min(season.end, season.peak + FARTHEST),
        )
        near = (grid >= start) & (grid <= end)
        crop = crop_of(site.name, year, told)
        parts = (grid[near], fit.curve.mean[near], std[near])
        found.append(PastSeason(str(year), site.name, crop, *parts))
    return found


def asked(sites: Sequence[Site], told: bool) -> Iterator[Asked]:
    for site in sites:
        last = float(site.series.time[-1])
        for season in site.whole.seasons:
            year = year_of(season.peak)
            crop = crop_of(site.name, year, told)
            own = pasts_of(site, site.without[year], year, told)
            others = [p for s in sites if s is not site for p in pasts_of(s, s.whole, year, told)]
            pasts = [past for past in [*own, *others] if past.crop == crop]
            dates = {s.stage: s.date for s in site.whole.stages if s.season == season.name}
            truth = {n: dates[n] for n in STAGES if dates.get(n) is not None and dates[n] <= last}
            if not pasts or not truth or year < FIRST_YEARS[site.name]:
                continue
            u10 = first_tenth(site.whole, season)
            window = window_of(pasts, year)
            days = {u10 + STEP * step for step in range(-BEFORE, LATEST)}
            days |= {truth["senescence"] - LAST_CALL} if "senescence" in truth else set()
            for day in sorted(days):
                ahead = {name: date for name, date in truth.items() if date > day}
                seen = (site.series.time >= window[0]) & (site.series.time <= day)
                if ahead and day >= site.series.time[0]:
                    yield Asked(
                        site.name, year, day, day >= u10 - 1e-6, ahead, pasts, window,
                        site.series.time[seen], site.series.value[seen],
                        site.without[year].posterior.scatter(np.zeros((1, 1)))[0],
                    )  # fmt: skip


def first_tenth(fit: Fit, season: Season) -> float:
    grid = np.linspace(season.start, season.end, 400)
    (curves,) = fit.posterior.draws_in([grid], DRAWS, 0)
    return float(np.nanmedian(Rise(10.0).of(SeasonCurves(season, grid, curves))))


def window_of(pasts: Sequence[PastSeason], year: int) -> tuple[float, float]:
    """From the ground before the season to where it is surely over; never more than a year."""
    middle = float(np.datetime64(f"{year}-07-01", "D").astype(int))
    starts = [past.moved_to(middle)[0] for past in pasts]
    start = max(float(np.floor(np.quantile(starts, 0.1))) - GROUND, middle - 181.0)
    return start, min(float(np.ceil(expected_end(pasts, start))), middle + 182.0)


def dates_of(
    grid: Floats, curves: Floats, kind: type[SeasonCurves] = SeasonCurves
) -> dict[str, Floats]:
    middle = float(grid[len(grid) // 2])
    drawn = kind(Season("", float(grid[0]), middle, float(grid[-1]), False, False), grid, curves)
    return {name: measure.of(drawn) for name, measure in STAGES.items()}


def medians(one: Asked) -> dict[str, tuple[float, float]]:
    """Of the same earlier seasons, and of the field's own."""
    middle = 0.5 * (one.window[0] + one.window[1])
    days: dict[str, list[float]] = {name: [] for name in STAGES}
    own: dict[str, list[float]] = {name: [] for name in STAGES}
    for past in one.pasts:
        for name, found in dates_of(past.moved_to(middle), past.mean[:, None]).items():
            days[name].append(float(found[0]))
            if past.group == one.site:
                own[name].append(float(found[0]))
    return {
        name: (
            float(np.nanmedian(days[name])),
            float(np.nanmedian(own[name] if len(own[name]) > 1 else days[name])),
        )
        for name in STAGES
    }


def logistic(one: Asked) -> dict[str, float]:
    grid = np.arange(one.window[0], one.window[1] + 1.0)
    season = Season("", one.window[0], 0.5 * sum(one.window), one.window[1], False, False)
    try:
        rival = METHODS["beck"]().fit(one.time, one.value, None, season)
    except InputError:
        return dict.fromkeys(STAGES, float("nan"))
    return {name: float(d[0]) for name, d in dates_of(grid, rival.at(grid)[:, None]).items()}


def measured(cases: Sequence[Asked]) -> tuple[list[Row], float]:
    rows, spent = [], []
    for one in cases:
        grid = np.linspace(*one.window, TIMES)
        noise = np.full(len(one.time), one.noise)
        begin = time.perf_counter()
        drawn = current_draws(
            one.pasts, grid, one.time, one.value, noise, DRAWS, np.random.default_rng(0), one.site
        )
        spent.append(time.perf_counter() - begin)
        rows += rows_of(one, grid, drawn.posterior)
    return rows, float(np.median(spent))


def rows_of(one: Asked, grid: Floats, curves: Floats) -> Iterator[Row]:
    """One for each stage that is still to come."""
    found, usual, rival = dates_of(grid, curves), medians(one), logistic(one)
    steady = dates_of(grid, curves, SteadyCurves)
    for name, truth in one.truth.items():
        seen = found[name][np.isfinite(found[name])]
        q = np.quantile(seen, (0.05, 0.25, 0.5, 0.75, 0.95)) if len(seen) else np.full(5, np.nan)
        yield Row(
            site=one.site,
            stage=name,
            after=one.after_u10,
            lead=truth - one.day,
            error=q[2] - truth,
            median=usual[name][0] - truth,
            of_field=usual[name][1] - truth,
            logistic=rival[name] - truth,
            steady=float(np.nanmedian(steady[name])) - truth,
            held50=bool(q[1] <= truth <= q[3]),
            held90=bool(q[0] <= truth <= q[4]),
            width=q[4] - q[0],
            reached=len(seen) / curves.shape[1],
        )


def mae(rows: Sequence[Row], of: Callable[[Row], float]) -> float:
    errors = np.array([of(row) for row in rows])
    return float(np.nanmean(np.abs(errors))) if np.isfinite(errors).any() else float("nan")


HEAD = (
    "| when | what | asked | MAE, d | bias, d | median, d | of the field, d | double logistic, d | "
    "50 % holds | 90 % holds | 90 % width, d |  |\n" + "|---" * 12 + "|"
)


def line(when: str, what: str, rows: Sequence[Row], note: str = "") -> None:
    if not rows:
        return
    held50, held90 = (100.0 * np.mean([getattr(r, n) for r in rows]) for n in ("held50", "held90"))
    fitted = [row for row in rows if np.isfinite(row.logistic)]
    beside = f"{mae(fitted, lambda r: r.logistic):.1f} (ours {mae(fitted, lambda r: r.error):.1f})"
    print(
        f"| {when} | {what} | {len(rows)} | {mae(rows, lambda r: r.error):.2f} | "
        f"{np.mean([r.error for r in rows]):+.1f} | {mae(rows, lambda r: r.median):.2f} | "
        f"{mae(rows, lambda r: r.of_field):.2f} | {beside if fitted else 'none fits'} | "
        f"{held50:.0f} | {held90:.1f} | {np.mean([r.width for r in rows]):.0f} | {note} |"
    )


def verdict(rows: Sequence[Row], after: bool) -> str:
    ours, usual = mae(rows, lambda r: r.error), mae(rows, lambda r: r.median)
    fitted = [row for row in rows if np.isfinite(row.logistic)]
    missed = []
    if after and ours >= usual:
        missed.append("not below the median")
    if not after and ours > MOST_BEFORE * usual:
        missed.append("above 1.05 of the median")
    if mae(fitted, lambda r: r.error) >= mae(fitted, lambda r: r.logistic):
        missed.append("not below the double logistic")
    held = 100.0 * np.mean([row.held90 for row in rows])
    if not HELD[0] <= held <= HELD[1]:
        missed.append("90 % outside 85 to 95")
    return "MISSED: " + ", ".join(missed) if missed else ""


def table(rows: Sequence[Row]) -> None:
    print(HEAD)
    for after in (False, True):
        when = "after U10" if after else "before U10"
        mine = [row for row in rows if row.after == after]
        line(when, "**everything**", mine, verdict(mine, after))
        for site in SITES:
            for stage in STAGES:
                line(
                    when,
                    f"{site}, {stage}",
                    [r for r in mine if (r.site, r.stage) == (site, stage)],
                )
    for low, high in LEADS:
        line("any", f"{low} to {high} days ahead", [r for r in rows if low < r.lead <= high])


def by_lead(rows: Sequence[Row]) -> None:
    """Our error and, behind it, that of the median."""
    print("\nMAE in days by site, stage and days ahead; in brackets that of the median\n")
    print("| site | stage | " + " | ".join(f"{low} to {high}" for low, high in LEADS) + " |")
    print("|---" * (2 + len(LEADS)) + "|")
    for site in SITES:
        for stage in STAGES:
            cells = []
            for low, high in LEADS:
                mine = [r for r in rows if (r.site, r.stage) == (site, stage)]
                mine = [r for r in mine if low < r.lead <= high]
                errors = mae(mine, lambda r: r.error), mae(mine, lambda r: r.median)
                cells.append(f"{errors[0]:.1f} ({errors[1]:.1f})" if mine else "")
            print(f"| {site} | {stage} | " + " | ".join(cells) + " |")


def notes(rows: Sequence[Row]) -> None:
    undated = sum(row.reached <= 0.5 for row in rows)
    print(f"\n{undated} of {len(rows)} forecasts not dated.")
    for after in (False, True):
        mine = [row for row in rows if row.after == after]
        print(
            f"{'After' if after else 'Before'} U10, draws dated as fitted seasons are "
            f"(SteadyCurves): MAE {mae(mine, lambda r: r.steady):.2f} d instead of "
            f"{mae(mine, lambda r: r.error):.2f}."
        )


def main() -> int:
    if not DATA.is_dir():
        print(f"The shared data are not here (looked for {DATA.name}): nothing was measured.")
        return 0
    sites = [site_of(name) for name in SITES]
    rows, spent = measured(list(asked(sites, told=False)))
    print(f"Crops not told apart; {1e3 * spent:.0f} ms for {DRAWS:,} draws at {TIMES} times\n")
    table(rows)
    by_lead(rows)
    notes(rows)
    rows, _ = measured(list(asked(sites, told=True)))
    print("\nSoybean of uiefmaize told from its maize: fewer earlier seasons to learn from\n")
    print(HEAD)
    for after in (False, True):
        mine = [row for row in rows if row.after == after]
        line("after U10" if after else "before U10", "**everything**", mine, verdict(mine, after))
    return 0


if __name__ == "__main__":
    sys.exit(main())
