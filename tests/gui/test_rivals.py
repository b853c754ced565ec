"""Other curves held against the fit: ticked, drawn, measured, told, exported."""

from __future__ import annotations

import csv
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.gui.broken_lines import DASHES
from gpstudio.gui.curve_rivals import NEAR, path_of, rival_name, telling
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.rivals_model import COLUMNS, WAITING
from gpstudio.gui.rivals_view import FIT_FIRST, RivalsView
from gpstudio.gui.theme import DARK
from gpstudio.gui.window import Window
from gpstudio.phenology.rivals import METHODS
from gpstudio.session.commands import SetChoice
from gpstudio.session.rivals import HOLDINGS, compare_rivals

from .conftest import PATIENCE, Find

ERROR, PROCESS, BETTER, SCATTER, TROUBLE = range(1, len(COLUMNS))
QUICK = (("kernel", "matern32"), ("learning", "ml2(restarts=0)"))


@pytest.fixture
def shown(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
) -> RivalsView:
    """The sample, fitted, with the table of rivals in view."""
    opened(sample)
    for name, text in QUICK:
        window.desk.do(SetChoice(name, text))
    fitted()
    with qtbot.waitSignal(window.pages[RivalsPage].view.listed, timeout=PATIENCE):
        window.pages.turn_to(RivalsPage)
    return window.pages[RivalsPage].view


def cell(view: RivalsView, method: str, column: int) -> str:
    place = METHODS.names.index(method)
    return str(view.model.data(view.model.index(place, column), Qt.ItemDataRole.DisplayRole))


def compare(view: RivalsView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.compared, timeout=PATIENCE):
        qtbot.mouseClick(view.start, Qt.MouseButton.LeftButton)


def click_tick(view: RivalsView, method: str, qtbot: QtBot) -> None:
    index = view.model.index(METHODS.names.index(method), 0)
    view.table.scrollTo(index)
    place = view.table.visualRect(index)
    qtbot.mouseClick(
        view.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=QPoint(place.left() + 14, place.center().y()),
    )


def test_that_nothing_is_asked_before_there_is_a_fit(
    window: Window, opened: Callable[[Path], None], sample: Path, find: Find
) -> None:
    opened(sample)
    window.pages.turn_to(RivalsPage)
    assert window.pages[RivalsPage].view.state.text() == FIT_FIRST
    assert not find(QPushButton, "rivals_start").isEnabled()
    assert not find(QPushButton, "rivals_export").isEnabled()


def test_that_the_curves_are_there_when_somebody_looks(shown: RivalsView) -> None:
    for name in METHODS.names:
        assert 0.0 < float(cell(shown, name, SCATTER)) < 0.3
        assert cell(shown, name, ERROR) == ""
    assert "Season 2020b has readings on 8 days" in cell(shown, "klosterman", TROUBLE)


def test_that_the_table_says_what_the_session_measured(
    window: Window, shown: RivalsView, qtbot: QtBot
) -> None:
    compare(shown, qtbot)
    assert shown.fit is not None
    expected = compare_rivals(shown.fit)
    for standing in expected.standings:
        assert cell(shown, standing.method, ERROR) == f"{standing.rmse:.4f}"
        assert cell(shown, standing.method, PROCESS) == f"{standing.process_rmse:.4f}"
        clear = {"The Gaussian process is better.": "Gaussian process"}
        clear["This curve is better."] = "this curve"
        assert cell(shown, standing.method, BETTER) == clear.get(standing.verdict, "not told apart")
    assert shown.state.text().startswith("Of 9 curves on this field's readings left out")
    qtbot.mouseClick(
        shown.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=shown.table.visualRect(shown.model.index(0, BETTER)).center(),
    )
    assert expected.standings[0].verdict in shown.state.toolTip()


def test_that_a_ticked_curve_is_drawn_over_the_plot(
    window: Window, shown: RivalsView, qtbot: QtBot
) -> None:
    assert window.pages[RivalsPage].lines.shown == ()
    assert not window.pages[RivalsPage].lines.legend.isVisible()
    click_tick(shown, "beck", qtbot)
    click_tick(shown, "harmonic", qtbot)
    assert [line.method for line in window.pages[RivalsPage].lines.shown] == ["beck", "harmonic"]
    assert window.pages[RivalsPage].lines.legend.isVisible()
    assert window.pages[RivalsPage].lines.legend.methods == ["beck", "harmonic"]
    window.commands["theme_dark"].trigger()
    assert window.pages[RivalsPage].lines.legend.theme is DARK
    click_tick(shown, "beck", qtbot)
    assert [line.method for line in window.pages[RivalsPage].lines.shown] == ["harmonic"]


def test_that_space_ticks_the_selected_curve(
    window: Window, shown: RivalsView, qtbot: QtBot
) -> None:
    shown.table.setFocus()
    shown.table.selectRow(METHODS.names.index("whittaker"))
    qtbot.keyClick(shown.table, Qt.Key.Key_Space)
    assert [line.method for line in window.pages[RivalsPage].lines.shown] == ["whittaker"]


def test_that_a_new_fit_has_its_own_curves_and_no_old_verdicts(
    window: Window, shown: RivalsView, qtbot: QtBot, fitted: Callable[[], None]
) -> None:
    compare(shown, qtbot)
    click_tick(shown, "beck", qtbot)
    before = window.pages[RivalsPage].lines.shown
    window.desk.do(SetChoice("kernel", "matern52"))
    assert (
        window.pages[RivalsPage].lines.shown == before
    )  # the curve that is shown is the same still
    with qtbot.waitSignal(shown.listed, timeout=PATIENCE):
        fitted()
    (line,) = window.pages[RivalsPage].lines.shown
    assert line is not before[0]
    assert cell(shown, "beck", ERROR) == ""
    assert not shown.export.isEnabled()


def test_that_another_field_takes_the_curves_off(
    window: Window, shown: RivalsView, qtbot: QtBot, opened: Callable[[Path], None], season: Path
) -> None:
    click_tick(shown, "beck", qtbot)
    opened(season)
    assert window.pages[RivalsPage].lines.shown == ()
    assert shown.state.text() == FIT_FIRST


def test_that_another_way_of_leaving_out_forgets_the_verdicts(
    shown: RivalsView, qtbot: QtBot
) -> None:
    compare(shown, qtbot)
    near = cell(shown, "harmonic", PROCESS)
    shown.holding.setCurrentIndex(1)
    assert cell(shown, "harmonic", PROCESS) == ""
    assert HOLDINGS["blocks"].help in shown.holding.accessibleDescription()
    compare(shown, qtbot)
    assert cell(shown, "harmonic", PROCESS) not in ("", near)
    assert shown.found is not None
    assert shown.found.holding is HOLDINGS["blocks"]


def test_that_stop_ends_it_and_the_window_says_so(shown: RivalsView, qtbot: QtBot) -> None:
    shown.start.click()
    assert shown.start.text() == "Stop"
    assert cell(shown, "harmonic", ERROR) == WAITING
    qtbot.mouseClick(shown.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not shown.is_busy, timeout=PATIENCE)
    assert shown.state.text().startswith("Stopped")
    assert cell(shown, "harmonic", ERROR) == ""
    assert shown.start.text() == "Compare"


def test_that_the_comparison_is_exported(
    window: Window,
    shown: RivalsView,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compare(shown, qtbot)
    path = tmp_path / "rivals.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        qtbot.mouseClick(shown.export, Qt.MouseButton.LeftButton)
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert [row["method"] for row in rows] == list(METHODS.names)
    for row in rows:
        assert f"{float(row['rmse']):.4f}" == cell(shown, row["method"], ERROR)


def test_that_every_rival_has_dashes_of_its_own() -> None:
    assert len(DASHES) >= len(METHODS)
    rhythms = [tuple(np.round(np.array(d) / sum(d), 2)) for d in DASHES]
    for (one, its), (other, theirs) in combinations(zip(DASHES, rhythms, strict=True), 2):
        assert its != theirs or abs(sum(one) - sum(other)) > 2.0
    names = [rival_name(name) for name in METHODS.names]
    assert len(set(names)) == len(names)


def test_that_a_line_of_few_points_is_the_curve_as_far_as_one_can_see(shown: RivalsView) -> None:
    assert shown.fit is not None
    series = shown.fit.series
    reach = float(np.ptp(series.value))
    for rival in shown.model.rivals:
        line = rival.line
        assert line is not None
        for part in np.unique(line.part[np.isfinite(line.value)]):
            mine = np.flatnonzero((line.part == part) & np.isfinite(line.value))
            x, y = line.time[mine], line.value[mine]
            kept = telling(y, NEAR * reach)
            seen = np.interp(x, x[kept], y[kept])
            assert np.abs(seen - y).max() <= 1.0001 * NEAR * reach
        assert path_of(line, series).elementCount() < 0.6 * len(line.time)


def test_that_pieces_of_a_curve_are_not_joined(shown: RivalsView) -> None:
    assert shown.fit is not None
    line = next(r.line for r in shown.model.rivals if r.method == "klosterman")
    assert line is not None
    path = path_of(line, shown.fit.series)
    begun = sum(path.elementAt(i).isMoveTo() for i in range(path.elementCount()))
    assert begun == len(shown.fit.seasons) - 1  # one season was refused
