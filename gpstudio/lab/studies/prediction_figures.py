"""What the prediction study shows: data sets by families, the exact model as a line across."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.lab.data_sets import title as set_title
from gpstudio.lab.figures.chart import (
    BAND,
    Axis,
    Figure,
    Level,
    Line,
    Panel,
    line_through,
    same_heights,
)
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.variants import family, title
from gpstudio.translation import tr, tr_count

EXACT = "exact"
EXACT_LINE = tr("exact model")
SAMPLES = Axis(tr("number of samples"), log=True)
MEASURES = (
    ("mse", tr("Mean squared error"), tr("MSE (scaled target)"), False, 1.0),
    ("coverage", tr("Coverage of the 95 % band"), tr("% within the band"), False, 100.0),
    ("wrong", tr("Told the wrong class"), tr("% of the test part"), False, 100.0),
    ("seconds", tr("Time to fit and foretell"), "seconds", True, 1.0),
    ("memory", tr("Peak memory"), "MB", True, 1e-6),
)
PAIRED = ("mse", "coverage", "wrong")
"""Measured beside the exact model's in the same split."""
CLOSE = 1.05
"""As near the exact model's error as this is near."""


def drawn(rows: Sequence[Row]) -> tuple[Figure, ...]:
    known = _beside_exact([{**row, "seconds": _together(row)} for row in rows])
    families = list(dict.fromkeys(family(m) for m in distinct(known, "method") if m != EXACT))
    if not families:
        return ()
    figures = [_figure(_told(known, measure[0]), families, *measure) for measure in MEASURES]
    return tuple(figure for figure in figures if figure.all_panels)


def said(rows: Sequence[Row]) -> tuple[str, ...]:
    """What the exact model reaches, and with how few samples somebody comes near it."""
    sentences = []
    for name, here in grouped(rows, "set").items():
        exact = having(here, method=EXACT)
        if not exact:
            continue
        goal = mean_of(exact, "mse")
        learnt = ", ".join(f"{what} {mean_of(exact, what):.3g}" for what in ("sigma", "noise"))
        sentences.append(
            tr(
                "{name}: the exact model ({numbers}) reaches a mean squared error of {error:.3g} "
                "and covers {coverage:.1%}; {nearest}.",
                name=set_title(name),
                numbers=learnt.replace("sigma", "σ"),
                error=goal,
                coverage=mean_of(exact, "coverage"),
                nearest=_first_near(here, goal),
            )
        )
    return tuple(sentences)


def _first_near(rows: Sequence[Row], goal: float) -> str:
    others = [row for row in rows if row["method"] != EXACT]
    for budget in sorted(distinct(others, "budget")):
        means = {
            method: mean_of(some, "mse")
            for method, some in grouped(having(others, budget=budget), "method").items()
        }
        near = [method for method, mean in means.items() if mean <= CLOSE * goal]
        if near:
            best = min(near, key=lambda method: means[method])
            return tr(
                "{best} is the first within {close:.0%} of it, with {budget:,} samples",
                best=title(best),
                close=CLOSE - 1,
                budget=budget,
            )
    return tr("no method comes within {close:.0%} of it", close=CLOSE - 1)


def _told(rows: Sequence[Row], measure: str) -> list[Row]:
    """Of the sets of which it is known: of some targets there are no classes to tell."""
    known = {row["set"] for row in rows if np.isfinite(number(row, measure))}
    return [row for row in rows if row["set"] in known]


def _figure(
    rows: Sequence[Row],
    families: Sequence[str],
    measure: str,
    words: str,
    unit: str,
    log: bool,
    factor: float,
) -> Figure:
    styles = {m: place for place, m in enumerate(m for m in distinct(rows, "method") if m != EXACT)}
    panels = []
    for name, here in grouped(rows, "set").items():
        level = _level(having(here, method=EXACT), measure, log, factor)
        across = [
            Panel(
                f"{set_title(name)}, {title(one)}",
                SAMPLES,
                Axis(unit, log),
                tuple(_lines(here, one, measure, log, factor, styles)),
                (*level, *(_goal(measure))),
            )
            for one in families
        ]
        panels.append(tuple(across))
    repeats = len(distinct(rows, "repeat"))
    sentences = [
        tr("{measure} against the number of samples; dashed: the exact model.", measure=words),
        tr_count(repeats, "One split.", "{n} splits."),
        BAND,
    ]
    if measure in PAIRED:
        sentences.append(
            tr("In each split the exact model's own is taken off and its mean put back.")
        )
    return Figure(measure, words, " ".join(sentences), same_heights(panels))


def _lines(
    rows: Sequence[Row], one: str, measure: str, log: bool, factor: float, styles: dict[str, int]
) -> list[Line]:
    lines = []
    for method, some in grouped(rows, "method").items():
        if family(method) != one:
            continue
        samples = [
            (float(budget), [factor * number(row, measure) for row in repeats])
            for budget, repeats in grouped(some, "budget").items()
        ]
        line = line_through(title(method), styles[method], samples, log)
        if line is not None:
            lines.append(line)
    return lines


def _level(exact: Sequence[Row], measure: str, log: bool, factor: float) -> tuple[Level, ...]:
    numbers = [factor * number(row, measure) for row in exact]
    known = [value for value in numbers if np.isfinite(value)]
    if not known:
        return ()
    middle = np.exp(np.mean(np.log(known))) if log else np.mean(known)
    return (Level(EXACT_LINE, float(middle)),)


def _goal(measure: str) -> tuple[Level, ...]:
    return (Level("95 %", 95.0, style=1),) if measure == "coverage" else ()


def _beside_exact(rows: Sequence[Row]) -> list[Row]:
    """Errors and coverage with what all methods share, the luck of the split, taken out: less the
    exact model's in the same split, plus its mean. Means stay, bands tell of the methods."""
    exact = {(row["set"], row["repeat"]): row for row in rows if row["method"] == EXACT}
    means = {
        name: {measure: mean_of(some, measure) for measure in PAIRED}
        for name, some in grouped(exact.values(), "set").items()
    }
    beside: list[Row] = []
    for row in rows:
        own = exact.get((row["set"], row["repeat"]))
        if own is None:
            beside.append(row)
            continue
        there = means[row["set"]]
        moved = {m: number(row, m) - number(own, m) + there[m] for m in PAIRED}
        beside.append({**row, **moved})
    return beside


def _together(row: Row) -> float:
    return number(row, "seconds_fit") + number(row, "seconds_predict")
