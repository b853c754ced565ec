"""Rivals against the Gaussian process: held-out error on real vegetation series, and time.

Some twenty series from ../shared/data (skipped where absent), of each the last three years at most;
MODIS rows of `summary_qa` above 1 are left out, nothing else is screened. Left out in turn: one
reading in five; thirty-day blocks, every fifth at a time. Every method is fitted with its default
options. Seasons are those of the Gaussian process fitted to all readings, so the seasonal curves
are told a little more than it is. A seasonal curve that refuses its season answers nothing there;
errors are compared on the readings inside a season that the method and the GP both answered.

python tests/benchmarks/rivals.py [series]
"""

from __future__ import annotations

import sys
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.held_out import (
    HeldOut,
    Predictor,
    blocks,
    common,
    held_out,
    margin,
    predictor_of,
    singles,
)
from gpstudio.phenology.rivals.rival import Curve
from gpstudio.phenology.season import Season, find_seasons

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
SOURCES = (
    ("PhenoCam", "phenocam_ag_gcc_3day.csv", ["site", "roi"], "gcc_90", 6),
    ("Landsat", "landsat_ndvi_flux_fields.csv", ["field"], "ndvi", 3),
    ("MODIS", "modis_mod13a1_flux_sites.csv", ["site"], "ndvi", 6),
    ("rapeseed", "sentinel2_ndvi_rapeseed_bulgaria.csv", [], "ndvi_trimmed_mean", 1),
    ("CA-NS6", "modis_ca_ns6.csv", [], "evi", 1),
    ("Chile", "sentinel2_ndvi_chile_crops.csv", ["sample"], "ndvi", 5),
)
YEARS = 3
FEWEST = 30
FEWEST_COMPARED = 15
GP = "gp"


@dataclass(frozen=True)
class Field:
    name: str
    time: Floats
    value: Floats
    seasons: tuple[Season, ...]


def fields() -> Iterator[Field]:
    for title, name, group, value, most in SOURCES:
        table = pd.read_csv(DATA / name, parse_dates=["date"])
        if "summary_qa" in table:
            table = table[table["summary_qa"] <= 1]
        table = table.dropna(subset=[value]).sort_values("date")
        parts = table.groupby(group) if group else [((), table)]
        taken = 0
        for key, rows in parts:
            days = rows["date"].to_numpy().astype("datetime64[D]").astype(float)
            late = days > days[-1] - 365.25 * YEARS
            if late.sum() >= FEWEST and taken < most:
                taken += 1
                label = " ".join([title, *(str(k) for k in (key if group else ()))])
                readings = rows[value].to_numpy(float)[late]
                yield Field(label, days[late], readings, seasons_of(days[late], readings))


def seasons_of(time: Floats, value: Floats) -> tuple[Season, ...]:
    posterior = fit(Recipe(), Readings.of(time[:, None], value))
    grid = np.arange(time[0], time[-1] + 1.0)
    mean, variance = posterior.predict(grid[:, None])
    return find_seasons(grid, mean, np.sqrt(np.maximum(variance, 0.0)), dated=True)


def gaussian_process(time: Floats, value: Floats, weight: Floats) -> Curve:
    posterior = fit(Recipe(), Readings.of(time[:, None], value))

    def at(new: Floats) -> Floats:
        return np.asarray(posterior.predict(new[:, None])[0])

    return at


def measure(
    field: Field, folds: Callable[[Floats], Integers], spent: dict[str, list[float]]
) -> dict[str, HeldOut]:
    predictors: dict[str, Predictor] = {GP: gaussian_process}
    for method in METHODS:
        predictors[method.spec.name] = predictor_of(method(), field.seasons)
    found = {}
    for name, predictor in predictors.items():
        started = clock.perf_counter()
        found[name] = held_out(name, predictor, field.time, field.value, None, folds)
        count = len(np.unique(found[name].fold[found[name].fold >= 0]))
        spent.setdefault(name, []).append((clock.perf_counter() - started) / count)
    return found


def compared(field: Field, found: dict[str, HeldOut], name: str) -> Flags:
    inside = [(field.time >= s.start) & (field.time <= s.end) for s in field.seasons]
    return common([found[GP], found[name]]) & np.logical_or.reduce(inside)


def table(title: str, folds: Callable[[Floats], Integers], chosen: list[Field]) -> None:
    spent: dict[str, list[float]] = {}
    measured = [(field, measure(field, folds, spent)) for field in chosen]
    names = list(spent)
    print(f"\n{title}: RMSE of the GP, and of each rival as a multiple of it")
    print("| series | readings | seasons | GP RMSE | " + " | ".join(names[1:]) + " |")
    print("|---" * (len(names) + 3) + "|")
    ratios: dict[str, list[float]] = {name: [] for name in names}
    for field, found in measured:
        cells = []
        for name in names[1:]:
            both = compared(field, found, name)
            known = both.sum() >= FEWEST_COMPARED
            ratio = found[name].rmse_on(both) / found[GP].rmse_on(both) if known else np.nan
            ratios[name].append(ratio)
            cells.append(f"{ratio:.2f}" + ("*" if found[name].missing else ""))
        print(
            f"| {field.name} | {len(field.time)} | {len(field.seasons)} | {found[GP].rmse:.4f} | "
            + " | ".join(cells)
            + " |"
        )
    print(
        "\n| method | median ratio | geometric mean | GP better in | clearly (2 SE) | missing, % |"
        " ms a series |"
    )
    print("|---|---|---|---|---|---|---|")
    total = sum(len(found[GP].error) for _, found in measured)
    for name in names[1:]:
        known = np.array([r for r in ratios[name] if np.isfinite(r)])
        gains = [
            margin(found[GP], found[name], compared(field, found, name))
            for field, found in measured
        ]
        clear = sum(gain > 2.0 * error for gain, error in gains)
        lost = 100.0 * sum(found[name].missing for _, found in measured) / total
        print(
            f"| {name} | {np.median(known):.3f} | {np.exp(np.mean(np.log(known))):.3f} | "
            f"{np.sum(known > 1)} of {len(known)} | {clear} | {lost:.1f} | "
            f"{1e3 * np.median(spent[name]):.1f} |"
        )
    print(f"| {GP} | 1 | 1 | | | 0.0 | {1e3 * np.median(spent[GP]):.1f} |")


def main(most: int) -> None:
    if not DATA.is_dir():
        print(f"the real series are not on this machine (looked for {DATA.name})")
        return
    started = clock.perf_counter()
    chosen = list(fields())[:most]
    print(f"{len(chosen)} series; * the rival refused some readings")
    table("One reading in five left out", singles(5), chosen)
    table("Thirty-day blocks left out", blocks(30.0, 5), chosen)
    print(f"\n{clock.perf_counter() - started:.0f} s in all")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
