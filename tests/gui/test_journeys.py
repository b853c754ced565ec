"""Whole journeys through the window, as a person makes them: real clicks and keys, from a file on
disk to what is wanted of it. What each part does in detail is in the tests beside."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPushButton,
    QTabBar,
    QTableView,
    QToolBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpstudio.gui.main import begin
from gpstudio.gui.pages import FACES, TRUST
from gpstudio.gui.pages.across import AcrossPage
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.pages.page import Page
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.projects.keeping import folder
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window

from .conftest import PATIENCE, Find, shown_dialog
from .hand import Hand, place_of
from .test_projects import SOON, buttons, crash, idle, notice

pytestmark = [pytest.mark.gui, pytest.mark.slow]
LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """No state of another test is offered to be recovered."""
    shutil.rmtree(folder(), ignore_errors=True)
    yield
    shutil.rmtree(folder(), ignore_errors=True)


def _way_to(action: QAction, among: QMenu | QMenuBar) -> list[QAction]:
    """The titles of menus to press one after the other, and the command; none if it is nowhere."""
    for one in among.actions():
        if one is action:
            return [one]
        menu = one.menu()
        way = _way_to(action, menu) if isinstance(menu, QMenu) else []
        if way:
            return [one, *way]
    return []


class Person:
    """Sees what is on screen, and has a mouse, a keyboard and files on disk."""

    def __init__(self, window: Window, qtbot: QtBot, patch: pytest.MonkeyPatch) -> None:
        self.window, self.qtbot, self._patch = window, qtbot, patch
        self.clicks = 0

    def find(self, name: str, kind: type[QWidget] = QWidget) -> QWidget:
        found = [w for w in self.window.findChildren(kind, name) if w.isVisible()]
        assert len(found) == 1, f"{len(found)} visible widgets are called '{name}'"
        return found[0]

    def click(self, widget: QWidget | str) -> None:
        shown = self.find(widget) if isinstance(widget, str) else widget
        assert shown.isVisible()
        assert shown.isEnabled(), f"'{shown.objectName()}' cannot be clicked now"
        self.clicks += 1
        self.qtbot.mouseClick(shown, LEFT)

    def tool(self, act: str) -> QToolButton:
        """The button of an action in the toolbar."""
        bar = self.window.findChild(QToolBar, "toolbar")
        assert bar is not None
        button = bar.widgetForAction(self.window.commands[act])
        assert isinstance(button, QToolButton)
        return button

    def turn_to(self, page: type[Page[Any]]) -> None:
        """By its tab, and its part in it."""
        pages = self.window.pages
        group = pages.face.group_of(page)
        assert group is not None
        if pages.group is not group:
            self._press(pages.tabs, pages.face.groups.index(group))
        if pages.current is not page:
            bar = self.find(f"pages_{group.name}", QTabBar)
            assert isinstance(bar, QTabBar)
            self._press(bar, group.pages.index(page))
        assert pages.current is page

    def _press(self, bar: QTabBar, place: int) -> None:
        self.clicks += 1
        self.qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(place).center())

    def chooses(self, name: str) -> None:
        """A command, in the menu that it stands in, or a menu within."""
        action, among = self.window.commands[name], self.window.menuBar()
        way = _way_to(action, among)
        assert way, f"'{name}' stands in no menu"
        assert action.isEnabled(), f"'{name}' cannot be done now"
        for title in way:
            self._point(among, title)
            among = title.menu()
            if among is not None:
                self.qtbot.waitUntil(among.isVisible, timeout=PATIENCE)

    def _point(self, among: QMenu | QMenuBar, action: QAction) -> None:
        self.clicks += 1
        self.qtbot.mouseClick(among, LEFT, pos=among.actionGeometry(action).center())

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NO_KEYS) -> None:
        """To whatever has the keyboard."""
        target = QApplication.focusWidget() or self.window
        self.qtbot.keyClick(target, key, modifier)

    def types(self, words: str) -> None:
        target = QApplication.focusWidget()
        assert target is not None
        self.qtbot.keyClicks(target, words)

    def will_choose(self, path: Path) -> None:
        """In the system's own dialog for files, which comes next."""
        self._patch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        self._patch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))

    def waits_for_dialog(self) -> QWidget:
        dialog = shown_dialog(self.window, self.qtbot)
        self.qtbot.waitUntil(dialog.isActiveWindow, timeout=PATIENCE)
        return dialog

    def waits_for_table(self) -> None:
        desk = self.window.desk
        self.qtbot.waitUntil(lambda: desk.document.table is not None, timeout=PATIENCE)
        self.qtbot.waitUntil(self.window.isActiveWindow, timeout=PATIENCE)

    def waits_for_dates(self) -> None:
        desk = self.window.desk
        self.qtbot.waitUntil(
            lambda: desk.document.fit_is_current and not desk.is_busy, timeout=PATIENCE
        )

    def stage_dates(self) -> list[str]:
        """The dates in the table of stages, as they are read."""
        table = self.find("stage_table", QTableView)
        assert isinstance(table, QTableView)
        model = table.model()
        across = Qt.Orientation.Horizontal
        heads = [str(model.headerData(place, across)) for place in range(model.columnCount())]
        column = next(place for place, head in enumerate(heads) if head.startswith("Date"))
        return [str(model.index(row, column).data()) for row in range(model.rowCount())]


@pytest.fixture
def person(window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Person:
    return Person(window, qtbot, monkeypatch)


@pytest.fixture
def with_dates(person: Person, season: Path) -> Person:
    """A small table opened and its field fitted with the mouse."""
    person.will_choose(season)
    person.click(person.tool("open_file"))
    person.click(person.waits_for_dialog().findChild(QPushButton, "import_button"))
    person.waits_for_table()
    person.click("fit_button")
    person.waits_for_dates()
    return person


def test_that_three_clicks_lead_from_a_file_to_its_dates(person: Person, sample: Path) -> None:
    person.will_choose(sample)
    person.click(person.tool("open_file"))
    person.click(person.waits_for_dialog().findChild(QPushButton, "import_button"))
    person.waits_for_table()
    person.click("fit_button")
    person.waits_for_dates()
    assert person.clicks == 3
    assert person.window.pages.current is StagesPage
    dates = person.stage_dates()
    assert len(dates) >= 3
    fit = person.window.desk.shown_fit
    assert fit is not None
    assert all(stage.lower90 < stage.date < stage.upper90 for stage in fit.stages if stage.date)
    assert person.window.plot.mean.isVisible()


AMBIGUOUS = "field,date,ndvi\n" + "".join(
    f"A,{day:02d}/{month:02d}/2021,{value}\n"
    for day, month, value in (
        (3, 1, 0.2), (4, 2, 0.22), (5, 3, 0.35), (6, 4, 0.6), (7, 5, 0.8), (8, 6, 0.82),
        (9, 7, 0.6), (10, 8, 0.3), (11, 9, 0.22), (12, 10, 0.2), (1, 11, 0.2), (2, 12, 0.21),
    )
)  # fmt: skip
"""Every day is also a month: only a person can say which is which."""


def test_that_a_question_is_answered_with_one_more_click(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "readings.csv"
    path.write_text(AMBIGUOUS, encoding="utf-8")
    person.will_choose(path)
    person.click(person.tool("open_file"))
    dialog = person.waits_for_dialog()
    imports = dialog.findChild(QPushButton, "import_button")
    assert imports is not None
    assert not imports.isEnabled()
    person.click("answer_date_day first")
    person.qtbot.waitUntil(imports.isEnabled, timeout=PATIENCE)
    person.click(imports)
    person.waits_for_table()
    assert person.clicks == 3
    series = person.window.desk.document.series
    assert series is not None
    assert str(np.datetime64(int(series.time[0]), "D")) == "2021-01-03"
    person.click("fit_button")
    person.waits_for_dates()


def test_that_another_kernel_is_chosen_compared_and_undone(with_dates: Person) -> None:
    person, desk = with_dates, with_dates.window.desk
    before = desk.document.fit
    choice = person.find("kernel_choice", QComboBox)
    assert isinstance(choice, QComboBox)
    choice.setFocus()
    wanted = next(i for i in range(choice.count()) if "Matérn 5/2" in choice.itemText(i))
    person.key(Qt.Key.Key_F4)  # opens the list
    view = choice.view()
    person.qtbot.waitUntil(view.isVisible, timeout=PATIENCE)
    index = view.model().index(wanted, choice.modelColumn(), view.rootIndex())
    view.scrollTo(index)
    person.qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
    assert desk.document.recipe.text("kernel").startswith("matern52")
    person.click("fit_button")
    person.waits_for_dates()
    assert desk.document.fit is not before
    person.turn_to(ComparePage)
    compare = person.window.pages[ComparePage].view
    person.qtbot.waitUntil(lambda: len(compare.kernels.wanted) > 1, timeout=PATIENCE)
    person.click("compare_start")
    wanted_kernels = set(compare.kernels.wanted)
    person.qtbot.waitUntil(lambda: not compare.is_busy, timeout=PATIENCE)
    assert wanted_kernels <= set(compare.kernels.rows)
    assert any(kernel.startswith("matern52") for kernel in wanted_kernels)
    person.click(person.tool("undo"))
    assert desk.document.recipe.text("kernel") == "auto"


def test_that_a_cloud_is_taken_out_with_a_click_and_brought_back_by_undo(
    with_dates: Person, qtbot: QtBot
) -> None:
    person, window = with_dates, with_dates.window
    series, plot = window.desk.document.series, window.plot
    assert series is not None
    before, fit = len(series.time), window.desk.document.fit
    assert fit is not None
    lowest = int(np.argmin(series.value))
    place = place_of(plot, *plot.readings.place_of(plot.readings.spots[lowest]))
    Hand(plot, qtbot).click(place)
    without = window.desk.document.series
    assert without is not None
    assert len(without.time) == before - 1
    assert without.excluded is not None
    person.click("fit_button")
    person.waits_for_dates()
    other = window.desk.document.fit
    assert other is not None
    there = series.time[lowest : lowest + 1, None]
    assert other.posterior.predict(there)[0] != pytest.approx(fit.posterior.predict(there)[0])
    person.click(person.tool("undo"))
    again = window.desk.document.series
    assert again is not None
    assert len(again.time) == before
    person.click("fit_button")
    person.waits_for_dates()
    assert window.desk.document.fit is not None
    mean = window.desk.document.fit.posterior.predict(there)[0]
    assert mean == pytest.approx(fit.posterior.predict(there)[0], rel=1e-9)


def test_that_after_a_kill_everything_is_recovered(
    with_dates: Person, tmp_path: Path, qtbot: QtBot
) -> None:
    person, window = with_dates, with_dates.window
    path = tmp_path / "farm.gpstudio"
    dates = person.stage_dates()
    person.will_choose(path)
    person.key(Qt.Key.Key_S, CONTROL)
    qtbot.waitUntil(path.is_file, timeout=PATIENCE)
    idle(window, qtbot)
    window.close()
    crash(path)  # opens it in another process, changes the kernel, and is killed
    themes = Themes(QApplication.instance())  # type: ignore[arg-type]
    after = Window(themes)
    try:
        after.show()
        begin(after, path)
        qtbot.waitUntil(lambda: notice(after, "recovery") != "", timeout=PATIENCE)
        idle(after, qtbot)
        assert Person(after, qtbot, person._patch).stage_dates() == dates
        qtbot.mouseClick(buttons(after)["recovery_recover"], LEFT)
        idle(after, qtbot)
        assert after.desk.document.recipe.text("kernel") == "rbf(30)"
        assert len(after.desk.document.fits) == 1
        qtbot.waitUntil(lambda: bool(list(folder().glob("*.recovery"))), timeout=SOON)
    finally:
        after.projects.give_up()
        after.close()
        after.deleteLater()
        themes.deleteLater()


def test_that_the_exported_script_is_run_and_gives_the_same_dates(
    with_dates: Person, tmp_path: Path, qtbot: QtBot
) -> None:
    person, window = with_dates, with_dates.window
    script, out = tmp_path / "again.py", tmp_path / "out"
    fit = window.desk.document.fit
    assert fit is not None
    person.will_choose(script)
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        person.chooses("export_script")
    subprocess.run([sys.executable, str(script), str(out)], check=True, timeout=200)
    with (out / "stages.csv").open(encoding="utf-8", newline="") as handle:
        rows = [(row["season"], row["stage"], row["date"]) for row in csv.DictReader(handle)]
    assert rows == [(row["season"], row["stage"], row["date"] or "") for row in fit.stage_rows]


def test_that_everything_can_be_done_with_the_keyboard_alone(
    person: Person, tmp_path: Path, qtbot: QtBot, sample: Path, find: Find
) -> None:
    window, desk = person.window, person.window.desk
    person.will_choose(sample)
    person.key(Qt.Key.Key_O, CONTROL)
    dialog = person.waits_for_dialog()
    button = dialog.findChild(QPushButton, "import_button")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is button, timeout=PATIENCE)
    person.key(Qt.Key.Key_Return)
    person.waits_for_table()
    qtbot.waitUntil(lambda: window.focusWidget() is window.tools.fit_button, timeout=PATIENCE)
    person.key(Qt.Key.Key_Space)
    person.waits_for_dates()
    # the palette finds a command by its words
    person.key(Qt.Key.Key_P, CONTROL | SHIFT)
    palette = window.helpers.palette
    assert palette is not None
    qtbot.waitUntil(palette.isVisible, timeout=PATIENCE)
    person.types("residuals")
    person.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.curve.residuals is not None, timeout=PATIENCE)
    # a reading is taken out on the curve, and comes back
    window.plot.setFocus()
    person.key(Qt.Key.Key_Right)
    person.key(Qt.Key.Key_Delete)
    series = desk.document.series
    assert series is not None
    assert series.excluded is not None
    person.key(Qt.Key.Key_Z, CONTROL)
    assert desk.document.series is not None
    assert desk.document.series.excluded is None
    # another kernel, written in the recipe's words
    line = find(QLineEdit, "kernel_line")
    line.setFocus()
    line.selectAll()
    person.types("matern52(40)")
    person.key(Qt.Key.Key_Return)
    assert desk.document.recipe.text("kernel") == "matern52(40)"
    person.key(Qt.Key.Key_F5)
    person.waits_for_dates()
    # the tabs
    bar = window.pages.tabs
    bar.setFocus()
    for _ in range(FACES[0].groups.index(TRUST)):
        person.key(Qt.Key.Key_Right)
    person.key(Qt.Key.Key_Tab)
    for _ in range(TRUST.pages.index(ReportPage)):
        person.key(Qt.Key.Key_Right)
    assert window.pages.current is ReportPage
    # dates out, then the project, then away
    dates = tmp_path / "stages.csv"
    person.will_choose(dates)
    with qtbot.waitSignal(desk.said, timeout=PATIENCE):
        person.key(Qt.Key.Key_E, CONTROL | SHIFT)
    assert "mid_green_up" in dates.read_text(encoding="utf-8")
    path = tmp_path / "keys.gpstudio"
    person.will_choose(path)
    person.key(Qt.Key.Key_S, CONTROL)
    qtbot.waitUntil(path.is_file, timeout=PATIENCE)
    idle(window, qtbot)
    person.key(Qt.Key.Key_Q, CONTROL)
    assert not window.isVisible()


DAY = np.timedelta64(1, "D")


def two_seasons(path: Path, until: str = "2022-09-30") -> Path:
    """Two fields, each with a crop of 2021 and one of 2022."""
    days = np.arange(np.datetime64("2020-10-01"), np.datetime64(until) + DAY, 10 * DAY)
    rows = []
    for field, late in (("North", 0.0), ("South", 12.0)):
        since = (days - np.datetime64("2021-05-15")) / DAY - late
        bells = sum(np.exp(-(((since - at) / 40.0) ** 2)) for at in (0.0, 365.0))
        values = 0.2 + 0.6 * bells + 0.01 * np.sin(7.0 * np.arange(len(days)))
        rows += [f"{field},{day},{value:.3f}" for day, value in zip(days, values, strict=True)]
    path.write_text("\n".join(["plot,date,ndvi", *rows]) + "\n", encoding="utf-8")
    return path


def take(person: Person, path: Path) -> None:
    """Opened and all fields fitted, with the mouse."""
    person.will_choose(path)
    person.click(person.tool("open_file"))
    person.click(person.waits_for_dialog().findChild(QPushButton, "import_button"))
    person.waits_for_table()
    person.chooses("fit_all")
    waits_for_all(person)


def waits_for_all(person: Person) -> None:
    desk = person.window.desk
    table = desk.document.table
    assert table is not None

    def is_done() -> bool:
        current = [desk.document.state_of(group) == "current" for group in table.groups]
        return all(current) and not desk.is_busy

    person.qtbot.waitUntil(is_done, timeout=PATIENCE)


def test_that_new_readings_join_and_the_dates_follow(person: Person, tmp_path: Path) -> None:
    """The season so far; then the next passes, which are looked at before they are taken."""
    desk = person.window.desk
    take(person, two_seasons(tmp_path / "may.csv", until="2022-05-20"))
    before, dates = desk.document.table, person.stage_dates()
    person.will_choose(two_seasons(tmp_path / "autumn.csv"))
    person.chooses("add_readings")
    buttons = partial(person.window.findChildren, QPushButton, "add_button")
    person.qtbot.waitUntil(lambda: any(b.isEnabled() for b in buttons()), timeout=PATIENCE)
    said = person.find("adding_sentence", QLabel)
    assert isinstance(said, QLabel)
    assert "2 fields get" in said.text()
    assert "were there already" in said.text()
    person.click("add_button")
    waits_for_all(person)
    after = desk.document.table
    assert after is not None
    assert before is not None
    assert len(after.by_group["North"]) > len(before.by_group["North"])
    assert person.stage_dates() != dates
    person.click(person.tool("undo"))
    assert desk.document.table is before
    assert person.stage_dates() == dates


def test_that_observed_dates_stand_beside_the_dates_of_all_fields(
    person: Person, tmp_path: Path
) -> None:
    """And go out with them."""
    take(person, two_seasons(tmp_path / "readings.csv"))
    observed, out = tmp_path / "observed.csv", tmp_path / "fields.csv"
    observed.write_text(
        "plot,season,stage,date\nNorth,2021,peak,2021-05-17\nSouth,2021,peak,2021-05-26\n"
    )
    person.will_choose(observed)
    person.chooses("load_observed")
    desk = person.window.desk
    facts = desk.document.facts
    person.qtbot.waitUntil(lambda: desk.document.facts is not facts, timeout=PATIENCE)
    person.turn_to(AcrossPage)
    view = person.window.pages[AcrossPage].view
    person.qtbot.waitUntil(lambda: "observed dates" in view.state.text(), timeout=PATIENCE)
    assert view.state.text().count("2 observed dates: ") == 1
    person.will_choose(out)
    with person.qtbot.waitSignal(desk.said, timeout=PATIENCE):
        person.chooses("export_fields")
    with out.open(encoding="utf-8", newline="") as handle:
        told = {row["group"] + row["season"]: row for row in csv.DictReader(handle)}
    assert told["North2021"]["peak_observed"] == "2021-05-17"
    assert told["North2022"]["peak_observed"] == ""
    assert abs(np.datetime64(told["South2021"]["peak"]) - np.datetime64("2021-05-26")) < 5 * DAY


def test_that_one_looks_back_to_a_day_and_asks_it_of_all_fields(
    person: Person, tmp_path: Path
) -> None:
    take(person, two_seasons(tmp_path / "readings.csv"))
    desk, dates = person.window.desk, person.stage_dates()
    person.chooses("show_as_of")
    bar = person.window.curve.as_of
    slider, qtbot = bar.slider, person.qtbot
    middle = slider.rect().center()
    # a click between the handle and the middle goes a page at a time; the handle is dragged
    handle = middle + QPoint(slider.width() // 2 - 8, 0)
    qtbot.mousePress(slider, LEFT, pos=handle)
    qtbot.mouseMove(slider, middle)
    qtbot.mouseRelease(slider, LEFT, pos=middle)
    assert bar.day is not None
    qtbot.waitUntil(lambda: desk.looked_back is not None and not desk.is_busy, timeout=PATIENCE)
    looked = desk.looked_back
    assert looked is not None
    assert looked.series.time[-1] <= bar.day < desk.document.series.time[-1]  # type: ignore[union-attr]
    day = bar.day
    person.click("as_of_keep")
    waits_for_all(person)
    assert desk.document.request.as_of == day
    fits = desk.document.fits
    assert [len(fit.series) for fit in fits.values()] == [len(looked.series)] * 2
    assert person.stage_dates() != dates
    person.click(person.tool("undo"))
    waits_for_all(person)
    assert person.stage_dates() == dates
