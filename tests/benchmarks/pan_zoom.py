"""How long a step of panning or zooming takes at 100,000 readings, painting included.

    python tests/benchmarks/pan_zoom.py [READINGS]

Steps are real mouse and wheel events on a window of 1600 × 1000 with a fitted field; each is timed
from the event to the end of the paint that shows it. "Processor" is the time of the window's own
thread, which does not count what else the machine does; "busy" is how long the wait was.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.gui.curve.panel import CurvePanel
from gpstudio.gui.main import make_application
from gpstudio.gui.theme import LIGHT
from gpstudio.session.fitting import Fit, fit_series

STEPS = 150
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
SIZE = (1000, 560)
"""Of the panel in a window of 1600 × 1000."""


def fitted(count: int) -> Fit:
    random = np.random.default_rng(1)
    time_ = np.sort(random.uniform(15_000, 20_000, count))
    value = 0.45 - 0.3 * np.cos(2 * np.pi * time_ / 365.25)
    value += 0.05 * random.standard_normal(count)
    recipe = Recipe().with_choice("kernel", "matern32").with_choice("learning", "ml2(restarts=0)")
    return fit_series(Series("field", time_, value, "date", "ndvi", dated=True), recipe)


class Hand:
    """Drags and turns the wheel on a plot."""

    def __init__(self, panel: CurvePanel) -> None:
        self._panel, self._viewport = panel, panel.plot.viewport()
        self._place = QPoint(self._viewport.width() // 2, self._viewport.height() // 2)

    def pan(self, step: int) -> None:
        if step == 0:
            self._mouse(QEvent.Type.MouseMove, NONE, NONE)
            self._mouse(QEvent.Type.MouseButtonPress, LEFT, LEFT)
        way = 4 if step % 60 < 30 else -4
        self._place += QPoint(way, 0)
        self._mouse(QEvent.Type.MouseMove, NONE, LEFT)
        if step == STEPS - 1:
            self._mouse(QEvent.Type.MouseButtonRelease, LEFT, NONE)

    def zoom(self, step: int) -> None:
        turn = QPoint(0, 120 if step % 16 < 8 else -120)
        there = QPointF(self._viewport.mapToGlobal(self._place))
        event = QWheelEvent(
            QPointF(self._place), there, QPoint(), turn, NONE,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self._viewport, event)

    def hover(self, step: int) -> None:
        self._place += QPoint(3 if step % 100 < 50 else -3, 0)
        self._mouse(QEvent.Type.MouseMove, NONE, NONE)

    def _mouse(self, kind: QEvent.Type, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        there = QPointF(self._viewport.mapToGlobal(self._place))
        keys = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, QPointF(self._place), there, button, held, keys)
        QApplication.sendEvent(self._viewport, event)


def timed(name: str, step: Callable[[int], None]) -> None:
    walls, owns = [], []
    for place in range(STEPS):
        began, own = time.perf_counter(), time.thread_time()
        step(place)
        QApplication.processEvents()  # what the event asked for, paint and all
        walls.append((time.perf_counter() - began) * 1000.0)
        owns.append((time.thread_time() - own) * 1000.0)
    wall, mine = np.array(walls[1:]), np.array(owns[1:])
    print(
        f"  {name:<34} p50 {np.median(wall):5.1f}  p95 {np.quantile(wall, 0.95):5.1f}  "
        f"longest {wall.max():5.1f} ms; processor p50 {np.median(mine):5.1f}  "
        f"p95 {np.quantile(mine, 0.95):5.1f} ms"
    )


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    application = make_application()
    pg.setConfigOption("mouseRateLimit", 0)  # every step is to be seen
    fit = fitted(count)
    panel = CurvePanel(LIGHT)
    panel.resize(*SIZE)
    panel.show()
    panel.show_field(fit.series, fit, False, fit.seasons[-2].name)
    application.processEvents()
    print(f"{count:,} readings, {len(fit.curve.time):,} points of the curve, milliseconds a step")
    views = (("whole", panel.plot.show_whole), ("one season", panel.plot.show_season))
    for words, show in views:
        hand = Hand(panel)
        show()
        application.processEvents()
        timed(f"{words}: pan", hand.pan)
        show()
        timed(f"{words}: zoom", hand.zoom)
        show()
        timed(f"{words}: crosshair", hand.hover)
    panel.plot.show_whole()
    panel.show_residuals(True)
    panel.plot.show_draws(True)
    while panel.plot.extras.is_busy:
        application.processEvents()
    timed("whole, residuals and draws: pan", Hand(panel).pan)
    panel.close_work()
    panel.close()


if __name__ == "__main__":
    main()
