"""Fields learnt together against the same fields learnt alone, by readings that were hidden.

Tables of 20 to 40 seasons from ../shared/data (skipped where absent), a calendar year a field.
Hidden from population, choice of kernel and limits alike: all but 15 readings of each field; one in
five; the 30 days after a day between 40 and 80 % of the season. Both are ``auto``.

Then one table of seven crops (Chile), weighed by all its fields and by those of each crop, as a
column says them; every other field is judged.

Then fields drawn from a known population: how many are told to be unlike the others, as they are,
with ten times the noise (as a standard deviation) and with four times the length; and how many
could be told at most, with as many false alarms as are allowed, by who knew the population and what
was changed (the likelihood ratio of the truth; Neyman and Pearson). Then calibration by simulation
over tables: populations are drawn, fields from them, readings from these; how well populations are
found again, and whether the ranks of what is true are even. Last, processor time a field, together
and alone, fit, curve and dates, in one run; learning told apart.

Must be: CRPS together over alone at most 0.99 (15 readings), 1.00 (one in five, and of three
years), 1.03 (30 days); log density nowhere lower; at most 2 % false alarms; ranks even (chi² over
ten bins, p at least 0.001). In brackets 95 % of bootstraps over series: what is worse is told to be
within chance where they reach what is not.

python tests/benchmarks/together.py [PART ...]

The parts: readings fewer days years (what is hidden), crops, drawn, simulated, time.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import noise_prior
import numpy as np
import pandas as pd
from alike_fields import CENTRE, SPREAD, field
from band_coverage_real import DATA, SOURCES, WORKS, Block, Work, blocks, crps_of, quantiles_of
from drawn_tables import RANKED, DrawnTable
from drawn_tables import RECIPE as LEARNT
from noise_prior import SOURCES as NOISE_SOURCES
from scipy.stats import chisquare

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.inference.together.curve import prepared_alone, shares_of
from gpstudio.core.inference.together.road import curve_of
from gpstudio.core.learning.population import Population, Shared
from gpstudio.core.learning.together import Together
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import _posterior, fit_series
from gpstudio.session.population import own_population, population_of
from gpstudio.session.readings import readings_of
from gpstudio.session.request import USUAL, Request

MOST = 40
FEWEST, FEWEST_LONG = 20, 10
MORE = ("Sentinel-2, Chile", "sensors, Pullman")
"""Further tables of ``noise_prior`` that hold so many seasons."""
FEWEST_READINGS = 18
BARS = (1.00, 0.99, 1.03, 1.00)
"""One in five, 15 readings, 30 days, one in five of three years: in the order of ``WORKS``."""
DRAWN, TAUGHT = 400, 150
ALARMS = 0.02
CALIBRATED = ((20, 15, 60), (20, 30, 60), (100, 30, 12))
"""Fields a table, readings a field, tables."""
SEEN = 2
"""Of what is ranked what people see; numbers stand on a lattice, whose steps ranks would show."""
LEAST_EVEN = 1e-3
CROPS_IN = "Sentinel-2, Chile"
PLANTED: dict[str, dict[str, float]] = {
    "as the others": {},
    "ten times the noise": {"noise": 10.0},
    "four times the length": {"length": 4.0},
}
TIMED = 20
BOOTSTRAPS = 1_000


def tables(most: int, years: int) -> dict[str, list[Block]]:
    """Seasons of each source, evenly taken."""
    found: dict[str, list[Block]] = {title: [] for title in (*SOURCES, *MORE)}
    for block in blocks(years):
        found[block.title].append(block)
    for title in MORE if years == 1 else ():
        for number, (days, values) in enumerate(noise_prior.seasons(title, most)):
            if len(days) >= FEWEST_READINGS:
                value = noise_prior.SOURCES[title].value
                found[title].append(Block(title, f"{title} {number}", days, values, value))
    evenly = {}
    for title, all_ in found.items():
        rows = np.linspace(0, len(all_) - 1, min(most, len(all_))).round().astype(int)
        if len(all_) >= (FEWEST if years == 1 else FEWEST_LONG):
            evenly[title] = [all_[row] for row in rows]
    return evenly


def judged(work: Work, some: Sequence[Block]) -> tuple[list[str], list[Floats], Floats]:
    """Series, of each hidden reading (alone, together) × (CRPS, log density, held), and times."""
    fields, hidden = [], []
    for place, block in enumerate(some):
        random = np.random.default_rng([work.seed, place])
        there, away = work.rule(block.days, random)
        if there.sum() < 3 or not away.any():
            continue
        name = f"{block.series} {place}"
        fields.append(
            Series(name, block.days[there], block.values[there], "date", block.column, True)
        )
        hidden.append((block, away))
    recipe = Recipe()
    began = time.process_time()
    population = population_of(fields, recipe)
    spent = [time.process_time() - began, 0.0, 0.0]
    assert population is not None
    print(f"    {population.reason}; {told(population)}")
    names: list[str] = []
    rows: list[Floats] = []
    for series, (block, away) in zip(fields, hidden, strict=True):
        new, truth = block.days[away], block.values[away]
        size = float(np.std(block.values)) or 1.0
        both = []
        for way, given in enumerate((None, population)):
            began = time.process_time()
            posterior = _posterior(series, recipe, USUAL, given, QUIET)
            spent[1 + way] += time.process_time() - began
            found = quantiles_of(SimpleNamespace(_posterior=posterior), new, truth)  # type: ignore[arg-type]
            held = (truth > found.edges[0]) & (truth < found.edges[1])
            loss = crps_of(found.levels, truth) / size
            both.append([loss, found.log_density + np.log(size), held])
            unlike = "unlike" in posterior.report.reason if given else False
        rows.append(np.array(both, dtype=float))
        names.append(block.series + ("!" if unlike else ""))
    return names, rows, np.array(spent) / len(fields)


def told(population: Any) -> str:
    shared = population.shared
    centre = np.round(shared.centre, 2).tolist()
    spread = np.round(np.sqrt(np.diag(np.array(shared.covariance))), 2).tolist()
    return f"centre {centre}, spread {spread}"


def bootstrapped(names: Sequence[str], rows: Sequence[Floats]) -> tuple[Floats, Floats]:
    """95 % of the ratio of CRPS and of the difference of log density; series drawn anew."""
    series = sorted(set(names))
    sums = np.zeros((len(series), 5))
    for name, each in zip(names, rows, strict=True):
        sums[series.index(name)] += [each.shape[2], *each[:, :2].sum(axis=2).ravel()]
    random = np.random.default_rng(0)
    drawn = sums[random.integers(len(series), size=(BOOTSTRAPS, len(series)))].sum(axis=1)
    ratio, gain = drawn[:, 3] / drawn[:, 1], (drawn[:, 4] - drawn[:, 2]) / drawn[:, 0]
    return np.quantile(ratio, [0.025, 0.975]), np.quantile(gain, [0.025, 0.975])


def line(title: str, bar: float | None, names: Sequence[str], rows: Sequence[Floats]) -> str:
    whole = np.concatenate(rows, axis=2).mean(axis=2)
    (low, high), (least, most) = bootstrapped(names, rows)
    ratio, gain = whole[1, 0] / whole[0, 0], whole[1, 1] - whole[0, 1]
    missed = "" if bar is None or ratio <= bar else " MISSED" + _by_chance(low <= bar)
    lower = "" if gain >= 0.0 else " LOWER" + _by_chance(most >= 0.0)
    unlike = sum(name.endswith("!") for name in names)
    return (
        f"| {title} | {len(rows)} | {unlike} | {whole[0, 0]:.4f} | {whole[1, 0]:.4f} "
        f"| {ratio:.3f} [{low:.3f}, {high:.3f}]{missed} "
        f"| {gain:+.3f} [{least:+.3f}, {most:+.3f}]{lower} "
        f"| {100 * whole[0, 2]:.1f} | {100 * whole[1, 2]:.1f} |"
    )


def _by_chance(within: bool) -> str:
    """What is told beside a number that is worse."""
    return ", within chance" if within else ", beyond chance"


def on_crops() -> None:
    """Alone, by the table, by the crop: CRPS and log density of what was hidden."""
    rows = pd.read_csv(DATA / NOISE_SOURCES[CROPS_IN].file, parse_dates=["date"])
    rows = rows.dropna(subset=["ndvi"]).sort_values("date")
    seasons = list(rows.groupby(["sample", "crop", rows["date"].dt.year]))
    print(
        "\n| Chile by crop | fields | alone | by the table | by the crop |\n|---|---|---|---|---|"
    )
    for work in WORKS[:3]:
        fields, hidden, facts = [], [], {}
        for place, ((sample, crop, year), some) in enumerate(seasons):
            days = some["date"].to_numpy().astype("datetime64[D]").astype(float)
            values = some["ndvi"].to_numpy(float)
            there, away = work.rule(days, np.random.default_rng([work.seed, place]))
            if len(days) < FEWEST_READINGS or there.sum() < 3 or not away.any():
                continue
            name = f"{sample} {year}"
            fields.append(Series(name, days[there], values[there], "date", "ndvi", True))
            hidden.append((days[away], values[away], float(np.std(values))))
            facts[name] = Facts(crop=str(crop))
        population = population_of(fields, Recipe(), facts=facts)
        assert population is not None
        sums = np.zeros((3, 3))
        for series, away in list(zip(fields, hidden, strict=True))[::2]:
            own = (
                own_population(population, series, one) for one in (NO_FACTS, facts[series.group])
            )
            sums += [scored(series, given, *away) for given in (None, *own)]
        crps, density = sums[:, :2].T / sums[:, 2]
        cells = [f"{loss:.4f}, {gain:+.3f}" for loss, gain in zip(crps, density, strict=True)]
        print(f"| {work.name} | {len(fields)} | {' | '.join(cells)} |", flush=True)


def scored(
    series: Series, population: Population | None, new: Floats, truth: Floats, size: float
) -> Floats:
    posterior = _posterior(series, Recipe(), USUAL, population, QUIET)
    found = quantiles_of(SimpleNamespace(_posterior=posterior), new, truth)  # type: ignore[arg-type]
    density = float(np.sum(found.log_density + np.log(size)))
    return np.array([crps_of(found.levels, truth).sum() / size, density, len(new)])


def on_drawn() -> None:
    """Fields of a known population, by what is learnt of others."""
    recipe = Recipe.of(kernel="matern32", scale="identity", learning="together")
    population = population_of([drawn(1_000 + k) for k in range(TAUGHT)], recipe)
    assert population is not None
    print(f"\n{DRAWN} drawn fields of 73 readings: {told(population)}\n")
    print("| drawn | told to be unlike the others, % | at most |\n|---|---|---|")
    for title, changed in PLANTED.items():
        fields = [drawn(2_000 + k, **changed) for k in range(DRAWN)]
        fits = [_posterior(one, recipe, USUAL, population, QUIET) for one in fields]
        share = 100.0 * np.mean(["unlike the other" in fit.report.reason for fit in fits])
        missed = " MISSED" if not changed and share > 100.0 * ALARMS else ""
        most = f"{100.0 * tellable(fields, changed):.0f}" if changed else ""
        print(f"| {title} | {share:.1f}{missed} | {most} |", flush=True)


def tellable(fields: Sequence[Series], changed: dict[str, float]) -> float:
    """By the likelihood ratio of the truth, with the allowed false alarms among fields like the
    others."""
    like = Shared(tuple(CENTRE), tuple(map(tuple, np.diag(SPREAD**2).tolist())))
    moved = [np.log(changed.get("length", 1.0)), 2.0 * np.log(changed.get("noise", 1.0)), 0.0]
    other = replace(like, centre=tuple((CENTRE + moved).tolist()))
    usual = [drawn(2_000 + k) for k in range(len(fields))]
    ratios = [
        np.array([evidence_of(one, other) - evidence_of(one, like) for one in some])
        for some in (usual, fields)
    ]
    return float(np.mean(ratios[1] > np.quantile(ratios[0], 1.0 - ALARMS)))


def evidence_of(series: Series, shared: Shared) -> float:
    plan = replace(choose(LEARNT, len(series), 1), learner=Together())
    curve = curve_of(*made_ready(plan, readings_of(series)))
    at = prepared_alone(curve.course, shared, 256)
    return shares_of(curve.heights(curve.levels(at), at, shared)[0])[1]


def on_tables() -> None:
    """Simulation-based calibration."""
    heads = [
        "fields, readings, tables", "centres off: length, noise, size", "spreads over true ones",
        *(f"{name}: tenths, %; p of even" for name in RANKED[:SEEN]),
        *(f"{name} in its 90 %, %" for name in RANKED[SEEN:]),
    ]  # fmt: skip
    print(f"\n| {' | '.join(heads)} |\n" + "|---" * len(heads) + "|")
    for fields, readings, count in CALIBRATED:
        tables = [DrawnTable.of(seed, fields, readings) for seed in range(count)]
        learnt = [table.learnt() for table in tables]
        off = [np.subtract(p.shared.centre, t.centre) for t, p in zip(tables, learnt, strict=True)]
        spreads = np.sqrt([np.diag(np.array(p.shared.covariance)) for p in learnt])
        wide = np.median(spreads / [table.spread for table in tables], axis=0).round(2).tolist()
        ranks = np.concatenate([t.ranks(p) for t, p in zip(tables, learnt, strict=True)])
        cells = [evenness(column) for column in ranks.T[:SEEN]]
        held = 100.0 * np.mean((ranks.T[SEEN:] > 0.05) & (ranks.T[SEEN:] < 0.95), axis=1)
        cells += [f"{share:.1f}" for share in held]
        error = np.sqrt(np.mean(np.square(off), axis=0)).round(2).tolist()
        print(f"| {fields}, {readings}, {count} | {error} | {wide} | " + " | ".join(cells) + " |")


def evenness(ranks: Floats) -> str:
    counts = np.histogram(ranks, 10, (0.0, 1.0))[0]
    even = float(chisquare(counts).pvalue)
    shares = " ".join(f"{100.0 * count / len(ranks):.0f}" for count in counts)
    return f"{shares}; {even:.3f}{' MISSED' if even < LEAST_EVEN else ''}"


def drawn(seed: int, **changed: float) -> Series:
    times, values, _ = field(seed, 73, **changed)
    return Series(f"field {seed}", times, values, "day", "level", False)


def on_time() -> None:
    print("\n| work | learning, ms a field | together | alone | ratio |\n|---|---|---|---|---|")
    for title, seasons, n, stages in (
        ("one season, 73 readings, stages of the curve", 1, 73, "curve"),
        ("three seasons, 133 readings, wheat", 3, 133, "wheat"),
    ):
        fields = [bells(seed, seasons, n) for seed in range(TIMED)]
        request = Request(stages=stages)
        began = time.process_time()
        population = population_of(fields, Recipe())
        learning = time.process_time() - began
        spent = [learning]
        for given, some in ((population, fields), (None, fields[: TIMED // 2])):
            fit_series(fields[0], Recipe(), request, population=given)
            began = time.process_time()
            for series in some:
                fit_series(series, Recipe(), request, population=given)
            spent.append((time.process_time() - began) * TIMED / len(some))
        learnt, together, alone = (1e3 * seconds / TIMED for seconds in spent)
        print(
            f"| {title} | {learnt:.1f} | {together:.1f} | {alone:.1f} | {together / alone:.2f} |",
            flush=True,
        )


def bells(seed: int, seasons: int, n: int) -> Series:
    random = np.random.default_rng(seed)
    days = np.unique(random.uniform(0.0, 365.0 * seasons, n).round()) + 18_628.0
    off = (days % 365.0 - 180.0 - random.normal(0.0, 8.0)) / 50.0
    values = 0.2 + 0.5 * np.exp(-(off**2)) + 0.03 * random.standard_normal(len(days))
    return Series(f"field {seed}", days, values, "date", "ndvi", True)


def on_work(work: Work, bar: float) -> None:
    """One way to hide, on each table and on all of them."""
    heads = "table, fields, unlike, CRPS alone, together, ratio, log density gained, held, together"
    print(f"\n{work.name} (bar {bar})\n")
    lines, names, rows = [], [], []
    each = tables(MOST, work.years)
    spent = np.zeros(3)
    for title, some in each.items():
        found_names, found, times = judged(work, some)
        lines.append(line(title, None, found_names, found))
        names += found_names
        rows += found
        spent += times / len(each)
    print("|", heads.replace(",", " |"), "|")
    print("|---" * len(heads.split(",")) + "|")
    print("\n".join(lines))
    print(line("all", bar, names, rows))
    milliseconds = (1e3 * spent).round(2).tolist()
    print(f"\nlearning, alone, together, ms a field: {milliseconds}", flush=True)


def main(names: Sequence[str]) -> None:
    if not DATA.is_dir():
        print(f"the real series are not on this machine (looked for {DATA.name})")
        return
    warnings.simplefilter("ignore")
    hidden = zip(("readings", "fewer", "days", "years"), WORKS, BARS, strict=True)
    parts: dict[str, Callable[[], None]] = {
        **{name: partial(on_work, work, bar) for name, work, bar in hidden},
        "crops": on_crops, "drawn": on_drawn, "simulated": on_tables, "time": on_time,
    }  # fmt: skip
    for name in names or parts:
        parts[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
