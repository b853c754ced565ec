"""Whether bands hold real readings that were hidden, and CRPS against scikit-learn's.

Vegetation series from ../shared/data (skipped where absent): `summary_qa` ≤ 1, `ndvi_filtered`,
`gcc_90`, nothing else screened. A season is a calendar year of at least 18 readings. Hidden, three
times each: one reading in five; all but 15; the 30 days after a day between 40 and 80 % of the
season; one in five of three years on end. Must be: coverage of the 95 % interval 92 to 97 %, CRPS
no worse than scikit-learn's Matérn 3/2 (and periodic for several seasons) at its most probable
numbers.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import ndtri
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, ExpSineSquared, Matern, WhiteKernel

from gpstudio import GPRegressor
from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.mixtures import mixture_quantile
from gpstudio.core.task import QUIET

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
SOURCES = {
    "MODIS at flux sites": ("modis_mod13a1_flux_sites.csv", ["site"], "ndvi"),
    "NEON MODIS": ("neon_modis_ndvi.csv", ["site", "pixel"], "ndvi_filtered"),
    "NEON PhenoCam": ("neon_phenocam_gcc.csv", ["site", "roi"], "gcc_90"),
    "PhenoCam fields": ("phenocam_ag_gcc_3day.csv", ["site", "roi"], "gcc_90"),
}
FEWEST = 18
REPEATS = 3
KEPT = 15
AHEAD = 30.0
LEVELS = (np.arange(50) + 0.5) / 50
Split = tuple[Floats, Floats, Flags]
"""Days, values, and which readings are hidden."""


def series() -> Iterator[tuple[str, Floats, Floats]]:
    for title, (name, group, value) in SOURCES.items():
        table = pd.read_csv(DATA / name, parse_dates=["date"])
        if "summary_qa" in table:
            table = table[table["summary_qa"] <= 1]
        for _, rows in table.dropna(subset=[value]).sort_values("date").groupby(group):
            days = rows["date"].to_numpy().astype("datetime64[D]").astype(float)
            yield title, days, rows[value].to_numpy(float)


def blocks(years: int) -> Iterator[tuple[str, Floats, Floats]]:
    """Calendar years, or as many on end."""
    for title, days, values in series():
        year = days.astype("datetime64[D]").astype("datetime64[Y]").astype(int)
        for first in range(year.min(), year.max() - years + 2, years):
            inside = (year >= first) & (year < first + years)
            if inside.sum() >= FEWEST * years and len(np.unique(year[inside])) == years:
                yield title, days[inside], values[inside]


def one_in_five(days: Floats, random: np.random.Generator) -> Flags:
    hidden = np.zeros(len(days), dtype=bool)
    hidden[random.permutation(len(days))[: len(days) // 5]] = True
    return hidden


def all_but_few(days: Floats, random: np.random.Generator) -> Flags:
    hidden = np.ones(len(days), dtype=bool)
    hidden[random.permutation(len(days))[:KEPT]] = False
    return hidden


def ours(days: Floats, values: Floats, new: Floats, kernel: str) -> Floats:
    """Quantiles of new readings, (levels, new)."""
    members = GPRegressor(kernel).fit(days, values)._posterior.members
    means, spreads = members.curves(new[:, None], QUIET)
    scales = np.sqrt(spreads + members.noises[:, None])
    found = [
        mixture_quantile(means, scales, members.weights, members.freedom, float(level))
        for level in (0.025, 0.975, *LEVELS)
    ]
    return np.array(found)


def theirs(days: Floats, values: Floats, new: Floats, yearly: bool) -> Floats:
    reach = float(np.ptp(days))
    kernel = ConstantKernel(1.0) * Matern(0.1 * reach, (0.01 * reach, 10 * reach), 1.5)
    if yearly:
        kernel += ConstantKernel(1.0) * ExpSineSquared(1.0, 365.25, periodicity_bounds="fixed")
    gp = GaussianProcessRegressor(
        kernel + WhiteKernel(0.05), normalize_y=True, n_restarts_optimizer=1, random_state=0
    )
    gp.fit(days[:, None], values)
    mean, std = gp.predict(new[:, None], return_std=True)
    levels = np.array([0.025, 0.975, *LEVELS])
    return np.asarray(mean + ndtri(levels)[:, None] * std)


def crps(quantiles: Floats, truth: Floats) -> Floats:
    """Twice the mean pinball loss."""
    off = truth - quantiles[2:]
    return 2.0 * np.mean(np.maximum(LEVELS[:, None] * off, (LEVELS[:, None] - 1.0) * off), axis=0)


def measured(splits: Iterator[tuple[str, Split]], yearly: bool, kernel: str) -> None:
    covered: dict[str, list[Floats]] = {}
    for title, (days, values, hidden) in splits:
        if not hidden.any() or hidden.all():
            continue
        new, truth = days[hidden], values[hidden]
        mine = ours(days[~hidden], values[~hidden], new, kernel)
        other = theirs(days[~hidden], values[~hidden], new, yearly)
        spread = float(np.std(values)) or 1.0
        rows = np.array(
            [
                (truth > mine[0]) & (truth < mine[1]),
                (truth > other[0]) & (truth < other[1]),
                crps(mine, truth) / spread,
                crps(other, truth) / spread,
            ]
        )
        covered.setdefault(title, []).append(rows)
        covered.setdefault("all", []).append(rows)
    everything = covered.pop("all")
    for title, found in [*covered.items(), ("all", everything)]:
        rows = np.concatenate(found, axis=1)
        mine, other, loss, their_loss = rows.mean(axis=1)
        good = title != "all" or (0.92 <= mine <= 0.97 and loss <= their_loss)
        print(
            f"| {title} | {len(found)} | {rows.shape[1]} | {100 * mine:.1f} | {100 * other:.1f} | "
            f"{loss:.4f} | {their_loss:.4f} |{'' if good else '  MISSED'} |"
        )


def hidden_by(
    rule: Callable[[Floats, np.random.Generator], Flags], years: int
) -> Iterator[tuple[str, Split]]:
    for place, (title, days, values) in enumerate(blocks(years)):
        for turn in range(REPEATS):
            random = np.random.default_rng([years, place, turn])
            yield title, (days, values, rule(days, random))


def next_days() -> Iterator[tuple[str, Split]]:
    for place, (title, days, values) in enumerate(blocks(1)):
        for turn in range(REPEATS):
            random = np.random.default_rng([9, place, turn])
            now = days[0] + random.uniform(0.4, 0.8) * (days[-1] - days[0])
            inside = days <= now + AHEAD
            yield title, (days[inside], values[inside], days[inside] > now)


def main(kernel: str) -> None:
    if not DATA.is_dir():
        print(f"the real series are not on this machine (looked for {DATA.name})")
        return
    warnings.simplefilter("ignore")
    works = {
        "one reading in five hidden": (hidden_by(one_in_five, 1), False),
        f"all but {KEPT} hidden": (hidden_by(all_but_few, 1), False),
        f"the next {AHEAD:.0f} days hidden": (next_days(), False),
        "one in five of three years hidden": (hidden_by(one_in_five, 3), True),
    }
    print(f"kernel {kernel}; CRPS in standard deviations of the season")
    for name, (splits, yearly) in works.items():
        print(f"\n{name}")
        print("| series | fits | readings | covered, % | theirs, % | CRPS | theirs |  |")
        print("|---|---|---|---|---|---|---|---|")
        measured(splits, yearly, kernel)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "auto")
