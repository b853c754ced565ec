"""What the kernel matrix study shows: one figure a measure and family, data sets by bandwidths."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gpstudio.lab.figures.chart import (
    BAND,
    Axis,
    Figure,
    Panel,
    line_through,
    same_heights,
    side_by_side,
)
from gpstudio.lab.labels import place
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.sources import title as set_title
from gpstudio.lab.variants import family, kind, title
from gpstudio.translation import tr, tr_count

SAMPLES = Axis(tr("number of samples"), log=True)
MEASURES = (
    ("frobenius", tr("Relative Frobenius error"), tr("relative error"), 1.0),
    ("largest_entry", tr("Largest entry of the error"), "largest |K − K̂|", 1.0),
)
COSTS = (
    ("seconds", tr("Time, probabilities apart"), "seconds", 1.0),
    ("seconds_probabilities", tr("Time for probabilities"), "seconds", 1.0),
    ("memory", tr("Peak memory"), "MB", 1e-6),
)

TRIFLES = {"seconds_probabilities": 1e-4}
"""So few seconds pass where nothing is computed."""


def drawn(rows: Sequence[Row]) -> tuple[Figure, ...]:
    families = list(dict.fromkeys(family(method) for method in distinct(rows, "method")))
    figures = [
        _errors([row for row in rows if family(row["method"]) == name], name, *measure)
        for name in families
        for measure in MEASURES
    ]
    figures += [_best_of_each(rows)] if len(families) > 1 else []
    figures += [_costs(rows, *measure) for measure in COSTS]
    return tuple(figure for figure in figures if figure.all_panels)


def said(rows: Sequence[Row]) -> tuple[str, ...]:
    """At the largest budget, who errs least on each data set and bandwidth."""
    sentences = []
    for (name, sigma), here in grouped(rows, "set", "sigma").items():
        budget = max(distinct(here, "budget"))
        means = {
            method: mean_of(some, "frobenius")
            for method, some in grouped(having(here, budget=budget), "method").items()
        }
        known = {method: mean for method, mean in means.items() if math.isfinite(mean)}
        if len(known) > 1:
            best, worst = (f(known, key=lambda m: known[m]) for f in (min, max))
            sentences.append(
                tr(
                    "{name}: with {budget:,} samples {best} errs least "
                    "({least:.2g}), {worst} most ({most:.2g}).",
                    name=place(name, sigma),
                    budget=budget,
                    best=title(best),
                    least=known[best],
                    worst=title(worst),
                    most=known[worst],
                )
            )
    return tuple(sentences)


def _errors(
    rows: Sequence[Row], name: str, measure: str, words: str, unit: str, factor: float
) -> Figure:
    heading = title(name)
    caption = tr(
        "{measure}, {title}, against the number of samples. {repeats} {band}",
        measure=words,
        title=heading,
        repeats=_repeats(rows),
        band=BAND,
    )
    look = _Look(_styles(rows), kind)
    panels = _by_place(rows, lambda some: some, measure, unit, factor, look)
    return Figure(f"{measure}_{name}", f"{words}: {heading}", caption, panels)


def _best_of_each(rows: Sequence[Row]) -> Figure:
    """The best of each family at every budget: which family to take."""
    caption = tr(
        "Relative Frobenius error of the best kind of each family at each budget, the best by its "
        "mean. {repeats} {band}",
        repeats=_repeats(rows),
        band=BAND,
    )
    names = list(dict.fromkeys(family(method) for method in distinct(rows, "method")))
    look = _Look({name: place for place, name in enumerate(names)}, title)
    panels = _by_place(rows, _best_rows, "frobenius", tr("relative error"), 1.0, look)
    return Figure("families", tr("Best of each family"), caption, panels)


def _best_rows(rows: Sequence[Row]) -> list[Row]:
    """Of each family and budget the rows of the kind with the least mean error, under the
    family's name."""
    found: list[Row] = []
    for at_budget in grouped(rows, "budget").values():
        best: dict[str, tuple[float, list[Row]]] = {}
        for method, some in grouped(at_budget, "method").items():
            mean = mean_of(some, "frobenius")
            if mean < best.get(family(method), (math.inf, []))[0]:
                best[family(method)] = (mean, some)
        found += [{**row, "method": name} for name, (_, some) in best.items() for row in some]
    return found


def _costs(rows: Sequence[Row], measure: str, words: str, unit: str, factor: float) -> Figure:
    """Two data sets in a row where there are two families, so that the page stays a page."""
    known = [row for row in rows if number(row, measure) > TRIFLES.get(measure, 0.0)]
    look = _Look(_styles(rows), title)
    families = list(dict.fromkeys(family(method) for method in distinct(known, "method")))
    of_sets = []
    for name, here in grouped(known, "set").items():
        parts = [[row for row in here if family(row["method"]) == one] for one in families]
        headings = [f"{set_title(name)}, {title(one)}" for one in families]
        of_sets.append(
            [
                _panel(part, heading, measure, unit, factor, look)
                for part, heading in zip(parts, headings, strict=True)
            ]
        )
    sentences = [tr("{measure}, over all bandwidths.", measure=words)]
    if measure in TRIFLES:
        sentences.append(tr("Samplings without probabilities have none."))
    caption = " ".join([*sentences, _repeats(rows), BAND])
    return Figure(measure, words, caption, side_by_side(same_heights(of_sets)))


@dataclass(frozen=True)
class _Look:
    """Each method's place in the palette, and what the legend calls it."""

    styles: dict[str, int]
    named: Callable[[object], str]


def _by_place(
    rows: Sequence[Row],
    shown: Callable[[Sequence[Row]], Sequence[Row]],
    measure: str,
    unit: str,
    factor: float,
    look: _Look,
) -> tuple[tuple[Panel | None, ...], ...]:
    """A row of panels for each data set, one for each of its bandwidths; sets of few share one."""
    places = [sorted(grouped(here, "sigma").items()) for here in grouped(rows, "set").values()]
    return side_by_side(
        [
            [
                _panel(shown(some), place(some[0]["set"], sigma), measure, unit, factor, look)
                for sigma, some in of_set
            ]
            for of_set in places
        ]
    )


def _panel(
    rows: Sequence[Row], heading: str, measure: str, unit: str, factor: float, look: _Look
) -> Panel:
    lines = []
    for method, some in grouped(rows, "method").items():
        samples = [
            (float(budget), [factor * number(row, measure) for row in repeats])
            for budget, repeats in grouped(some, "budget").items()
        ]
        line = line_through(look.named(method), look.styles[method], samples, log=True)
        if line is not None:
            lines.append(line)
    return Panel(heading, SAMPLES, Axis(unit, log=True), tuple(lines))


def _styles(rows: Sequence[Row]) -> dict[str, int]:
    return {method: place for place, method in enumerate(distinct(rows, "method"))}


def _repeats(rows: Sequence[Row]) -> str:
    count = len(distinct(rows, "repeat"))
    return tr_count(count, "One draw.", "{n} draws.")
