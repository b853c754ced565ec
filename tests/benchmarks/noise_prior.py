"""What noise over signal is in real vegetation series, and what each prior on it tells and costs.

Fourteen tables from ../shared/data (skipped where absent), a calendar year or a field a season. For
each season the evidence of every noise/signal is taken, length, level and amplitude integrated out;
the normal prior on its logarithm under which all seasons are likeliest, a table weighing as much as
another, is learnt from all tables but one, as they are and on a logit between the index's limits.
Then the left-out table is judged: all but 15 readings (at most two thirds) of a season hidden, and
one in five. Last, what each prior costs where the truth is known: drawn Matérn 3/2 curves.

python tests/benchmarks/noise_prior.py [seasons a table]
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pandas as pd
from band_coverage_real import DATA, crps_of, quantiles_of
from scipy.optimize import minimize
from scipy.special import logsumexp

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.one_matern import curve
from gpstudio.core.inference.one_matern.data import roomy
from gpstudio.core.inference.one_matern.driver import value_for
from gpstudio.core.inference.readings import Readings
from gpstudio.core.learning.priors import LENGTH_SHARE, LENGTH_SPREAD

MOST = 40
FEWEST = 12
KEPT = 15
TURNS = 2
RATIOS = np.linspace(np.log(1e-7), np.log(1e3), 64)
LENGTHS = np.linspace(-4.0, 3.5, 31)
LOUD = (0.01, 0.1, 0.2, 0.5, 1.0)
FIELDS = 300


class Prior(NamedTuple):
    centre: float
    spread: float

    def __str__(self) -> str:
        return f"N(log {self.centre:.3g}, {self.spread:.2g})"


OLD, NEW, QUIETER = Prior(0.2, 1.5), Prior(0.05, 1.5), Prior(0.02, 1.5)


class Source(NamedTuple):
    file: str
    value: str
    group: tuple[str, ...] = ()
    by_year: bool = True
    limits: tuple[float, float] | None = None


NDVI, GCC, EVI = (-0.1, 1.05), (0.2, 0.7), (-0.2, 1.05)
SOURCES = {
    "MODIS at flux sites": Source("modis_mod13a1_flux_sites.csv", "ndvi", ("site",), True, NDVI),
    "NEON MODIS": Source("neon_modis_ndvi.csv", "ndvi_filtered", ("site", "pixel"), True, NDVI),
    "NEON PhenoCam": Source("neon_phenocam_gcc.csv", "gcc_90", ("site", "roi"), True, GCC),
    "PhenoCam fields": Source("phenocam_ag_gcc_3day.csv", "gcc_90", ("site", "roi"), True, GCC),
    "Landsat fields": Source("landsat_ndvi_flux_fields.csv", "ndvi", ("field",), True, NDVI),
    "Mato Grosso": Source("modis_ndvi_matogrosso_samples.csv", "ndvi", ("sample",), False, NDVI),
    "Sentinel-2, Chile": Source("sentinel2_ndvi_chile_crops.csv", "ndvi", ("sample",), True, NDVI),
    "Sentinel-2, Bulgaria": Source(
        "sentinel2_ndvi_rapeseed_bulgaria.csv", "ndvi_p50", (), True, NDVI
    ),
    "Sentinel-2, Swiss points": Source(
        "wheat_ch_2022_sentinel2_points.csv", "ndvi", ("field", "point_id"), True, NDVI
    ),
    "MODIS, CA-NS6": Source("modis_ca_ns6.csv", "evi", ("site",), True, EVI),
    "camera, Türkiye": Source("wheat_tr_camera_exg.csv", "exg", ("site_season",), False),
    "LAI, Swiss fields": Source(
        "wheat_ch_sentinel2_lai_fields.csv", "lai", ("field", "harvest_year"), False
    ),
    "LAI, Germany": Source("wheat_de_lai_bbch.csv", "lai", ("site_year",), False),
    "sensors, Pullman": Source(
        "wheat_us_pullman_2022_winter_vi.csv", "ndvi", ("plot_id",), False, NDVI
    ),
}
Season = tuple[Floats, Floats]


@lru_cache(maxsize=32)
def seasons(title: str, most: int) -> tuple[Season, ...]:
    source = SOURCES[title]
    table = pd.read_csv(DATA / source.file, parse_dates=["date"])
    if "summary_qa" in table:
        table = table[table["summary_qa"] <= 1]
    if "qc_flag" in table:
        table = table[table["weight"] >= 0.5]
    table = table.dropna(subset=[source.value]).sort_values("date")
    keys = list(source.group)
    if source.by_year:
        table = table.assign(year=table["date"].dt.year)
        keys.append("year")
    found = [
        (
            rows["date"].to_numpy().astype("datetime64[D]").astype(float),
            rows[source.value].to_numpy(float),
        )
        for _, rows in table.groupby(keys)
        if len(rows) >= FEWEST and rows[source.value].nunique() > 3
    ]
    places = np.linspace(0, len(found) - 1, min(most, len(found))).round().astype(int)
    return tuple(found[place] for place in places)


def evidence(days: Floats, values: Floats) -> Floats:
    """Log evidence of each noise/signal of ``RATIOS``, all else integrated out."""
    made = curve.MaternCurve.of(1, Readings.of(days[:, None], values), True)
    data = roomy(made.data._replace(precisions=np.array([LENGTH_SPREAD**-2.0, 0.0])))
    value = value_for(2)
    grid = [
        [value(data, np.array([made.data.centres[0] + length, ratio])) for ratio in RATIOS]
        for length in LENGTHS
    ]
    return np.asarray(logsumexp(grid, axis=0))


def learnt(tables: list[Floats]) -> Prior:
    """The prior under which all seasons are likeliest, tables weighing alike."""

    def unlikely(numbers: Floats) -> float:
        prior = -0.5 * ((RATIOS - numbers[0]) / np.exp(numbers[1])) ** 2
        prior -= logsumexp(prior)
        return -sum(float(logsumexp(table + prior, axis=1).mean()) for table in tables)

    starts = (np.array([np.log(centre), 0.4]) for centre in (0.02, 0.1))
    best = min(
        (minimize(unlikely, start, method="Nelder-Mead") for start in starts),
        key=lambda found: float(found.fun),
    )
    return Prior(float(np.exp(best.x[0])), float(np.exp(best.x[1])))


def judged(season: Season, new: Floats, truth: Floats, prior: Prior) -> Floats:
    """Mean log density, CRPS and share held of what was hidden."""
    curve.PRIORS = np.log([LENGTH_SHARE, prior.centre])
    curve.PRECISIONS = np.array([LENGTH_SPREAD, prior.spread]) ** -2.0
    found = quantiles_of(GPRegressor("matern32").fit(*season), new, truth)
    held = (truth > found.edges[0]) & (truth < found.edges[1])
    return np.array([found.log_density.mean(), crps_of(found.levels, truth).mean(), held.mean()])


def hidings(days: Floats) -> Iterator[tuple[str, np.random.Generator]]:
    for turn in range(TURNS):
        for rule in ("few", "fifth"):
            yield rule, np.random.default_rng([len(days), turn])


def on_real(tables: dict[str, Floats], most: int) -> None:
    print(
        "\nHidden readings of the left-out table: log density, CRPS in standard deviations, % held"
    )
    whole: dict[tuple[str, str], list[Floats]] = {}
    for title in SOURCES:
        others = learnt([table for name, table in tables.items() if name != title])
        priors = {str(OLD): OLD, str(NEW): NEW, str(QUIETER): QUIETER, "the others'": others}
        found: dict[tuple[str, str], list[Floats]] = {}
        for days, values in seasons(title, most):
            size = float(np.std(values))
            for rule, random in hidings(days):
                n = len(days)
                kept = min(KEPT, 2 * n // 3) if rule == "few" else n - max(n // 5, 1)
                rows = random.permutation(n)
                inside, hidden = np.sort(rows[:kept]), np.sort(rows[kept:])
                season = days[inside], values[inside] / size
                for name, prior in priors.items():
                    row = judged(season, days[hidden], values[hidden] / size, prior)
                    found.setdefault((rule, name), []).append(row)
        for (rule, name), rows in found.items():
            mean = np.mean(rows, axis=0)
            whole.setdefault((rule, name), []).append(mean)
            told(f"{title}, {rule}, {name}", mean)
    for (rule, name), rows in whole.items():
        told(f"**tables alike**, {rule}, {name}", np.mean(rows, axis=0))


def told(what: str, row: Floats) -> None:
    print(f"| {what} | {row[0]:+.3f} | {row[1]:.4f} | {100.0 * row[2]:.1f} |", flush=True)


def on_drawn() -> None:
    print(f"\nDrawn curves of known noise/signal, {FIELDS} fields: log density, CRPS, % held")
    for ratio in LOUD:
        for n in (15, 30):
            for prior in (OLD, NEW, QUIETER):
                rows = [judged(*drawn(n, ratio, turn), prior) for turn in range(FIELDS)]
                told(f"{ratio:g}, n = {n}, {prior}", np.mean(rows, axis=0))


def drawn(n: int, ratio: float, turn: int) -> tuple[Season, Floats, Floats]:
    random = np.random.default_rng([n, turn])
    length = np.exp(random.uniform(np.log(0.1), 0.0))
    time = random.uniform(0.0, 1.0, n + 4)
    scaled = np.sqrt(3.0) * np.abs(time[:, None] - time[None]) / length
    covariance = (1.0 + scaled) * np.exp(-scaled) + 1e-10 * np.eye(n + 4)
    values = np.linalg.cholesky(covariance) @ random.standard_normal(n + 4)
    values += np.sqrt(ratio) * random.standard_normal(n + 4)
    return (time[:n], values[:n]), time[n:], values[n:]


def on_logit(title: str, values: Floats) -> Floats | None:
    limits = SOURCES[title].limits
    if limits is None or not ((values > limits[0]) & (values < limits[1])).all():
        return None
    return np.log((values - limits[0]) / (limits[1] - values))


def main(most: int) -> None:
    if not DATA.is_dir():
        print(f"the real series are not on this machine (looked for {DATA.name})")
        return
    tables = {t: np.array([evidence(*one) for one in seasons(t, most)]) for t in SOURCES}
    bent: dict[str, Floats] = {}
    for title in SOURCES:
        pairs = [(days, on_logit(title, values)) for days, values in seasons(title, most)]
        rows = [evidence(days, values) for days, values in pairs if values is not None]
        if rows:
            bent[title] = np.array(rows)
    for name, found in (("as they are", tables), ("on a logit", bent)):
        count = sum(len(table) for table in found.values())
        print(f"{name}: {count} seasons of {len(found)} tables, {learnt(list(found.values()))}")
        for title in found:
            others = learnt([table for other, table in found.items() if other != title])
            print(f"  without {title}: {others}", flush=True)
    on_real(tables, most)
    on_drawn()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MOST)
