"""What solvers remark while a posterior is asked reaches the report."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe

X = np.linspace(0.0, 10.0, 120)[:, None]
Y = np.sin(X[:, 0])
FAR = np.linspace(0.05, 9.95, 40)[:, None]


def fitted(iterations: int = 6) -> Posterior:
    """With so few iterations that no variance is as near as was asked for; no state space helps."""
    recipe = Recipe.of(
        kernel="1.0 * rational_quadratic(1.0) + white(1e-4)",
        solver=f"cg(rank=1, tolerance=1e-4, iterations={iterations})",
        learning="fixed",
    )
    return fit(recipe, Readings.of(X, Y, None))


def unmet(posterior: Posterior) -> list[str]:
    return [remark for remark in posterior.report.remarks if "did not reach" in remark]


@pytest.mark.parametrize("question", ["predict", "derivative", "covariance", "draws", "draws_in"])
def test_that_a_remark_made_when_asked_reaches_the_report(question: str) -> None:
    posterior = fitted()
    before = len(unmet(posterior))
    match question:
        case "predict" | "covariance" | "derivative":
            getattr(posterior, question)(FAR)
        case "draws":
            posterior.draws(FAR, 5, 0)
        case _:
            posterior.draws_in([FAR[:, 0]], 5, 0)
    assert len(unmet(posterior)) == before + 1
    assert posterior.report.as_json()["remarks"] == posterior.report.remarks


def test_that_many_questions_leave_one_remark_that_of_the_worst() -> None:
    posterior = fitted()
    before = unmet(posterior)
    for place in (0.5, 3.3, 9.7, 5.05):
        posterior.predict(np.full((1, 1), place))
    posterior.predict(FAR)
    (remark,) = set(unmet(posterior)) - set(before)
    posterior.predict(FAR[:1])
    assert set(unmet(posterior)) - set(before) == {remark}


def test_that_a_solver_that_reaches_its_goal_says_nothing() -> None:
    posterior = fitted(iterations=2_000)
    posterior.predict(FAR)
    assert unmet(posterior) == []
    assert posterior.report is posterior.learned.report


def test_that_a_solution_that_is_not_kept_is_heard_all_the_same() -> None:
    posterior = fitted()
    before = len(unmet(posterior))
    posterior.members.forget()
    posterior.predict(FAR)
    posterior.members.forget()
    assert len(unmet(posterior)) == before + 1
