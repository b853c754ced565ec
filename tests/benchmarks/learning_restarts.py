"""Learning from few starts against 20 random restarts of scikit-learn, on real seasons.

Thirty seasons from ../shared/data (skipped where absent), evenly taken. Both climb the same
evidence (zero mean; variances, lengths, noise; the period is a year, then free) within the same
bounds and from the same first start; scikit-learn from 20 random ones more. Compared is the
evidence at the most probable numbers. Must be: never below theirs by more than 0.1 nat.

Beside it the comparison of candidates that `auto` makes, `map` from its few starts, against `map`
from 20 random ones.

python tests/benchmarks/learning_restarts.py [learning]
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from band_coverage_real import DATA, Block, blocks
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import (
    ConstantKernel,
    ExpSineSquared,
    Matern,
    WhiteKernel,
)

from gpstudio.core.inference.auto_kernel import QUICK
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.language import print_expression
from gpstudio.core.learning.learner import Search
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

SEASONS = 30
RESTARTS = 20
BEHIND = 0.1
PROCESSES = 2
KERNELS = {
    "matern32": lambda: ConstantKernel() * Matern(nu=1.5),
    "matern32 + periodic(period=held(365.25))": lambda: (
        ConstantKernel() * Matern(nu=1.5)
        + ConstantKernel() * ExpSineSquared(1.0, 365.25, periodicity_bounds="fixed")
    ),
    "matern32 + periodic": lambda: (
        ConstantKernel() * Matern(nu=1.5) + ConstantKernel() * ExpSineSquared(1.0, 365.25)
    ),
}


class Ended(NamedTuple):
    behind: float
    """How far below theirs our evidence is."""
    seconds: float
    their_seconds: float
    apart: float
    """Between both libraries' evidence of our numbers."""
    candidate_behind: float
    evaluations: int


def search_of(text: str, readings: Readings, learning: str) -> tuple[Recipe, Search]:
    recipe = Recipe.of(
        kernel=text, mean="zero", likelihood="gaussian", learning=learning, approximation="exact"
    )
    plan = choose(recipe, len(readings.values), 1)
    return recipe, Problem(plan, readings, QUIET).search(0)


def ended(text: str, learning: str, block: Block) -> Ended:
    warnings.simplefilter("ignore")
    days = block.days - block.days[0]
    values = (block.values - block.values.mean()) / block.values.std()
    readings = Readings.of(days[:, None], values)
    recipe, search = search_of(text, readings, learning)
    began = time.perf_counter()
    ours = fit(recipe, readings)
    seconds = time.perf_counter() - began

    kernel = KERNELS[text]() + WhiteKernel()
    bounds = np.column_stack([search.low, search.high])
    names = [one.name for one in kernel.hyperparameters if not one.fixed]
    pairs = zip(names, np.exp(bounds), strict=True)
    kernel.set_params(**{f"{name}_bounds": tuple(pair) for name, pair in pairs})
    kernel.theta = np.clip(search.starts[0], search.low, search.high)
    gp = GaussianProcessRegressor(kernel, alpha=0.0, n_restarts_optimizer=RESTARTS, random_state=0)
    began = time.perf_counter()
    gp.fit(days[:, None], values)
    their_seconds = time.perf_counter() - began
    numbers = [setting.number for _, setting in ours.kernel.settings if not setting.held]
    here = np.log([*numbers, ours.noise])
    same = gp.log_marginal_likelihood(here)
    return Ended(
        gp.log_marginal_likelihood_value_ - ours.log_evidence,
        seconds,
        their_seconds,
        abs(same - ours.log_evidence),
        behind_more_starts(text, readings),
        ours.report.evaluations,
    )


def behind_more_starts(text: str, readings: Readings) -> float:
    """How far log evidence + prior of a candidate is below what 20 random starts find."""
    recipe, search = search_of(text, readings, print_expression(QUICK))
    more, _ = search_of(text, readings, f"map(restarts={RESTARTS})")
    heights = []
    for one in (recipe, more):
        found = fit(one, readings).members.learnt.logs
        heights.append(search.evaluate(found)[0] + search.prior(found)[0])
    return heights[1] - heights[0]


def main(learning: str) -> None:
    if not DATA.is_dir():
        print(f"the real series are not on this machine (looked for {DATA.name})")
        return
    every = list(blocks(1))
    some = [every[place] for place in np.linspace(0, len(every) - 1, SEASONS).round().astype(int)]
    print(
        f"{learning} against scikit-learn with {RESTARTS} restarts, {SEASONS} seasons; nats behind"
    )
    print("| kernel | worst | more than 0.1 | more than 0.1 ahead | candidates' worst |", end="")
    print(" evaluations | seconds | theirs | libraries apart |  |")
    print("|---" * 10 + "|")
    for text in KERNELS:
        with ProcessPoolExecutor(PROCESSES) as pool:
            found = list(pool.map(partial(ended, text, learning), some))
        table = np.array(found)
        behind, candidate = table[:, 0], table[:, 4]
        good = behind.max() <= BEHIND
        print(
            f"| {text} | {behind.max():.3f} | {np.sum(behind > BEHIND)} | "
            f"{np.sum(behind < -BEHIND)} | {candidate.max():.3f} | {table[:, 5].mean():.0f} | "
            f"{table[:, 1].sum():.1f} | {table[:, 2].sum():.1f} | {table[:, 3].max():.0e} | "
            f"{'' if good else 'MISSED'} |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "ml2")
