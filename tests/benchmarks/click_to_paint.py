"""From a click to the paint that shows it, while nothing runs, during a fit, and during a batch.

    python tests/benchmarks/click_to_paint.py [CLICKS]

A thread posts a mouse click every 60 to 140 ms on something the window offers: a field, a tab, a
season, a tool of the plot. Each is timed from that moment to the end of the next paint of the
window, so that whatever holds the window's thread counts too. Clicks that change nothing on screen
are not among them.

Another field is shown in several pieces, its curve first: "whole" is the time until the last of
them is painted, for every click that had been answered wholly before the next one came.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

import numpy as np  # noqa: E402
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal  # noqa: E402
from PySide6.QtGui import QMouseEvent  # noqa: E402
from PySide6.QtWidgets import QApplication, QToolButton, QWidget  # noqa: E402
from window_heartbeat import import_file, wait_until, write_field, write_fields  # noqa: E402

from gpstudio.gui.commands.fitting import fit  # noqa: E402
from gpstudio.gui.garbage import GarbageCollection  # noqa: E402
from gpstudio.gui.main import answer_first, make_application  # noqa: E402
from gpstudio.gui.pages.stages import StagesPage  # noqa: E402
from gpstudio.gui.theme import Themes  # noqa: E402
from gpstudio.gui.window import Window  # noqa: E402
from gpstudio.session.commands import SetChoice  # noqa: E402

CLICKS = 300
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
Target = tuple[QWidget, QPoint]


class PaintedWindow(Window):
    """Says when it has been painted."""

    painted_now = Signal()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        # the window's backing store is painted and shown within this event
        if event.type() == QEvent.Type.UpdateRequest:
            self.painted_now.emit()
        return done


class Clicker(QObject):
    """Clicks from outside, and when each was painted."""

    due = Signal(float)

    def __init__(self, window: PaintedWindow, seed: int = 0) -> None:
        super().__init__(window)
        self._window = window
        self._random = np.random.default_rng(seed)
        self._asked: float | None = None
        self._wanted: float | None = None
        """When what is not wholly shown yet was asked for."""
        self._last_paint = 0.0
        self.waits: list[float] = []
        self.wholes: list[float] = []
        self.by_target: list[tuple[float, str]] = []
        self._name = ""
        self._after = QTimer(self, singleShot=True, interval=0)
        self._after.timeout.connect(self._shown_whole)
        self.due.connect(self._click, Qt.ConnectionType.QueuedConnection)
        window.painted_now.connect(self._painted)

    def run(self, count: int, done: Callable[[], bool]) -> None:
        """So many clicks, or until the work in the background is done."""
        pauses = self._random.uniform(0.06, 0.14, count)
        ended: list[object] = []

        def post() -> None:
            for pause in pauses:
                time.sleep(pause)
                if done():
                    break
                self.due.emit(time.perf_counter())
            time.sleep(0.3)
            ended.append(True)

        thread = threading.Thread(target=post)
        thread.start()
        wait_until(ended, 600)
        thread.join()

    def _painted(self) -> None:
        self._last_paint = time.perf_counter()
        if self._asked is not None:
            wait = (self._last_paint - self._asked) * 1000
            self.waits.append(wait)
            self.by_target.append((wait, self._name))
            self._asked = None
            self._after.start()

    def _shown_whole(self) -> None:
        """Posted paints come before a timer of no length: what was painted last is all there is,
        unless pieces are left."""
        if self._wanted is None:
            return
        if self._window.turns.is_pending:
            self._after.start()
            return
        self.wholes.append((self._last_paint - self._wanted) * 1000)
        self._wanted = None

    def _click(self, asked: float) -> None:
        name, (widget, place) = self._next()
        self._name = name
        self._asked = self._wanted = None
        for kind, held in (
            (QEvent.Type.MouseButtonPress, LEFT),
            (QEvent.Type.MouseButtonRelease, NONE),
        ):
            where = QPointF(place), QPointF(widget.mapToGlobal(place))
            event = QMouseEvent(kind, *where, LEFT, held, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(widget, event)
        # a button that is painted as pressed is no answer yet
        self._asked = self._wanted = asked

    def _next(self) -> tuple[str, Target]:
        kinds = (self._field, self._tab, self._season, self._tool)
        chosen = kinds[int(self._random.choice(4, p=[0.4, 0.3, 0.15, 0.15]))]
        found = chosen()
        return (chosen.__name__, found) if found is not None else ("_tab", self._tab())

    def _field(self) -> Target | None:
        view = self._window.fields.view
        rows = view.model().rowCount()
        top = view.indexAt(QPoint(20, 4)).row()
        present = view.currentIndex().row()
        shown = [row for row in range(max(top, 0), min(top + 8, rows)) if row != present]
        if not shown:
            return None
        box = view.visualRect(view.model().index(int(self._random.choice(shown)), 0))
        return view.viewport(), box.center()

    def _tab(self) -> Target:
        bar = self._window.pages.tabs
        others = [tab for tab in range(bar.count()) if tab != bar.currentIndex()]
        shown = [tab for tab in others if bar.rect().contains(bar.tabRect(tab).center())]
        return bar, bar.tabRect(int(self._random.choice(shown))).center()

    def _season(self) -> Target | None:
        table = self._window.pages[StagesPage].view.table
        model = table.model()
        if not table.isVisible() or model.rowCount() < 2:
            return None
        others = [row for row in range(model.rowCount()) if row != table.currentIndex().row()]
        box = table.visualRect(model.index(int(self._random.choice(others)), 0))
        inside = table.viewport().rect().contains(box.center())
        return (table.viewport(), box.center()) if inside else None

    def _tool(self) -> Target | None:
        names = ("show_draws_tool", "show_residuals_tool", "show_earlier_tool")
        button = self._window.findChild(QToolButton, str(self._random.choice(names)))
        if button is None or not button.isEnabled():
            return None
        return button, button.rect().center()


def tell(name: str, clicker: Clicker, verbose: bool) -> None:
    waits = np.array(clicker.waits)
    p50, p95, p99 = np.quantile(waits, [0.5, 0.95, 0.99])
    print(
        f"{name}: {len(waits)} clicks, median {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, "
        f"longest {waits.max():.0f} ms",
        flush=True,
    )
    whole = np.quantile(clicker.wholes, [0.5, 0.95, 0.99])
    print(
        "   whole: {} clicks, median {:.0f} ms, p95 {:.0f} ms, p99 {:.0f} ms".format(
            len(clicker.wholes), *whole
        )
    )
    if verbose:
        for kind in sorted({kind for _, kind in clicker.by_target}):
            mine = np.array([wait for wait, of in clicker.by_target if of == kind])
            print(f"   {kind}: {len(mine)}, median {np.median(mine):.0f}, longest {mine.max():.0f}")
    clicker.waits.clear()
    clicker.wholes.clear()
    clicker.by_target.clear()


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "-v"]
    count, verbose = int(words[0]) if words else CLICKS, "-v" in sys.argv
    answer_first()
    window = PaintedWindow(Themes(make_application()))
    window.show()
    GarbageCollection(window).begin()
    desk = window.desk
    opened: list[object] = []
    ended: list[object] = []
    desk.opened.connect(opened.append)
    for end in (desk.fitted, desk.fitted_many):
        end.connect(ended.append)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fields.csv"
        write_fields(path, 10_000, 60)
        import_file(window, path)
        wait_until(opened, 60)
        desk.fit_many([series.group for series in desk.document.table.series[:20]])
        wait_until(ended, 120)
        ended.clear()
        clicker = Clicker(window)
        clicker.run(count, lambda: False)
        tell("nothing runs (10,000 fields, 20 fitted)", clicker, verbose)
        window.fields.fit_all.click()
        clicker.run(count, lambda: False)
        tell("during a batch of 10,000 fields", clicker, verbose)
        desk.stop()
        wait_until(ended, 5)
        dense = Path(folder) / "dense.csv"
        write_field(dense, 4_000)
        opened.clear()
        import_file(window, dense)
        wait_until(opened, 60)
        for slot, word in (
            ("kernel", "matern32"),
            ("approximation", "exact"),
            ("solver", "cholesky"),
        ):
            desk.do(SetChoice(slot, word))
        ended.clear()
        fit(window)
        clicker.run(count, lambda: bool(ended))
        tell("during a fit of 4,000 readings by the full matrix", clicker, verbose)
        desk.stop()
        wait_until(ended, 5)
    window.projects.give_up()
    window.close()


if __name__ == "__main__":
    main()
