"""Rows with holes to where they lie: the bound is climbed from principal components."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.latent.beginning import begun, components
from gpstudio.core.latent.bound import Cells
from gpstudio.core.latent.places import Places
from gpstudio.core.task import Task
from gpstudio.translation import tr

WARMING = 50
"""Steps with the noise held: without them the noise may swallow all before the curves have bent."""
MOST_STEPS = 1000
MEMORY = 20
"""Of steps, from which the climb guesses the bound's curvature."""
WALL = 1e3
"""Times the bound: where there is none, the climb turns back."""
LOW, HIGH = math.log(1e-6), math.log(1e6)
"""Of the numbers, cells' variance being about 1: rows that are copies would drive the noise to
nothing, and an input that nothing needs its length to infinity."""
FLAT = 1e-6
"""A step that raises the bound by a smaller share of itself is the last."""


@dataclass(frozen=True, eq=False)
class Climbed:
    places: Places
    bound: float
    steps: int
    settled: bool


def learn(
    cells: Cells, dimensions: int, points: int, certain: bool, seed: int, task: Task,
    most: int = MOST_STEPS,
) -> Climbed:  # fmt: skip
    """Latent inputs that matter most come first."""
    start = begun(cells, components(cells, dimensions, task), points, certain, seed)
    warm = _climbed(start, cells, WARMING, task, noise_held=True)
    found = _climbed(warm.places, cells, most, task)
    return replace(found, places=_by_relevance(found.places), steps=warm.steps + found.steps)


def relevance(places: Places) -> Floats:
    """How much of a length rows spread along each latent input, as shares of their sum."""
    spread = places.weights * places.mean.var(axis=0)
    return np.asarray(spread / max(float(spread.sum()), np.finfo(float).tiny))


def _climbed(
    start: Places, cells: Cells, most: int, task: Task, noise_held: bool = False
) -> Climbed:
    from scipy.optimize import minimize

    begin = start.flat()
    low, high = np.full_like(begin, -np.inf), np.full_like(begin, np.inf)
    numbers, noise = slice(-start.numbers, None), slice(-len(start.noise), None)
    low[numbers], high[numbers] = LOW, HIGH
    if noise_held:
        low[noise] = high[noise] = begin[noise]
    step = 0

    highest = -math.inf

    def downhill(flat: Floats) -> tuple[float, Floats]:
        nonlocal highest
        try:
            value, slopes = start.at(flat).evidence(cells, task)
        except np.linalg.LinAlgError:  # inducing points fell on one another
            value, slopes = math.nan, flat
        if not (math.isfinite(value) and np.isfinite(slopes).all()):
            known = highest if math.isfinite(highest) else 0.0
            return WALL * max(1.0, abs(known)), np.zeros_like(flat)
        highest = max(highest, value)
        return -value, -slopes

    def told(_: Floats) -> None:
        nonlocal step
        step += 1
        status = tr("Laying out {rows:,} rows: step {step:,}", rows=len(start.mean), step=step)
        task.report(status, step / most)

    ended = minimize(
        downhill,
        begin,
        jac=True,
        method="L-BFGS-B",
        bounds=list(zip(low, high, strict=True)),
        callback=told,
        options={"maxiter": most, "maxfun": 2 * most, "maxcor": MEMORY, "ftol": FLAT, "gtol": 0.0},
    )
    return Climbed(start.at(ended.x), -float(ended.fun), int(ended.nit), bool(ended.success))


def _by_relevance(places: Places) -> Places:
    order = np.argsort(-relevance(places), kind="stable")
    return replace(
        places,
        mean=np.ascontiguousarray(places.mean[:, order]),
        variance=np.ascontiguousarray(places.variance[:, order]),
        points=np.ascontiguousarray(places.points[:, order]),
        weights=places.weights[order],
    )
