"""What the classifier study shows: methods by families, and whether solvers say the same."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.lab.figures.chart import BAND, Figure
from gpstudio.lab.labels import method as solver_title
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Cell, Row, distinct, grouped, having, number
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

METHODS = (
    Shown("wrong", tr("Told the wrong class"), tr("% of the test part"), factor=100.0),
    Shown("log_score", tr("Log score"), tr("mean log probability of the true class")),
    Shown("calibration_error", tr("Calibration error without chance"), tr("root mean square")),
)
"""Of the solver that comes first."""
SOLVERS = (
    Shown(
        "apart", tr("Told the wrong class, by solver"), tr("% of the test part"), factor=100.0,
        line="solver", named=solver_title,
    ),
    Shown(
        "seconds", tr("Time to fit and foretell"), "seconds", log=True, line="solver",
        named=solver_title,
    ),
)  # fmt: skip
"""Of the kinds with which several solvers are tried."""
SAME = 1e-3
"""A share of the test part that solvers may differ by."""


def drawn(rows: Sequence[Row]) -> tuple[Figure, ...]:
    if not families_of(rows):
        return ()
    first = distinct(rows, "solver")[0]
    one_solver = having(rows, solver=first)
    several = {row["method"] for row in rows if row["solver"] != first} or {
        row["method"] for row in rows
    }
    by_solver = [
        {**row, "seconds": _together(row), "apart": number(row, "wrong")}
        for row in rows
        if row["method"] in several
    ]
    paired = beside_exact(one_solver, [shown.measure for shown in METHODS])
    figures = [_figure(paired, shown, f"{_of(first)} {BESIDE}") for shown in METHODS]
    alone = tr("The first kind of each family.")
    figures += [_figure(by_solver, shown, alone) for shown in SOLVERS]
    return tuple(figure for figure in figures if figure.all_panels)


def said(rows: Sequence[Row]) -> tuple[str, ...]:
    sentences = []
    for name, here in grouped(rows, "set").items():
        first = distinct(here, "solver")[0]
        sentences += [_best(name, having(here, solver=first)), *_solvers(name, here, first)]
    return tuple(sentence for sentence in sentences if sentence)


def _of(solver: object) -> str:
    return tr("Newton's steps solved by: {solver}.", solver=solver_title(solver).lower())


def _best(name: object, rows: Sequence[Row]) -> str:
    """With the most samples, who is wrong least, and what the exact model reaches."""
    exact = having(rows, method=EXACT)
    others = [row for row in rows if row["method"] != EXACT]
    if not others:
        return ""
    budget = max(distinct(others, "budget"))
    means = {
        method: (mean_of(some, "wrong"), mean_of(some, "log_score"))
        for method, some in grouped(having(others, budget=budget), "method").items()
    }
    best, worst = (pick(means, key=lambda method: means[method]) for pick in (min, max))
    told = tr(
        "{name}, {budget:,} samples: {best} is wrong least ({least:.2%}, log score {score:.4f}), "
        "{worst} most ({most:.2%}).",
        name=set_title(name),
        budget=budget,
        best=title(best),
        least=means[best][0],
        score=means[best][1],
        worst=title(worst),
        most=means[worst][0],
    )
    if not exact:
        return told
    beside = tr(
        "The exact model: {wrong:.2%}, log score {score:.4f}.",
        wrong=mean_of(exact, "wrong"),
        score=mean_of(exact, "log_score"),
    )
    return f"{told} {beside}"


def _solvers(name: object, rows: Sequence[Row], first: Cell) -> list[str]:
    """How far each solver's share of wrong rows is from that of the first, case by case."""
    keys = ("repeat", "method", "budget")
    there = {tuple(row[key] for key in keys): row for row in having(rows, solver=first)}
    sentences = []
    for solver, some in grouped(rows, "solver").items():
        pairs = [(row, there.get(tuple(row[key] for key in keys))) for row in some]
        apart = [abs(number(a, "wrong") - number(b, "wrong")) for a, b in pairs if b is not None]
        if solver == first or not apart:
            continue
        same = sum(gap <= SAME for gap in apart)
        sentences.append(
            tr(
                "{name}, {cases:,} cases: the shares that {solver} and {first} tell wrongly "
                "are within {share:.1%} of the rows in {same:,}, and {most:.2%} apart at most.",
                name=set_title(name),
                cases=len(apart),
                solver=solver_title(solver),
                first=solver_title(first).lower(),
                share=SAME,
                same=same,
                most=max(apart),
            )
        )
    return sentences


def _figure(rows: Sequence[Row], shown: Shown, of: str) -> Figure:
    repeats = len(distinct(rows, "repeat"))
    caption = " ".join(
        (
            tr(
                "{measure} against the number of samples; dashed: the exact model.",
                measure=shown.words,
            ),
            of,
            tr_count(repeats, "One split.", "{n} splits."),
            BAND,
        )
    )
    return Figure(shown.measure, shown.words, caption, panels(rows, shown))


def _together(row: Row) -> float:
    return number(row, "seconds_fit") + number(row, "seconds_predict")
