"""More starts are never worse, whatever the kernel and the number of inputs; chains say how far
they can be trusted."""

from __future__ import annotations

import re

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats

random = np.random.default_rng(8)
TIMES = np.sort(random.uniform(0.0, 40.0, 30))
PLACES = np.column_stack([TIMES, random.uniform(-3.0, 3.0, (30, 2))])
VALUES = np.sin(TIMES / 2.0) + 0.3 * np.cos(TIMES * 3.0) + 0.2 * random.standard_normal(30)


@pytest.mark.parametrize(
    ("kernel", "X"),
    [
        ("periodic + matern32", TIMES),
        ("rbf * periodic", TIMES),
        ("cosine", TIMES),
        ("rational_quadratic", TIMES),
        ("gibbs", TIMES),
        ("rbf", PLACES),
        ("matern52 + linear", PLACES),
    ],
)
@pytest.mark.parametrize("warm", ["no", "yes"])
def test_that_the_best_of_several_starts_is_never_below_the_single_one(
    kernel: str, X: Floats, warm: str
) -> None:
    found = [
        GPRegressor(kernel, learning=f"ml2(restarts={count}, warm_up={warm})")
        .fit(X, VALUES)
        .log_marginal_likelihood_
        for count in (0, 3)
    ]
    assert np.isfinite(found).all()
    assert found[1] >= found[0]


def test_that_a_fit_by_chains_reports_their_worth_and_their_agreement() -> None:
    gp = GPRegressor("rbf", learning="mcmc(samples=200, chains=2, warm_up=150)").fit(TIMES, VALUES)
    (told,) = (remark for remark in gp.report_.remarks if remark.startswith("sampled"))
    size, rhat = re.findall(r"size (\d+) or more, split-R̂ ([\d.]+) or less", told)[0]
    assert 100 < int(size) <= 3 * 400
    assert 0.99 < float(rhat) < 1.1
