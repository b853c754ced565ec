"""Whether a column of noise foretells readings left out better, and how it is best taken.

Five tables with standard deviations or quantiles beside each reading; of each field a quarter is
left out in turn and foretold with its own noise. ``from the usual on`` is what the role `noise`
does: whatever claims less noise than the column's median counts as the median. It must gain over
taking the column in full, on all tables together; whether it gains over no column differs by table,
which is why no column is used unasked.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe
from gpstudio.data.quality.noise import MOST

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
TABLES = {
    "wheat_ch_sentinel2_lai_fields": (
        ["field", "harvest_year"], "lai", ["lai_q05", "lai_q95"], "logit(-0.5, 12)"),
    "wheat_ch_2022_sentinel2_points": (
        ["field", "point_id"], "lai_s2", ["lai_s2_q05", "lai_s2_q95"], "logit(-0.5, 12)"),
    "wheat_us_pullman_2022_winter_vi": (
        ["plot_id", "sensor"], "ndvi", ["ndvi_sd"], "logit(-0.1, 1.05)"),
    "neon_phenocam_gcc": (["site", "roi"], "gcc_90", ["gcc_std"], "logit(0.2, 0.7)"),
    "phenocam_ag_gcc_3day": (["site", "roi"], "gcc_90", ["gcc_std"], "logit(0.2, 0.7)"),
}  # fmt: skip
FEWEST, LONGEST, FIELDS, FOLDS = 10, 150, 20, 4
NONE, FULL, ROOT, USUAL = "none", "in full", "its root", "from the usual on"


def main() -> bool:
    print("| table | column taken | fields | log density, gain a reading | held by 95 % |")
    print("|---|---|---|---|---|")
    whole: dict[str, list[float]] = {}
    for name in TABLES:
        found: dict[str, list[Floats]] = {}
        for time, value, noise in _fields(name):
            for way, relative in _ways(noise).items():
                found.setdefault(way, []).append(_foretold(name, time, value, relative))
        for way, fields in found.items():
            pairs = zip(fields, found[NONE], strict=True)
            gains = [float(np.mean(one[:, 0] - none[:, 0])) for one, none in pairs]
            whole.setdefault(way, []).append(float(np.mean(gains)))
            error = np.std(gains) / np.sqrt(len(gains))
            held = 100.0 * np.mean(np.concatenate(fields)[:, 1])
            told = f"{np.mean(gains):+.3f} ± {error:.3f} | {held:.1f} %"
            print(f"| {name} | {way} | {len(fields)} | {told} |", flush=True)
    print()
    for way, gains in whole.items():
        print(f"{way}: {np.mean(gains):+.3f} over the tables")
    return bool(np.mean(whole[USUAL]) > np.mean(whole[FULL]))


def _fields(name: str) -> Iterator[tuple[Floats, Floats, Floats]]:
    by, value, noise, _ = TABLES[name]
    table = pd.read_csv(DATA / f"{name}.csv").dropna(subset=[value])
    spread = table[noise[0]] if len(noise) == 1 else table[noise[1]] - table[noise[0]]
    days = (pd.to_datetime(table["date"]) - pd.Timestamp("1970-01-01")).dt.total_seconds() / 86_400
    table = table.assign(days_=days, spread_=spread).sort_values("days_", kind="stable")
    fields = [field for _, field in table.groupby(by) if len(field) >= FEWEST]
    # neighbours that one retrieval covers are one field
    fields = list({field[value].to_numpy().tobytes(): field for field in fields}.values())
    for place in np.random.default_rng(0).permutation(len(fields))[:FIELDS]:
        field = fields[place][:LONGEST]
        yield tuple(field[column].to_numpy(float) for column in ("days_", value, "spread_"))


def _ways(noise: Floats) -> dict[str, Floats]:
    known = noise > 0.0
    usual = float(np.median(noise[known]))
    share = np.clip(np.where(known, noise, usual) / usual, 1.0 / MOST, MOST)
    full = np.ones(len(noise))
    return {NONE: full, FULL: share, ROOT: np.sqrt(share), USUAL: np.maximum(share, 1.0)}


def _foretold(name: str, time: Floats, value: Floats, relative: Floats) -> Floats:
    """Log density of each reading left out, and whether it lies in its 95 %."""
    recipe = Recipe.of(0, kernel="matern32", likelihood="gaussian", scale=TABLES[name][3])
    folds = np.random.default_rng(1).permutation(len(time)) % FOLDS
    rows = []
    for fold in range(FOLDS):
        out = folds == fold
        known = Readings.of(time[~out, None], value[~out], relative_noise=relative[~out])
        hidden = Readings.of(time[out, None], value[out], relative_noise=relative[out])
        told = fit(recipe, known).foretold(hidden)
        rows.append(np.column_stack([told.log_densities, np.abs(told.residuals) < 1.96]))
    return np.concatenate(rows)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
