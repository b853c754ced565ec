"""Other curves than the Gaussian process's, drawn on one fitted field."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.phenology.rivals import METHODS, Rival, RivalFit
from gpstudio.phenology.rivals.seasons import DrawnRival, draw
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class RivalLine:
    """One method drawn on a field."""

    method: str
    title: str
    time: Floats
    """The grid of the fit's own curve."""
    value: Floats
    """NaN where the method has no curve."""
    part: Integers
    """Which of its pieces each time is of; pieces do not meet."""
    numbers: tuple[tuple[str, tuple[RivalFit, ...]], ...]
    """What was fitted, by season; the season is empty where it was the whole series."""
    residual_std: float
    """Scatter of the readings about it, over all its pieces; NaN without any."""
    trouble: str
    """What to know before trusting it, in words; empty where there is nothing."""


def draw_rivals(
    fit: Fit, methods: Sequence[str] = METHODS.names, task: Task = QUIET
) -> tuple[RivalLine, ...]:
    """Every method on all readings, drawn on the fit's own grid."""
    lines = []
    for place, name in enumerate(methods):
        task.report(tr("drawing, {title}", title=METHODS[name].spec.title), place / len(methods))
        lines.append(_line(fit, name, task))
        task.partial(lines[-1])
    return tuple(lines)


def _line(fit: Fit, name: str, task: Task) -> RivalLine:
    series, grid, method = fit.series, fit.curve.time, METHODS[name]()
    try:
        drawn = draw(method, series.time, series.value, series.weight, fit.seasons, task)
    except InputError as refusal:
        nothing = np.full(len(grid), np.nan)
        parts = np.zeros(len(grid), dtype=np.int64)
        return RivalLine(name, method.spec.title, grid, nothing, parts, (), math.nan, str(refusal))
    fitted = [(p.season.name if p.season else "", p.rival) for p in drawn.parts if p.rival]
    return RivalLine(
        name,
        method.spec.title,
        grid,
        drawn.at(grid),
        drawn.part_at(grid),
        tuple((season, rival.found) for season, rival in fitted),
        _scatter(series, drawn),
        _trouble(drawn, fitted),
    )


def _scatter(series: Series, drawn: DrawnRival) -> float:
    """Of all pieces: variances by the readings that each has."""
    where = drawn.part_at(series.time)
    counts = np.bincount(where, minlength=len(drawn.parts))
    kept = [(n, p.rival.residual_std) for n, p in zip(counts, drawn.parts, strict=True) if p.rival]
    readings = sum(n for n, _ in kept)
    if not readings:
        return math.nan
    return math.sqrt(sum(n * std**2 for n, std in kept) / readings)


def _trouble(drawn: DrawnRival, fitted: Iterable[tuple[str, Rival]]) -> str:
    """What seasons have in common is said once."""
    said: dict[str, list[str]] = {}
    for season, rival in fitted:
        if rival.trouble:
            said.setdefault(rival.trouble, []).append(season)
    words = [
        f"{', '.join(seasons)}: {trouble}" if any(seasons) else trouble
        for trouble, seasons in said.items()
    ]
    refusals = [part.refusal for part in drawn.parts if part.refusal]
    return " ".join([*refusals, *words])
