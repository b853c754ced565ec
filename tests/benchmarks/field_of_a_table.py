"""A field among others against celerite2 with SciPy and against scikit-learn, in one run.

    python tests/benchmarks/field_of_a_table.py [FIELDS]

Fields of one season, 73 readings. Ours: `auto`, the population learnt before (learning is told
apart), weighed by 84 settings, and mean and variance of all days; then with the stages of the curve
from 1,000 draws, as a batch does it. celerite2: Matérn 3/2 and noise by L-BFGS, mean and variance
of 365 days, no dates. scikit-learn: the same kernel, fit and 1,000 draws at 365 days, no dates; on
a tenth of the fields. Processor time of one thread each, field by field in turn, medians. Bars:
5 x celerite2 for mean and variance, 2 x with dates; 20 x scikit-learn, dates included.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import celerite2
import numpy as np
from batch import field_of
from celerite2 import terms
from scipy.optimize import minimize
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series
from gpstudio.session.curve import Curve
from gpstudio.session.fitting import _posterior, fit_series, times_of
from gpstudio.session.population import population_of
from gpstudio.session.request import USUAL, Request

FIELDS, LEARNT, DRAWS = 40, 200, 1_000
BARS = {"mean and variance": 5.0, "with dates": 2.0, "scikit-learn": 20.0}


def by_celerite2(series: Series) -> None:
    time, value = series.time - series.time[0], series.value - series.value.mean()

    def process(logs: np.ndarray) -> celerite2.GaussianProcess:
        term = terms.Matern32Term(sigma=np.exp(logs[0]), rho=np.exp(logs[1]))
        found = celerite2.GaussianProcess(term, mean=0.0)
        found.compute(time, diag=np.full(len(time), np.exp(2.0 * logs[2])), quiet=True)
        return found

    def loss(logs: np.ndarray) -> float:
        height = process(logs).log_likelihood(value)
        return -float(height) if np.isfinite(height) else 1e25

    start = np.log([value.std(), 40.0, 0.2 * value.std()])
    found = minimize(loss, start, method="L-BFGS-B", bounds=[(-8.0, 3.0), (1.0, 8.0), (-9.0, 2.0)])
    days = np.arange(0.0, 365.0)
    process(found.x).predict(value, t=days, return_var=True)


def by_scikit_learn(series: Series) -> None:
    kernel = ConstantKernel(0.05) * Matern(40.0, nu=1.5) + WhiteKernel(4e-4)
    model = GaussianProcessRegressor(kernel, normalize_y=True)
    days = np.arange(365.0)[:, None]
    model.fit(series.time[:, None] - series.time[0], series.value).sample_y(days, DRAWS)


def seconds_of(work: Callable[[Series], object], series: Series) -> float:
    began = time.process_time()
    work(series)
    return time.process_time() - began


def main(count: int) -> int:
    warnings.simplefilter("ignore")
    fields = [field_of(number) for number in range(max(count, LEARNT))]
    began = time.process_time()
    population = population_of(fields, Recipe())
    learning = time.process_time() - began
    assert population is not None

    def curve(series: Series) -> None:
        posterior = _posterior(series, Recipe(), USUAL, population, QUIET)
        Curve.begun(posterior, times_of(series, USUAL))

    def dated(series: Series) -> None:
        fit_series(series, Recipe(), Request(), population=population, in_short=True)

    ways = {"curve": curve, "dates": dated, "celerite2": by_celerite2}
    spent: dict[str, list[float]] = {name: [] for name in (*ways, "scikit-learn")}
    for number, series in enumerate(fields[:count]):
        for name, work in ways.items():
            spent[name].append(seconds_of(work, series))
        if number % 10 == 1:
            spent["scikit-learn"].append(seconds_of(by_scikit_learn, series))
    each = {name: 1e3 * float(np.median(times)) for name, times in spent.items()}
    told = ", ".join(f"{name} {one:.2f}" for name, one in each.items())
    print(f"{count} fields, ms of processor a field (median): {told}")
    print(f"learning the population from {LEARNT}, once: {learning:.2f} s")
    ratios = {
        "mean and variance": each["celerite2"] / each["curve"],
        "with dates": each["celerite2"] / each["dates"],
        "scikit-learn": each["scikit-learn"] / each["dates"],
    }
    missed = [name for name, bar in BARS.items() if ratios[name] < bar]
    for name, bar in BARS.items():
        print(f"  {name}: {ratios[name]:.1f} x (bar {bar:g}){' MISSED' * (name in missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else FIELDS))
