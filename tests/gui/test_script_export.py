"""What the File menu exports as a script gives the numbers that are on screen."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gpstudio.gui.window import Window
from gpstudio.session.field_commands import ExcludeReadings
from gpstudio.session.fitting import Fit

from .conftest import PATIENCE


@pytest.fixture
def shown(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
) -> Fit:
    """The sample without one of its readings."""
    opened(sample)
    series = window.desk.document.series
    assert series is not None
    one = ((float(series.time[40]), float(series.value[40])),)
    window.desk.do(ExcludeReadings(series.group, one))
    fitted()
    assert window.desk.document.fit is not None
    return window.desk.document.fit


def export(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, action: str, path: Path
) -> str:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        window.commands[action].trigger()
    return path.read_text(encoding="utf-8")


def column(path: Path, name: str) -> list[str]:
    with path.open(encoding="utf-8", newline="") as handle:
        return [row[name] for row in csv.DictReader(handle)]


def test_that_the_exported_script_gives_the_numbers_on_screen(
    window: Window,
    shown: Fit,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    path, out = tmp_path / "again.py", tmp_path / "out"
    export(window, qtbot, monkeypatch, "export_script", path)
    subprocess.run([sys.executable, str(path), str(out)], check=True, timeout=300)
    mean = [float(number) for number in column(out / "forecast.csv", "mean")]
    np.testing.assert_allclose(mean, shown.forecast.mean, rtol=0.0, atol=1e-12)
    assert column(out / "stages.csv", "date") == [row["date"] or "" for row in shown.stage_rows]


def test_that_the_exported_command_says_what_it_leaves_out(
    window: Window,
    shown: Fit,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    sample: Path,
) -> None:
    ending = "cmd" if os.name == "nt" else "sh"
    text = export(window, qtbot, monkeypatch, "export_command", tmp_path / f"again.{ending}")
    assert "gpstudio fit" in text
    assert sample.name in text
    assert "It cannot say that one reading of ALARC2_Smith6 should be taken out." in text


def test_that_nothing_can_be_exported_before_a_table_is_open(window: Window) -> None:
    assert not window.commands["export_script"].isEnabled()
    assert not window.commands["export_command"].isEnabled()
