"""Deep models: what 95 % bands hold, whether runs agree, and what evidence says of depth.

Twenty curves that jump are drawn from three layers (RBF, lengths 0.2, 0.2, 0.5) on 200 places of
0…1; 20 readings with noise of 0.05 are kept, and the others foretold, the true numbers known. Four
runs that know nothing of each other tell the evidence of each curve's readings; beside it stand the
bound of the same layers, and the evidence of one, whose length and size are learnt from these very
readings.
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
from gpstudio.core.inference.deep.particles import clouds, of_runs
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
    model = Model.of(plan, ready)
    learner = learner_of(model)
    runs = clouds(model.density(), learner.chains, Effort.of(learner), seed, QUIET)
    share = told.judged(kept_of(model, runs, QUIET).members, QUIET)[1]
    return share, [run.log_integral for run in runs]


def by_the_bound(told: Jumps, seed: int) -> tuple[float, float]:
    """The share within the band, and the bound."""
    fit = GPRegressor(
        TRUE, noise="held(0.0025)", approximation=f"inducing(points={KEPT}, learn='yes')",
        learning="fixed", mean="zero", random_state=seed, patience=np.inf,
    ).fit(told.readings.inputs, told.readings.values)  # fmt: skip
    low, high = fit.predict_interval(told.places)
    share = float(np.mean((told.values > low) & (told.values < high)))
    return share, fit.log_marginal_likelihood_


def of_one_layer(told: Jumps) -> float:
    fit = GPRegressor("rbf", noise="held(0.0025)", mean="zero", learning="ml2(restarts=5)")
    return fit.fit(told.readings.inputs, told.readings.values).log_marginal_likelihood_


def coverage() -> None:
    print(f"95 % bands of readings not kept, {SEEDS} curves of three layers, {KEPT} kept of 200, "
          "the true numbers held")  # fmt: skip
    drawn, bound, spans, pairs, gains = [], [], [], list[float](), []
    for seed in range(SEEDS):
        told = jumps(KEPT, 0.05, seed)
        share, logs = by_sampling(told, seed)
        by_bound, height = by_the_bound(told, seed)
        plain, evidence = of_one_layer(told), of_runs(np.array(logs)).log_evidence
        drawn.append(share)
        bound.append(by_bound)
        spans.append(float(np.ptp(logs)))
        gains.append((evidence - plain, height - plain))
        pairs += [abs(one - other) for one, other in combinations(logs, 2)]
        print(f"  curve {seed}: {share:.1%}, by the bound {by_bound:.1%}; evidence {evidence:.1f} "
              f"(runs within {spans[-1]:.1f}), bound {height:.1f}, one layer {plain:.1f}",
              flush=True)  # fmt: skip
    mean, error = float(np.mean(drawn)), float(np.std(drawn, ddof=1)) / np.sqrt(SEEDS)
    held("by sampling", f"{mean:.1%} ± {error:.1%} (92-98)", 0.92 <= mean <= 0.98)
    print(f"  by the bound: {np.mean(bound):.1%}")
    near = float(np.mean(np.array(pairs) < APART))
    held("agreement", f"of two runs {near:.0%} differ by less than {APART:.0f} nats (>= 90 %); of "
         f"four, on {np.mean(np.array(spans) < APART):.0%} of the curves", near >= 0.9)  # fmt: skip
    deeper, bounded = (np.array(one) for one in zip(*gains, strict=True))
    print(f"  evidence gains {deeper.mean():.1f} nats over one layer, more than none on "
          f"{np.mean(deeper > 0.0):.0%} of the curves; the bound {bounded.mean():.1f}, on "
          f"{np.mean(bounded > 0.0):.0%}")  # fmt: skip


if __name__ == "__main__":
    coverage()
    sys.exit(1 if missed else 0)
