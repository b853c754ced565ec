"""How often a matrix is factored on the way to a mode; and that no answer hangs on earlier ones."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.recipe import Recipe
from gpstudio.core.solvers.cholesky import Cholesky
from gpstudio.core.task import QUIET


def problem(likelihood: str, values: np.ndarray, mean: str = "constant") -> Problem:
    random = np.random.default_rng(3)
    inputs = random.uniform(0.0, 5.0, (len(values), 2))
    recipe = Recipe.of(
        0, kernel="2*rbf([1, 1.5])", likelihood=likelihood, approximation="exact",
        solver="cholesky", learning="ml2", mean=mean, scale="identity",
    )  # fmt: skip
    plan = choose(recipe, len(values), 2)
    return Problem(plan, Readings.of(inputs, values, np.ones(len(values))), QUIET)


YES = (np.random.default_rng(5).uniform(size=60) < 0.6).astype(float)
ROWS = [
    ("bernoulli(inference='laplace')", YES),
    ("bernoulli(link='probit', inference='laplace')", YES),
]


@pytest.mark.parametrize(("likelihood", "values"), ROWS)
@pytest.mark.parametrize("mean", ["zero", "constant"])
def test_that_one_look_factors_twice_and_inverts_once(
    likelihood: str, values: np.ndarray, mean: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = problem(likelihood, values, mean)
    search = asked.search(0)
    start = search.starts[0]
    factored = []
    own = Cholesky.factorise

    def counted(self: Cholesky, *arguments: object) -> object:
        factored.append(1)
        return own(self, *arguments)

    monkeypatch.setattr(Cholesky, "factorise", counted)
    value, slope = search.evaluate(start)
    assert len(factored) <= 3
    near = start + 0.01
    factored.clear()
    search.evaluate(near)
    assert len(factored) == 2
    for place in range(len(start)):
        ahead, behind = start.copy(), start.copy()
        ahead[place] += 1e-4
        behind[place] -= 1e-4
        found = (search.height(ahead) - search.height(behind)) / 2e-4
        assert slope[place] == pytest.approx(found, rel=1e-6, abs=1e-6)
    assert value == pytest.approx(search.height(start), abs=1e-9)


@pytest.mark.parametrize(("likelihood", "values"), ROWS)
def test_that_what_is_asked_after_learning_hangs_on_nothing_before(
    likelihood: str, values: np.ndarray
) -> None:
    one, other = problem(likelihood, values), problem(likelihood, values)
    start = one.search(0).starts[0]
    for shift in (0.2, 0.1, -0.3):
        one.search(0).evaluate(start + shift)
    first, second = (asked.condition(*asked.at(start)) for asked in (one, other))
    assert first.log_evidence == second.log_evidence
    assert (first.sites.target == second.sites.target).all()
