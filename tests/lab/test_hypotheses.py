"""Verdicts follow from the rows, whichever way they fall."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import stats

from gpstudio.lab.hypotheses import HYPOTHESES, Group, Verdict, verdict_of
from gpstudio.lab.labels import told
from gpstudio.lab.pairs import interval, paired
from gpstudio.lab.rows import Row
from gpstudio.lab.summary import summarise

REPEATS = 6


def matrix_rows(
    errors: dict[str, float],
    unevenness: float = 2.0,
    names: tuple[str, ...] = ("abalone", "wine"),
    scatter: float = 0.01,
    budgets: tuple[int, ...] = (20, 100),
    seconds: dict[str, float] | None = None,
) -> list[Row]:
    """Made-up rows of the kernel matrix study: each method with its error, scattered a little."""
    random = np.random.default_rng(5)
    return [
        {
            "set": name,
            "sigma": 1.0,
            "method": method,
            "budget": budget,
            "repeat": repeat,
            "dimensions": 7,
            "frobenius": error * float(np.exp(scatter * random.standard_normal())) / budget,
            "seconds": (seconds or {}).get(method, 1.0)
            * float(np.exp(scatter * random.standard_normal())),
            "unevenness": unevenness,
        }
        for name, (method, error), budget, repeat in itertools.product(
            names, errors.items(), budgets, range(REPEATS)
        )
    ]


def words(name: str, rows: list[Row], study: str = "kernel_matrix") -> str:
    return verdict_of(HYPOTHESES[name], {study: rows}).words


def leverage(ratio: float, unevenness: float, **more: Any) -> list[Row]:
    errors = {"nystrom uniform": 1.0, "nystrom ridge_leverage": ratio}
    return matrix_rows(errors, unevenness, **more)


@pytest.mark.parametrize(
    ("ratio", "unevenness", "said"),
    [
        (0.3, 2.0, "Holds on all 2"),
        (1.0, 2.0, "Does not hold on any of 2"),
        (3.0, 2.0, "Does not hold on any of 2"),
        (1.0, 0.2, "Holds on all 2"),
        (1.5, 0.2, "Does not hold on any of 2"),
        (0.3, 0.2, "Does not hold on any of 2"),
        (0.3, 0.8, "Undecided on all 2"),
    ],
)
def test_that_ridge_leverage_is_judged_by_how_uneven_readings_are(
    ratio: float, unevenness: float, said: str
) -> None:
    assert words("ridge_leverage", leverage(ratio, unevenness)).startswith(said)


def test_that_a_verdict_counts_where_it_holds() -> None:
    rows = [
        *leverage(0.3, 2.0, names=("abalone", "wine", "road")),
        *leverage(1.4, 2.0, names=("stocks",)),
        *leverage(0.3, 0.8, names=("flat",)),
    ]
    said = words("ridge_leverage", rows)
    assert said == (
        "Holds on 3 of 5 combinations of data set and σ, does not hold on 1, undecided on 1."
    )


def test_that_what_scatters_too_much_is_undecided() -> None:
    assert words("ridge_leverage", leverage(1.1, 2.0, scatter=1.0)).startswith("Undecided")


def test_that_recursive_stands_in_for_ridge_leverage_and_says_so() -> None:
    rows = matrix_rows({"nystrom uniform": 1.0, "nystrom recursive": 0.5})
    verdict = verdict_of(HYPOTHESES["ridge_leverage"], {"kernel_matrix": rows})
    assert verdict.words.startswith("Holds")
    assert "recursive standing in" in verdict.groups[0].remark


def test_that_nothing_is_claimed_without_measurements() -> None:
    only = matrix_rows({"nystrom uniform": 1.0})
    for name in ("ridge_leverage", "small_budgets", "structured"):
        assert words(name, only).startswith("Not tested")
    assert words("minres", only).startswith("Not tested: no measurements of the study 'krylov'")


@pytest.mark.parametrize(("fourier", "said"), [(0.5, "Holds on all 2"), (2.0, "Does not hold")])
def test_that_fourier_features_are_held_against_the_best_nystrom(fourier: float, said: str) -> None:
    rows = matrix_rows(
        {
            "nystrom uniform": 3.0,
            "nystrom rpcholesky": 1.0,
            "fourier iid phase": 9.0,
            "fourier qmc phase": fourier,
        }
    )
    verdict = verdict_of(HYPOTHESES["small_budgets"], {"kernel_matrix": rows})
    assert verdict.words.startswith(said)
    assert "QMC" in verdict.groups[0].compared
    assert "RPCholesky" in verdict.groups[0].compared
    assert verdict.groups[0].ratio.middle == pytest.approx(fourier, rel=0.03)


@pytest.mark.parametrize(("time", "said"), [(1.1, "Holds on all 2"), (0.4, "Does not hold")])
def test_that_structured_features_are_held_against_orthogonal_ones(time: float, said: str) -> None:
    errors = {"fourier orthogonal phase": 1.0, "fourier structured phase": 1.0}
    rows = matrix_rows(errors, seconds={"fourier structured phase": time})
    assert words("structured", rows).startswith(said)


def krylov_rows(ratio: float) -> list[Row]:
    random = np.random.default_rng(6)
    return [
        {
            "set": "road",
            "repeat": repeat,
            "noise_kind": "learnt",
            "preconditioner": "none",
            "solver": solver,
            "iterations": iterations,
            "residual": by / iterations * float(np.exp(0.01 * random.standard_normal())),
            "excess": 1e-15,
        }
        for solver, by in (("cg", 1.0), ("minres", ratio))
        for iterations in (1, 10)
        for repeat in range(REPEATS)
    ]


@pytest.mark.parametrize(
    ("ratio", "said"),
    [(0.5, "Holds on 1 of 2"), (1.0, "Holds on 1 of 2"), (1.3, "Does not hold on 1 of 2")],
)
def test_that_minres_may_be_as_good_but_not_worse(ratio: float, said: str) -> None:
    verdict = verdict_of(HYPOTHESES["minres"], {"krylov": krylov_rows(ratio)})
    assert verdict.words.startswith(said)
    # what is below the floor is rounding: no pairs, no verdict
    assert [group.ratio.repeats for group in verdict.groups] == [REPEATS, 0]


def test_that_the_interval_is_student_s() -> None:
    logs = np.random.default_rng(7).normal(-0.2, 0.4, 9)
    ratio = interval(logs.tolist())
    there = stats.ttest_1samp(logs, 0.0).confidence_interval(0.95)
    assert np.log([ratio.low, ratio.high]) == pytest.approx([there.low, there.high], rel=1e-9)
    assert ratio.middle == pytest.approx(np.exp(logs.mean()))


def test_that_pairs_share_repeat_and_budget() -> None:
    a: list[Row] = [
        {"repeat": r, "budget": b, "e": 2.0 * (r + 1) * b} for r in (0, 1) for b in (1, 9)
    ]
    b: list[Row] = [{"repeat": r, "budget": b, "e": (r + 1.0) * b} for r in (1, 0) for b in (9, 1)]
    ratio = paired(a, [*b, {"repeat": 5, "budget": 1, "e": 7.0}], "e")
    assert (ratio.middle, ratio.low, ratio.high) == pytest.approx((2.0, 2.0, 2.0))
    assert ratio.repeats == 2
    assert paired(a, [], "e").outcome == "not measured"
    assert "one repeat" in paired(a[:2], b, "e").outcome


def test_that_what_is_solved_counts_as_the_floor() -> None:
    a: list[Row] = [{"repeat": r, "budget": b, "e": 10.0**-b} for r in (0, 1) for b in (4, 9)]
    b: list[Row] = [{"repeat": r, "budget": b, "e": 1e-5} for r in (0, 1) for b in (4, 9)]
    # ten times more, and as good as a hundredth
    assert paired(a, b, "e", floor=1e-7).middle == pytest.approx((10.0 * 1e-2) ** 0.5)
    assert paired(a, b, "e", floor=1e-3).repeats == 0


def test_that_a_case_reads_as_words() -> None:
    case = {"set": "abalone", "sigma": 1.0, "method": "nystrom leverage", "budget": 200}
    assert told({**case, "repeat": 0}) == (
        "Abalone, σ = 1, Nyström, leverage, 200 samples, repeat 1"
    )
    krylov = {"noise_kind": "learnt", "preconditioner": "none", "solver": "cg", "iterations": 1}
    assert told(krylov) == "learnt noise, no preconditioner, CG, 1 iteration"
    assert told({"set": "flat", "method": "exact", "budget": 0}) == "Flat, exact model"


def test_that_a_verdict_in_a_word_is_what_all_places_say() -> None:
    def group(holds: bool | None, logs: list[float]) -> Group:
        return Group("", "", interval(logs), holds)

    spec = HYPOTHESES["minres"].spec
    yes, no, open_ = group(True, [0.1] * 3), group(False, [0.1] * 9), group(None, [0.1])
    mixed = Verdict(spec, "", (yes, no, yes, open_, group(None, [])))
    assert [mixed.count(holds) for holds in (True, False, None)] == [2, 1, 2]
    assert mixed.repeats == "1–9"
    words = {
        (yes, open_, yes): "holds",
        (no, open_, no): "does not hold",
        (yes, no, yes): "holds on most",
        (yes, no): "does not hold on most",
        (yes, open_): "mostly undecided",
        (): "mostly undecided",
    }
    assert {groups: Verdict(spec, "", groups).word for groups in words} == words
    assert (Verdict(spec, "", (open_,)).repeats, Verdict(spec, "").repeats) == ("1", "")


def test_that_absurd_intervals_are_told_in_words() -> None:
    assert interval([-4.0, -3.4]).told == "0.0247 [0.000547, 1.12] over 2 repeats"
    assert "under 1e-06, over 1,000,000" in interval([-4.0, 4.0]).told
    assert interval([9.786, 9.786]).told == "17,800 [17,800, 17,800] over 2 repeats"


def test_that_the_page_shows_numbers_and_verdicts() -> None:
    summary = summarise({"kernel_matrix": leverage(0.3, 2.0)}, "A <title>", (("More", ("a | b",)),))
    assert "**Holds on all 2 combinations of data set and σ.**" in summary.markdown
    assert "over 6 repeats" in summary.markdown
    line = "| Ridge leverage wins on uneven spectra and ties on flat ones | holds | 2 | 0 | 0 | 6 |"
    assert line in summary.short
    assert summary.markdown.index(line) < summary.markdown.index("## Hypotheses")
    assert summary.details in summary.markdown
    assert line not in summary.details
    page = summary.html([("caption", "<svg/>")])
    assert "A &lt;title&gt;" in page
    assert "<figure><svg/><figcaption>caption" in page
    assert len(summary.told) == 3
