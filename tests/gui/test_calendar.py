"""The calendar of all fields: lines, order, marks, and what is under the mouse."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from as_if import as_if_of
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QTableView
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import Table
from gpstudio.gui import calendar_strip
from gpstudio.gui.calendar.legend import Legend
from gpstudio.gui.calendar.lines import (
    NAME,
    NEWEST,
    CalendarLine,
    CalendarSheet,
    Lines,
    line_of,
    year_of,
)
from gpstudio.gui.calendar.model import STRIP
from gpstudio.gui.calendar.painting import inside_of, place_of
from gpstudio.gui.calendar.scale import CalendarScale
from gpstudio.gui.calendar_strip import CalendarStrip
from gpstudio.gui.pages.calendar import CalendarPage
from gpstudio.gui.stage_looks import stage_colour
from gpstudio.gui.theme import DARK, LIGHT, Theme
from gpstudio.gui.window import Window
from gpstudio.phenology.rules import RULES
from gpstudio.session.dating import NO_DATES
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request

from .conftest import PATIENCE, Find
from .test_season_form import choose

STAGES = RULES.names
SHIFTS = {"Early": -20.0, "Late": 25.0, "Middle": 0.0}


def field(name: str, shift: float) -> Series:
    first = float(days_from_dates(["2021-01-01"])[0])
    time = first + np.arange(0.0, 730.0, 8.0)
    bell = 0.6 * np.exp(-((((time - first) % 365.0 - 180.0 - shift) / 40.0) ** 2))
    noise = np.random.default_rng(7).normal(0.0, 0.015, len(time))
    return Series(name, time, 0.2 + bell + noise, "date", "ndvi", True)


@pytest.fixture(scope="module")
def fits() -> dict[str, Fit]:
    return {name: fit_series(field(name, shift), Recipe()) for name, shift in SHIFTS.items()}


@pytest.fixture
def document(fits: dict[str, Fit]) -> Document:
    """Three fields with dates, one without a season, one that was not fitted."""
    bare = replace(field("Bare", 0.0), value_name="ndvi")
    waiting = field("Waiting", 0.0)
    series = [fit.series for fit in fits.values()]
    fields = (bare, *series, waiting)
    by_group = {each.group: each for each in fields}
    table = cast(Table, SimpleNamespace(series=fields, by_group=by_group, called=str))
    soil = as_if_of(fits["Middle"], bare).with_dates(NO_DATES)
    return Document(table=table, selected="Middle", fits={**fits, "Bare": soil})


@pytest.fixture
def page(qtbot: QtBot, document: Document) -> CalendarStrip:
    made = CalendarStrip(LIGHT)
    made.resize(900, 300)
    qtbot.addWidget(made)
    made.show()
    made.show_document(document, {"Waiting": "three readings are too few"})
    return made


def names(page: CalendarStrip) -> list[str]:
    return [line.name for line in page.model.lines]


def test_that_a_line_holds_the_stages_of_the_chosen_year(fits: dict[str, Fit]) -> None:
    fit = fits["Middle"]
    newest, before = line_of(fit, "Middle", NEWEST), line_of(fit, "Middle", "2021")
    assert [stage.stage for stage in newest.stages] == list(STAGES)
    assert {stage.season for stage in newest.stages} == {"2022"}
    assert {stage.season for stage in before.stages} == {"2021"}
    assert line_of(fit, "Middle", "1999").reason == "no season in 1999"
    assert newest.as_of == fit.series.time[-1]
    assert CalendarSheet([newest, CalendarLine("x", "x")]).years == ("2022", "2021")
    assert (year_of("2022b"), year_of("3"), year_of("")) == ("2022", "3", "")


def test_that_both_crops_of_a_year_stand_on_one_line(fits: dict[str, Fit]) -> None:
    fit = fits["Middle"]
    renamed = {"2021": "2022a", "2022": "2022b"}
    candidates = tuple(
        replace(c, season=replace(c.season, name=renamed.get(c.season.name, c.season.name)))
        for c in fit.dates.findings.candidates
    )
    stages = tuple(replace(s, season=renamed[s.season]) for s in fit.stages)
    findings = replace(fit.dates.findings, candidates=candidates)
    twice = fit.with_dates(replace(fit.dates, findings=findings, stages=stages))
    assert len(line_of(twice, "Middle", "2022").stages) == 2 * len(STAGES)
    assert len(line_of(twice, "Middle", NEWEST).stages) == len(STAGES)
    sheet = CalendarSheet([line_of(twice, "Middle", "2022")])
    first, last = sheet.span(["peak"]) or (0.0, 0.0)
    assert last - first > 300.0  # both peaks are in view


def test_that_a_field_without_dates_says_why(document: Document) -> None:
    lines = list(Lines().of(document, {"Waiting": "three readings are too few"}, NEWEST))
    reasons = {line.name: line.reason for line in lines if not line.stages}
    assert set(reasons) == {"Bare", "Waiting"}
    assert reasons["Waiting"] == "three readings are too few"
    assert "no season" in reasons["Bare"]
    fit = document.fits["Middle"]
    none = fit.with_dates(NO_DATES, replace(fit.basis, request=Request(stages="none")))
    assert line_of(none, "Middle", NEWEST).reason == "no stages were asked for"


def test_that_lines_are_kept_while_their_fit_is_the_same(document: Document) -> None:
    made = Lines()
    first = list(made.of(document, {}, NEWEST))
    again = list(made.of(replace(document, recipe=Recipe.of(kernel="rbf")), {}, NEWEST))
    assert [a is b for a, b in zip(first, again, strict=True)][:4] == [True] * 4
    assert list(made.of(document, {}, "2021"))[1] is not first[1]


def test_that_fields_sort_by_the_date_of_a_stage_with_those_without_last(
    page: CalendarStrip, qtbot: QtBot
) -> None:
    assert names(page) == ["Bare", "Early", "Late", "Middle", "Waiting"]
    choose(qtbot, page.order, "peak")
    assert names(page) == ["Early", "Middle", "Late", "Bare", "Waiting"]
    choose(qtbot, page.order, NAME)
    assert names(page) == sorted(names(page))
    lines = CalendarSheet(page.model.lines).in_order("senescence")
    dates = [stage.date for line in lines for stage in line.stages if stage.stage == "senescence"]
    assert len(dates) == 3
    assert dates == sorted(dates, key=lambda date: date or 0.0)


def test_that_a_stage_can_be_put_away(page: CalendarStrip) -> None:
    assert CalendarSheet(page.model.lines).stages == STAGES
    action = next(a for a in page.stages.menu().actions() if a.text() == "Peak")
    action.trigger()
    others = tuple(name for name in STAGES if name != "peak")
    assert page.model.shown == others
    row = names(page).index("Middle")
    assert tuple(stage.stage for stage in page.model.drawn(row)) == others
    assert page.legend.stages == others
    action.trigger()
    assert page.model.shown == STAGES


def test_that_all_intervals_are_in_view(page: CalendarStrip) -> None:
    span = CalendarSheet(page.model.lines).span(STAGES)
    assert span is not None
    for line in page.model.lines:
        for stage in line.stages:
            assert stage.lower90 is not None
            assert stage.upper90 is not None
            assert span[0] < stage.lower90 <= stage.upper90 < span[1]
    assert CalendarSheet([CalendarLine("x", "x")]).span(STAGES) is None
    assert CalendarSheet().span(STAGES) is None


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_every_stage_is_painted_where_its_date_is(page: CalendarStrip, theme: Theme) -> None:
    page.set_theme(theme)
    row = names(page).index("Middle")
    picture = page.view.viewport().grab().toImage()
    inside = inside_of(page.view.visualRect(page.model.index(row, STRIP)))
    for stage in page.model.drawn(row):
        place = place_of(page.model, inside, row, stage)
        ink = picture.pixelColor(place.toPoint())
        assert ink.name() == stage_colour(stage.stage, theme), stage.stage
        assert page.view.stage_at(place) is stage
    assert page.view.stage_at(QPointF(inside.left() + 1, inside.top() + 1)) is None


def test_that_a_click_and_the_arrow_keys_select_a_field(page: CalendarStrip, qtbot: QtBot) -> None:
    assert page.view.selectionModel().selectedRows()[0].row() == names(page).index("Middle")
    chosen: list[str] = []
    page.selected.connect(chosen.append)
    late = page.view.visualRect(page.model.index(names(page).index("Late"), STRIP)).center()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=late)
    qtbot.keyClick(page.view, Qt.Key.Key_Up)
    assert chosen == ["Late", "Early"]


def test_that_a_screen_reader_hears_the_dates(page: CalendarStrip) -> None:
    row = names(page).index("Middle")
    said = page.model.index(row, STRIP).data(Qt.ItemDataRole.AccessibleTextRole)
    peak = next(stage for stage in page.model.lines[row].stages if stage.stage == "peak")
    assert page.model.say(row, peak) in said
    assert "Peak 2022-" in said
    waiting = page.model.index(names(page).index("Waiting"), STRIP)
    assert "too few" in waiting.data(Qt.ItemDataRole.AccessibleTextRole)


def test_that_ticks_are_months_with_room_for_their_names() -> None:
    first, last = days_from_dates(["2021-10-20", "2022-04-10"])
    ticks = CalendarScale(float(first), float(last)).ticks(800.0, 40.0)
    assert [tick.words for tick in ticks] == ["Nov", "Dec", "2022", "Feb", "Mar", "Apr"]
    narrow = CalendarScale(float(first), float(last)).ticks(200.0, 40.0)
    assert 2 <= len(narrow) <= 4
    years = CalendarScale(*map(float, days_from_dates(["2010-03-01", "2022-03-01"]))).ticks(
        600.0, 40.0
    )
    assert [tick.words for tick in years][:2] == ["2011", "2012"]
    numbers = CalendarScale(0.0, 97.0, dated=False).ticks(500.0, 40.0)
    assert [tick.words for tick in numbers] == [f"{n}" for n in range(0, 97, 10)]
    scale = CalendarScale(float(first), float(last))
    assert scale.time(scale.x(19_000.0, 640.0), 640.0) == pytest.approx(19_000.0)


def test_that_the_legend_has_whole_names_then_letters_then_marks(qtbot: QtBot) -> None:
    legend = Legend(LIGHT)
    qtbot.addWidget(legend)
    legend.show_stages(("mid_green_up", "peak", "senescence"), "3 of 5 fields dated.")
    for width, expected in (
        (600, ["Mid green-up", "Peak", "Senescence"]),
        (140, ["GU", "Pk", "Sn"]),
        (60, ["", "", ""]),
    ):
        legend.resize(width, 20)
        assert legend.names == expected
    assert "Mid green-up, Peak, Senescence" in legend.accessibleDescription()


def test_that_newest_seasons_of_different_years_stand_on_the_same_days(
    page: CalendarStrip, document: Document, fits: dict[str, Fit]
) -> None:
    fit = fits["Early"]
    first = tuple(stage for stage in fit.stages if stage.season == "2021")
    candidates = tuple(c for c in fit.dates.findings.candidates if c.season.name == "2021")
    findings = replace(fit.dates.findings, candidates=candidates)
    old = fit.with_dates(replace(fit.dates, findings=findings, stages=first))
    page.show_document(replace(document, fits={**document.fits, "Early": old}))
    page._make()
    row = names(page).index("Early")
    assert page.model.shift(row) == 365.0
    assert page.model.name(row) == "Early  2021"
    assert page.model.shift(names(page).index("Middle")) == 0.0
    span = page._sheet.span(STAGES)
    assert span is not None
    assert span[1] - span[0] < 250.0
    peak = next(stage for stage in page.model.drawn(row) if stage.stage == "peak")
    assert "2021-" in page.model.say(row, peak)  # the date itself is told as it is
    wide = replace(peak, lower90=(peak.date or 0.0) - 40.0, upper90=(peak.date or 0.0) + 40.0)
    page.model.lines[row].__dict__["stages"] = (wide,)  # frozen, but this is only a test
    picture = page.view.viewport().grab().toImage()
    inside = inside_of(page.view.visualRect(page.model.index(row, STRIP)))
    for days in (-30.0, 30.0):
        there = replace(wide, date=(peak.date or 0.0) + days)
        bar = place_of(page.model, inside, row, there).toPoint()
        beside = bar + QPoint(0, 7)
        assert picture.pixelColor(bar).name() != picture.pixelColor(beside).name()
    assert CalendarSheet(page.model.lines).shifts == {}  # of one year, nothing is moved


def test_that_lines_are_made_only_when_they_can_be_seen(
    qtbot: QtBot, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = CalendarStrip(LIGHT)
    qtbot.addWidget(page)
    made: list[Any] = []
    monkeypatch.setattr(page._made, "of", lambda *asked: made.append(asked) or iter(()))
    page.show_document(document)
    assert made == []
    page.show()
    assert len(made) == 1
    page.show_document(replace(document, selected="Late"))
    assert len(made) == 1


def test_that_many_lines_are_made_a_few_at_a_time(
    page: CalendarStrip, document: Document, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calendar_strip, "SECONDS_AT_A_TIME", 0.0)
    fits = {"Middle": document.fits["Middle"]}
    page.show_document(replace(document, fits=fits))
    page._make()
    assert len(page._sheet.lines) == 5  # as it was, until all are made
    assert sum(1 for line in page.model.lines if line.stages) == 3
    qtbot.waitUntil(lambda: page._sheet.dated == 1, timeout=PATIENCE)
    assert names(page) == ["Bare", "Early", "Late", "Middle", "Waiting"]


def test_that_the_calendar_follows_fits_and_exports_all_of_them(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened(season)
    window.pages.turn_to(CalendarPage)
    assert not window.commands["export_all_stages"].isEnabled()
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    model = window.pages[CalendarPage].view.model
    qtbot.waitUntil(lambda: all(line.stages for line in model.lines), timeout=PATIENCE)
    table = find(QTableView, "calendar_table")
    south = table.visualRect(model.index(1, STRIP)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=south)
    assert window.desk.document.selected == "South"
    choose(qtbot, find(QComboBox, "calendar_order"), "senescence")
    path = tmp_path / "all.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        window.commands["export_all_stages"].trigger()
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert [row["group"] for row in rows] == ["North"] * len(STAGES) + ["South"] * len(STAGES)
    assert [row["stage"] for row in rows] == list(STAGES) * 2
