"""Which inputs tell: what rows left out lose where one is shuffled among them (Breiman 2001).

Days of a curve are so alike that shuffling one loses nothing: a season's curve is shuffled whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.session.classified.rows import ClassRows
from gpstudio.translation import tr

MOST_ROWS = 100
"""Of a part, that are asked again."""
MOST_INPUTS = 40
LEAST = 1e-12
"""Probability: below it all is lost alike."""

Told: TypeAlias = Callable[[ClassRows], Floats]
"""(rows, classes)"""


def inputs_of(rows: ClassRows) -> list[tuple[str, tuple[int, ...]]]:
    """Inputs that are shuffled together, by name; none where they are too many."""
    days = len(rows.days)
    alone: list[tuple[str, tuple[int, ...]]] = [
        (name, (place,)) for place, name in enumerate(rows.features) if place >= days
    ]
    if len(alone) > MOST_INPUTS:
        return []
    return [(tr("curve"), tuple(range(days))), *alone] if days else alone


def losses(
    told: Told, rows: ClassRows, places: Integers, inputs: Sequence[tuple[str, tuple[int, ...]]]
) -> Floats:
    """(inputs,): summed over some of these rows, the log score that each costs by being shuffled;
    and, last, how many rows that was."""
    random = np.random.default_rng(0)
    some = np.sort(random.permutation(len(rows))[:MOST_ROWS])
    chosen = np.isin(np.arange(len(rows)), some)
    asked = replace(rows.only(chosen), asked=None)
    own = places[chosen]
    sure = _logs(told(asked), own)
    lost = []
    for _, columns in inputs:
        shuffled = asked.inputs.copy()
        order = random.permutation(len(shuffled))
        shuffled[:, columns] = asked.inputs[order][:, columns]
        lost.append(float((sure - _logs(told(replace(asked, inputs=shuffled)), own)).sum()))
    return np.array([*lost, float(len(own))])


def _logs(shares: Floats, places: Integers) -> Floats:
    return np.log(np.maximum(shares[np.arange(len(places)), places], LEAST))
