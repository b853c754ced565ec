"""Rivals on a fitted field: curves on its grid, and standings on readings nobody was shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.inference.regression import fit as infer
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.rivals import RIVAL_COLUMNS, write_rivals
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rivals.held_out import singles
from gpstudio.phenology.rivals.league import Standing
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.readings import readings_of
from gpstudio.session.rival_lines import RivalLine, draw_rivals
from gpstudio.session.rivals import (
    BLOCKS,
    FIXED,
    OUTLIERS,
    SINGLES,
    caveat,
    compare_rivals,
    holding_of,
    measure_rivals,
    rival_rows,
    summary,
)

RECIPE = Recipe.of(kernel="matern32", learning="ml2(restarts=0)")
FIRST = 18_000.0


def readings(seed: int = 3, noise: float = 0.02) -> Series:
    """Two bells of a year each, a reading every eight days."""
    random = np.random.default_rng(seed)
    time = FIRST + np.arange(0.0, 730.0, 8.0)
    value = 0.2 + 0.6 * np.exp(-0.5 * (((time - FIRST) % 365.0 - 180.0) / 35.0) ** 2)
    value += noise * random.standard_normal(len(time))
    return Series("North", time, value, "date", "NDVI", True)


@pytest.fixture(scope="module")
def fit() -> Fit:
    made = fit_series(readings(), RECIPE)
    assert len(made.seasons) == 2
    return made


class Listening(Task):
    def __init__(self, patience: int = 10**9) -> None:
        self.patience = patience
        self.parts: list[object] = []
        self.fractions: list[float] = []

    def report(self, status: str, fraction: float | None = None) -> None:
        assert fraction is not None
        self.fractions.append(fraction)

    def partial(self, result: object) -> None:
        self.parts.append(result)

    def check(self) -> None:
        self.patience -= 1
        if self.patience < 0:
            raise Cancelled


def test_that_every_method_is_drawn_on_the_fits_own_grid(fit: Fit) -> None:
    lines = draw_rivals(fit)
    assert [line.method for line in lines] == list(METHODS.names)
    inside = (fit.curve.time >= fit.seasons[0].start) & (fit.curve.time <= fit.seasons[-1].end)
    for line in lines:
        assert np.array_equal(line.time, fit.curve.time)
        assert np.isfinite(line.value[inside]).all()
        assert 0.0 < line.residual_std < 0.2
        assert np.abs(line.value - fit.curve.mean)[inside].mean() < 0.1
    by_season = next(line for line in lines if line.method == "beck")
    assert [season for season, _ in by_season.numbers] == [s.name for s in fit.seasons]
    assert set(np.unique(by_season.part)) == {0, 1}
    whole = next(line for line in lines if line.method == "whittaker")
    assert [season for season, _ in whole.numbers] == [""]


def test_that_the_process_is_learnt_anew_without_each_fold(fit: Fit) -> None:
    """The same turns by hand: everything from the recipe, and nothing from the whole fit."""
    series = fit.series
    turn = singles()(series.time)
    error = np.full(len(series), np.nan)
    for fold in np.unique(turn):
        out = turn == fold
        rest = replace(series, time=series.time[~out], value=series.value[~out])
        posterior = infer(replace(RECIPE, scale=fit.learned.written.scale), readings_of(rest))
        mean, _ = posterior.predict(series.time[out][:, None], include_noise=True)
        error[out] = mean - series.value[out]
    inside = np.logical_or.reduce(
        [(series.time >= s.start) & (series.time <= s.end) for s in fit.seasons]
    )
    (standing,) = measure_rivals(fit, ["whittaker"])
    assert standing.compared == inside.sum()
    expected = float(np.sqrt(np.mean(error[inside] ** 2)))
    assert standing.process_rmse == pytest.approx(expected, rel=1e-12)


def test_that_weights_count_in_every_turn_as_they_do_in_a_fit() -> None:
    series = readings()
    weight = np.where(np.arange(len(series)) % 3 == 0, 0.25, 1.0)
    weighed = fit_series(replace(series, weight=weight), RECIPE)
    plain = fit_series(series, RECIPE)
    (one,), (other,) = (measure_rivals(f, ["whittaker"]) for f in (weighed, plain))
    assert one.process_rmse != other.process_rmse


def test_that_blocks_and_single_readings_are_other_questions(fit: Fit) -> None:
    (near,) = measure_rivals(fit, ["harmonic"], SINGLES)
    (far,) = measure_rivals(fit, ["harmonic"], BLOCKS)
    assert near.process_rmse < far.process_rmse
    assert holding_of("blocks") is BLOCKS
    with pytest.raises(InputError, match="singles"):
        holding_of("single")


def test_that_results_come_one_by_one_and_progress_never_goes_back(fit: Fit) -> None:
    task = Listening()
    found = compare_rivals(fit, ["beck", "harmonic"], task=task)
    assert [type(part) for part in task.parts] == [RivalLine, RivalLine, Standing, Standing]
    assert task.parts == [*found.lines, *found.standings]
    measuring = task.fractions[2:]
    assert measuring == sorted(measuring)
    assert max(measuring) < 1.0


@pytest.mark.parametrize("patience", [0, 4, 40])
def test_that_the_work_can_be_stopped(fit: Fit, patience: int) -> None:
    with pytest.raises(Cancelled):
        compare_rivals(fit, task=Listening(patience))


def test_that_the_rows_of_the_file_are_what_was_measured(fit: Fit, tmp_path) -> None:
    found = compare_rivals(fit, ["beck", "klosterman"])
    rows = rival_rows(found)
    assert [row.method for row in rows] == ["beck", "klosterman"]
    assert all(row.group == "North" for row in rows)
    assert rows[0].rmse == found.standings[0].rmse
    assert rows[0].verdict == found.standings[0].verdict
    text = write_rivals(tmp_path / "rivals.csv", rows).read_text(encoding="utf-8")
    assert text.splitlines()[0].split(",") == list(RIVAL_COLUMNS)
    assert len(text.splitlines()) == 3


def test_that_a_field_without_a_season_has_smoothers_and_says_why_not_the_rest() -> None:
    random = np.random.default_rng(1)
    time = FIRST + np.arange(0.0, 400.0, 8.0)
    flat = Series("", time, 0.2 + 0.01 * random.standard_normal(len(time)), "date", "NDVI", True)
    fit = fit_series(flat, RECIPE)
    assert not fit.seasons
    found = compare_rivals(fit, ["beck", "whittaker"])
    seasonal, smoother = found.lines
    assert np.isnan(seasonal.value).all()
    assert np.isnan(seasonal.residual_std)
    assert seasonal.trouble.startswith("No season was found")
    assert np.isfinite(smoother.value).all()
    assert found.standings[0].compared == 0
    assert found.standings[1].compared == len(time)
    row = rival_rows(found)[0]
    assert row.rmse is None
    assert row.gain is None


def test_that_too_few_readings_are_refused_in_a_sentence() -> None:
    series = readings()
    few = replace(series, time=series.time[:6], value=series.value[:6])
    with pytest.raises(InputError, match=r"^6 readings are too few .* at least 10 are needed\.$"):
        measure_rivals(fit_series(few, RECIPE), ["whittaker"])


def standing(gain: float, error: float = 0.1, compared: int = 50) -> Standing:
    clear = compared >= 10 and abs(gain) > 2.0 * error
    return Standing("beck", "Beck", 0.1, 0.1, compared, 0, gain, error, "", clear)


@pytest.mark.parametrize(
    ("gains", "said"),
    [
        ((1.0, 1.0), "the Gaussian process is better than 2."),
        ((-1.0, -1.0), "2 are better than the Gaussian process."),
        ((0.1, -0.1), "2 cannot be told from the Gaussian process."),
        (
            (1.0, -1.0, 0.0),
            "the Gaussian process is better than 1, 1 is better than it, 1 cannot be told from it.",
        ),
    ],
)
def test_that_the_summary_is_told_whichever_way_it_falls(
    gains: tuple[float, ...], said: str
) -> None:
    standings = [standing(gain) for gain in gains]
    sentence = summary(standings)
    assert sentence == f"Of {len(gains)} curves on this field's readings left out, {said}"


def test_that_a_curve_that_answers_too_little_has_no_verdict() -> None:
    sentence = summary([standing(1.0), standing(-9.0, compared=3)])
    assert sentence.endswith("is better than 1; 1 is left without a verdict.")
    assert summary([standing(1.0, compared=0)]).startswith("No curve answers enough")


def _asked(fit: Fit, name: str, text: str) -> Fit:
    return fit.with_dates(fit.dates, replace(fit.basis, recipe=RECIPE.with_choice(name, text)))


def test_that_what_is_not_equal_is_said(fit: Fit) -> None:
    assert OUTLIERS in caveat(fit)
    robust = _asked(fit, "likelihood", "student_t")
    assert OUTLIERS not in caveat(robust)
    assert FIXED not in caveat(fit)
    assert FIXED in caveat(_asked(fit, "learning", "fixed"))
