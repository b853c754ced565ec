"""What the kernel matrix study shows: one figure a measure and family, data sets by bandwidths."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gpstudio.lab.data_sets import title as set_title
from gpstudio.lab.figures.chart import BAND, Axis, Figure, Panel, line_through, same_heights
from gpstudio.lab.labels import place
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.variants import family, kind, title

SAMPLES = Axis("number of samples", log=True)
MEASURES = (
    ("frobenius", "Relative Frobenius error", "relative error", 1.0),
    ("largest_entry", "Largest entry of the error", "largest |K − K̂|", 1.0),
)
COSTS = (
    ("seconds", "Time, probabilities apart", "seconds", 1.0),
    ("seconds_probabilities", "Time for probabilities", "seconds", 1.0),
    ("memory", "Peak memory", "MB", 1e-6),
)


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
                f"{place(name, sigma)}: with {budget:,} samples {title(best)} errs least "
                f"({known[best]:.2g}), {title(worst)} most ({known[worst]:.2g})."
            )
    return tuple(sentences)


def _errors(
    rows: Sequence[Row], name: str, measure: str, words: str, unit: str, factor: float
) -> Figure:
    styles = _styles(rows)
    sigmas = sorted(distinct(rows, "sigma"))
    panels = []
    for data_set, here in grouped(rows, "set").items():
        own = [having(here, sigma=sigma) for sigma in sigmas]
        panels.append(
            tuple(
                _panel(some, place(data_set, sigma), measure, unit, factor, styles)
                if some
                else None
                for sigma, some in zip(sigmas, own, strict=True)
            )
        )
    heading = title(name).partition(",")[0]
    caption = f"{words}, {heading}, against the number of samples. {_repeats(rows)} {BAND}"
    return Figure(f"{measure}_{name}", f"{words}: {heading}", caption, tuple(panels))


def _best_of_each(rows: Sequence[Row]) -> Figure:
    """The best of each family at every budget: which family to take."""
    names = list(dict.fromkeys(family(method) for method in distinct(rows, "method")))
    sigmas = sorted(distinct(rows, "sigma"))
    panels = []
    for data_set, here in grouped(rows, "set").items():
        line = []
        for sigma in sigmas:
            some = having(here, sigma=sigma)
            panel = _panel(_best_rows(some), place(data_set, sigma), "frobenius", "relative error")
            styled = tuple(names.index(one.name) for one in panel.lines)
            lines = tuple(
                type(one)(title(one.name), style, one.x, one.y, one.low, one.high)
                for one, style in zip(panel.lines, styled, strict=True)
            )
            line.append(Panel(panel.title, panel.x, panel.y, lines) if some else None)
        panels.append(tuple(line))
    caption = (
        "Relative Frobenius error of the best kind of each family at each budget, the best by its "
        f"mean. {_repeats(rows)} {BAND}"
    )
    return Figure("families", "Best of each family", caption, tuple(panels))


def _best_rows(rows: Sequence[Row]) -> list[Row]:
    """Of each family and budget the rows of the kind with the least mean error, under the
    family's name."""
    found: list[Row] = []
    for _, at_budget in grouped(rows, "budget").items():
        best: dict[str, tuple[float, list[Row]]] = {}
        for method, some in grouped(at_budget, "method").items():
            mean = mean_of(some, "frobenius")
            if mean < best.get(family(method), (math.inf, []))[0]:
                best[family(method)] = (mean, some)
        found += [{**row, "method": name} for name, (_, some) in best.items() for row in some]
    return found


def _costs(rows: Sequence[Row], measure: str, words: str, unit: str, factor: float) -> Figure:
    known = [row for row in rows if number(row, measure) > 0.0]
    styles = _styles(rows)
    families = list(dict.fromkeys(family(method) for method in distinct(known, "method")))
    panels = [
        [
            _panel(
                [row for row in here if family(row["method"]) == one],
                f"{set_title(name)}, {title(one)}",
                measure,
                unit,
                factor,
                styles,
                short=False,
            )
            for one in families
        ]
        for name, here in grouped(known, "set").items()
    ]
    caption = f"{words}, over all bandwidths. {_repeats(rows)} {BAND}"
    return Figure(measure, words, caption, same_heights(panels))


def _panel(
    rows: Sequence[Row],
    heading: str,
    measure: str,
    unit: str,
    factor: float = 1.0,
    styles: dict[str, int] | None = None,
    short: bool = True,
) -> Panel:
    lines = []
    for method, some in grouped(rows, "method").items():
        samples = [
            (float(budget), [factor * number(row, measure) for row in repeats])
            for budget, repeats in grouped(some, "budget").items()
        ]
        name = (kind(method) if short else title(method)) if styles else str(method)
        line = line_through(name, (styles or {}).get(method, 0), samples, log=True)
        if line is not None:
            lines.append(line)
    return Panel(heading, SAMPLES, Axis(unit, log=True), tuple(lines))


def _styles(rows: Sequence[Row]) -> dict[str, int]:
    """Each method's place in the palette."""
    return {method: place for place, method in enumerate(distinct(rows, "method"))}


def _repeats(rows: Sequence[Row]) -> str:
    count = len(distinct(rows, "repeat"))
    return "One draw." if count == 1 else f"{count} draws."
