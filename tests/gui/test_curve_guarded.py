"""What goes wrong while painting is told, and ends nothing."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.curve_items import Everywhere
from gpstudio.gui.plot import CurvePlot
from gpstudio.gui.theme import LIGHT


class Broken(Everywhere):
    def paint(self, painter: QPainter, *_: Any) -> None:
        raise ZeroDivisionError("of no length")


class BrokenAbove(PixelOverlay):
    def paint(self, painter: QPainter, *_: Any) -> None:
        raise ZeroDivisionError("of no length")


def test_that_an_error_while_painting_is_told_and_the_plot_goes_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(str(error)))
    plot = CurvePlot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(400, 300)
    broken = Broken()
    broken.origin = plot.box.origin
    plot.addItem(broken)
    above = BrokenAbove(plot.box, 1.0)
    plot.course.mean.set_places(np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    assert not plot.grab().isNull()
    assert not plot.grab().isNull()
    assert told.count("of no length") >= 4
    above.setParentItem(None)
    plot.close_work()


@pytest.mark.parametrize("size", [(400, 1), (1, 300), (60, 20)])
def test_that_a_plot_without_room_is_painted_without_errors(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(str(error)))
    plot = CurvePlot(LIGHT)
    qtbot.addWidget(plot)
    plot.setMinimumHeight(0)
    plot.dress(LIGHT, dated=True, empty=False)
    plot.resize(*size)
    plot.grab()
    assert told == []
    plot.close_work()
