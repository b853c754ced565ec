"""The page of welcome: what a newcomer meets, and the way back to what one was at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.gui import recent
from gpstudio.gui.commands.needs import OF_THE_FIELDS
from gpstudio.gui.commands.tables import open_sample
from gpstudio.gui.help.topics import topic_of
from gpstudio.gui.main import begin
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.settings.declared import START
from gpstudio.gui.theme import DARK
from gpstudio.gui.welcome import shapes
from gpstudio.gui.welcome.recents import when_words
from gpstudio.gui.welcome.samples import (
    BANDS,
    FARMS,
    FIELD,
    QUESTION,
    SAMPLES,
    TRIAL,
    Sample,
)
from gpstudio.gui.welcome.start import prepare
from gpstudio.gui.welcome.view import WelcomeView
from gpstudio.gui.window import Window
from gpstudio.session.field_commands import NoteSowing, SetRequest
from gpstudio.session.further import taken_of
from gpstudio.session.project.unsaved import ASKED, KNOWN, came_with

from .conftest import PATIENCE, shown_dialog
from .test_access import inputs
from .test_opening import drop

LEFT = Qt.MouseButton.LeftButton
NOW = datetime(2026, 3, 14, 9, 30).astimezone()


def shown(window: Window) -> WelcomeView:
    window.commands["show_welcome"].trigger()
    assert window.sides.welcome is not None
    assert window.sides.is_welcome
    return window.sides.welcome


@pytest.fixture
def used(tmp_path: Path, window: Window) -> list[Path]:
    """Three files that were opened, the newest first; the last is gone."""
    paths = [tmp_path / name for name in ("Weizen.gpstudio", "fields.csv", "gone.csv")]
    for path in reversed(paths):
        path.write_text("x", encoding="utf-8")
        recent.remember(path)
    paths[-1].unlink()
    return paths


def names(welcome: WelcomeView) -> list[str]:
    return [line.title.text() for line in welcome.recents.lines]


# --- the start ---------------------------------------------------------------------------------


def test_that_a_newcomer_is_welcomed_and_the_sample_is_one_click_away(
    window: Window, qtbot: QtBot
) -> None:
    begin(window, None)
    welcome = window.sides.welcome
    assert welcome is not None
    assert welcome.isVisible()
    assert QApplication.focusWidget() is welcome.open
    assert window.desk.document.table is None
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        qtbot.mouseClick(welcome.samples[0], LEFT)
    assert window.sides.is_fields
    assert window.pages[StagesPage].view.table.model().rowCount() > 0


def test_that_what_was_opened_last_is_one_key_away(window: Window, used: list[Path]) -> None:
    begin(window, None)
    welcome = window.sides.welcome
    assert welcome is not None
    assert QApplication.focusWidget() is welcome.recents.lines[0]


def test_that_the_window_is_welcome_before_it_can_be_seen(window: Window) -> None:
    prepare(window, Path("fields.csv"))
    assert window.sides.is_fields
    prepare(window, None)
    assert window.sides.is_welcome


def test_that_it_can_begin_with_the_sample(window: Window, qtbot: QtBot) -> None:
    START.keep("sample")
    prepare(window, None)
    assert window.sides.is_fields
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        begin(window, None)
    assert window.desk.document.selected == "ALARC2_Smith6"


def test_that_it_can_begin_with_the_last_project_that_is_there(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    START.keep("last")
    prepare(window, None)
    assert window.sides.is_welcome  # nothing was saved yet
    path = tmp_path / "mine.gpstudio"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        open_sample(window)
    runner = window.projects.runner
    window.commands["save_project"].trigger()
    qtbot.waitUntil(lambda: not runner.is_saving, timeout=PATIENCE)
    window.commands["new_project"].trigger()
    assert window.sides.is_welcome
    begin(window, None)
    qtbot.waitUntil(lambda: window.desk.document.table is not None, timeout=PATIENCE)
    assert window.sides.is_fields
    assert "mine" in window.windowTitle()


def test_that_the_start_is_chosen_here_and_in_the_settings_alike(window: Window) -> None:
    welcome = shown(window)
    assert welcome.start.currentData() == "welcome"
    welcome.start.setCurrentIndex(welcome.start.findData("sample"))
    welcome.start.activated.emit(welcome.start.currentIndex())
    assert START.value == "sample"
    START.keep("last")
    shown(window)
    assert welcome.start.currentData() == "last"


# --- recent files ------------------------------------------------------------------------------


def test_that_recent_files_are_listed_with_folder_and_time_but_not_those_that_are_gone(
    window: Window, used: list[Path], qtbot: QtBot
) -> None:
    welcome = shown(window)
    qtbot.waitUntil(lambda: names(welcome) == ["Weizen.gpstudio", "fields.csv"], timeout=PATIENCE)
    line = welcome.recents.lines[0]
    assert str(used[0].parent) in line.toolTip()
    assert "Project" in line.toolTip()
    assert any(part.text().startswith("today") for part in line.findChildren(QLabel))
    assert "today" in line.accessibleName()


def test_that_a_click_opens_a_recent_file(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    welcome = shown(window)
    qtbot.mouseClick(welcome.recents.lines[0], LEFT)
    dialog = shown_dialog(window, qtbot)
    assert season.name in dialog.windowTitle()
    dialog.reject()


def test_that_the_keyboard_stays_on_its_row_when_another_goes(
    window: Window, used: list[Path], qtbot: QtBot
) -> None:
    welcome = shown(window)
    line = welcome.recents.lines[0]
    assert len(welcome.recents.lines) == 3
    assert window.focusWidget() is line
    qtbot.waitUntil(lambda: len(welcome.recents.lines) == 2, timeout=PATIENCE)
    assert window.focusWidget() is line
    new = used[0].with_name("new.csv")
    new.touch()
    recent.remember(new)
    shown(window)
    assert names(welcome) == ["new.csv", "Weizen.gpstudio", "fields.csv"]
    assert [row.objectName() for row in welcome.recents.lines] == [
        "recent_0",
        "recent_1",
        "recent_2",
    ]


@pytest.mark.parametrize("way", ["button", "key"])
def test_that_a_file_is_forgotten_and_stays_where_it_is(
    window: Window, used: list[Path], qtbot: QtBot, way: str
) -> None:
    welcome = shown(window)
    qtbot.waitUntil(lambda: len(welcome.recents.lines) == 2, timeout=PATIENCE)
    if way == "button":
        button = welcome.findChild(QToolButton, "forget_0")
        assert button is not None
        qtbot.mouseClick(button, LEFT)
    else:
        qtbot.keyClick(welcome.recents.lines[0], Qt.Key.Key_Delete)
    assert names(welcome) == ["fields.csv"]
    assert used[0].exists()
    assert recent.recent_files() == [used[1]]
    if way == "key":
        assert QApplication.focusWidget() is welcome.recents.lines[0]


def test_that_an_empty_list_says_what_will_be_there(window: Window) -> None:
    nothing = shown(window).findChild(QLabel, "recents_nothing")
    assert nothing is not None
    assert nothing.isVisible()


def test_that_files_remembered_without_times_are_offered_too(
    window: Window, used: list[Path]
) -> None:
    QSettings().remove(recent.TIMES)
    assert [entry.when for entry in recent.remembered()] == [None, None, None]
    assert recent.recent_files() == used[:2]
    QSettings().setValue(recent.TIMES, ["nonsense"] * 3)
    assert recent.recent_files() == used[:2]


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(hours=1), "today, 08:30"),
        (timedelta(hours=10), "yesterday"),
        (timedelta(days=6), "6 days ago"),
        (timedelta(days=7), "2026-03-07"),
        (-timedelta(hours=1), "today, 10:30"),
    ],
)
def test_that_times_are_told_as_people_do(ago: timedelta, words: str) -> None:
    assert when_words(NOW - ago, NOW) == words
    assert when_words(None, NOW) == ""


# --- samples -----------------------------------------------------------------------------------


def test_that_every_sample_is_there_and_told_in_a_line(window: Window) -> None:
    welcome = shown(window)
    for line, sample in zip(welcome.samples, SAMPLES, strict=True):
        assert sample.path.is_file()
        assert line.title.text() == sample.title
        assert sample.about.endswith(".")
        told = line.findChildren(QLabel)[1]
        assert told.text() == sample.about
        assert told.fontMetrics().horizontalAdvance(sample.about) <= told.width()


def test_that_all_fields_of_a_sample_are_fitted(window: Window, qtbot: QtBot) -> None:
    welcome = shown(window)
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        qtbot.mouseClick(welcome.samples[SAMPLES.index(FARMS)], LEFT)
    document = window.desk.document
    assert len(document.fits) == 12
    assert all(fit.stages for fit in document.fits.values())
    assert recent.recent_files() == []


@pytest.fixture
def open_whole(window: Window, qtbot: QtBot) -> Callable[[Sample], None]:
    """A sample from the page of welcome, until all that it is about is there."""

    def open_it(sample: Sample) -> None:
        welcome = shown(window)
        qtbot.mouseClick(welcome.samples[SAMPLES.index(sample)], LEFT)
        qtbot.waitUntil(
            lambda: (
                (table := window.desk.document.table) is not None
                and table.path == sample.path
                and not window.desk.is_busy
                and not window.season.reader.is_busy
                and len(window.desk.document.fits) == len(table.groups)
                and not window.desk.document.outdated
            ),
            timeout=PATIENCE,
        )

    return open_it


def test_that_the_trial_opens_with_crop_place_and_what_was_seen(
    window: Window, open_whole: Callable[[Sample], None]
) -> None:
    open_whole(TRIAL)
    document = window.desk.document
    assert document.request.stages == "wheat"
    assert document.request.place is not None
    heading = [
        stage
        for fit in document.fits.values()
        for stage in fit.stages
        if stage.stage == "heading" and stage.date is not None
    ]
    assert len(heading) == 12
    seen = [stage for stage in heading if stage.observed is not None]
    assert len(seen) == 8
    assert all(abs((s.date or 0.0) - (s.observed or 0.0)) <= 6.0 for s in seen)


def test_that_a_samples_own_facts_are_nothing_that_a_person_would_lose(
    window: Window, open_whole: Callable[[Sample], None]
) -> None:
    open_whole(TRIAL)
    document, holding = window.desk.document, window.projects.holding
    assert document.facts
    assert holding.unsaved(document) == ()
    assert holding.lost_to_table(document) == ()
    group = document.table.groups[0] if document.table is not None else ""
    window.desk.do(NoteSowing(group, 19_650.0))
    assert holding.lost_to_table(window.desk.document) == (KNOWN,)
    window.commands["undo"].trigger()
    window.desk.do(SetRequest(replace(document.request, stages="barley")))
    assert holding.unsaved(window.desk.document) == (ASKED,)


def test_that_the_forecast_of_this_year_is_in_the_sample_of_twelve_fields(
    window: Window, open_whole: Callable[[Sample], None]
) -> None:
    open_whole(FARMS)
    for fit in window.desk.document.fits.values():
        newest = fit.seasons[-1].name
        harvest = [s for s in fit.stages if (s.season, s.stage) == (newest, "harvest")]
        assert newest == "2025"
        assert harvest[0].is_forecast


def test_that_the_sample_of_several_bands_is_dated_from_all(
    window: Window, open_whole: Callable[[Sample], None]
) -> None:
    open_whole(BANDS)
    assert taken_of(window.desk.document.facts) == {"ndre", "vh"}


def test_that_a_sample_asks_its_question(window: Window, qtbot: QtBot) -> None:
    welcome = shown(window)
    qtbot.mouseClick(welcome.samples[SAMPLES.index(QUESTION)], LEFT)
    dialog = shown_dialog(window, qtbot)
    assert len(dialog.account.questions.buttons) == 2
    dialog.reject()
    assert window.sides.is_welcome


def test_that_the_samples_are_what_makes_them_says() -> None:
    from made_up_fields import TABLES

    for name, made in TABLES.items():
        kept = FIELD.path.with_name(name).read_bytes()
        assert kept.replace(b"\r\n", b"\n") == made().encode()


# --- pictures ----------------------------------------------------------------------------------


def test_that_each_sample_is_drawn_from_its_readings_and_read_once(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shapes, "user_cache_folder", lambda: tmp_path)
    welcome = shown(window)

    def drawn() -> bool:
        known = [line.picture is not None and bool(line.picture.shape) for line in welcome.samples]
        return known == [not sample.asks for sample in SAMPLES]

    qtbot.waitUntil(drawn, timeout=PATIENCE)
    trial = welcome.samples[SAMPLES.index(TRIAL)].picture
    assert trial is not None
    assert len(trial.shape) == 12
    monkeypatch.setattr(shapes, "read_table", lambda *_, **__: pytest.fail("it was kept"))
    kept = shapes.sample_shapes([TRIAL.path])
    assert kept[TRIAL.path] == trial.shape


def test_that_a_recent_table_shows_its_readings_without_being_read(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened(season)
    table = window.desk.document.table
    assert table is not None
    monkeypatch.setattr(shapes, "read_table", lambda *_, **__: pytest.fail("nobody asked for it"))
    picture = shown(window).recents.lines[0].picture
    assert picture is not None
    assert picture.shape == shapes.shape_of(table.series)
    points = [place for line in picture.shape for place in line]
    assert {min(y for _, y in points), max(y for _, y in points)} == {0.0, 1.0}
    assert len(points) == sum(len(series) for series in table.series)


class Asked(list[Series]):
    """Notes which of its fields were made."""

    def __init__(self, fields: list[Series]) -> None:
        super().__init__(fields)
        self.made: list[object] = []

    def __getitem__(self, place: object) -> Any:
        self.made.append(place)
        return super().__getitem__(place)  # type: ignore[index]

    def __iter__(self) -> Iterator[Series]:
        pytest.fail("thousands of fields are not made for a picture of twelve")


def test_that_of_many_fields_those_alone_are_made_that_are_drawn() -> None:
    none = Series("b", np.zeros(0), np.zeros(0), "date", "ndvi", True)
    one = Series("a", np.arange(3.0), np.array([0.2, 0.8, 0.4]), "date", "ndvi", True)
    many = Asked([one, none] * 500)
    assert 1 <= len(shapes.shape_of(many)) <= shapes.MOST_LINES
    assert len(many.made) == shapes.MOST_LINES
    assert shapes.shape_of([none]) == shapes.shape_of([]) == ()


@pytest.mark.parametrize(
    "text", ["", "{", "3", "[[1, 2]]", '[[["a", 1]]]', "[[[0.5, 1e9]]]", "[[[NaN, 0.1]]]"]
)
def test_that_what_is_damaged_in_the_cache_is_not_shown(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shapes, "user_cache_folder", lambda: tmp_path)
    path = tmp_path / "a.csv"
    series = Series("a", np.arange(3.0), np.array([0.2, 0.8, 0.4]), "date", "ndvi", True)
    shapes.keep_shape(path, [series])
    assert shapes.kept_shape(path) == (((0.0, 1.0), (0.5, 0.0), (1.0, 0.667)),)
    (kept,) = (tmp_path / "gpstudio" / "shapes").iterdir()
    kept.write_text(text, encoding="utf-8")
    assert shapes.kept_shape(path) is None


def test_that_a_cache_that_cannot_be_written_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder", encoding="utf-8")
    monkeypatch.setattr(shapes, "user_cache_folder", lambda: folder)
    shapes.keep_shape(tmp_path / "a.csv", [])
    assert shapes.kept_shape(tmp_path / "a.csv") is None


def test_that_the_cache_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shapes, "user_cache_folder", lambda: tmp_path)
    monkeypatch.setattr(shapes, "MOST_KEPT", 3)
    for place in range(6):
        shapes.keep_shape(tmp_path / f"{place}.csv", [])
    assert len(list((tmp_path / "gpstudio" / "shapes").iterdir())) == 3


# --- the page in the window --------------------------------------------------------------------


def test_that_a_file_dropped_on_it_is_opened(window: Window, qtbot: QtBot, season: Path) -> None:
    welcome = shown(window)
    assert drop(window, season, welcome.samples[0].mapTo(window, QPoint(5, 5)))
    dialog = shown_dialog(window, qtbot)
    dialog.import_button.click()
    assert window.sides.is_fields


def test_that_its_buttons_ask_for_files(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda *words: (asked.append(words[1]), ("", ""))[1]
    )
    welcome = shown(window)
    welcome.open.click()
    welcome.project.click()
    assert asked == ["Open a table of readings", "Open a project"]


def test_that_the_manual_begins_with_first_steps(window: Window, qtbot: QtBot) -> None:
    welcome = shown(window)
    qtbot.mouseClick(welcome.manual, LEFT)
    assert window.helpers.manual is not None
    assert window.helpers.manual.page.name == "first_steps"


def test_that_who_has_a_table_finds_back_to_it(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    for way in ("click", "key", "switch"):
        welcome = shown(window)
        assert welcome.back.isVisible()
        assert not window.commands["fit"].isEnabled()
        entries = {entry.title: entry for entry in window.helpers._catalogue().entries}
        assert entries["Fit"].why == OF_THE_FIELDS
        if way == "click":
            qtbot.mouseClick(welcome.back, LEFT)
        elif way == "key":
            qtbot.keyClick(welcome.recents.lines[0], Qt.Key.Key_Escape)
        else:
            window.commands["show_fields"].trigger()
        assert window.sides.is_fields
        assert window.commands["fit"].isEnabled()
    window.commands["new_project"].trigger()
    assert window.sides.is_welcome
    assert not shown(window).back.isVisible()


def test_that_fields_without_a_table_are_the_page_of_welcome(window: Window) -> None:
    window.commands["show_lab"].trigger()
    window.commands["show_fields"].trigger()
    assert window.sides.is_welcome
    assert window.commands["show_fields"].isChecked()


def test_that_everything_on_it_is_named_told_and_reached_with_the_tab_key(
    window: Window, used: list[Path], qtbot: QtBot
) -> None:
    welcome = shown(window)
    qtbot.waitUntil(lambda: len(welcome.recents.lines) == 2, timeout=PATIENCE)
    wanted = {w for w in inputs(window) if welcome.isAncestorOf(w) and w.isVisible()}
    assert len(wanted) == 15
    for widget in wanted:
        assert widget.accessibleName(), widget.objectName()
        assert widget.toolTip(), widget.objectName()
        assert topic_of(widget) == "first_steps"
    reached: set[QWidget] = set()
    welcome.open.setFocus()
    for _ in range(40):
        focus = window.focusWidget()
        assert focus is not None
        reached.add(focus)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert wanted <= reached


@pytest.mark.parametrize("size", [(860, 560), (1000, 700), (1360, 860)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_that_no_word_is_cut_off(
    window: Window, used: list[Path], qtbot: QtBot, size: tuple[int, int], theme: str
) -> None:
    window.commands[f"theme_{theme}"].trigger()
    window.resize(*size)
    welcome = shown(window)
    qtbot.waitUntil(lambda: len(welcome.recents.lines) == 2, timeout=PATIENCE)
    qtbot.wait(1)
    assert welcome.horizontalScrollBar().maximum() == 0
    assert (welcome.verticalScrollBar().maximum() > 0) == (size[1] < 600)
    for words in welcome.findChildren(QLabel):
        if words.isVisible() and words.wordWrap():
            assert words.heightForWidth(words.width()) <= words.height(), words.text()
        elif words.isVisible():
            assert words.sizeHint().width() <= words.width() + 1, words.text()
    if theme == "dark":
        corner = welcome.mapTo(window, QPoint(2, 2))
        assert window.grab().toImage().pixelColor(corner).name() == DARK.window
    window.commands["theme_system"].trigger()


def test_that_the_list_is_kept_when_a_folder_does_not_answer(
    window: Window, used: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bool:
        raise OSError("no answer")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "is_file", fails)
        assert recent.still_there(recent.remembered()) == ()
    assert len(recent.remembered()) == 3
    assert os.path.exists(used[0])


def test_that_what_came_with_a_sample_says_nothing_of_another_table(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    window.desk.do(SetRequest(replace(window.desk.document.request, stages="wheat")))
    own = window.desk.document
    assert set(came_with(own, own)) == {ASKED, KNOWN}
    assert came_with(replace(own, request=replace(own.request, stages="oat")), own) == [KNOWN]
    assert came_with(own, replace(own, table=read_table(TRIAL.path))) == ()
    assert came_with(own, None) == ()
