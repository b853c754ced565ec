"""The stage table: what it says, what can be written into it, and the list of seasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.season.copying import as_html, as_text
from gpstudio.gui.season.seasons_list import SeasonsList
from gpstudio.gui.season.stage_columns import COLUMNS, NAMES, Around, date_tip, late_text
from gpstudio.gui.season.stage_model import OBSERVED
from gpstudio.gui.season.stages_panel import StagesPanel
from gpstudio.gui.theme import DARK, LIGHT
from gpstudio.gui.window import Window
from gpstudio.phenology.candidates import Candidate, Findings
from gpstudio.phenology.quality import Grade
from gpstudio.phenology.rules import RULES
from gpstudio.session.facts import Facts, Seen
from gpstudio.session.field_commands import DrawSeason, ForgetDrawnSeasons, NoteSeen
from gpstudio.session.fitting import Fit, fit_series, redated
from gpstudio.session.request import Request

from .conftest import PATIENCE, Find
from .test_season_form import choose, dated


def field(years: int = 2, amplitude: float = 0.6) -> Series:
    """A bell a year, read every eight days."""
    first = float(days_from_dates(["2021-01-01"])[0])
    time = first + np.arange(0.0, 365.0 * years, 8.0)
    phase = (time - first) % 365.0
    noise = np.random.default_rng(5).normal(0.0, 0.015, len(time))
    value = 0.2 + amplitude * np.exp(-(((phase - 180.0) / 40.0) ** 2)) + noise
    return Series("North", time, value, "date", "ndvi", True)


@pytest.fixture(scope="module")
def curve_fit() -> Fit:
    return fit_series(field(), Recipe())


@pytest.fixture(scope="module")
def wheat_fit(curve_fit: Fit) -> Fit:
    return redated(curve_fit, Request(stages="wheat", region="US Great Plains"), Facts())


@pytest.fixture
def page(qtbot: QtBot) -> StagesPanel:
    made = StagesPanel(LIGHT)
    made.resize(900, 400)
    qtbot.addWidget(made)
    made.show()
    return made


def cells(page: StagesPanel, stage: str, season: str = "2022") -> dict[str, str]:
    model = page.table.stages
    row = model.place_of(season, stage)
    return {name: model.cell(row, place) for place, name in enumerate(NAMES)}


def test_that_every_stage_is_told_with_interval_quality_and_what_to_know(
    page: StagesPanel, wheat_fit: Fit
) -> None:
    page.show_fit(wheat_fit, "2022")
    stage = next(s for s in wheat_fit.stages if (s.season, s.stage) == ("2022", "grain_filling"))
    said = cells(page, "grain_filling")
    assert said["stage"] == "Grain filling"
    assert said["bbch"] == "71"
    first, last = said["interval90"].split(" to ")
    assert first < said["date"][5:] < last, "days of the year that the date tells"
    row = page.table.stages.place_of("2022", "grain_filling")
    copied = page.table.stages.table([row])
    whole = copied[1][copied[0].index("90 % interval")]
    assert whole == f"2022-{first} to 2022-{last}"
    assert "modelled, not seen" in said["to_know"]
    assert stage.grade is not None
    assert said["quality"].startswith(stage.grade.letter)
    assert said["passed"] == f"{stage.probability_passed:.0%}"
    assert "Peak is not flowering" in cells(page, "flowering")["to_know"]
    assert "not flowering" in cells(page, "peak")["to_know"]
    heads = [page.table.stages.headerData(c, Qt.Orientation.Horizontal) for c in range(len(NAMES))]
    assert heads[NAMES.index("passed")].startswith("Passed by 2022-")


def test_that_a_tooltip_tells_the_50_percent_interval_the_basis_and_the_scales(
    wheat_fit: Fit,
) -> None:
    stage = next(s for s in wheat_fit.stages if (s.season, s.stage) == ("2022", "heading"))
    told = date_tip(stage, Around())
    around = Around()
    assert around.interval(stage.lower50, stage.upper50) in told
    assert "BBCH 55" in told
    assert all(part[1:20] in told for part in stage.basis)
    risky = replace(stage, note="<b>bold</b>")
    assert "<b>bold" not in date_tip(risky, Around())


def test_that_a_stage_without_a_date_says_why_across_the_table(
    page: StagesPanel, curve_fit: Fit
) -> None:
    canola = redated(curve_fit, Request(stages="wheat"), Facts())  # no calendar, no sowing
    page.show_fit(canola, "2022")
    row = page.table.stages.place_of("2022", "emergence")
    place = NAMES.index("interval90")
    assert page.table.stages.cell(row, place).strip()
    assert "—" not in page.table.stages.cell(row, place)
    assert page.table.columnSpan(row, place) == len(NAMES) - place


def test_that_what_holds_for_several_stages_of_a_season_is_said_once(
    page: StagesPanel, curve_fit: Fit
) -> None:
    """Beside the grade, not after its word; a row between says its own."""
    model, place = page.table.stages, NAMES.index("to_know")
    kinds = {"mid_green_up": "the band is wide", "peak": "the band is wide", "senescence": "no"}
    stages = tuple(
        replace(s, grade=Grade("B", ("wide",), f"Fair: {kinds.get(s.stage, 'other')}."), note="")
        for s in curve_fit.stages
    )
    assert all(stage.date is not None for stage in stages)
    made = replace(curve_fit.result, dates=replace(curve_fit.dates, stages=stages))
    page.show_fit(replace(curve_fit, result=made), "2022")
    row = model.place_of("2022", "mid_green_up")
    assert model.cell(row, place) == "The band is wide."
    assert page.table.rowSpan(row, place) == 2
    assert page.table.rowSpan(model.place_of("2022", "senescence"), place) == 1
    page.table.resize(700, 400)
    assert not page.table.horizontalScrollBar().maximum()


def test_that_a_field_without_a_season_says_so_once(page: StagesPanel) -> None:
    bare = fit_series(field(amplitude=0.0), Recipe())
    page.show_fit(bare, "")
    assert page.table.rowSpan(0, NAMES.index("interval90")) == len(RULES)
    assert page.table.stages.rowCount() == len(RULES)
    assert "No season" in page.said.text()
    assert not page.seasons.isEnabled()
    page.show_fit(None, "")
    assert page.table.stages.rowCount() == 0
    assert "Fit the field" in page.said.text()


def test_that_columns_without_words_go_and_narrow_tables_keep_what_matters(
    page: StagesPanel, wheat_fit: Fit, curve_fit: Fit
) -> None:
    def shown() -> set[str]:
        return {n for p, n in enumerate(NAMES) if not page.table.isColumnHidden(p)}

    page.resize(1700, 400)
    page.show_fit(curve_fit, "2022")
    assert "bbch" not in shown()
    assert "late" in shown()  # two seasons, one beside the other
    assert "rule" in shown()
    page.show_fit(wheat_fit, "2022")
    assert {"bbch", "quality", "days", "passed", "to_know", "rule"} <= shown()
    page.resize(700, 400)
    assert {"stage", "date", "observed", "interval90", "quality", "to_know"} <= shown()
    assert not {"rule", "bbch", "days"} & shown()


def test_that_a_small_window_scrolls_no_stages_sideways_and_still_takes_observed_days(
    page: StagesPanel, curve_fit: Fit, qtbot: QtBot
) -> None:
    page.resize(446, 200)
    page.show_fit(curve_fit, "2022")
    assert page.table.horizontalScrollBar().maximum() == 0
    shown = {n for p, n in enumerate(NAMES) if not page.table.isColumnHidden(p)}
    assert {"season", "stage", "date", "interval90"} <= shown
    assert "observed" not in shown
    page.table.selectRow(0)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    editor = page.table.findChild(QLineEdit, "observed_day")
    assert editor is not None
    assert editor.isVisible()


def test_that_one_season_alone_can_be_shown_and_follows_the_plot(
    page: StagesPanel, wheat_fit: Fit, qtbot: QtBot
) -> None:
    page.show_fit(wheat_fit, "2022")
    assert [page.seasons.itemData(i) for i in range(page.seasons.count())] == ["", "2022", "2021"]
    both = page.table.stages.rowCount()
    with qtbot.waitSignal(page.season_selected) as told:
        choose(qtbot, page.seasons, "2021")
    assert told.args == ["2021"]
    page.show_fit(wheat_fit, "2021")
    assert page.table.stages.rowCount() == both // 2
    assert page.table.isColumnHidden(NAMES.index("season"))
    page.show_fit(wheat_fit, "2022")  # a person chose it in the plot
    assert page.only == "2022"
    assert {stage.season for stage in page.table.stages.stages} == {"2022"}


def test_that_a_selected_row_says_season_and_stage_and_stays_when_dates_change(
    page: StagesPanel, wheat_fit: Fit, curve_fit: Fit, qtbot: QtBot
) -> None:
    page.show_fit(wheat_fit, "2022")
    row = page.table.stages.place_of("2021", "heading")
    cell = page.table.visualRect(page.table.stages.index(row, 1)).center()
    told: list[tuple[str, ...]] = []
    page.season_selected.connect(lambda season: told.append((season,)))
    page.stage_selected.connect(lambda *words: told.append(words))
    qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    assert told == [("2021",), ("2021", "heading")]
    again = redated(curve_fit, Request(stages="wheat", mean_temperature=12.0), Facts())
    page.show_fit(again, "2021")
    assert page.table.selected_stage == ("2021", "heading")
    page.show_fit(curve_fit, "2021")
    assert page.table.selected_stage is None


def test_that_rows_are_copied_as_a_table(page: StagesPanel, wheat_fit: Fit, qtbot: QtBot) -> None:
    page.show_fit(wheat_fit, "2022")
    page.table.selectRow(page.table.stages.place_of("2022", "peak"))
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, *rows = QGuiApplication.clipboard().text().splitlines()
    assert len(rows) == 1
    titles = head.split("\t")
    assert len(titles) == len(rows[0].split("\t")) == len(COLUMNS) + 2
    copied = dict(zip(titles, rows[0].split("\t"), strict=True))
    assert copied["Stage"] == "Peak"
    assert " to " in copied["50 % interval"]
    assert "<th>Stage</th>" in QGuiApplication.clipboard().mimeData().html()
    page.table.clearSelection()
    qtbot.mouseClick(page.copy_button, Qt.MouseButton.LeftButton)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + len(wheat_fit.stages)


def test_that_no_copied_cell_starts_a_formula() -> None:
    assert as_text([["a", "b"], ["=1+1", "two\nlines\there"]]) == "a\tb\n'=1+1\ttwo lines here\n"
    assert "<script>" not in as_html([["a"], ["<script>"]])


def test_that_early_and_late_are_words() -> None:
    assert [late_text(days) for days in (3.4, -2.0, 0.2)] == ["3 d late", "2 d early", "on time"]


def edited(page: StagesPanel, qtbot: QtBot, stage: str) -> QLineEdit:
    """The open editor of a stage's observed day."""
    row = page.table.stages.place_of("2022", stage)
    page.table.selectRow(row)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    editor = page.table.findChild(QLineEdit, "observed_day")
    assert editor is not None
    return editor


def test_that_an_observed_day_is_noted_and_a_doubtful_one_stays_open(
    page: StagesPanel, wheat_fit: Fit, qtbot: QtBot
) -> None:
    page.show_fit(wheat_fit, "2022")
    editor = edited(page, qtbot, "heading")
    wishes: list[NoteSeen] = []
    page.wished.connect(wishes.append)
    qtbot.keyClicks(editor, "06/05/2022")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.wait(20)  # an editor commits and closes a moment later
    assert wishes == []
    assert editor.isVisible()
    assert "could be 2022-05-06 or 2022-06-05" in page.said.text()
    assert page.said.property("rank") == "error"
    editor.selectAll()
    qtbot.keyClicks(editor, "5.6.2022")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    day = float(days_from_dates(["2022-06-05"])[0])
    qtbot.waitUntil(lambda: bool(wishes))
    assert wishes == [NoteSeen("North", "heading", "2022", day)]
    assert page.said.property("rank") == "quiet"
    page.show_fit(wheat_fit, "2022", Facts(seen=(Seen("heading", day, "2022"),)))
    assert cells(page, "heading")["observed"] == "2022-06-05"
    page.table.selectRow(page.table.stages.place_of("2022", "heading"))
    qtbot.keyClick(page.table, Qt.Key.Key_Delete)
    assert wishes[-1] == NoteSeen("North", "heading", "2022", None)


def test_that_an_observed_day_of_another_year_is_refused(
    page: StagesPanel, wheat_fit: Fit, qtbot: QtBot
) -> None:
    page.show_fit(wheat_fit, "2022")
    wishes: list[NoteSeen] = []
    page.wished.connect(wishes.append)
    editor = edited(page, qtbot, "maturity")
    qtbot.keyClicks(editor, "2012-07-01")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "check the year" in page.said.text())
    assert wishes == []


def test_that_escape_leaves_an_observed_day_as_it_was(
    page: StagesPanel, wheat_fit: Fit, qtbot: QtBot
) -> None:
    page.show_fit(wheat_fit, "2022")
    wishes: list[NoteSeen] = []
    page.wished.connect(wishes.append)
    editor = edited(page, qtbot, "peak")
    qtbot.keyClicks(editor, "2022-07-01")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.wait(20)  # an editor commits and closes a moment later
    assert wishes == []
    assert cells(page, "peak")["observed"] == ""


def test_that_a_key_which_the_open_field_does_not_want_leaves_it_open(
    page: StagesPanel, wheat_fit: Fit, qtbot: QtBot, qtlog: Any
) -> None:
    page.show_fit(wheat_fit, "2022")
    editor = edited(page, qtbot, "peak")
    qtbot.keyClicks(editor, "2022-0")
    qtbot.keyClick(page.table, Qt.Key.Key_F2)
    assert not [each.message for each in qtlog.records if each.message.startswith("edit:")]
    assert editor.isVisible()
    assert editor.text() == "2022-0"


def test_that_an_observation_without_a_season_is_of_the_one_it_lies_in(
    page: StagesPanel, wheat_fit: Fit
) -> None:
    day = float(days_from_dates(["2022-07-02"])[0])
    page.show_fit(wheat_fit, "2022", Facts(seen=(Seen("flowering", day),)))
    assert cells(page, "flowering")["observed"] == "2022-07-02"
    assert cells(page, "flowering", "2021")["observed"] == ""


def test_that_an_observation_in_the_window_is_one_step_to_undo(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
) -> None:
    opened(season)
    fitted()
    table = window.pages[StagesPage].view.table
    row = table.stages.place_of("2021", "peak")
    cell = table.visualRect(table.stages.index(row, OBSERVED)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    editor = table.findChild(QLineEdit, "observed_day")
    assert editor is not None
    qtbot.keyClicks(editor, "2021-06-25")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.desk.document.facts_of("North").seen))
    seen = window.desk.document.facts_of("North").seen
    assert [(s.stage, s.season) for s in seen] == [("peak", "2021")]
    qtbot.waitUntil(lambda: table.stages.cell(row, OBSERVED) == "2021-06-25", timeout=PATIENCE)
    assert window.commands["undo"].text() == "&Undo peak observed"
    window.commands["undo"].trigger()
    dated(window, qtbot)
    assert table.stages.cell(row, OBSERVED) == ""


def refused(fit: Fit) -> Fit:
    """With one more stretch that was found to be no season."""
    first = fit.seasons[0]
    low = replace(first, name="2021", start=first.start - 90.0, end=first.start, peak=first.start)
    none = Candidate(low, False, "amplitude 0.09 below 0.10")
    accepted = [one for one in fit.dates.findings.candidates if one.accepted]
    findings = Findings((none, *accepted))
    return fit.with_dates(replace(fit.dates, findings=findings))


def test_that_every_stretch_is_listed_with_its_reason(qtbot: QtBot, curve_fit: Fit) -> None:
    page = SeasonsList(DARK)
    qtbot.addWidget(page)
    page.show()
    fit = refused(curve_fit)
    page.show_fit(fit)
    model = page.seasons
    rows = [[model.index(r, c).data() for c in range(6)] for r in range(model.rowCount())]
    assert [row[1] for row in rows] == ["● season", "● season", "○ none"]
    assert rows[-1][5] == "amplitude 0.09 below 0.10"
    assert page.said.text() == "2 seasons of 3 stretches."
    assert rows[0][0] == "2022"  # the newest first


def test_that_a_stretch_can_be_taken_as_a_season(qtbot: QtBot, curve_fit: Fit) -> None:
    page = SeasonsList(LIGHT)
    qtbot.addWidget(page)
    page.show()
    fit = refused(curve_fit)
    page.show_fit(fit)
    assert not page.take.isEnabled()
    wishes: list[object] = []
    page.wished.connect(wishes.append)
    none = fit.dates.findings.candidates[0].season
    with qtbot.waitSignal(page.stretch_selected) as told:
        page.table.selectRow(2)
    assert told.args == [none.start, none.end]
    qtbot.mouseClick(page.take, Qt.MouseButton.LeftButton)
    assert wishes == [DrawSeason("North", none.start, none.end)]
    assert not page.forget.isEnabled()
    page.show_fit(fit, Facts(windows=((none.start, none.end),)))
    qtbot.mouseClick(page.forget, Qt.MouseButton.LeftButton)
    assert wishes[-1] == ForgetDrawnSeasons("North")
    with qtbot.waitSignal(page.season_selected) as chosen:
        page.table.selectRow(1)
    assert chosen.args == ["2021"]
    assert not page.take.isEnabled()


def test_that_the_seasons_tab_selects_the_season_of_the_plot(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(sample)
    fitted()
    window.pages.turn_to(SeasonsPage)
    table = find(QTableView, "season_table")
    row = [one.season.name for one in window.pages[SeasonsPage].view.seasons.candidates].index(
        "2022a"
    )
    place: QPoint = table.visualRect(table.model().index(row, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.plot._season == "2022a"
    window.pages.turn_to(StagesPage)
    choose(qtbot, find(QComboBox, "stage_season"), "2021a")
    assert window.plot._season == "2021a"
    assert find(QPushButton, "copy_stages").isEnabled()
    assert find(QLabel, "stages_said").text() == ""


def test_that_a_date_is_compared_with_the_observed_one(page: StagesPanel, wheat_fit: Fit) -> None:
    stage = next(s for s in wheat_fit.stages if (s.season, s.stage) == ("2022", "maturity"))
    assert stage.date is not None
    page.resize(1700, 400)
    page.show_fit(wheat_fit, "2022")
    assert page.table.isColumnHidden(NAMES.index("off"))
    seen = Seen("maturity", float(round(stage.date)) + 4.0, "2022")
    page.show_fit(wheat_fit, "2022", Facts(seen=(seen,)))
    assert cells(page, "maturity")["off"] == "−4 d"
    assert not page.table.isColumnHidden(NAMES.index("off"))


def test_that_a_forecast_is_slanted(page: StagesPanel, wheat_fit: Fit) -> None:
    grade = Grade("B", ("forecast",), "A forecast.")
    stages = tuple(
        replace(stage, grade=grade if stage.stage == "peak" else None) for stage in wheat_fit.stages
    )
    page.show_fit(wheat_fit.with_dates(replace(wheat_fit.dates, stages=stages)), "2022")
    model, date = page.table.stages, NAMES.index("date")
    fonts = {
        name: model.index(model.place_of("2022", name), date).data(Qt.ItemDataRole.FontRole)
        for name in ("peak", "heading")
    }
    assert fonts["peak"].italic()
    assert fonts["heading"] is None
