"""Fits that are kept: which, for how long, and what undo does with them."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.table import Table, read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session import kept
from gpstudio.session.commands import OpenTable, SetChoice, SetRecipe
from gpstudio.session.document import Document
from gpstudio.session.facts import NO_FACTS
from gpstudio.session.field_commands import ExcludeReadings
from gpstudio.session.fitting import GRID_POINTS, Fit, fit_series, redated
from gpstudio.session.history import History
from gpstudio.session.kept import MOST_BARE, KeptCurve, KeptFit, scored
from gpstudio.session.kept_commands import DropFits, PinFits, UseAgain
from gpstudio.session.request import Request

PLAIN = Request(stages="none")


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table(resource(*SAMPLE))


@pytest.fixture
def history(table: Table) -> History:
    ticks = count(1_000)
    return History(OpenTable(table).apply(Document()), clock=lambda: float(next(ticks)))


def recipe(length: int) -> Recipe:
    return Recipe.of(
        kernel=f"0.1*matern32({length})", likelihood="gaussian(0.01)", learning="fixed"
    )


def fit_of(history: History, length: int) -> Fit:
    series = history.document.series
    assert series is not None
    return fit_series(series, recipe(length), PLAIN)


def lengths(history: History) -> list[str]:
    document = history.document
    return [row.recipe.text("kernel") for row in document.kept_of(document.selected)]


def written(*lengths: int) -> list[str]:
    return [recipe(length).text("kernel") for length in lengths]


def test_that_every_fit_is_kept_with_its_figures_and_curve(history: History) -> None:
    fits = [fit_of(history, length) for length in (30, 60)]
    for fit in fits:
        history.keep_fit(fit)
    rows = history.document.kept_of(history.document.selected)
    for row, fit in zip(rows, fits, strict=True):
        assert (row.log_evidence, row.seconds) == (fit.report.log_evidence, fit.report.seconds)
        assert row.kernel == fit.report.kernel
        assert row.curve is not None
        assert np.array_equal(row.curve.mean, fit.curve.mean)
        assert np.array_equal(row.curve.upper, fit.curve.upper)
        assert row.count == len(fit.series)
    assert [row.when for row in rows] == [1_000.0, 1_001.0]
    assert rows[0].readings == rows[1].readings == fits[0].series.fingerprint


def test_that_the_same_recipe_on_the_same_readings_has_one_row(history: History) -> None:
    for length in (30, 60, 30):
        history.keep_fit(fit_of(history, length))
    assert lengths(history) == written(60, 30)
    assert history.document.kept_of(history.document.selected)[-1].when == 1_002.0


def test_that_the_same_recipe_on_other_readings_has_a_row_of_its_own(history: History) -> None:
    history.keep_fit(fit_of(history, 30))
    series = history.document.series
    assert series is not None
    history.do(ExcludeReadings(series.group, ((float(series.time[3]), float(series.value[3])),)))
    history.keep_fit(fit_of(history, 30))
    before, after = history.document.kept_of(series.group)
    assert before.readings != after.readings
    assert after.count == before.count - 1


def test_that_dating_a_curve_again_makes_no_row(history: History) -> None:
    fit = fit_of(history, 30)
    history.keep_fit(fit)
    history.keep_fit(redated(fit, Request(stages="curve"), NO_FACTS))
    (row,) = history.document.kept_of(fit.series.group)
    assert row.when == 1_000.0


def test_that_rows_survive_undo_and_redo_also_of_taken_out_readings(history: History) -> None:
    first = fit_of(history, 30)
    history.keep_fit(first)
    history.do(SetChoice("kernel", "rbf(20)"))
    series = history.document.series
    assert series is not None
    history.do(ExcludeReadings(series.group, ((float(series.time[3]), float(series.value[3])),)))
    second = fit_of(history, 60)
    history.keep_fit(second)
    history.undo()
    assert history.document.fit is first  # to the readings that are there again
    assert lengths(history) == written(30, 60)
    history.undo()
    assert lengths(history) == written(30, 60)
    history.redo()
    history.redo()
    assert history.document.fit is second
    assert lengths(history) == written(30, 60)


def test_that_fits_of_other_fields_survive_undo_of_taken_out_readings(table: Table) -> None:
    east, west = (replace(table.series[0], group=group) for group in ("east", "west"))
    history = History(OpenTable(replace(table, series=(east, west))).apply(Document()))
    history.do(ExcludeReadings("east", ((float(east.time[3]), float(east.value[3])),)))
    history.keep_fit(fit_series(west, recipe(30), PLAIN))
    history.undo()
    assert "west" in history.document.fits


def test_that_another_table_begins_anew_and_undo_brings_the_rows_back(
    history: History, table: Table
) -> None:
    history.keep_fit(fit_of(history, 30))
    history.do(OpenTable(replace(table)))
    assert lengths(history) == []
    history.undo()
    assert lengths(history) == written(30)


def test_that_the_oldest_goes_and_a_pinned_one_stays(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST", 3)
    history.keep_fit(fit_of(history, 30))
    (pinned,) = history.document.kept_of(history.document.selected)
    history.do(PinFits((pinned.key,), True))
    assert history.undo_title == "pin a fit"
    for length in (40, 50, 60, 70):
        history.keep_fit(fit_of(history, length))
    assert lengths(history) == written(30, 50, 60, 70)
    history.do(PinFits((pinned.key,), False))
    history.keep_fit(fit_of(history, 80))
    assert lengths(history) == written(60, 70, 80)


def test_that_of_many_fields_the_fit_before_keeps_its_figures_alone(history: History) -> None:
    for length in (30, 60):
        history.keep_fit(fit_of(history, length), one_of_many=True)
    before, after = history.document.kept_of(history.document.selected)
    assert before.curve is None
    assert math.isfinite(before.log_evidence)
    assert after.curve is not None
    history.do(PinFits((after.key,), True))
    history.keep_fit(fit_of(history, 90), one_of_many=True)
    rows = history.document.kept_of(history.document.selected)
    assert [row.curve is None for row in rows] == [True, False, False]


def test_that_of_rows_without_a_curve_few_are_kept(history: History) -> None:
    for length in range(30, 30 + 10 * (MOST_BARE + 4), 10):
        history.keep_fit(fit_of(history, length), one_of_many=True)
    rows = history.document.kept_of(history.document.selected)
    assert [row.curve is None for row in rows] == [True] * MOST_BARE + [False]


def test_that_a_fit_that_was_made_alone_stays_whole_behind_many(history: History) -> None:
    for length, one_of_many in ((30, True), (60, False), (90, True)):
        history.keep_fit(fit_of(history, length), one_of_many)
    rows = history.document.kept_of(history.document.selected)
    assert all(row.curve is not None for row in rows)


def test_that_rows_share_the_times_they_are_drawn_at(history: History) -> None:
    for length in (30, 60, 90):
        history.keep_fit(fit_of(history, length))
    curves = [row.curve for row in history.document.kept_of(history.document.selected)]
    assert curves[0] is not None
    assert curves[1] is not None
    assert curves[0].time is curves[1].time


def test_that_a_removed_row_comes_back_with_undo(history: History) -> None:
    for length in (30, 60):
        history.keep_fit(fit_of(history, length))
    group = history.document.selected
    first, newest = history.document.kept_of(group)
    history.do(DropFits(group, (first.name,)))
    assert history.undo_title == "remove a fit"
    assert lengths(history) == written(60)
    history.undo()
    assert lengths(history) == written(30, 60)
    with pytest.raises(InputError, match="the curve that is shown"):
        history.do(DropFits(group, (newest.name,)))


def test_that_a_removed_fit_that_is_made_again_is_seen_again(history: History) -> None:
    for length in (30, 60):
        history.keep_fit(fit_of(history, length))
    group = history.document.selected
    history.do(DropFits(group, (history.document.kept_of(group)[0].name,)))
    history.keep_fit(fit_of(history, 30))
    assert lengths(history) == written(60, 30)


def test_that_an_earlier_model_is_used_again_and_undone(history: History) -> None:
    history.keep_fit(fit_of(history, 30))
    (row,) = history.document.kept_of(history.document.selected)
    history.do(SetRecipe(recipe(60)))
    history.do(UseAgain(row.recipe))
    assert history.document.recipe == recipe(30)
    assert history.undo_title == "use an earlier model"
    history.undo()
    assert history.document.recipe == recipe(60)


def test_that_a_fit_that_nobody_noted_is_seen_too(table: Table) -> None:
    fit = fit_series(table.series[0], recipe(30), PLAIN)
    document = Document(table, fit.series.group).with_fit(fit)
    (row,) = document.kept_of(fit.series.group)
    assert math.isnan(row.when)
    history = History(document)
    history.keep_fit(fit_series(table.series[0], recipe(60), PLAIN))
    assert lengths(history) == written(30, 60)


def test_that_the_score_is_that_of_the_left_out_readings(history: History) -> None:
    fit = fit_of(history, 30)
    history.keep_fit(fit)
    (row,) = history.document.kept_of(fit.series.group)
    score = scored(fit)
    history.keep_score(row, score)
    history.do(SetChoice("kernel", "rbf(20)"))
    history.undo()
    (row,) = history.document.kept_of(fit.series.group)
    left_out = fit.posterior.left_out()
    assert row.score == score
    assert score.log_score == left_out.log_score
    assert score.inside == np.mean(np.abs(left_out.residuals) <= 1.959963984540054)
    assert score.told == len(fit.series)


def test_that_a_score_that_comes_late_is_given_to_its_own_fit(history: History) -> None:
    first = fit_of(history, 30)
    history.keep_fit(first)
    (row,) = history.document.kept_of(first.series.group)
    history.keep_fit(fit_of(history, 30))
    history.keep_score(row, scored(first))
    assert history.document.kept_of(first.series.group)[0].score is None


def test_that_a_curve_at_a_million_times_is_kept_as_a_screen_shows_it() -> None:
    time = np.arange(100_000.0)
    alone = KeptCurve(time, time, time, time).alone()
    assert GRID_POINTS / 2 <= len(alone.time) <= GRID_POINTS
    assert alone.time.base is None


def test_that_a_weight_is_part_of_the_readings(table: Table) -> None:
    series = table.series[0]
    weighted = replace(series, weight=np.linspace(0.5, 1.0, len(series)))
    renamed = replace(series, group="other")
    assert series.fingerprint == replace(series).fingerprint == renamed.fingerprint
    assert weighted.fingerprint != series.fingerprint
    fit = fit_series(series, recipe(30), PLAIN)
    assert KeptFit.of(fit).key != KeptFit.of(replace(fit, series=renamed)).key
