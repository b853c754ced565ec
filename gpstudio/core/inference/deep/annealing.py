"""The evidence of a deep model: readings are let in little by little (Neal 2001).

A run draws hidden curves beforehand and takes them through densities that count the readings more
and more, from not at all to wholly. The product of how much likelier each step makes them has the
evidence as its mean, however badly the runs mix; how much the runs differ tells the error.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.sampling import begun, swept
from gpstudio.core.inference.deep.stack import Stack
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

GENTLE = 4.0
"""The power of steps' lengths: the first readings that count move the curves most."""


@dataclass(frozen=True)
class SampledEvidence:
    log_evidence: float
    error: float
    """Its standard error; infinite of a single run."""
    effective: float
    """How many runs of equal weight would be worth as much."""


def annealed(
    stack: Stack, *, steps: int, runs: int, seed: int, task: Task = QUIET
) -> SampledEvidence:
    """Of a stack without hidden layers it is exact."""
    warmths = np.linspace(0.0, 1.0, steps + 1) ** GENTLE
    logs = np.zeros(runs)
    for run in range(runs):
        random = np.random.default_rng([seed, 37, run])
        here = begun(stack, random)
        for before, warmth in pairwise(warmths):
            task.check()
            logs[run] += (warmth - before) * here.height
            here = swept(stack, here, random, warmth)
        task.report(tr("annealing the evidence"), (run + 1) / runs)
    return of_runs(logs)


def of_runs(logs: Floats) -> SampledEvidence:
    """The logarithm of the mean of what runs found, given as logarithms."""
    highest = float(logs.max())
    shares = np.exp(logs - highest)
    mean = float(shares.mean())
    error = float(shares.std(ddof=1) / mean / math.sqrt(len(logs))) if len(logs) > 1 else math.inf
    effective = float(shares.sum() ** 2 / (shares**2).sum())
    return SampledEvidence(highest + math.log(mean), error, effective)
