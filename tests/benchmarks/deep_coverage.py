"""Deep models: what 95 % bands hold, by sampling and by the bound, and whether runs agree.

Twenty curves that jump are drawn from three layers (RBF, lengths 0.2, 0.2, 0.5) on 200 places of
0…1; 20 readings with noise of 0.05 are kept, and the others foretold, the true numbers known. Four
runs that know nothing of each other tell the evidence of each curve's readings.
"""

from __future__ import annotations

import sys
from itertools import combinations

import numpy as np
from bars import held, missed

from gpstudio import GPRegressor
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.deep.drawn_road import kept_of, learner_of
from gpstudio.core.inference.deep.effort import Effort
from gpstudio.core.inference.deep.model import Model
from gpstudio.core.inference.deep.particles import clouds
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.lab.studies.depth import TRUE, Jumps, jumps

SEEDS, KEPT, APART = 20, 20, 2.0


def by_sampling(told: Jumps, seed: int) -> tuple[float, list[float]]:
    """The share within the band, and the log evidence of every run."""
    recipe = Recipe.of(
        seed, kernel=TRUE, mean="zero", likelihood="gaussian(held(0.0025))", learning="fixed",
        approximation="exact",
    )  # fmt: skip
    plan, ready = made_ready(choose(recipe, KEPT, 1), told.readings)
    model, learner = Model.of(plan, ready), learner_of(plan)
    runs = clouds(model.density(), learner.chains, Effort.of(learner), seed, QUIET)
    share = told.judged(kept_of(model, runs, QUIET).members, QUIET)[1]
    return share, [run.log_integral for run in runs]


def by_the_bound(told: Jumps, seed: int) -> float:
    fit = GPRegressor(
        TRUE, noise="held(0.0025)", approximation=f"inducing(points={KEPT}, learn='yes')",
        learning="fixed", mean="zero", random_state=seed, patience=np.inf,
    ).fit(told.readings.inputs, told.readings.values)  # fmt: skip
    low, high = fit.predict_interval(told.places)
    return float(np.mean((told.values > low) & (told.values < high)))


def coverage() -> None:
    print(f"95 % bands of readings not kept, {SEEDS} curves of three layers, {KEPT} kept of 200, "
          "the true numbers held")  # fmt: skip
    drawn, bound, spans, pairs = [], [], [], list[float]()
    for seed in range(SEEDS):
        told = jumps(KEPT, 0.05, seed)
        share, logs = by_sampling(told, seed)
        drawn.append(share)
        bound.append(by_the_bound(told, seed))
        spans.append(float(np.ptp(logs)))
        pairs += [abs(one - other) for one, other in combinations(logs, 2)]
        print(f"  curve {seed}: {share:.1%}, by the bound {bound[-1]:.1%}, runs within "
              f"{spans[-1]:.1f}", flush=True)  # fmt: skip
    mean, error = float(np.mean(drawn)), float(np.std(drawn, ddof=1)) / np.sqrt(SEEDS)
    held("by sampling", f"{mean:.1%} ± {error:.1%} (92-98)", 0.92 <= mean <= 0.98)
    print(f"  by the bound: {np.mean(bound):.1%}")
    near = float(np.mean(np.array(pairs) < APART))
    held("agreement", f"of two runs {near:.0%} differ by less than {APART:.0f} nats (>= 90 %); of "
         f"four, on {np.mean(np.array(spans) < APART):.0%} of the curves", near >= 0.9)  # fmt: skip


if __name__ == "__main__":
    coverage()
    sys.exit(1 if missed else 0)
