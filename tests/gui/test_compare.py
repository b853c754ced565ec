"""Kernels compared in the window: ticked, filled in, sorted, used."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.core.inference.comparison import Row, compare
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.gui import compare_view
from gpstudio.gui.compare_model import BEST, FIRST_FIGURE, IN_USE, TEXT, WAITING, WORDS
from gpstudio.gui.compare_view import CompareView
from gpstudio.gui.pages import PAGES
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.steady_button import SteadyButton
from gpstudio.gui.window import Window
from gpstudio.session.commands import SelectField, SetChoice
from gpstudio.session.comparison import FIGURES
from gpstudio.session.readings import readings_of
from gpstudio.session.scales import Scaled

from .conftest import PATIENCE, Find

EVIDENCE = FIRST_FIGURE


@pytest.fixture
def comparing(window: Window, opened: Callable[[Path], None], sample: Path, qtbot: QtBot) -> Window:
    """The sample with its list of kernels in view."""
    opened(sample)
    assert window.pages[ComparePage].view.kernels.shown == ()
    listen(window, qtbot, lambda: window.pages.turn_to(ComparePage))
    return window


def listen(window: Window, qtbot: QtBot, act: Callable[[], None]) -> None:
    """Do what makes another list, and wait for it."""
    with qtbot.waitSignal(window.pages[ComparePage].view.listed, timeout=PATIENCE):
        act()


def choose(window: Window, slot: str, text: str) -> None:
    window.desk.do(SetChoice(slot, text))


def tick_only(view: CompareView, *kernels: str) -> None:
    for place, entry in enumerate(view.kernels.shown):
        if (entry.text in view.kernels.wanted) != (entry.text in kernels):
            view.kernels.tick(place)


def run(view: CompareView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.compared, timeout=PATIENCE):
        view.start.click()


def place_of(view: CompareView, kernel: str) -> int:
    return [entry.text for entry in view.kernels.shown].index(kernel)


def cell(
    view: CompareView, kernel: str, column: int, role: int = Qt.ItemDataRole.DisplayRole
) -> str:
    model = view.kernels
    return str(model.data(model.index(place_of(view, kernel), column), role))


def test_that_the_list_is_there_after_a_change_that_was_taken_back_elsewhere(
    comparing: Window, qtbot: QtBot
) -> None:
    comparing.pages.turn_to(PAGES[0])
    choose(comparing, "mean", "linear")
    comparing.commands["undo"].trigger()
    assert comparing.pages[ComparePage].view.kernels.shown == ()
    listen(comparing, qtbot, lambda: comparing.pages.turn_to(ComparePage))
    assert comparing.pages[ComparePage].view.kernels.shown


def test_that_the_table_holds_what_the_comparison_says(comparing: Window, qtbot: QtBot) -> None:
    view, series = comparing.pages[ComparePage].view, comparing.desk.document.series
    assert series is not None
    tick_only(view, "matern32", "matern52")
    run(view, qtbot)
    scale = Scaled.of(Recipe(), series).recipe.text("scale")
    learnt = Recipe.of(learning="map(restarts=1)", scale=scale)
    kernels = {k: learnt.with_choice("kernel", k) for k in ("matern32", "matern52")}
    rows = compare(kernels, readings_of(series))
    for row in rows:
        for place, figure in enumerate(FIGURES[:-1]):
            shown = cell(view, row.name, FIRST_FIGURE + place).removeprefix(BEST)
            assert shown == figure.text(figure.value(row))
    assert cell(view, "matern12", EVIDENCE) == ""
    assert view.state.text().startswith("2 kernels compared in")


def test_that_the_best_of_each_column_is_marked_by_sign_weight_and_word(
    comparing: Window, qtbot: QtBot
) -> None:
    view = comparing.pages[ComparePage].view
    tick_only(view, "matern52", "matern12")
    run(view, qtbot)
    assert cell(view, "matern52", EVIDENCE).startswith(BEST)
    assert not cell(view, "matern12", EVIDENCE).startswith(BEST)
    spoken = cell(view, "matern52", EVIDENCE, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith(", best")
    index = view.kernels.index(place_of(view, "matern52"), EVIDENCE)
    assert view.kernels.data(index, Qt.ItemDataRole.FontRole).bold()


def test_that_each_heading_says_what_it_means_and_which_way_is_better(window: Window) -> None:
    for place, figure in enumerate(FIGURES):
        tip = window.pages[ComparePage].view.kernels.headerData(
            FIRST_FIGURE + place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
        )
        assert ("Higher is better" if figure.higher else "Lower is better") in tip


def test_that_a_click_on_a_heading_puts_the_best_on_top_and_what_is_unknown_last(
    comparing: Window, qtbot: QtBot
) -> None:
    view = comparing.pages[ComparePage].view
    tick_only(view, "matern52", "matern12")
    run(view, qtbot)
    view.table.selectRow(place_of(view, "matern12"))
    header = view.table.horizontalHeader()

    def click(column: int) -> list[str]:
        x = header.sectionViewportPosition(column) + 20
        button = Qt.MouseButton.LeftButton
        qtbot.mouseClick(header.viewport(), button, pos=QPoint(x, header.height() // 2))
        assert view.kernels.shown[view.table.place].text == "matern12"
        return [entry.text for entry in view.kernels.shown[:2]]

    assert click(EVIDENCE) == ["matern52", "matern12"]
    assert click(EVIDENCE) == ["matern12", "matern52"]
    errors = {
        kernel: float(cell(view, kernel, FIRST_FIGURE + 2).removeprefix(BEST))
        for kernel in ("matern52", "matern12")
    }
    assert errors["matern52"] != errors["matern12"]
    assert click(FIRST_FIGURE + 2) == sorted(errors, key=lambda kernel: errors[kernel])
    click(TEXT)
    texts = [entry.text for entry in view.kernels.shown]
    assert texts == sorted(texts)


def by_button(window: Window, qtbot: QtBot, find: Find) -> None:
    find(QPushButton, "compare_use").click()


def by_enter(window: Window, qtbot: QtBot, find: Find) -> None:
    qtbot.keyClick(window.pages[ComparePage].view.table, Qt.Key.Key_Return)


def by_double_click(window: Window, qtbot: QtBot, find: Find) -> None:
    table = window.pages[ComparePage].view.table
    middle = table.visualRect(
        window.pages[ComparePage].view.kernels.index(table.place, TEXT)
    ).center()
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=middle)


@pytest.mark.parametrize("act", [by_button, by_enter, by_double_click])
def test_that_a_kernel_is_used_and_undone_and_the_figures_stay(
    comparing: Window, qtbot: QtBot, find: Find, act: Callable[[Window, QtBot, Find], None]
) -> None:
    view = comparing.pages[ComparePage].view
    tick_only(view, "matern52", "matern12")
    run(view, qtbot)
    evidence = cell(view, "matern52", EVIDENCE)
    view.table.selectRow(place_of(view, "matern52"))
    listen(comparing, qtbot, lambda: act(comparing, qtbot, find))
    assert comparing.desk.document.recipe.text("kernel") == "matern52"
    assert find(QLineEdit, "kernel_line").text() == "matern52"
    assert cell(view, "matern52", WORDS).startswith(IN_USE)
    assert cell(view, "matern52", EVIDENCE) == evidence
    assert view.kernels.shown[view.table.place].text == "matern52"
    listen(comparing, qtbot, comparing.commands["undo"].trigger)
    assert comparing.desk.document.recipe.text("kernel") == "auto"
    assert not cell(view, "matern52", WORDS).startswith(IN_USE)


def test_that_a_kernel_written_by_a_person_stays_in_the_list_once_it_was_compared(
    comparing: Window, qtbot: QtBot
) -> None:
    view, own = comparing.pages[ComparePage].view, "matern12(held(3))"
    listen(comparing, qtbot, lambda: choose(comparing, "kernel", own))
    tick_only(view, own)
    run(view, qtbot)
    listen(comparing, qtbot, lambda: choose(comparing, "kernel", "matern32"))
    assert not math.isnan(float(cell(view, own, EVIDENCE)))


def test_that_a_kernel_that_fails_says_why_across_its_row(
    comparing: Window, qtbot: QtBot, find: Find
) -> None:
    view = comparing.pages[ComparePage].view
    listen(comparing, qtbot, lambda: choose(comparing, "approximation", "markov"))
    listen(comparing, qtbot, lambda: choose(comparing, "kernel", "gibbs(30)"))
    tick_only(view, "matern32", "gibbs(30)")
    run(view, qtbot)
    place, where = place_of(view, "gibbs(30)"), view.table.pos()
    assert "markov" in cell(view, "gibbs(30)", EVIDENCE)
    assert view.table.columnSpan(place, EVIDENCE) == len(FIGURES)
    view.table.selectRow(place)
    assert find(QLabel, "compare_state").text() == cell(view, "gibbs(30)", EVIDENCE)
    qtbot.wait(50)
    assert view.table.pos() == where  # it does not move under the hand
    assert not math.isnan(float(cell(view, "matern32", EVIDENCE)))


def test_that_figures_of_another_field_or_model_are_put_away(
    comparing: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    view = comparing.pages[ComparePage].view
    tick_only(view, "matern32")
    run(view, qtbot)
    listen(comparing, qtbot, lambda: choose(comparing, "mean", "linear"))
    assert view.kernels.rows == {}
    tick_only(view, "matern32")
    run(view, qtbot)
    listen(comparing, qtbot, lambda: opened(season))
    assert view.kernels.rows == {}
    listen(comparing, qtbot, lambda: comparing.desk.do(SelectField("South")))
    assert len(view.kernels.wanted) == 3


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """A comparison whose second kernel takes until it is stopped."""
    going = Event()

    def work(series: Series, recipe: Recipe, kernels: tuple[str, ...], task: Task) -> None:
        task.partial(Row(kernels[0], kernels[0], 1.0, 2.0, 3.0, seconds=4.0))
        while not going.wait(0.01):
            task.check()

    monkeypatch.setattr(compare_view, "compare_kernels", work)
    yield going
    going.set()


@pytest.mark.parametrize("key", [False, True], ids=["button", "escape"])
def test_that_rows_come_one_by_one_and_stay_when_it_is_stopped(
    comparing: Window, slow: Event, qtbot: QtBot, key: bool
) -> None:
    view = comparing.pages[ComparePage].view
    tick_only(view, "matern32", "matern52")
    view.start.click()
    qtbot.waitUntil(lambda: view.bar.value() == 500, timeout=PATIENCE)
    assert cell(view, "matern32", EVIDENCE) == "1.00"
    assert cell(view, "matern52", EVIDENCE) == WAITING
    assert view.bar.isVisible()
    assert view.state.text() == "Comparing kernel 2 of 2…"
    assert view.start.text() == "Stop"
    if key:
        view.table.setFocus()
        qtbot.keyClick(view.table, Qt.Key.Key_Escape)
    else:
        view.start.click()
    qtbot.waitUntil(lambda: not view.is_busy, timeout=PATIENCE)
    assert cell(view, "matern32", EVIDENCE) == "1.00"
    assert cell(view, "matern52", EVIDENCE) == ""
    assert view.start.text() == "Compare"
    assert "Stopped" in view.state.text()


def test_that_space_and_the_mouse_tick_and_nothing_ticked_is_not_compared(
    comparing: Window, qtbot: QtBot
) -> None:
    view = comparing.pages[ComparePage].view
    tick_only(view, "matern32")
    place = place_of(view, "matern32")
    view.table.selectRow(place)
    qtbot.keyClick(view.table, Qt.Key.Key_Space)
    assert view.kernels.wanted == ()
    assert not view.start.isEnabled()
    corner = view.table.visualRect(view.kernels.index(place, WORDS)).topLeft()
    box = corner + QPoint(17, 13)
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert view.kernels.wanted == ("matern32",)
    assert view.start.isEnabled()


def test_that_the_table_is_exported_as_it_is_sorted(
    comparing: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, path = comparing.pages[ComparePage].view, tmp_path / "out.csv"
    assert not view.export.isEnabled()
    tick_only(view, "matern52", "matern12")
    run(view, qtbot)
    view.kernels.sort_by(EVIDENCE)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(comparing.desk.said, timeout=PATIENCE):
        view.export.click()
    lines = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [line["kernel"] for line in lines] == ["matern52", "matern12"]
    assert float(lines[0]["log_evidence"]) == view.kernels.rows["matern52"].log_evidence


def test_that_how_it_was_learnt_is_told(window: Window) -> None:
    assert "map(restarts=1)" in window.pages[ComparePage].view.how.text()
    assert "5 turns" in window.pages[ComparePage].view.how.text()


def test_that_a_button_is_as_wide_as_its_longest_word_in_any_letters(qtbot: QtBot) -> None:
    button = SteadyButton("steady", "Go", "Stop what runs")
    qtbot.addWidget(button)
    widths = set()
    for word in ("Stop what runs", "Go"):
        button.setText(word)
        widths.add(button.sizeHint().width())
    assert len(widths) == 1
    assert widths.pop() > button.fontMetrics().horizontalAdvance("Stop what runs")
    button.setStyleSheet("font-size: 30pt;")
    button.ensurePolished()
    assert button.sizeHint().width() > button.fontMetrics().horizontalAdvance("Stop what runs")
