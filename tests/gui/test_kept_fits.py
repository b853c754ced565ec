"""Every fit of a field is kept: seen, drawn over the curve, used again, saved."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.data.series import Series
from gpstudio.gui.broken_lines import DASHES
from gpstudio.gui.export import save_svg
from gpstudio.gui.help.topics import topic_of
from gpstudio.gui.kept.columns import (
    COLUMNS,
    EVIDENCE,
    INSIDE,
    LEARNT,
    MODEL,
    READINGS,
    SCORE,
    SECONDS,
    WHEN,
    when_text,
)
from gpstudio.gui.kept.dashes import strokes
from gpstudio.gui.kept.lines import COLOURS, KeptLines
from gpstudio.gui.kept.model import BEST, NO_CURVE, PINNED, SHOWN
from gpstudio.gui.kept.view import FIT_FIRST, FitsView
from gpstudio.gui.pages.fits import FitsPage
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.theme import DARK
from gpstudio.gui.window import Window
from gpstudio.gui.words import NO_DATE
from gpstudio.session.commands import SelectField, SetChoice
from gpstudio.session.field_commands import ExcludeReadings

from .conftest import PATIENCE, Find
from .test_forms import pick

ROUGH, SMOOTH = "Lively season", "Smooth season"
"""Matérn 3/2 and 5/2."""


@pytest.fixture
def two(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
) -> FitsView:
    """The sample, fitted with two kernels by hand, and its fits in view with their scores."""
    opened(sample)
    form = window.model.forms["kernel"]
    for name in ("matern32", "matern52"):
        pick(form, next(spec for spec in form.slot.specs if spec.name == name))
        fitted()
        scored(window, qtbot)
    window.pages.turn_to(FitsPage)
    return window.pages[FitsPage].view


def scored(window: Window, qtbot: QtBot) -> None:
    def is_there() -> bool:
        rows = window.desk.document.kept_of(window.desk.document.selected)
        return bool(rows) and rows[-1].score is not None

    qtbot.waitUntil(is_there, timeout=PATIENCE)


def series_of(window: Window) -> Series:
    series = window.desk.document.series
    assert series is not None
    return series


def place_of(view: FitsView, words: str) -> int:
    names = [view.model.data(view.model.index(n, MODEL)) for n in range(view.model.rowCount())]
    return next(n for n, name in enumerate(names) if name.endswith(words))


def cell(view: FitsView, words: str, column: int, role: int = Qt.ItemDataRole.DisplayRole) -> str:
    return str(view.model.data(view.model.index(place_of(view, words), column), role))


def click_tick(view: FitsView, words: str, qtbot: QtBot) -> None:
    index = view.model.index(place_of(view, words), MODEL)
    view.table.scrollTo(index)
    box = view.table.visualRect(index)
    spot = QPoint(box.left() + 14, box.center().y())
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def select(view: FitsView, words: str) -> None:
    view.table.selectRow(place_of(view, words))


def test_that_nothing_is_there_before_a_fit(
    window: Window, opened: Callable[[Path], None], sample: Path, find: Find
) -> None:
    opened(sample)
    window.pages.turn_to(FitsPage)
    assert window.pages[FitsPage].view.state.text() == FIT_FIRST
    for name in ("fits_use", "fits_pin", "fits_drop"):
        assert not find(QPushButton, name).isEnabled()


def test_that_both_fits_are_there_with_their_figures(window: Window, two: FitsView) -> None:
    rows = window.desk.document.kept_of(window.desk.document.selected)
    assert len(rows) == two.model.rowCount() == 2
    fit = window.desk.document.fit
    assert fit is not None
    assert cell(two, SMOOTH, MODEL).startswith(SHOWN)
    assert cell(two, SMOOTH, EVIDENCE).removeprefix(BEST) == f"{fit.report.log_evidence:.2f}"
    left_out = fit.posterior.left_out().log_score
    assert cell(two, SMOOTH, SCORE).removeprefix(BEST) == f"{left_out:.2f}"
    for row, words in zip(rows, (ROUGH, SMOOTH), strict=True):
        assert cell(two, words, EVIDENCE).removeprefix(BEST) == f"{row.log_evidence:.2f}"
        assert cell(two, words, SECONDS).removeprefix(BEST) == f"{row.seconds:.3f}"
        assert cell(two, words, WHEN) == when_text(row.when)
        assert cell(two, words, READINGS) == "133"
        assert cell(two, words, INSIDE).endswith(" %")
        assert cell(two, words, LEARNT).count("matern") == 1
    best = max(rows, key=lambda row: row.log_evidence)
    words = (ROUGH, SMOOTH)[rows.index(best)]
    assert cell(two, words, EVIDENCE).startswith(BEST)
    assert cell(two, words, EVIDENCE, Qt.ItemDataRole.AccessibleTextRole).endswith(", best")


def test_that_two_ticked_fits_are_drawn_and_the_legend_says_which(
    window: Window, two: FitsView, qtbot: QtBot
) -> None:
    lines = window.pages[FitsPage].lines
    click_tick(two, ROUGH, qtbot)
    click_tick(two, SMOOTH, qtbot)
    assert lines.legend.words == (ROUGH, SMOOTH)
    assert lines.legend.isVisible()
    assert len(lines.items) == 2
    scene = window.plot.scene().items()
    rows = window.desk.document.kept_of(window.desk.document.selected)
    for item, row in zip(lines.items.values(), rows, strict=True):
        assert item in scene
        box, curve = item.boundingRect(), row.curve
        assert curve is not None
        assert box.top() <= curve.lower.min() < curve.upper.max() <= box.bottom()
    before = window.plot.grab().toImage()
    click_tick(two, ROUGH, qtbot)
    assert lines.legend.words == (SMOOTH,)
    assert window.plot.grab().toImage() != before
    click_tick(two, SMOOTH, qtbot)
    assert not lines.legend.isVisible()
    assert not lines.items


def test_that_a_line_keeps_its_look_when_another_goes_and_no_two_look_alike(
    two: FitsView, qtbot: QtBot
) -> None:
    click_tick(two, ROUGH, qtbot)
    click_tick(two, SMOOTH, qtbot)
    smooth = two.lines[1]
    click_tick(two, ROUGH, qtbot)
    assert two.lines[0].slot == smooth.slot == 1
    click_tick(two, ROUGH, qtbot)
    assert {line.slot for line in two.lines} == {0, 1}
    looks = [(DASHES[n % len(DASHES)], COLOURS[n % len(COLOURS)]) for n in range(30)]
    assert all(one != other for one, other in combinations(looks, 2))


def test_that_lines_follow_the_theme_and_stand_above_the_legend_of_rivals(
    window: Window, two: FitsView, qtbot: QtBot
) -> None:
    click_tick(two, ROUGH, qtbot)
    window.themes.changed.emit(DARK)
    assert all(item.theme is DARK for item in window.pages[FitsPage].lines.items.values())
    window.pages.turn_to(RivalsPage)
    window.pages[RivalsPage].view.model.tick(0)
    qtbot.waitUntil(lambda: bool(window.pages[RivalsPage].view.lines), timeout=PATIENCE)
    window.plot.grab()
    assert window.pages[RivalsPage].lines.legend.taken > 10.0
    window.pages[RivalsPage].view.model.tick(0)
    assert window.pages[RivalsPage].lines.legend.taken == 0.0


def by_button(view: FitsView, qtbot: QtBot, find: Find) -> None:
    qtbot.mouseClick(find(QPushButton, "fits_use"), Qt.MouseButton.LeftButton)


def by_enter(view: FitsView, qtbot: QtBot, find: Find) -> None:
    qtbot.keyClick(view.table, Qt.Key.Key_Return)


def by_double_click(view: FitsView, qtbot: QtBot, find: Find) -> None:
    middle = view.table.visualRect(view.model.index(view.table.place, EVIDENCE)).center()
    qtbot.mouseDClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=middle)


@pytest.mark.parametrize("act", [by_button, by_enter, by_double_click])
def test_that_a_recipe_is_used_again_and_undone(
    window: Window,
    two: FitsView,
    qtbot: QtBot,
    find: Find,
    act: Callable[[FitsView, QtBot, Find], None],
) -> None:
    select(two, SMOOTH)
    assert not find(QPushButton, "fits_use").isEnabled()  # the model has it
    select(two, ROUGH)
    act(two, qtbot, find)
    assert window.desk.document.recipe.text("kernel") == "matern32"
    assert find(QComboBox, "kernel_choice").currentText() == "Matérn 3/2"
    assert window.commands["undo"].text() == "&Undo use an earlier model"
    window.commands["undo"].trigger()
    assert window.desk.document.recipe.text("kernel") == "matern52"
    assert two.model.rowCount() == 2


def test_that_the_same_recipe_fitted_again_takes_its_row(
    window: Window, two: FitsView, fitted: Callable[[], None], qtbot: QtBot
) -> None:
    click_tick(two, ROUGH, qtbot)
    select(two, ROUGH)
    by_enter(two, qtbot, lambda *_: None)
    fitted()
    assert window.pages.current is FitsPage
    assert two.model.rowCount() == 2
    assert cell(two, ROUGH, MODEL).startswith(SHOWN)
    assert window.pages[FitsPage].lines.legend.words == (ROUGH,)  # ticks are of the recipe


def test_that_a_row_is_removed_and_comes_back(
    window: Window, two: FitsView, qtbot: QtBot, find: Find
) -> None:
    select(two, SMOOTH)
    assert not find(QPushButton, "fits_drop").isEnabled()
    qtbot.keyClick(two.table, Qt.Key.Key_Delete)
    assert two.model.rowCount() == 2
    assert "the curve that is shown" in two.state.text()
    click_tick(two, ROUGH, qtbot)
    select(two, ROUGH)
    qtbot.keyClick(two.table, Qt.Key.Key_Delete)
    assert two.model.rowCount() == 1
    assert not window.pages[FitsPage].lines.items
    window.commands["undo"].trigger()
    assert two.model.rowCount() == 2


def test_that_a_fit_is_pinned_and_unpinned(
    window: Window, two: FitsView, qtbot: QtBot, find: Find
) -> None:
    select(two, ROUGH)
    pin = find(QPushButton, "fits_pin")
    qtbot.mouseClick(pin, Qt.MouseButton.LeftButton)
    assert cell(two, ROUGH, MODEL) == PINNED + ROUGH
    assert "pinned" in cell(two, ROUGH, MODEL, Qt.ItemDataRole.AccessibleTextRole)
    assert pin.text() == "Unpin"
    qtbot.mouseClick(pin, Qt.MouseButton.LeftButton)
    assert cell(two, ROUGH, MODEL) == ROUGH


def test_that_fits_to_other_readings_are_marked_and_never_best(
    window: Window, two: FitsView
) -> None:
    series = series_of(window)
    taken = ((float(series.time[40]), float(series.value[40])),)
    window.desk.do(ExcludeReadings(series.group, taken))
    for words in (ROUGH, SMOOTH):
        assert cell(two, words, READINGS) == "others: 133"
        assert not cell(two, words, EVIDENCE).startswith(BEST)
        assert "cannot be compared" in cell(two, words, EVIDENCE, Qt.ItemDataRole.ToolTipRole)
    window.commands["undo"].trigger()
    assert cell(two, ROUGH, READINGS) == "133"


def test_that_a_click_on_a_heading_sorts_and_the_selection_stays(
    two: FitsView, qtbot: QtBot
) -> None:
    select(two, ROUGH)
    header = two.table.horizontalHeader()

    def click(column: int) -> list[float]:
        spot = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        assert two.table.place == place_of(two, ROUGH)
        return [float(COLUMNS[column].order(row)) for row in two.model.rows]

    evidences = click(EVIDENCE)
    assert evidences == sorted(evidences, reverse=True)
    assert click(EVIDENCE) == sorted(evidences)
    quickest = click(SECONDS)
    assert quickest == sorted(quickest)


def test_that_every_heading_says_what_it_means(two: FitsView) -> None:
    for place, column in enumerate(COLUMNS):
        tip = two.model.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        assert column.help in tip
        if column.higher is not None:
            assert ("Higher is better" if column.higher else "Lower is better") in tip


def test_that_it_all_comes_back_from_the_project(
    window: Window, two: FitsView, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    select(two, ROUGH)
    two.pin.click()
    before = [[cell(two, words, n) for n in range(len(COLUMNS))] for words in (ROUGH, SMOOTH)]
    path = tmp_path / "wheat.gpstudio"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.commands["save_project"].trigger()
    qtbot.waitUntil(lambda: not window.projects.is_unsaved, timeout=PATIENCE)
    window.commands["new_project"].trigger()
    assert two.model.rowCount() == 0
    window.projects.open(path)
    qtbot.waitUntil(lambda: window.desk.document.fit is not None, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.projects.runner.is_opening, timeout=PATIENCE)
    after = [[cell(two, words, n) for n in range(len(COLUMNS))] for words in (ROUGH, SMOOTH)]
    assert after == before
    click_tick(two, ROUGH, qtbot)
    assert window.pages[FitsPage].lines.legend.words == (ROUGH,)


def test_that_fields_fitted_together_keep_figures_and_each_its_own(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    for kernel in ("matern32", "matern52"):
        window.desk.do(SetChoice("kernel", kernel))
        with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
            window.commands["fit_all"].trigger()
    window.pages.turn_to(FitsPage)
    view = window.pages[FitsPage].view
    scored(window, qtbot)  # since somebody looks
    assert cell(view, SMOOTH, SCORE)
    assert cell(view, ROUGH, EVIDENCE)
    assert NO_CURVE in cell(view, ROUGH, MODEL, Qt.ItemDataRole.ToolTipRole)
    view.model.tick(place_of(view, ROUGH))
    assert view.lines == ()
    view.model.tick(place_of(view, SMOOTH))
    assert len(window.pages[FitsPage].lines.items) == 1
    window.desk.do(SelectField("South"))
    assert view.model.rowCount() == 2
    assert not window.pages[FitsPage].lines.items
    window.desk.do(SelectField("North"))
    assert len(window.pages[FitsPage].lines.items) == 1


def test_that_a_time_that_no_calendar_has_is_none() -> None:
    now = datetime(2026, 5, 4, 12, 0)
    assert when_text(now.timestamp() + 60.0, now) == "12:01:00"
    assert when_text(datetime(2025, 5, 4, 9, 30).timestamp(), now) == "2025-05-04 09:30"
    for when in (math.nan, 1e300, -1e300):
        assert when_text(when, now) == NO_DATE


def test_that_help_is_about_the_fits(two: FitsView) -> None:
    assert topic_of(two.table) == "fits"


def test_that_what_is_drawn_twice_is_not_made_twice(window: Window, two: FitsView) -> None:
    lines: KeptLines = window.pages[FitsPage].lines
    two.model.tick(0)
    (item,) = lines.items.values()
    two.model.tick(1)
    assert item in lines.items.values()


def test_that_strokes_lie_on_the_line_and_are_as_long_as_the_pattern_says() -> None:
    x = np.linspace(0.0, 400.0, 2_000)
    y = 100.0 + 40.0 * np.sin(x / 30.0)
    found = strokes(x, y, (6.0, 2.0), 2.0, 0.0, 400.0)
    lengths = np.hypot(found[:, 2] - found[:, 0], found[:, 3] - found[:, 1])
    whole = np.hypot(np.diff(x), np.diff(y)).sum()
    assert lengths.max() < 5.0
    assert lengths.sum() == pytest.approx(0.75 * whole, rel=0.01)
    for ends in (found[:, :2], found[:, 2:]):
        assert np.abs(ends[:, 1] - np.interp(ends[:, 0], x, y)).max() < 1e-6


def test_that_a_part_painted_anew_has_the_strokes_of_the_whole() -> None:
    """Where they are not, dashes crawl when the view moves."""
    x = np.linspace(0.0, 400.0, 500)
    y = 50.0 * np.sin(x / 20.0)
    whole = strokes(x, y, (9.0, 2.5, 1.5, 2.5), 2.0, 0.0, 400.0)
    part = strokes(x, y, (9.0, 2.5, 1.5, 2.5), 2.0, 100.0, 200.0)
    inside = (whole[:, 0] > 100.0) & (whole[:, 2] < 200.0)
    held = {tuple(row) for row in np.round(part, 9).tolist()}
    assert inside.sum() > 20
    assert all(tuple(row) in held for row in np.round(whole[inside], 9).tolist())
    assert part[:, [0, 2]].min() >= 100.0 - 1e-9
    assert part[:, [0, 2]].max() <= 200.0 + 1e-9


def test_that_a_figure_for_a_file_holds_whole_paths(
    window: Window, two: FitsView, tmp_path: Path
) -> None:
    two.model.tick(0)
    save_svg(window.curve, tmp_path / "one.svg")
    two.model.tick(0)
    save_svg(window.curve, tmp_path / "none.svg")
    one, none = ((tmp_path / f"{name}.svg").read_text("utf-8") for name in ("one", "none"))
    assert one.count("stroke-dasharray") >= none.count("stroke-dasharray") + 3
