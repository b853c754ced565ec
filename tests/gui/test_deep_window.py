"""A deep model in the window: chosen, fitted, looked through, kept, exported, stopped, refused."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gpstudio.core.inference.deep import walk
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.plots import PLOTS
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice

from .conftest import PATIENCE
from .test_forms import line, write
from .test_projects import open_in, press
from .test_script_export import column, export

pytestmark = pytest.mark.gui
DEEP = "deep(rbf, rbf)"
QUICK = (("approximation", "inducing(points=6, learn='yes')"), ("learning", "ml2(restarts=0)"))


@pytest.fixture
def chosen(window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot) -> Window:
    """Typed into the kernel's line."""
    opened(season)
    for slot, text in QUICK:
        window.desk.do(SetChoice(slot, text))
    write(qtbot, line(window.model.forms["kernel"], "kernel_line"), DEEP)
    assert window.desk.document.recipe.text("kernel") == DEEP
    return window


def test_that_a_deep_model_goes_the_whole_way(
    chosen: Window, fitted: Callable[[], None], another: Callable[[], Window], tmp_path: Path,
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Band, layers, dates, a project that is opened again, a script that gives the same."""
    monkeypatch.setattr(walk, "STEPS", 40)
    window, script, out = chosen, tmp_path / "again.py", tmp_path / "out"
    fitted()
    fit = window.desk.document.fit
    assert fit is not None
    assert window.plot.mean.isVisible()
    assert window.plot.curve_band.isVisible()
    window.pages.turn_to(DiagnosticsPage)
    diagnostics = window.pages[DiagnosticsPage].view
    diagnostics.list.setCurrentRow(PLOTS.names.index("layers"))
    view = diagnostics.views["layers"]
    qtbot.waitUntil(lambda: bool(view.getPlotItem().items or view.trouble), timeout=PATIENCE)
    assert view.trouble == ""
    dots = [item for item in view.getPlotItem().items if isinstance(item, pg.ScatterPlotItem)]
    assert len(dots) == 3  # two layers, and end to end
    named = tmp_path / "deep.gpstudio"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(named), ""))
    press(window, qtbot, "save_project")
    other = another()
    open_in(other, qtbot, named)
    shown = other.desk.shown_fit
    assert shown is not None
    np.testing.assert_array_equal(shown.curve.mean, fit.curve.mean)
    export(window, qtbot, monkeypatch, "export_script", script)
    monkeypatch.setattr(sys, "argv", [str(script), str(out)])
    runpy.run_path(str(script), run_name="__main__")
    mean = [float(number) for number in column(out / "forecast.csv", "mean")]
    np.testing.assert_allclose(mean, fit.forecast.mean, rtol=0.0, atol=1e-9)


def test_that_a_deep_fit_is_stopped_midway(chosen: Window, qtbot: QtBot) -> None:
    chosen.desk.do(SetChoice("learning", "ml2(restarts=8)"))
    chosen.commands["fit"].trigger()
    status = chosen.status.words
    qtbot.waitUntil(lambda: "layer upon layer" in status.text(), timeout=PATIENCE)
    chosen.commands["stop"].trigger()
    qtbot.waitUntil(lambda: not chosen.desk.is_busy, timeout=PATIENCE)
    assert chosen.status.words.text() == "Stopped."
    assert chosen.desk.document.fit is None


def _told(window: Window, sentence: str) -> bool:
    message = window.messages.message
    return message is not None and sentence in message.sentence


@pytest.mark.parametrize(
    ("slot", "text", "sentence"),
    [
        ("solver", "cg", "A deep model by 'inducing' takes the solver 'woodbury' or 'auto'"),
        ("learning", "mcmc", "A deep model by 'inducing' learns by 'ml2', 'map' or 'fixed'"),
        ("approximation", "markov", "A deep model takes the approximation 'inducing', or 'exact'"),
        ("mean", "linear", "A deep model takes the mean 'constant' or 'zero'"),
    ],
)
def test_that_what_layers_do_not_take_is_refused_in_words(
    chosen: Window, qtbot: QtBot, slot: str, text: str, sentence: str
) -> None:
    chosen.desk.do(SetChoice(slot, text))
    chosen.commands["fit"].trigger()
    qtbot.waitUntil(lambda: _told(chosen, sentence), timeout=PATIENCE)
    assert chosen.desk.document.fit is None


def test_that_too_many_readings_to_draw_are_refused_in_words(
    window: Window, opened: Callable[[Path], None], tmp_path: Path, qtbot: QtBot
) -> None:
    rows = [f"{day},{0.3 + 0.001 * (day % 7):.3f}" for day in range(501)]
    path = tmp_path / "long.csv"
    path.write_text("\n".join(["day,value", *rows]), encoding="utf-8")
    opened(path)
    window.desk.do(SetChoice("kernel", DEEP))
    window.desk.do(SetChoice("approximation", "exact"))
    window.commands["fit"].trigger()
    said = "Hidden curves are drawn of up to 500 readings, here are 501"
    qtbot.waitUntil(lambda: _told(window, said), timeout=PATIENCE)
