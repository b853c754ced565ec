"""The table of all fields and their stages: lines, order, what is looked for, copy and export."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from as_if import as_if_of
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import Table, read_table
from gpstudio.gui.across.columns import natural
from gpstudio.gui.across.table import HIDDEN
from gpstudio.gui.across.view import FIT_FIRST, AcrossView
from gpstudio.gui.pages.across import AcrossPage
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.window import Window
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, fit_series

from .conftest import PATIENCE

START = float(days_from_dates(["2020-10-01"])[0])
DAYS = START + 8.0 * np.arange(92)
RECIPE = Recipe.of(kernel="0.1 * matern32(60)", likelihood="gaussian(0.0004)", learning="fixed")


def field(group: str, peak: float) -> Series:
    bells = [np.exp(-(((DAYS - START - peak - at) / 45.0) ** 2)) for at in (0.0, 365.0)]
    return Series(group, DAYS, 0.2 + 0.6 * sum(bells), "date", "ndvi", True)


FIELDS = [field("field 10", 200.0), field("field 9", 215.0), field("lost", 220.0)]


@pytest.fixture(scope="module")
def fits() -> list[Fit]:
    return [fit_series(one, RECIPE) for one in FIELDS[:2]]


@pytest.fixture(scope="module")
def table() -> Table:
    return replace(read_table(resource(*SAMPLE)), series=tuple(FIELDS))


@pytest.fixture
def view(qtbot: QtBot, fits: list[Fit], table: Table) -> Iterator[AcrossView]:
    view = AcrossView(LIGHT)
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.show()
    QSettings().remove(HIDDEN)
    document = Document(table, "field 9", RECIPE)
    for fit in fits:
        document = document.with_fit(fit)
    view.show_document(document, {"lost": "It has no readings."})
    qtbot.waitUntil(lambda: bool(view.model.shown), timeout=PATIENCE)
    yield view
    view.close()


def names(view: AcrossView) -> list[str]:
    return [f"{row.group} {row.season}".strip() for row in view.model.shown]


def test_that_every_field_has_a_line_a_season(view: AcrossView, fits: list[Fit]) -> None:
    assert names(view) == [
        "field 10 2021", "field 10 2022", "field 9 2021", "field 9 2022", "lost",
    ]  # fmt: skip
    titles = [column.title for column in view.model.columns]
    peak = view.model.cells(view.model.shown[0])[titles.index("Peak")]
    stage = next(one for one in fits[0].stages if (one.season, one.stage) == ("2021", "peak"))
    assert stage.date is not None
    assert stage.lower90 is not None
    assert stage.upper90 is not None
    half = (stage.upper90 - stage.lower90) / 2
    assert stage.grade is not None
    day = fits[0].stage_rows[0].time(stage.date)
    assert peak == f"{day} ± {half:.0f} {stage.grade.letter}"
    assert view.model.shown[-1].look == "not fitted"
    assert view.state.text() == "3 fields: 2 to use, 1 needs a look: 1 not fitted"


def test_that_a_heading_sorts_and_lines_without_come_last(view: AcrossView) -> None:
    view.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert names(view)[:2] == ["field 9 2021", "field 9 2022"]
    titles = [column.title for column in view.model.columns]
    for order, first in (
        (Qt.SortOrder.AscendingOrder, "field 10 2021"),
        (Qt.SortOrder.DescendingOrder, "field 9 2022"),
    ):
        view.table.sortByColumn(titles.index("Peak"), order)
        assert names(view)[0] == first
        assert names(view)[-1] == "lost"
    assert natural("Field 9") < natural("field 10") < natural("field 10b")


def test_that_what_is_looked_for_is_left(view: AcrossView) -> None:
    view.search.setText("9 2022")
    assert names(view) == ["field 9 2022"]
    assert view.state.text().endswith("1 line shown")
    view.search.setText("")
    view.only.setChecked(True)
    assert names(view) == ["lost"]


def test_that_lines_are_copied_as_they_are_shown(view: AcrossView, qtbot: QtBot) -> None:
    view.search.setText("field 9")
    view.copy.click()
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0] == [column.title for column in view.model.columns]
    assert [line[0] for line in lines[1:]] == ["field 9", "field 9"]
    view.table.selectRow(1)
    qtbot.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    (_, line) = QGuiApplication.clipboard().text().splitlines()
    assert line.split("\t")[:2] == ["field 9", "2022"]
    chosen: list[str] = []
    view.selected.connect(chosen.append)
    qtbot.keyClick(view.table, Qt.Key.Key_Return)
    assert chosen == ["field 9"]


def in_sight(view: AcrossView) -> list[str]:
    """Headings of the columns that are shown, as they stand there."""
    table, model = view.table, view.model
    shown = [p for p in range(model.columnCount()) if not table.isColumnHidden(p)]
    across = Qt.Orientation.Horizontal
    return [str(model.headerData(place, across)) for place in shown]


def with_crop(fit: Fit, stages: int) -> Fit:
    """As if a crop had so many stages of its own beside the landmarks."""
    seen = [replace(one, crop="wheat" if stages else "") for one in fit.stages]
    own = [
        replace(one, stage=f"stage {n}")
        for one in seen if one.stage == "peak"
        for n in range(stages)
    ]  # fmt: skip
    return fit.with_dates(replace(fit.dates, stages=(*seen, *own)))


def test_that_no_table_scrolls_sideways_while_columns_can_give_way(
    view: AcrossView, fits: list[Fit], table: Table
) -> None:
    bar = view.table.horizontalScrollBar()
    document = Document(table, "field 9", RECIPE)
    for stages in (0, 5, 7):
        shown = document
        for fit in fits:
            shown = shown.with_fit(with_crop(fit, stages))
        view.show_document(shown)
        view._make()
        for wide in (690, 1100):
            view.resize(wide, 300)
            QApplication.processEvents()
            assert bar.maximum() == 0, (stages, wide)
            named = {heading.replace("\n", " ") for heading in in_sight(view)}
            assert {"Field", "Season", "Look at"} <= named
            assert {f"Stage {n}" for n in range(stages)} <= named, "a crop's stages stay"
            crowded = len(view.model.columns) - len(named)
            assert view.columns.text() == (f"Columns +{crowded}" if crowded else "Columns")
    assert view.model.is_tight
    lines = view.model.index(0, 2).data().split("\n")
    assert len(lines) == 2
    assert lines[1].startswith("± ")


def test_that_a_date_stands_without_its_year_and_is_copied_whole(view: AcrossView) -> None:
    titles = [column.title for column in view.model.columns]
    place = titles.index("Peak")
    whole = view.model.cells(view.model.shown[0])[place]
    view.resize(1100, 300)
    QApplication.processEvents()
    assert view.model.index(0, place).data() == whole[5:]
    assert whole in view.model.index(0, place).data(Qt.ItemDataRole.ToolTipRole)
    view.copy.click()
    assert whole in QGuiApplication.clipboard().text()


def test_that_a_column_that_is_not_wanted_stays_away(view: AcrossView, qtbot: QtBot) -> None:
    def action(title: str) -> QAction:
        menu = view.table.columns_menu()
        return next(one for one in menu.actions() if one.text() == title)

    action("Peak").trigger()
    assert "Peak" not in in_sight(view)
    assert not action("Peak").isChecked()
    view.copy.click()
    assert "Peak" not in QGuiApplication.clipboard().text().splitlines()[0].split("\t")
    other = AcrossView(LIGHT)
    qtbot.addWidget(other)
    assert other.table.hidden == ["stage peak"], "it is remembered"
    action("Peak").trigger()
    assert "Peak" in in_sight(view)


def test_that_lines_stay_in_order_when_columns_come(
    view: AcrossView, table: Table, fits: list[Fit]
) -> None:
    titles = [column.title for column in view.model.columns]
    view.table.sortByColumn(titles.index("Peak"), Qt.SortOrder.AscendingOrder)
    document = Document(table, "field 9", RECIPE, labels={"field 9": {"soil": "loam"}})
    for fit in fits:
        document = document.with_fit(fit)
    view.show_document(document)
    view._make()
    titles = [column.title for column in view.model.columns]
    assert view.model.sorted_by == titles.index("Peak")
    assert view.table.horizontalHeader().sortIndicatorSection() == titles.index("Peak")


def test_that_lines_follow_the_document(
    view: AcrossView, qtbot: QtBot, table: Table, fits: list[Fit]
) -> None:
    view.show_document(Document(table, "lost", RECIPE).with_fit(as_if_of(fits[0], FIELDS[2])))
    qtbot.waitUntil(lambda: names(view) == ["lost 2021", "lost 2022"], timeout=PATIENCE)
    view.show_document(Document())
    qtbot.waitUntil(lambda: not view.model.shown, timeout=PATIENCE)
    assert view.state.text() == FIT_FIRST
    assert not view.export.isEnabled()


def test_that_the_window_fills_it_and_exports_every_field(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened(season)
    window.pages.turn_to(AcrossPage)
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    assert "2 fields: " in window.status.words.text()
    view = window.pages[AcrossPage].view
    qtbot.waitUntil(lambda: len(view.model.shown) == 2, timeout=PATIENCE)
    for action, name in (("export_fields", "fields"), ("export_all_forecasts", "forecast")):
        path = tmp_path / f"{name}.csv"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
            window.commands[action].trigger()
        with path.open(encoding="utf-8", newline="") as handle:
            groups = [row["group"] for row in csv.DictReader(handle)]
        assert list(dict.fromkeys(groups)) == ["North", "South"]
    fits = window.desk.document.fits_in_order
    assert [row.group for row in view.model.shown] == [fit.series.group for fit in fits]


def test_that_observed_dates_stand_beside_theirs_with_the_error(
    view: AcrossView, fits: list[Fit], table: Table
) -> None:
    stage = next(one for one in fits[0].stages if (one.season, one.stage) == ("2021", "peak"))
    assert stage.date is not None
    assert stage.upper90 is not None
    outside = stage.upper90 + 3.0
    seen = [replace(one, observed=outside) if one is stage else one for one in fits[0].stages]
    fit = fits[0].with_dates(replace(fits[0].dates, stages=tuple(seen)))
    document = Document(table, "field 9", RECIPE, labels={"field 9": {"soil": "loam"}})
    view.show_document(document.with_fit(fit).with_fit(fits[1]))
    view._make()
    titles = [column.title for column in view.model.columns]
    place = titles.index("Peak seen")
    assert titles[place - 1] == "Peak"
    off = stage.date - outside
    day = fit.stage_rows[0].time(outside)
    assert view.model.cells(view.model.shown[0])[place] == f"{day} ({off:+.0f} d)"
    assert f"1 observed date: {-off:.1f} days off, 0 in the 90 % interval" in view.state.text()
    assert view.model.cells(view.model.shown[2])[titles.index("Soil")] == "loam"
    view.search.setText("loam")
    assert names(view) == ["field 9 2021", "field 9 2022"]
