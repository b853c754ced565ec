"""A measure against the number of samples: a row a data set, a panel a family of approximations,
the exact model as a line across."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.lab.figures.chart import Axis, Grid, Level, Line, Panel, line_through, same_heights
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.sources import title as set_title
from gpstudio.lab.variants import family, title
from gpstudio.translation import tr

EXACT = "exact"
EXACT_LINE = tr("exact model")
BESIDE = tr("In each split the exact model's own is taken off and its mean put back.")
SAMPLES = Axis(tr("number of samples"), log=True)


@dataclass(frozen=True)
class Shown:
    measure: str
    words: str
    unit: str
    log: bool = False
    factor: float = 1.0
    goal: tuple[Level, ...] = ()
    line: str = "method"
    """The column of which each value is a line."""
    named: Callable[[object], str] = title
    """How a legend calls it."""

    def values(self, rows: Sequence[Row]) -> list[float]:
        return [self.factor * number(row, self.measure) for row in rows]


def families_of(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(family(m) for m in distinct(rows, "method") if m != EXACT))


def panels(rows: Sequence[Row], shown: Shown) -> Grid:
    """Of the sets of which the measure is known: of some it cannot be."""
    approximate = [row for row in rows if row["method"] != EXACT]
    styles = {name: place for place, name in enumerate(distinct(approximate, shown.line))}
    families = families_of(rows)
    grid = []
    for name, here in grouped(rows, "set").items():
        if not np.isfinite(shown.values(here)).any():
            continue
        level = (*_level(having(here, method=EXACT), shown), *shown.goal)
        grid.append(
            tuple(
                Panel(
                    f"{set_title(name)}, {title(one)}",
                    SAMPLES,
                    Axis(shown.unit, shown.log),
                    tuple(_lines(here, one, shown, styles)),
                    level,
                )
                for one in families
            )
        )
    return same_heights(grid)


def beside_exact(rows: Sequence[Row], measures: Sequence[str]) -> list[Row]:
    """Measures with what all methods share, the luck of the split, taken out: less the exact
    model's in the same split, plus its mean. Means stay, bands tell of the methods."""
    exact = {(row["set"], row["repeat"]): row for row in rows if row["method"] == EXACT}
    means = {
        name: {measure: mean_of(some, measure) for measure in measures}
        for name, some in grouped(exact.values(), "set").items()
    }
    beside: list[Row] = []
    for row in rows:
        own = exact.get((row["set"], row["repeat"]))
        if own is None:
            beside.append(row)
            continue
        there = means[row["set"]]
        moved = {m: number(row, m) - number(own, m) + there[m] for m in measures}
        beside.append({**row, **moved})
    return beside


def _lines(rows: Sequence[Row], one: str, shown: Shown, styles: dict[object, int]) -> list[Line]:
    lines = []
    here = [row for row in rows if family(row["method"]) == one]
    for name, some in grouped(here, shown.line).items():
        samples = [
            (float(budget), shown.values(repeats))
            for budget, repeats in grouped(some, "budget").items()
        ]
        line = line_through(shown.named(name), styles[name], samples, shown.log)
        if line is not None:
            lines.append(line)
    return lines


def _level(exact: Sequence[Row], shown: Shown) -> tuple[Level, ...]:
    known = [value for value in shown.values(exact) if np.isfinite(value)]
    if not known:
        return ()
    middle = np.exp(np.mean(np.log(known))) if shown.log else np.mean(known)
    return (Level(EXACT_LINE, float(middle)),)
