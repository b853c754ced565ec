"""The document is never changed, only replaced; every step can be taken back and made again."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, iso_from_days
from gpstudio.data.table import Table, read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.commands import OpenTable, SelectField, SetChoice, SetHorizon
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, fit_series, redated
from gpstudio.session.history import MOST_TABLES, History
from gpstudio.session.season_map.laying_out import SeasonMap, mark_of_all
from gpstudio.session.season_map.weeks import FieldYear

QUICK = Recipe.of(kernel="0.1*matern32(40)", likelihood="gaussian(0.01)", learning="fixed")


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table(resource(*SAMPLE))


@pytest.fixture
def two_fields(tmp_path: Path) -> Table:
    path = tmp_path / "two.csv"
    days = np.arange("2021-01-01", "2021-06-01", 10, dtype="datetime64[D]")
    lines = [f"{field},{day},0.3" for field in ("west", "east") for day in days]
    path.write_text("\n".join(["field,date,ndvi", *lines]))
    return read_table(path)


def quick_fit(series: Series) -> Fit:
    return fit_series(series, QUICK)


def test_that_a_document_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Document().selected = "x"  # type: ignore[misc]


def test_that_a_command_leaves_the_old_document_as_it_was(table: Table) -> None:
    before = Document()
    after = OpenTable(table).apply(before)
    assert before.table is None
    assert after.table is table
    assert after.selected == "ALARC2_Smith6"


def test_that_undo_and_redo_walk_the_same_road(table: Table) -> None:
    history = History()
    history.do(OpenTable(table))
    history.do(SetChoice("kernel", "rbf(20)"))
    history.do(SetHorizon(60.0))
    assert history.undo_title == "horizon 60"
    history.undo()
    history.undo()
    assert history.document.recipe.text("kernel") == "auto"
    assert history.redo_title == "kernel rbf(20)"
    history.redo()
    history.redo()
    assert history.document.recipe.text("kernel") == "rbf(20)"
    assert history.document.request.horizon == 60.0
    assert history.redo_title is None


def test_that_a_new_command_ends_the_road_of_redo(table: Table) -> None:
    history = History()
    history.do(OpenTable(table))
    history.do(SetHorizon(60.0))
    history.undo()
    history.do(SetHorizon(10.0))
    assert history.redo_title is None


def test_that_a_wrong_command_changes_nothing(table: Table) -> None:
    history = History()
    history.do(OpenTable(table))
    before = history.document
    with pytest.raises(InputError, match="did you mean 'matern32'"):
        history.do(SetChoice("kernel", "mattern32"))
    with pytest.raises(InputError, match="ALARC2_Smith6"):
        history.do(SelectField("ALARC2_Smith"))
    with pytest.raises(InputError, match="from 0"):
        history.do(SetHorizon(-1.0))
    with pytest.raises(InputError, match="36,525 days"):
        history.do(SetHorizon(36_526.0))
    assert history.document is before
    assert history.undo_title == "open alarc2_smith6_landsat_ndvi.csv"


def test_that_a_result_survives_undo_and_says_that_it_is_stale(table: Table) -> None:
    history = History(OpenTable(table).apply(Document(recipe=QUICK)))
    fit = quick_fit(table.series[0])
    history.keep_fit(fit)
    assert history.document.fit_is_current
    history.do(SetChoice("kernel", "rbf(20)"))
    assert history.document.fit is fit
    assert not history.document.fit_is_current
    history.undo()
    assert history.document.fit_is_current


def test_that_undo_keeps_what_was_found_since(two_fields: Table) -> None:
    history = History()
    history.do(OpenTable(two_fields))
    history.do(SetHorizon(60.0))
    west, east = map(quick_fit, two_fields.series)
    history.keep_fit(west)
    assert history.undo().fits["west"].is_of(west.series)
    history.keep_fit(east)
    assert set(history.redo().fits) == {"west", "east"}


def test_that_a_map_of_seasons_is_no_step_and_survives_undo(two_fields: Table) -> None:
    history = History(OpenTable(two_fields).apply(Document()))
    history.do(SelectField("east"))
    rows = tuple(FieldYear(group, 2021, 0.0) for group in two_fields.groups)
    places, made_of = np.zeros((len(rows), 2)), mark_of_all(two_fields.series)
    found = SeasonMap(rows, places, places, places[:, 0], np.ones(2), 1.0, made_of)
    assert history.keep_season_map(found).present_map is found
    assert history.undo().present_map is found
    assert history.undo_title is None
    assert history.redo().present_map is found
    history.do(OpenTable(two_fields))
    assert history.document.season_map is None


def test_that_a_result_of_a_field_that_is_gone_is_left_out(table: Table, two_fields: Table) -> None:
    history = History(OpenTable(table).apply(Document()))
    fit = quick_fit(table.series[0])
    history.do(OpenTable(two_fields))
    history.keep_fit(fit)
    assert not history.document.fits


def test_that_opening_another_table_and_undoing_brings_the_results_back(
    table: Table, two_fields: Table
) -> None:
    history = History(OpenTable(table).apply(Document()))
    history.keep_fit(quick_fit(table.series[0]))
    history.do(OpenTable(two_fields))
    assert history.document.fit is None
    history.undo()
    assert history.document.fit is not None


def test_that_each_field_keeps_its_own_result(two_fields: Table) -> None:
    history = History(OpenTable(two_fields).apply(Document()))
    for series in two_fields.series:
        history.keep_fit(quick_fit(series))
    history.do(SelectField("east"))
    assert history.document.fit is not None
    assert history.document.fit.series.group == "east"


@pytest.fixture
def under_way(tmp_path: Path) -> Table:
    """Ends before the fourth season does."""
    days = np.arange(18_000.0, 19_280.0, 12.0)
    value = 0.5 - 0.3 * np.cos(2 * np.pi * (days - 18_050.0) / 365.25)
    dates = iso_from_days(days)
    rows = [f"{date},{v:.4f}" for date, v in zip(dates, value, strict=True)]
    path = tmp_path / "under way.csv"
    path.write_text("\n".join(["date,ndvi", *rows]), encoding="utf-8")
    return read_table(path)


def test_that_a_table_that_was_replaced_keeps_no_draws_and_comes_back_with_its_dates(
    table: Table, under_way: Table
) -> None:
    history = History()
    history.do(OpenTable(under_way))
    fit = quick_fit(under_way.series[0])
    assert fit.dates.ahead is not None
    history.keep_fit(fit)
    history.do(SetHorizon(60.0))
    history.do(OpenTable(table))
    history.undo()
    shown = history.document.fit
    assert shown is not None
    assert shown.dates.ahead is None
    assert shown.posterior is fit.posterior
    assert shown.stages == fit.stages
    assert not history.document.fit_is_current  # it is dated once more, behind what is shown
    again = redated(shown, history.document.request, shown.facts)
    assert [stage.date for stage in again.stages] == [stage.date for stage in fit.stages]
    assert again.dates.ahead is not None
    history.undo()
    assert history.document.fit is shown


def test_that_steps_on_the_present_table_keep_all_that_was_found(under_way: Table) -> None:
    history = History()
    history.do(OpenTable(under_way))
    fit = quick_fit(under_way.series[0])
    history.keep_fit(fit)
    history.do(SetHorizon(60.0))
    history.undo()
    history.redo()
    assert history.document.fit is fit


def test_that_undo_goes_back_over_so_many_tables_and_no_more(table: Table) -> None:
    history = History()
    for number in range(MOST_TABLES + 5):
        history.do(OpenTable(dataclasses.replace(table, path=Path(f"{number}.csv"))))
        history.do(SetHorizon(float(number + 1)))
    names = []
    while history.undo_title is not None:
        shown = history.undo().table
        assert shown is not None
        names.append(shown.path.name)
    assert len(set(names)) == MOST_TABLES + 1  # and the present one
    assert names[-1] == "4.csv"
    while history.redo_title is not None:
        history.redo()
    assert history.document.table is not None
    assert history.document.table.path.name == f"{MOST_TABLES + 4}.csv"
