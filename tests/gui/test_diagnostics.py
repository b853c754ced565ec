"""The list of plots: reached by mouse and keyboard, and nothing is made before it is looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.plots import PLOTS
from gpstudio.gui.plots.view import PlotView
from gpstudio.gui.window import Window

from .conftest import PATIENCE


def test_that_every_plot_has_a_row_with_its_help(window: Window) -> None:
    rows = window.pages[DiagnosticsPage].view.list
    titles = [rows.item(place).text() for place in range(rows.count())]
    assert titles == [spec.title for spec in PLOTS.specs]
    assert all(rows.item(place).toolTip() for place in range(rows.count()))


WHY_NOT = {
    "autocorrelation": "There are too few readings to see how they hang together.",
    "layers": "This model has one layer: choose a kernel such as deep(rbf, rbf) to see several.",
    "solver": "The solver of this fit, kalman, does not iterate: it needs one step only.",
}
"""Of a field with eight readings, fitted as usual."""


def is_done(view: PlotView) -> bool:
    return bool(view.getPlotItem().items or view.trouble)


def test_that_plots_are_made_and_drawn_when_they_are_first_looked_at(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
) -> None:
    opened(season)
    fitted()
    diagnostics = window.pages[DiagnosticsPage].view
    assert diagnostics.views == {}
    window.pages.turn_to(DiagnosticsPage)
    assert list(diagnostics.views) == ["residuals"]
    diagnostics.list.setFocus()
    for name in PLOTS.names[1:]:
        qtbot.keyClick(diagnostics.list, Qt.Key.Key_Down)
        view = diagnostics.views[name]
        assert diagnostics.pages.currentWidget() is view
        qtbot.waitUntil(lambda view=view: is_done(view), timeout=PATIENCE)  # type: ignore[misc]
        assert view.trouble == WHY_NOT.get(name, "")


def test_that_the_plots_follow_the_theme_and_the_field(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
) -> None:
    opened(season)
    fitted()
    window.pages.turn_to(DiagnosticsPage)
    view = window.pages[DiagnosticsPage].view.views["residuals"]
    window.commands["theme_dark"].trigger()
    assert view.backgroundBrush().color().name() == window.themes.theme.card
    window.commands["theme_light"].trigger()
    assert view.getPlotItem().items != []
    window.fields.selected.emit("South")
    window.turns.finish()
    assert view.getPlotItem().items == []
