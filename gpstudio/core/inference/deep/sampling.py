"""Hidden curves drawn from what readings leave of them, by elliptical slices (Murray et al. 2010).

What is drawn are the normal numbers ξ behind the curves, one layer after the other. A draw is a
point of an ellipse through the present numbers and others drawn beforehand, at an angle found by a
shrinking slice: it needs no step length, and never stands still.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from gpstudio.core.inference.deep.stack import Layered, Stack
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

NARROWEST = 1e-9
"""An angle: a slice that is narrower holds nothing but where it began."""


def begun(stack: Stack, random: np.random.Generator) -> Layered:
    """Drawn beforehand."""
    return stack.at(random.standard_normal((stack.hidden, len(stack.inputs))))


def swept(stack: Stack, here: Layered, random: np.random.Generator, warmth: float = 1.0) -> Layered:
    """Every hidden layer drawn once, its density being that beforehand times the readings' to the
    power of ``warmth``."""
    for layer in range(stack.hidden):
        here = _sliced(stack, here, layer, random, warmth)
    return here


def _sliced(
    stack: Stack, here: Layered, layer: int, random: np.random.Generator, warmth: float
) -> Layered:
    own, other = here.drives[layer], random.standard_normal(here.drives.shape[1])
    bar = warmth * here.height - random.standard_exponential()
    angle = random.uniform(0.0, 2.0 * math.pi)
    low, high = angle - 2.0 * math.pi, angle
    while high - low > NARROWEST:
        drives = here.drives.copy()
        drives[layer] = math.cos(angle) * own + math.sin(angle) * other
        ahead = stack.at(drives, here, layer)
        if warmth * ahead.height > bar:
            return ahead
        low, high = (angle, high) if angle < 0.0 else (low, angle)
        angle = random.uniform(low, high)
    return here


def drawn(
    stack: Stack, count: int, seed: int, *, warm_up: int, thinning: int = 1, task: Task = QUIET
) -> Iterator[Layered]:
    """Every ``thinning``-th of the sweeps after the warm-up, in which readings come to count little
    by little."""
    random = np.random.default_rng([seed, 31])
    here = begun(stack, random)
    whole = warm_up + count * thinning
    for sweep in range(whole):
        task.check()
        here = swept(stack, here, random, min(1.0, (sweep + 1) / max(0.5 * warm_up, 1.0)))
        task.report(tr("drawing hidden curves"), (sweep + 1) / whole)
        after = sweep - warm_up
        if after >= 0 and (after + 1) % thinning == 0:
            yield here
