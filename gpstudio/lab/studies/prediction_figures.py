"""What the prediction study shows: data sets by families, the exact model as a line across."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.lab.figures.chart import BAND, Figure, Level
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.sources import title as set_title
from gpstudio.lab.studies.by_family import (
    BESIDE,
    EXACT,
    Shown,
    beside_exact,
    families_of,
    panels,
)
from gpstudio.lab.variants import title
from gpstudio.translation import tr, tr_count

MEASURES = (
    Shown("mse", tr("Mean squared error"), tr("MSE (scaled target)")),
    Shown(
        "coverage", tr("Coverage of the 95 % band"), tr("% within the band"), factor=100.0,
        goal=(Level("95 %", 95.0, style=1),),
    ),
    Shown("wrong", tr("Told the wrong class"), tr("% of the test part"), factor=100.0),
    Shown("seconds", tr("Time to fit and foretell"), "seconds", log=True),
    Shown("memory", tr("Peak memory"), "MB", log=True, factor=1e-6),
)  # fmt: skip
PAIRED = ("mse", "coverage", "wrong")
"""Measured beside the exact model's in the same split."""
CLOSE = 1.05
"""As near the exact model's error as this is near."""


def drawn(rows: Sequence[Row]) -> tuple[Figure, ...]:
    known = beside_exact([{**row, "seconds": _together(row)} for row in rows], PAIRED)
    if not families_of(known):
        return ()
    figures = [_figure(known, shown) for shown in MEASURES]
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


def _figure(rows: Sequence[Row], shown: Shown) -> Figure:
    repeats = len(distinct(rows, "repeat"))
    sentences = [
        tr(
            "{measure} against the number of samples; dashed: the exact model.",
            measure=shown.words,
        ),
        tr_count(repeats, "One split.", "{n} splits."),
        BAND,
    ]
    if shown.measure in PAIRED:
        sentences.append(BESIDE)
    return Figure(shown.measure, shown.words, " ".join(sentences), panels(rows, shown))


def _together(row: Row) -> float:
    return number(row, "seconds_fit") + number(row, "seconds_predict")
