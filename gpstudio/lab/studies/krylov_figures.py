"""What the Krylov study shows: data sets by noise, one line a solver or one a preconditioner."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gpstudio.lab.figures.chart import BAND, Axis, Figure, Level, Panel, line_through, side_by_side
from gpstudio.lab.labels import PLAIN
from gpstudio.lab.labels import method as named
from gpstudio.lab.pairs import mean_of
from gpstudio.lab.rows import Row, distinct, grouped, having, number
from gpstudio.lab.sources import title as set_title
from gpstudio.translation import tr, tr_count

ITERATIONS = Axis(tr("most iterations"), log=True)
MEASURES = (
    ("residual", tr("Relative residual"), "‖y − Ax‖ / ‖y‖"),
    ("excess", tr("Distance from the exact prediction"), tr("relative distance")),
    ("mse", tr("Mean squared error"), tr("MSE (scaled target)")),
)
GOOD = 1e-6
NOISE_TITLES = {"label variance": tr("noise: label variance"), "learnt": tr("noise: learnt")}


def drawn(rows: Sequence[Row]) -> tuple[Figure, ...]:
    if not rows:
        return ()
    plain = having(rows, preconditioner=PLAIN)
    figures = [
        _figure(plain, "solver", f"{measure}_solvers", f"{words}, no preconditioner", measure, unit)
        for measure, words, unit in MEASURES
    ]
    for solver in distinct(rows, "solver"):
        some = having(rows, solver=solver)
        figures += [
            _figure(some, "preconditioner", f"{measure}_{solver}", f"{words}, {named(solver)}",
                    measure, unit)
            for measure, words, unit in MEASURES
        ]  # fmt: skip
    return tuple(figures)


def said(rows: Sequence[Row]) -> tuple[str, ...]:
    """How many iterations each solver takes to a small residual, by its mean, plain and best."""
    sentences = []
    for (name, noise), here in grouped(rows, "set", "noise_kind").items():
        told = []
        for solver, some in grouped(here, "solver").items():
            needs = {
                p: _needed(having(some, preconditioner=p)) for p in distinct(some, "preconditioner")
            }
            best = min(needs, key=lambda p: needs[p])
            if math.isfinite(needs[best]):
                plain = needs.get(PLAIN, math.inf)
                without = f"{plain:.0f}" if math.isfinite(plain) else tr("more than were studied")
                if needs[best] < plain:
                    clause = tr(
                        "{solver} {iterations} plain, {fewer:.0f} with {preconditioner}",
                        solver=named(solver),
                        iterations=without,
                        fewer=needs[best],
                        preconditioner=named(best),
                    )
                else:
                    clause = tr(
                        "{solver} {iterations} plain, no fewer with a preconditioner",
                        solver=named(solver),
                        iterations=without,
                    )
                told.append(clause)
        reached = "; ".join(told) if told else tr("no solver reaches it")
        sentences.append(
            tr(
                "{name}, {noise} noise ({variance:.2g} of the curve's "
                "variance): iterations to a residual of {good:g}: {reached}.",
                name=set_title(name),
                noise=noise,
                variance=mean_of(here, "noise"),
                good=GOOD,
                reached=reached,
            )
        )
    return tuple(sentences)


def _needed(rows: Sequence[Row]) -> float:
    for iterations, some in sorted(grouped(rows, "iterations").items()):
        if mean_of(some, "residual") <= GOOD:
            return float(iterations)
    return math.inf


def _figure(rows: Sequence[Row], of: str, name: str, words: str, measure: str, unit: str) -> Figure:
    styles = {word: place for place, word in enumerate(distinct(rows, of))}
    panels = []
    for data_set, here in grouped(rows, "set").items():
        panels.append(
            tuple(
                _panel(some, f"{set_title(data_set)}, {NOISE_TITLES.get(noise, noise)}", of,
                       measure, unit, styles)
                for noise, some in grouped(here, "noise_kind").items()
            )
        )  # fmt: skip
    splits = len(distinct(rows, "repeat"))
    told = tr_count(splits, "One split.", "{n} splits.")
    sentences = [tr("{measure}, after so many iterations.", measure=words)]
    if measure == "mse":
        sentences.append(tr("Dashed: the exact model."))
    caption = " ".join([*sentences, told, BAND])
    return Figure(name, words, caption, side_by_side(panels))


def _panel(
    rows: Sequence[Row], heading: str, of: str, measure: str, unit: str, styles: dict[str, int]
) -> Panel:
    lines = []
    for word, some in grouped(rows, of).items():
        samples = [
            (float(iterations), [number(row, measure) for row in repeats])
            for iterations, repeats in grouped(some, "iterations").items()
        ]
        line = line_through(named(word), styles[word], samples, log=True)
        if line is not None:
            lines.append(line)
    levels: tuple[Level, ...] = ()
    if measure == "mse":
        levels = (Level("exact model", mean_of(rows, "exact_mse")),)
    return Panel(heading, ITERATIONS, Axis(unit, log=True), tuple(lines), levels)
