"""What ``auto`` chooses, the sentence it gives, and what is refused with what would do."""

from __future__ import annotations

import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.inference import chooser
from gpstudio.core.inference.chooser import Plan, choose
from gpstudio.core.recipe import Recipe


def chosen(n: int = 50, dimensions: int = 1, **words: str) -> Plan:
    return choose(Recipe.of(**words), n, dimensions)


def names(plan: Plan) -> tuple[str, str, str]:
    return plan.approximation.spec.name, plan.solver.spec.name, str(plan.kernel)


@pytest.mark.parametrize(
    ("words", "dimensions", "expected", "reason"),
    [
        ({}, 1, ("markov", "kalman", "matern32"), "one input: a Matérn 3/2 curve"),
        ({}, 3, ("exact", "cholesky", "rbf"), "several inputs: an RBF surface"),
        (
            {"kernel": "exp(rbf(3))"},
            1,
            ("exact", "cholesky", "exp(rbf(3))"),
            "without a state space",
        ),
        ({"kernel": "matern32(3)"}, 2, ("exact", "cholesky", "matern32(3)"), "2 inputs"),
        ({"solver": "cholesky"}, 1, ("exact", "cholesky", "matern32"), "by Cholesky"),
        ({"approximation": "exact"}, 1, ("exact", "cholesky", "matern32"), "by Cholesky"),
        ({"approximation": "markov"}, 1, ("markov", "kalman", "matern32"), "state space: O(n)"),
        (
            {"kernel": "matern32(3) + exp(rbf(3))"},
            1,
            ("exact", "cholesky", "matern32(3) + exp(rbf(3))"),
            "without a state space",
        ),
        (
            {"kernel": "matern32(3) * constant(2) + matern32(50)"},
            1,
            ("markov", "kalman", "matern32(3) * constant(2) + matern32(50)"),
            "state space: O(n)",
        ),
    ],
)
def test_that_auto_takes_the_first_that_suits_and_says_why(
    words: dict[str, str], dimensions: int, expected: tuple[str, str, str], reason: str
) -> None:
    plan = chosen(dimensions=dimensions, **words)
    assert names(plan) == expected
    assert reason in plan.reason
    assert "\n" not in plan.reason


def test_that_a_scale_is_told_once_where_the_matrix_is_cheaper_than_the_states() -> None:
    plan = chosen(kernel="periodic * matern32 + matern32", scale="log(-3)", n=30)
    assert "states for 30 readings" in plan.reason
    assert plan.reason.count("on a log scale") == 1


def test_that_what_is_written_needs_no_reason() -> None:
    plan = chosen(kernel="matern32(3)", approximation="markov", solver="kalman")
    assert plan.reason == "as written"


@pytest.mark.parametrize(
    ("words", "dimensions", "sentence", "alternative"),
    [
        (
            {"kernel": "exp(rbf(3))", "approximation": "markov"},
            1,
            "needs a markov kernel",
            "'exact'",
        ),
        ({"approximation": "markov"}, 2, "takes 1 input, here are 2", "'exact'"),
        (
            {"approximation": "exact", "solver": "kalman"},
            1,
            "'kalman' cannot use the approximation 'exact'",
            "cholesky",
        ),
        (
            {"approximation": "markov", "solver": "cholesky"},
            1,
            "'cholesky' cannot use the approximation 'markov'",
            "kalman",
        ),
        (
            {"kernel": "exp(rbf(3))", "solver": "kalman"},
            1,
            "cannot use the approximation",
            "cholesky",
        ),
        ({"solver": "kalman"}, 2, "cannot use the approximation", "cholesky"),
    ],
)
def test_that_what_cannot_work_together_is_refused_with_what_can(
    words: dict[str, str], dimensions: int, sentence: str, alternative: str
) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        chosen(dimensions=dimensions, **words)
    assert alternative in str(caught.value)
    assert "\n" not in str(caught.value)


def test_that_what_would_not_fit_the_memory_is_refused_before_work_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chooser, "available_bytes", lambda: 1e9)
    assert chosen(n=1_000, kernel="exp(rbf(3))")
    needs = "100,000 readings with 'exact' and 'cholesky' need 160 GB"
    with pytest.raises(InputError, match=needs) as caught:
        chosen(n=100_000, kernel="exp(rbf(3))", approximation="exact", solver="cholesky")
    assert "800 MB are free" in str(caught.value)
    assert "matern32" in str(caught.value)
    assert "'nystrom'" in str(caught.value)
    assert chosen(n=1_000_000).solver.spec.name == "kalman"


def test_that_too_large_a_matrix_gives_way_to_landmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chooser, "available_bytes", lambda: 20e9)
    plan = chosen(n=48_000, dimensions=8)
    assert names(plan)[:2] == ("nystrom", "woodbury")
    assert plan.reason == "48,000 × 8 inputs: RPCholesky rank 1,024"
    assert plan.rank(48_000, 8) == 1_024
    assert names(chosen(n=20_000, dimensions=8))[:2] == ("exact", "cholesky")
    monkeypatch.setattr(chooser, "available_bytes", lambda: 3e9)
    assert names(chosen(n=20_000, dimensions=8))[:2] == ("nystrom", "woodbury")
    monkeypatch.setattr(chooser, "available_bytes", lambda: 0.8e9)
    assert chosen(n=48_000, dimensions=8).rank(48_000, 8) == 512
    monkeypatch.setattr(chooser, "available_bytes", lambda: 1e8)
    with pytest.raises(InputError, match="use fewer readings"):
        chosen(n=48_000, dimensions=8)


def test_that_what_is_written_is_never_changed_for_a_large_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chooser, "available_bytes", lambda: 20e9)
    with pytest.raises(InputError, match="'exact' and 'cholesky' need"):
        chosen(n=48_000, dimensions=8, solver="cholesky")
    assert names(chosen(n=25_000, dimensions=8, approximation="exact"))[1] == "cholesky"


def test_that_few_readings_are_averaged_over_and_many_learnt_once() -> None:
    def learner(n: int, **words: str) -> tuple[str, int | None]:
        chosen_one = chosen(n=n, **words).learner
        return chosen_one.spec.name, getattr(chosen_one, "restarts", None)

    assert learner(1) == learner(300) == learner(300, kernel="exp(rbf)") == ("averaged", 0)
    assert learner(301) == learner(20_000) == ("ml2", 3)
    assert learner(20_001) == ("ml2", 0)
    assert learner(1_500, kernel="exp(rbf)") == ("ml2", 3)
    assert learner(1_501, kernel="exp(rbf)") == ("ml2", 0)
    assert learner(20_001, learning="ml2(restarts=5)") == ("ml2", 5)


def test_that_a_plan_is_made_once_for_all_fields_alike() -> None:
    first, second = chosen(n=73, kernel="matern32"), chosen(n=91, kernel="matern32")
    assert first is second


def test_that_written_numbers_get_no_multiplier_when_nothing_is_learnt() -> None:
    kernel = chosen(kernel="matern32(3)", learning="fixed").kernel
    assert len(kernel.settings) == 1
    assert len(chosen(kernel="matern32(3)").kernel.settings) == 2


@pytest.mark.parametrize("kernel", ["white(0.1)", "white"])
def test_that_noise_alone_is_no_curve(kernel: str) -> None:
    with pytest.raises(InputError, match="only noise"):
        chosen(kernel=kernel)
