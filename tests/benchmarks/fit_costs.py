"""What fits cost against what ``core/inference/cost.py`` foretells of them.

    python tests/benchmarks/fit_costs.py

A ratio is the estimate over the processor's seconds on an idle machine; the promise is a factor of
about three either way, where a fit takes a second or more.
"""

from __future__ import annotations

import time
import warnings

import numpy as np

from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.cost import seconds
from gpstudio.core.inference.head_start import wants_head_start
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe

ROWS: list[tuple[int, int, dict[str, str]]] = [
    (133, 1, {"kernel": "(rbf + linear + matern32)**30"}),
    (133, 1, {"kernel": " + ".join(["rbf"] * 10)}),
    (50, 1, {"kernel": " + ".join(["rbf"] * 100), "learning": "ml2(restarts=0)"}),
    (300, 1, {"kernel": "rbf", "approximation": "exact"}),
    (1_500, 1, {"kernel": "rbf", "approximation": "exact", "learning": "ml2(restarts=0)"}),
    (2_000, 1, {"kernel": "periodic * matern32 + matern32", "learning": "ml2(restarts=0)"}),
    (100_000, 1, {"kernel": "matern32", "learning": "ml2"}),
    (6_000, 1, {"kernel": "rbf", "approximation": "nystrom(rank=256)", "learning": "ml2"}),
    (60, 1, {"kernel": "matern32", "approximation": "exact", "learning": "mcmc"}),
    (150, 1, {"kernel": "matern32 * periodic", "learning": "cross_validation"}),
    (250, 1, {"kernel": "matern32", "likelihood": "student_t"}),
    (1_500, 2, {"kernel": "rbf", "solver": "cg", "learning": "ml2(restarts=0)"}),
    (100_000, 1, {"kernel": "rbf(500)", "approximation": "equispaced", "solver": "toeplitz"}),
    (100_000, 1, {"kernel": "rbf(500)", "approximation": "equispaced"}),
]


def main() -> None:
    warnings.simplefilter("ignore")
    for n, dimensions, words in ROWS:
        random = np.random.default_rng(0)
        inputs = np.sort(random.uniform(0.0, 5.0 * n, (n, dimensions)), axis=0)
        values = 0.4 + 0.2 * np.sin(inputs[:, 0] / 58.0) + 0.03 * random.standard_normal(n)
        recipe, readings = Recipe.of(**words), Readings.of(inputs, values)
        plan = choose(recipe, n, dimensions)
        told = seconds(plan, n, dimensions, wants_head_start(plan, readings))
        fit(recipe, readings)  # kernels are compiled once
        began = time.process_time()
        evaluations = fit(recipe, readings).report.evaluations
        took = time.process_time() - began
        what = ", ".join(f"{name} {text[:36]}" for name, text in words.items())
        print(
            f"{n:>7,} x {dimensions}  {told:8.2f} s told  {took:8.2f} s  ratio {told / took:5.2f}"
            f"  {evaluations:>6,} evaluations  {what}",
            flush=True,
        )


if __name__ == "__main__":
    main()
