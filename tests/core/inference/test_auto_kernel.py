"""What ``kernel="auto"`` takes from its list, and that it says why."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference import auto_kernel
from gpstudio.core.inference.auto_kernel import (
    COMPARED,
    MATERNS,
    Judged,
    KernelCandidate,
    _better,
    candidates,
)
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse, print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


def drawn(kernel: str, x: Floats, noise: float, seed: int = 0) -> Readings:
    """Readings of a curve drawn from the kernel."""
    random = np.random.default_rng(seed)
    covariance = build_kernel(parse(kernel)).block(x[:, None], x[:, None])
    values, vectors = np.linalg.eigh(covariance)
    curve = vectors @ (np.sqrt(np.maximum(values, 0.0)) * random.standard_normal(len(x)))
    return Readings.of(x[:, None], curve + noise**0.5 * random.standard_normal(len(x)))


def season(n: int = 60) -> Readings:
    x = np.linspace(0.0, 200.0, n)
    return drawn("matern32(40)", x, 0.01)


def years(n: int = 120) -> Readings:
    random = np.random.default_rng(1)
    x = np.sort(random.uniform(0.0, 4 * 365.25, n))
    return drawn("periodic(1, period=365.25) + 0.05 * matern32(30)", x, 0.01)


def texts(readings: Readings) -> list[str]:
    return [print_expression(candidate.kernel) for candidate in candidates(readings)]


def test_that_one_season_is_a_matern() -> None:
    assert texts(season()) == ["matern32", "matern52"]
    assert texts(season(19)) == ["matern32"]
    assert texts(Readings.of(np.arange(20_001.0)[:, None], np.zeros(20_001))) == ["matern32"]


def test_that_repeating_seasons_may_be_a_yearly_course_with_a_departure() -> None:
    found = texts(years())
    assert found[:2] == ["matern32", "matern52"]
    assert found[2] == "periodic(between(1, 0.2, 10), period=held(365.25)) + matern32"
    assert found[3].endswith("period=held(365.25)) * matern32(1461) + matern32")


def test_that_two_crops_a_year_repeat_yearly() -> None:
    """Half a year's wave is the strongest, and a year's own explains a tenth."""
    x = np.linspace(0.0, 3 * 365.25, 48)
    turns = 2.0 * np.pi * x / 365.25
    found = texts(Readings.of(x[:, None], np.cos(2.0 * turns) + 0.35 * np.sin(turns)))
    assert len(found) == 4
    assert all("period=held(365.25)" in text for text in found[2:])


@pytest.mark.parametrize(("period", "taken"), [(365.25, True), (0.0, False)])
def test_that_a_left_out_score_does_not_judge_whether_seasons_repeat(
    period: float, taken: bool
) -> None:
    """Evidence between the two bars: the smoother curve, which foretells readings left out worse,
    is not taken, the course that repeats is."""
    wave = fit(Recipe.of(kernel="rbf(9)", learning="fixed"), season())
    own = fit(Recipe.of(kernel="matern32(40)", learning="fixed"), season())
    assert wave.left_out().log_score < own.left_out().log_score
    later = KernelCandidate(parse("rbf(9)"), "a later one", period=period)
    best = Judged(MATERNS[0], own, 10.0)
    assert _better(Judged(later, wave, 12.0), best, QUIET) == taken
    assert not _better(Judged(later, wave, 10.5), best, QUIET)
    assert _better(Judged(later, wave, 13.5), best, QUIET)


def test_that_another_rhythm_is_bounded_about_what_the_readings_say() -> None:
    x = np.linspace(0.0, 100.0, 80)
    found = texts(Readings.of(x[:, None], np.sin(2.0 * np.pi * x / 10.0)))
    assert "period=between(10" in found[2]


def test_that_several_inputs_have_one_length_each_where_readings_suffice() -> None:
    random = np.random.default_rng(0)
    x = random.random((30, 3))
    assert texts(Readings.of(x, x[:, 0])) == ["rbf([auto, auto, auto])"]
    assert texts(Readings.of(x[:5], x[:5, 0])) == ["rbf"]
    wide = random.random((60, 25))
    assert texts(Readings.of(wide, wide[:, 0])) == ["rbf"]


@pytest.mark.parametrize(
    ("truth", "taken"), [("matern32(15)", "matern32"), ("matern52(15)", "matern52")]
)
def test_that_the_kernel_the_readings_were_drawn_from_wins(truth: str, taken: str) -> None:
    posterior = fit(Recipe.of(), drawn(truth, np.linspace(0.0, 200.0, 140), 1e-4, seed=3))
    assert taken in str(posterior.kernel)
    reason = posterior.report.reason
    assert "log evidence" in reason
    assert "Matérn 3/2" in reason
    assert "Matérn 5/2" in reason
    assert reason.endswith(posterior.plan.reason)


def test_that_a_yearly_course_wins_where_there_is_one_and_is_then_learnt() -> None:
    posterior = fit(Recipe.of(learning="ml2(restarts=0)"), years())
    assert "period=held(365.25)" in str(posterior.kernel)
    assert "repeats yearly" in posterior.report.reason
    assert posterior.report.readings == 120


def test_that_what_wins_is_fitted_to_all_readings() -> None:
    data = season(COMPARED + 60)
    posterior = fit(Recipe.of(), data)
    assert posterior.report.readings == COMPARED + 60
    assert f"on {COMPARED} of the readings" in posterior.report.reason
    kernel = "matern52" if "matern52" in str(posterior.kernel) else "matern32"
    assert posterior.log_evidence == fit(Recipe.of(kernel=kernel), data).log_evidence


def test_that_fixed_numbers_compare_nothing() -> None:
    posterior = fit(Recipe.of(learning="fixed"), season())
    assert "matern32" in str(posterior.kernel)
    assert "log evidence" not in posterior.report.reason


def test_that_a_kernel_the_recipe_cannot_hold_takes_no_part() -> None:
    posterior = fit(Recipe.of(solver="kalman", learning="ml2(restarts=0)"), years(60))
    assert posterior.report.solver == "kalman"


@pytest.mark.parametrize(
    ("evidences", "said"),
    [
        ((155.2, 155.6), "log evidence 155 against 156 for a Matérn 5/2 curve, too close to call: "
         "the simpler is kept"),
        ((155.2, 140.0), "log evidence 155 against 140 for a Matérn 5/2 curve"),
        ((155.2, 190.0), "log evidence 190 against 155 for a Matérn 3/2 curve"),
    ],
)  # fmt: skip
def test_that_a_comparison_is_told_in_whole_numbers_and_a_close_call_as_one(
    monkeypatch: pytest.MonkeyPatch, evidences: tuple[float, ...], said: str
) -> None:
    left = iter(evidences)

    def judged(recipe: object, candidate: KernelCandidate, *_: object) -> Judged:
        return Judged(candidate, None, next(left))  # type: ignore[arg-type]

    monkeypatch.setattr(auto_kernel, "_judged", judged)
    _, told = auto_kernel._tournament(Recipe(), MATERNS, None, None, QUIET)  # type: ignore[arg-type]
    assert told.partition(": ")[2] == said
